"""Suits are drawn or named: a sign of the font would come out as emoji, in two colours, on some phones (BUGLOG G02)."""

from __future__ import annotations

import html
import re
import unicodedata
from pathlib import Path

import pytest
from django.conf import settings

from tests import catalogues
from tests.games.at_table import region, seated_in_play

ROOT = Path(settings.BASE_DIR)
FOLDERS = ("templates", "static", "accounts", "games", "tichu_site")
KINDS = {".html", ".txt", ".js", ".css", ".svg", ".py"}
SIGNS = set(map(chr, [*range(0x2660, 0x2668), *range(0x1F0A0, 0x1F100), *range(0x1F300, 0x1FB00)])) | {"\ufe0f"}
"""Suits, playing cards, emoji, and the sign that asks for an emoji."""
ESCAPED = re.compile(r"&(?:#x?[0-9a-f]+|\w+);|\\u\{?[0-9a-f]{4,5}\}?|\\[0-9a-f]{4,5}\b", re.I)


def shipped() -> list[Path]:
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in KINDS]
    return [path for path in files if "vendor" not in path.parts] + list((ROOT / "locale").rglob("*.po"))


def signs_in(text: str) -> set[str]:
    """Such signs, written as they are or in any spelling of HTML, scripts and styles."""
    found = set(text) & SIGNS
    for spelled in ESCAPED.findall(text):
        sign = html.unescape(spelled)
        if spelled.startswith("\\"):
            sign = chr(int(re.sub(r"[\\u{}]", "", spelled), 16))
        found |= set(sign) & SIGNS
    return {unicodedata.name(sign, hex(ord(sign))) for sign in found}


@pytest.mark.parametrize("spelled", ["\u2660", "&spades;", "&#9829;", "&#x2666;", r"\u2663", r"\u{1f0a1}", r"\2665"])
def test_the_search_finds_every_spelling(spelled: str) -> None:
    assert len(signs_in(f"a {spelled} b")) == 1


def test_nothing_we_ship_writes_a_suit_as_a_sign() -> None:
    """G02: pages, scripts, styles, pictures, code and translations."""
    files = shipped()
    assert len(files) > 150
    assert {path.name: found for path in files if (found := signs_in(path.read_text(encoding="utf-8")))} == {}
    words = [text for language in catalogues.languages() for text in catalogues.compiled(language)._catalog.values()]  # type: ignore[attr-defined]
    assert signs_in(" ".join(map(str, words))) == set()


@pytest.mark.django_db
def test_every_card_of_a_hand_is_a_picture_with_its_name_in_words() -> None:
    """G02: no text stands on a card; the sprite draws it, and its name says rank and suit."""
    hand = region(seated_in_play().page(0), "hand")
    cards = re.findall(r'<span class="card">(.*?)</span>', hand, re.S)
    assert len(cards) == 14
    for drawn in cards:
        assert re.fullmatch(r'<svg aria-hidden="true"><use href="[^"]+cards[^"]*\.svg#\w+"/></svg>', drawn)
    names = re.findall(r'<input[^>]*aria-label="([^",]+)', hand)
    assert len(names) == 14 and "4 of Sword" in names and "Mah Jong" in names


def test_the_sprite_writes_no_letters_of_a_font() -> None:
    """G02: ranks and suits are paths, so they look the same on every phone."""
    sprite = (ROOT / "static" / "cards" / "cards.svg").read_text(encoding="utf-8")
    assert "<text" not in sprite and "font-family" not in sprite
