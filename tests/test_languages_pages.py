"""No page in one language says anything in another, and a new language is one catalogue and one line (BUGLOG G15)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from django.conf import LazySettings
from django.utils import translation

from games.bots.names import HOUSE_PLAYERS
from tests.catalogues import languages, read, source_strings
from tests.languages_tour import pages
from tests.page_words import runs_of, texts_of

pytestmark = pytest.mark.django_db

BLANK = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
TAG = re.compile(r"<[^>]+>")
LETTERS = re.compile(r"[^\W\d_]{2,}")


@pytest.fixture(autouse=True)
def quick_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.views.answers.ACTIONS", 10_000)


def pieces(text: str) -> list[str]:
    """What a reader sees of a string in one run: it is cut where a tag stands."""
    return [" ".join(piece.split()) for piece in TAG.split(text.replace("%%", "%"))]


def as_pattern(piece: str) -> str:
    parts = [re.escape(part) for part in BLANK.split(piece)]
    return ".{1,60}?".join(parts)


@dataclass(frozen=True, slots=True)
class Sayings:
    """Pieces of a catalogue: those without a blank are looked up, only the others are patterns. Case means nothing."""

    exact: frozenset[str]
    open: re.Pattern[str]

    @classmethod
    def of(cls, pieces: Iterable[str]) -> Sayings:
        pieces = set(pieces)
        blank = {piece for piece in pieces if BLANK.search(piece)}
        patterns = "|".join(f"(?:{as_pattern(piece)})" for piece in sorted(blank))
        return cls(frozenset(map(str.lower, pieces - blank)), re.compile(patterns or "(?!)", re.I))

    def say(self, text: str) -> bool:
        return text.lower() in self.exact or self.open.fullmatch(text) is not None


def said_only_in(one: list[str], other: list[str]) -> Sayings:
    """Knows what the strings `one` say and `other` do not; too short or too open a string proves nothing."""
    theirs = {piece for text in other for piece in pieces(text)}
    mine = {piece for text in one for piece in pieces(text)} - theirs
    telling = {
        piece for piece in mine if LETTERS.search(BLANK.sub("", piece)) and len(BLANK.sub("", piece).strip()) > 3
    }
    alike = Sayings.of(piece for piece in theirs if LETTERS.search(BLANK.sub("", piece)))
    return Sayings.of(piece for piece in telling if not alike.say(piece))


def said_on(pages: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Each text of these pages once, with the name of the first page that says it."""
    said: dict[str, str] = {}
    for name, page in pages:
        for text in texts_of(page):
            said.setdefault(text, name)
    return said


def both_sides(language: str) -> tuple[list[str], list[str]]:
    messages = [message for message in read(language) if message.id]
    english = [text for message in messages for text in _forms(message.id)]
    theirs = [text for message in messages for text in _forms(message.string)]
    return english, theirs


def _forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return text if isinstance(text, tuple) else (text,)


@pytest.mark.parametrize("language", languages())
def test_no_page_says_anything_in_english(language: str) -> None:
    english, theirs = both_sides(language)
    foreign = said_only_in(english, theirs)
    with translation.override(language):
        said = said_on(pages(language))
    assert {text: name for text, name in said.items() if foreign.say(text)} == {}
    assert {text: name for text, name in said.items() if language == "de" and "ß" in text} == {}


def test_no_english_page_says_anything_in_another_language() -> None:
    foreign = []
    for language in languages():
        english, theirs = both_sides(language)
        foreign.append(said_only_in(theirs, english))
    said = said_on(pages("en"))
    assert {text: name for text, name in said.items() for sayings in foreign if sayings.say(text)} == {}


# --- A language nobody speaks: every string of ours stands between brackets

PSEUDO = "qps"
OPEN, CLOSE = "⟦", "⟧"
SAME_EVERYWHERE = re.compile(
    "|".join(HOUSE_PLAYERS)
    + r"|English|Deutsch|Pseudo|This password is too short.*|Enter a valid email.*|This field is required.*|"
    r"Tichu|UTC|Tom|Nora|Jeong|Mira|alice|bob|carol|dave|eve|Deleted|https?://\S+|/join/\S*|[A-Z]|\d+(?: ?s)?"
)


def pseudo(text: str) -> str:
    """Longer by a third, as German is, with what is filled in and the tags left alone."""
    longer = "~" * (len(BLANK.sub("", text)) // 3)
    lead, core, tail = re.fullmatch(r"(\s*)(.*?)(\s*)", text, re.S).groups()  # type: ignore[union-attr]
    return f"{lead}{OPEN}{core}{longer}{CLOSE}{tail}"


@pytest.fixture
def pseudo_language(tmp_path: Path, settings: LazySettings) -> Iterator[str]:
    """All that a new language takes: a compiled catalogue and a line in LANGUAGES."""
    catalog = Catalog(locale="en", fuzzy=False)
    for text in source_strings():
        catalog.add(text, pseudo(text) if isinstance(text, str) else tuple(pseudo(each) for each in text))
    place = tmp_path / PSEUDO / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "django.mo").open("wb") as file:
        write_mo(file, catalog)
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, tmp_path]
    settings.LANGUAGES = [*settings.LANGUAGES, (PSEUDO, "Pseudo")]
    yield PSEUDO


def bare(page: str) -> list[str]:
    """Words outside all brackets, in the order of the page; a string may open in one run and close in a later one."""
    depth, found = 0, []
    for text, fixed in runs_of(page):
        outside = ""
        for character in text:
            depth += (character == OPEN) - (character == CLOSE)
            outside += character if not depth and character != CLOSE else " "
        words = SAME_EVERYWHERE.sub(" ", outside)
        if not fixed and LETTERS.search(words):
            found.append(" ".join(text.split()))
    return found


def test_a_new_language_is_a_catalogue_and_a_line(pseudo_language: str) -> None:
    """Every word of every page comes out of the catalogue: nothing is hard-coded."""
    found: dict[str, str] = {}
    with translation.override(pseudo_language):
        for name, page in pages(pseudo_language):
            assert f'<html lang="{PSEUDO}"' in page or "<html" not in page
            found |= dict.fromkeys(bare(page), name)
    assert found == {}
