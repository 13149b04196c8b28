"""What no linter knows of the house: who may write the log, where variants may be told apart, what a view must say.

The direction of imports is checked here too, by import-linter with the contracts of pyproject.toml.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.playing import ROOT

SKIPPED = {".git", ".venv", ".data", "vendor", "data", "golden", "__pycache__", "migrations"}
VARIANT_KEYS = {"nanking", "tientsin", "trichu", "seigneur", "grand_seigneur"}
SEAT_NUMBERS = {2, 3, 4, 6}
METHOD_DECORATORS = {"require_GET", "require_POST", "require_safe", "require_http_methods"}
LOGIN_DECORATORS = {"login_required"}
# Whoever is signed out may come here, and why.
OPEN_VIEWS = {
    "deal": "as open as the replay of the same match",
    "sign_up": "how one gets an account",
    "sign_in": "how one gets in",
    "sign_out": "an expired session is signed out already",
    "reset": "for those who cannot sign in",
    "reset_sent": "for those who cannot sign in",
    "ResetConfirm": "for those who cannot sign in",
    "privacy": "readable before signing up",
    "favicon": "an icon",
    "choose": "guests have a language too",
    "start": "the front page",
    "lobby": "open tables are public",
    "lobby_tables": "open tables are public",
    "rules": "the rules are public",
    "learn": "the rules are public",
    "quick_sheet": "the rules are public",
    "puzzles": "a look at puzzles is for everybody",
    "puzzle": "a look at puzzles is for everybody",
    "join": "shows a signed-out guest the title and the sign-in",
    "profile": "public results",
    "leaderboard": "public results",
    "match": "public replays, behind their own gate",
    "record": "public records, behind the same gate",
    "sheet": "public records, behind the same gate",
    "step": "public replays, behind their own gate",
    "frames": "public replays, behind their own gate",
}


def files(*suffixes: str, under: str = "") -> list[Path]:
    found = (path for path in (ROOT / under).rglob("*") if path.suffix in suffixes)
    return sorted(path for path in found if not SKIPPED & set(path.relative_to(ROOT).parts) and path.is_file())


def code_files() -> list[Path]:
    return [path for app in ("games", "accounts", "tichu_site") for path in files(".py", under=app)]


def places(found: Callable[[Path], Iterator[int]], paths: list[Path]) -> list[str]:
    return [f"{path.relative_to(ROOT)}:{line}" for path in paths for line in found(path)]


def lines_with(pattern: str) -> Callable[[Path], Iterator[int]]:
    def search(path: Path) -> Iterator[int]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(pattern, line):
                yield number

    return search


def outside(allowed: str, paths: list[Path]) -> list[Path]:
    return [path for path in paths if not path.relative_to(ROOT).as_posix().startswith(allowed)]


# --- Imports


def test_the_direction_of_imports() -> None:
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module", ["games.rules", "games.engine", "tichu_site.bootstrap"])
def test_pure_packages_import_alone(module: str) -> None:
    """`games/__init__.py` and `tichu_site/__init__.py` stay empty: rules need no Django, the set-up no packages."""
    program = f"import sys, {module}; sys.exit(' '.join({{'django', 'celery', 'channels'}} & set(sys.modules)) or 0)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("package", ["games", "tichu_site"])
def test_packages_that_must_be_empty_are(package: str) -> None:
    assert (ROOT / package / "__init__.py").read_text() == ""


# --- Variants


def variant_words(path: Path) -> Iterator[int]:
    """Variant keys as strings, and `% number of seats`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and node.value in VARIANT_KEYS:
            yield node.lineno
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and _is_seat_number(node.right):
            yield node.lineno


def _is_seat_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value in SEAT_NUMBERS


def test_only_variants_know_variants_and_numbers_of_seats() -> None:
    assert places(variant_words, outside("games/engine/variants/", files(".py", under="games"))) == []


def test_the_search_for_variant_words_finds_them(tmp_path: Path) -> None:
    code = 'a = seat % 4\nb = "%s" % name\nc = x % 5\nif key == "trichu":\n    d = (s + 2) % 2\n'
    (tmp_path / "bad.py").write_text(code)
    assert sorted(variant_words(tmp_path / "bad.py")) == [1, 4, 5]


# --- One writer each


def test_only_the_log_touches_actions() -> None:
    assert places(lines_with(r"\bAction\.objects\b"), outside("games/log.py", code_files())) == []


def test_only_notify_speaks_to_sockets_and_only_after_commit() -> None:
    speaks = lines_with(r"\b(on_commit|group_send)\b(?!`)")
    assert places(speaks, outside("games/notify.py", files(".py", under="games"))) == []


def test_there_are_no_signals() -> None:
    signals = lines_with(r"django\.dispatch|db\.models\.signals|db\.models import signals|@receiver")
    assert places(signals, code_files()) == []


# --- Views


def view_of(pattern: URLPattern) -> tuple[str, str]:
    view = getattr(pattern.callback, "view_class", pattern.callback)
    return view.__module__, view.__name__


def our_views() -> list[tuple[str, str]]:
    def walk(patterns: list[URLPattern | URLResolver]) -> Iterator[tuple[str, str]]:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns)
            else:
                yield view_of(pattern)

    ours = {view for view in walk(get_resolver().url_patterns) if view[0].startswith(("games.", "accounts."))}
    return sorted(ours)


def decorators_of(module: str, name: str) -> set[str]:
    tree = ast.parse(Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8"))
    (view,) = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name]
    found = [d.func if isinstance(d, ast.Call) else d for d in view.decorator_list]
    names = {d.attr if isinstance(d, ast.Attribute) else getattr(d, "id", "") for d in found}
    if isinstance(view, ast.ClassDef):  # Django's own class views name their methods themselves
        names |= METHOD_DECORATORS
    return names


@pytest.mark.parametrize(("module", "name"), our_views())
def test_every_view_says_its_method_and_who_may_come(module: str, name: str) -> None:
    decorators = decorators_of(module, name)
    assert decorators & METHOD_DECORATORS, "say which methods it answers"
    assert decorators & LOGIN_DECORATORS or name in OPEN_VIEWS, "login_required, or a reason in OPEN_VIEWS"


def test_views_of_the_game_write_nothing() -> None:
    writes = lines_with(r"\.objects\b.*\.(create|bulk_create|update|delete|get_or_create|update_or_create)\(")
    assert places(writes, files(".py", under="games/views")) == []


# --- Pages


TEMPLATES = files(".html", ".txt", under="templates")


def template_id(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", TEMPLATES, ids=template_id)
def test_templates_obey_the_content_security_policy(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.findall(r"\sstyle=|\shx-on|\son[a-z]+=\"|<style|javascript:|hx-vals=.js:", text)
    assert not re.findall(r"<script(?![^>]*\ssrc=)", text), "no inline scripts"
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", text), "nothing from elsewhere"


TRANSLATED = re.compile(
    r"{%\s*block \w*class\s*%}.*?{%\s*endblock\s*%}"
    r"|{%\s*blocktrans(?:late)?\b.*?{%\s*endblocktrans(?:late)?\s*%}|{%\s*comment\b.*?{%\s*endcomment\s*%}"
    r"|{%.*?%}|{{.*?}}|{#.*?#}|<!--.*?-->|<!DOCTYPE[^>]*>|&\w+;",
    re.S,
)
SPOKEN_ATTRIBUTE = re.compile(r"\b(?:alt|title|placeholder|aria-label|aria-description)=\"([^\"]*)\"")
NAMES = {"Tichu", "Mah", "Jong", "Tom", "Nora", "Jeong", "Mira", "UTC"}  # of cards, and of people in examples


def bare_words(text: str) -> list[str]:
    """Words of a template that no translation will ever reach."""
    text = TRANSLATED.sub(" ", text)
    spoken = " ".join(SPOKEN_ATTRIBUTE.findall(text))
    visible = re.sub(r"<[^>]*>", " ", text)
    return [word for word in re.findall(r"[^\W\d_]{2,}", f"{visible} {spoken}") if word not in NAMES]


@pytest.mark.parametrize("path", [path for path in TEMPLATES if "admin" not in path.parts], ids=template_id)
def test_every_visible_word_goes_through_gettext(path: Path) -> None:
    assert bare_words(path.read_text(encoding="utf-8")) == []


def test_the_search_for_bare_words_finds_them() -> None:
    assert bare_words('<p class="a">{% translate "Hello" %} {{ name }}</p>{# note #}') == []
    assert bare_words('<p>Hello {{ name }}</p><img alt="A card">') == ["Hello", "card"]


# --- Shape


@pytest.mark.parametrize("suffix", [".py", ".html", ".js"])
def test_no_file_grows_too_long(suffix: str) -> None:
    long = {template_id(path): len(path.read_text(encoding="utf-8").splitlines()) for path in files(suffix)}
    assert {name: lines for name, lines in long.items() if lines > 400} == {}


def test_nothing_is_left_open_without_a_word() -> None:
    words = lines_with(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b(?!\()")
    paths = [path for path in files(".py", ".html", ".js", ".css", ".md", ".toml") if path != Path(__file__)]
    assert places(words, paths) == []


def test_no_test_waits_by_sleeping() -> None:
    """Waiting for an event has a time limit; sleeping and hoping makes tests that fail on a busy day."""
    allowed = ["tests/playing.py", "tests/browser/", "tests/benchmarks/"]
    paths = [path for path in files(".py", under="tests") if not template_id(path).startswith(tuple(allowed))]
    assert places(lines_with(r"\btime\.sleep\("), [path for path in paths if path != Path(__file__)]) == []
