"""The catalogues say everything the source says, and what the site loads is what they say (BUGLOG G15)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Message
from django.conf import settings

from tests import catalogues
from tests.catalogues import ROOT, compiled, languages, read, source_files, source_strings, untranslated

BLANK = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
TAG = re.compile(r"<[^>]+>")
NOT_SWISS = "ß"

each_language = pytest.mark.parametrize("language", languages())


def messages(language: str) -> list[Message]:
    return [message for message in read(language) if message.id]


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return text if isinstance(text, tuple) else (text,)


def test_each_language_of_the_site_but_that_of_the_source_has_a_catalogue() -> None:
    assert languages() == sorted(set(dict(settings.LANGUAGES)) - {settings.LANGUAGE_CODE})


@each_language
def test_every_string_of_the_source_is_in_the_catalogue_and_no_other(language: str) -> None:
    assert {message.id for message in messages(language)} == set(source_strings()), "python -m tests.catalogues"


@each_language
def test_nothing_is_untranslated_or_in_doubt(language: str) -> None:
    assert untranslated(read(language)) == []
    assert [message.id for message in messages(language) if message.fuzzy] == []


@each_language
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    catalog, spoken = read(language), compiled(language)
    loaded = {key: text for key, text in spoken._catalog.items() if key}  # type: ignore[attr-defined]
    written: dict[object, str] = {}
    for message in messages(language):
        if message.pluralizable:
            written |= {(message.id[0], at): text for at, text in enumerate(forms(message.string))}
        else:
            written[message.id] = message.string
    assert loaded == written
    assert len(forms(("",) * catalog.num_plurals)) == catalog.num_plurals


@each_language
def test_nothing_is_said_twice_over(language: str) -> None:
    """A sentence written several times in a row, as a tool may leave it."""
    for message in messages(language):
        for text in forms(message.string):
            assert not re.fullmatch(r"(.{12,}?)\1+", text, re.S), text


@each_language
def test_plurals_have_all_their_forms(language: str) -> None:
    catalog = read(language)
    counts = {len(forms(message.string)) for message in catalog if message.id and message.pluralizable}
    assert counts == {catalog.num_plurals}


@each_language
def test_translations_keep_what_is_filled_in_and_their_tags(language: str) -> None:
    """A number spoken of in the singular may be missing there, as in the source."""
    for message in messages(language):
        sources = forms(message.id)
        for at, text in enumerate(forms(message.string)):
            source = sources[min(at, len(sources) - 1)]
            assert sorted(set(BLANK.findall(text))) == sorted(set(BLANK.findall(source))), text
            assert sorted(TAG.findall(text)) == sorted(TAG.findall(source)), text
            assert (text.strip() == text) == (source.strip() == source), text


def test_german_is_spelt_as_in_switzerland() -> None:
    assert [message.string for message in messages("de") if NOT_SWISS in "".join(forms(message.string))] == []


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Exchange", "Schupfen"),
        ("A trick", "Ein Stich"),
        ("Grand Tichu", "Grosses Tichu"),
        ("Dog", "Hund"),
        ("Phoenix", "Phönix"),
        ("Dragon", "Drache"),
        ("Bomb", "Bombe"),
        ("Mah Jong", "Mah Jong"),
    ],
)
def test_german_has_the_words_of_those_who_play(english: str, german: str) -> None:
    assert compiled("de").gettext(english) == german


SAMPLE = """
from x import gettext as _, ngettext
_("a") + _("b " "c") + gettext_lazy("d %(x)s") + _(name) + _("e" if x else "f")
ngettext("one", "many", n)
"""
PAGE = (
    """{% load i18n %}{% translate "it's" %}{% translate 'a "b"' %}{# {% translate "no" %} #}{{ _("in") }}"""
    """{% blocktranslate trimmed %}
      two
      lines {{ x }}{% endblocktranslate %}{% blocktranslate count n=1 %}one{% plural %}{{ n }}{% endblocktranslate %}"""
)


def test_the_search_finds_what_gettext_would(tmp_path: Path) -> None:
    code, page = tmp_path / "a.py", tmp_path / "a.html"
    code.write_text(SAMPLE)
    page.write_text(PAGE)
    assert set(catalogues.strings_of(code)) == {"a", "b c", "d %(x)s", ("one", "many")}
    assert list(catalogues.strings_of(page)) == ["it's", 'a "b"', "in", "two lines %(x)s", ("one", "%(n)s")]


def at_once(tree: ast.Module) -> Iterator[ast.AST]:
    """What runs when a module is imported: all but the insides of functions."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [each for each in ast.iter_child_nodes(node) if not isinstance(node, ast.FunctionDef | ast.Lambda)]


def spoken_at_import(source: str) -> list[int]:
    """Lines that translate while the module is imported, when nobody reads yet."""
    tree = ast.parse(source)
    eager = {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
        if name.name in {"gettext", "ngettext", "pgettext"}
    }
    calls = [node for node in at_once(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    return [call.lineno for call in calls if call.func.id in eager]  # type: ignore[attr-defined]


def test_nothing_is_translated_before_somebody_reads() -> None:
    """Else it would stay in the language of the process for everybody."""
    assert spoken_at_import("from django.utils.translation import gettext as _\nA = _('a')\ndef f(): _('b')") == [2]
    found = {
        path: spoken_at_import(path.read_text(encoding="utf-8")) for path in source_files() if path.suffix == ".py"
    }
    assert {path.name: lines for path, lines in found.items() if lines} == {}


def test_the_scripts_of_the_site_have_no_words_of_their_own() -> None:
    """They take them from the page, which is translated."""
    spoken = re.compile(r"""["'`](?=[^"'`]*[a-z]{2,} [a-z]{2,})[A-Z][^"'`]*["'`]""")
    for path in (ROOT / "static" / "js").glob("*.js"):
        code = re.sub(r"^\s*//.*$", "", path.read_text(encoding="utf-8"), flags=re.M)
        assert spoken.findall(code) == [], path.name
