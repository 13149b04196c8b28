"""The catalogues of locale/: finds every string of the source, keeps the .po files in step, compiles them.

`python -m tests.catalogues` brings all catalogues up to date and says what it added untranslated; with a code, it
begins a new language. It needs Babel and no other program: a machine without xgettext gets by.
"""

from __future__ import annotations

import ast
import gettext
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
MARKS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
TEXT = r"""(u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))"""
IN_TEMPLATES = re.compile(rf" (?:_|(n?)gettext)\({TEXT}(?:, {TEXT}, count)?\) ")

STILL = datetime(2026, 1, 1, tzinfo=UTC)

Id = str | tuple[str, str]
"""A string of the source, or its singular and plural."""


def strings_of(path: Path) -> Iterator[Id]:
    """What one file of the source says."""
    source = path.read_text(encoding="utf-8")
    return _in_python(source) if path.suffix == ".py" else _in_template(source)


def _in_python(source: str) -> Iterator[Id]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _called(node.func) in MARKS:
            texts = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if texts:
                yield (texts[0], texts[1]) if _called(node.func).startswith("n") else texts[0]


def _called(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _in_template(source: str) -> Iterator[Id]:
    for found in IN_TEMPLATES.finditer(templatize(source)):
        first = ast.literal_eval(found[2])
        yield (first, ast.literal_eval(found[3])) if found[3] else first


def source_files() -> list[Path]:
    """All code and all templates of the site."""
    code = [path for app in ("accounts", "games", "tichu_site") for path in (ROOT / app).rglob("*.py")]
    pages = [path for path in (ROOT / "templates").rglob("*") if path.suffix in {".html", ".txt"}]
    return sorted([path for path in code if "migrations" not in path.parts] + pages)


def source_strings() -> dict[Id, list[str]]:
    """Every string of the source, with the files that say it."""
    found: dict[Id, list[str]] = {}
    for path in source_files():
        for text in strings_of(path):
            places = found.setdefault(text, [])
            if (place := path.relative_to(ROOT).as_posix()) not in places:
                places.append(place)
    return found


def languages() -> list[str]:
    return sorted(path.name for path in LOCALE.iterdir())


def po_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> Catalog:
    with po_path(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def compiled(language: str) -> gettext.GNUTranslations:
    """The catalogue as the site uses it."""
    with po_path(language).with_suffix(".mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def update(language: str) -> Catalog:
    """Add what is new in the source, drop what is gone, write and compile."""
    po_path(language).parent.mkdir(parents=True, exist_ok=True)
    known, kept = read(language) if po_path(language).exists() else _empty(language), _empty(language)
    for text, places in source_strings().items():
        # Django knows one entry for `_("card")` and `ngettext("card", "cards")`; the plural one serves both.
        before = known.get(text if isinstance(text, str) else text[0])
        string = before.string if before else ""
        kept.add(text, string, locations=[(place, None) for place in places])
    with po_path(language).open("wb") as file:
        write_po(file, kept, width=120, sort_by_file=True, omit_header=False, include_lineno=False)
    with po_path(language).with_suffix(".mo").open("wb") as file:
        write_mo(file, kept)
    return kept


def _empty(language: str) -> Catalog:
    """Without times, so that the files change when what they say does."""
    still = {"creation_date": STILL, "revision_date": STILL}
    people = {"msgid_bugs_address": "-", "last_translator": "-", "language_team": "-"}
    catalog = Catalog(locale=language, project="Tichu online", version="1", fuzzy=False, **still, **people)
    catalog.header_comment = f"# Tichu online: {catalog.locale.english_name if catalog.locale else language}."
    return catalog


def untranslated(catalog: Catalog) -> list[Id]:
    return [message.id for message in catalog if message.id and not _is_full(message.string)]


def _is_full(string: str | tuple[str, ...]) -> bool:
    return bool(string) and (isinstance(string, str) or all(string))


if __name__ == "__main__":
    for each in sys.argv[1:] or languages():
        missing = untranslated(update(each))
        print(f"{each}: {len(missing)} untranslated", *missing, sep="\n  ")
