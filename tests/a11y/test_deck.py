"""The cards as drawn: readable without any colour in the narrowest fan, and the bold deck everywhere cards lie."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from accounts.models import User
from games.engine import commands as c
from games.rules import DECK
from games.times import now_ms
from tests.a11y.axe import faults_everywhere
from tests.a11y.conftest import Visit
from tests.games.factories import Live, in_play, person
from tests.games.played import RandomMatch, store

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SPRITE = (Path(settings.BASE_DIR) / "static" / "cards" / "cards.svg").read_text(encoding="utf-8")
SUITS = ("--jade", "--sword", "--pagoda", "--star")
STRIP = {"x": 2, "y": 4, "width": 18, "height": 40}
"""What is seen of a card under the next one, where cards are smallest (DESIGN 2), without its edge."""


def one_card() -> str:
    """A card in one ink for all suits, as greyscale leaves them at worst."""
    ink = "".join(f"{suit}:#333;" for suit in SUITS)
    return (
        f'<!doctype html><html style="--cw:34px;{ink}filter:grayscale(1)"><head>'
        '<link rel="stylesheet" href="/static/css/tokens.css"><link rel="stylesheet" href="/static/css/site.css">'
        f'</head><body><span class="card"><svg><use href="#Dg"/></svg></span><div hidden>{SPRITE}</div></body></html>'
    )


def strip(page: Page, code: str) -> bytes:
    page.evaluate(
        """async (code) => {
            document.querySelector(".card use").setAttribute("href", `#${code}`);
            await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        }""",
        code,
    )
    return page.screenshot(clip=STRIP)  # type: ignore[arg-type]


def test_without_colour_every_card_differs_in_the_strip_that_shows(visit: Visit) -> None:
    """G03: rank and suit are told by shape alone, eighteen pixels wide."""
    page = visit("/privacy/", size=(200, 200))
    page.route("**/wherever/", lambda route: route.fulfill(content_type="text/html", body=one_card()))
    page.goto(page.url.replace("/privacy/", "/wherever/"))
    page.wait_for_load_state("networkidle")
    strips = {card.code: strip(page, card.code) for card in DECK}
    assert all(strip(page, code) == strips[code] for code in ("Dg", "7j", "As")), "drawn alike whenever it is drawn"
    assert len(set(strips.values())) == len(DECK)


def at_the_table() -> str:
    return f"/tables/{Live(in_play(now=now_ms()).match).match.table.code}/"


def in_the_replay() -> str:
    played = RandomMatch(9).play_rounds(1)
    played.do(c.VoidMatch("a test"))
    return f"/matches/{store(played).code}/1/5/?as=0"


PLACES = {
    "table": (at_the_table, "#hand .card"),
    "replay": (in_the_replay, ".rp__hand .card"),
    "preview": (lambda: "/accounts/", ".deck .card"),
}


def inks(page: Page, selector: str) -> list[str]:
    """Paper and the four suits as this card has them."""
    found: list[str] = page.evaluate(
        "([selector, names]) => { const at = getComputedStyle(document.querySelector(selector));"
        " return names.map((name) => at.getPropertyValue(name).trim()); }",
        [selector, ["--card-paper", *SUITS]],
    )
    return found


def light(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = "".join(2 * each for each in digits) if len(digits) == 3 else digits
    shares = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", PLACES)
def test_the_bold_deck_changes_the_cards(visit: Visit, place: str, scheme: str) -> None:
    """The preference reaches the cards themselves: drawn otherwise, four inks of 7:1 on pure paper."""
    find, card = PLACES[place]
    person("alice")
    path = find()
    shots, seen = {}, {}
    for deck in ("standard", "bold"):
        User.objects.filter(username="alice").update(deck=deck)
        page = visit(path, "alice", color_scheme=scheme)
        expect(page.locator(card).first).to_be_visible()
        page.wait_for_load_state("networkidle" if place != "table" else "load")
        seen[deck] = inks(page, card)
        shots[deck] = page.locator(card).first.screenshot()
    paper, *suits = seen["bold"]
    assert paper == {"light": "#fff", "dark": "#000"}[scheme]
    assert len(set(suits)) == 4 and all(contrast(paper, suit) >= 7 for suit in suits)
    assert all(bold != plain for bold, plain in zip(seen["bold"], seen["standard"], strict=True))
    assert shots["bold"] != shots["standard"]


def test_the_preference_is_seen_before_it_is_saved(visit: Visit) -> None:
    """On the account page the cards beside the choice follow it; on a reload all is as it was saved."""
    person("alice")
    page = visit("/accounts/", "alice", color_scheme="light")
    page.get_by_label("Cards").select_option("bold")
    assert inks(page, ".deck .card")[0] == "#fff"
    found = faults_everywhere(page)
    assert not found, "\n".join(found)
    page.emulate_media(color_scheme="light")
    page.get_by_label("Colours").select_option("dark")
    assert inks(page, ".deck .card")[0] == "#000"
    page.reload()
    assert inks(page, ".deck .card")[0] == "#fffdf6"
    page.get_by_label("Cards").select_option("bold")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Your preferences are saved.")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-deck", re.compile("bold"))
    assert inks(page, ".deck .card")[0] == "#fff"
