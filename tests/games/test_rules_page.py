"""The rules page: an anchor for every refusal, examples the engine agrees with, and no dead links inside the page."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.events import RoundScored
from games.engine.reasons import TEXTS, Reason
from games.rules import beats, best_reading, card, readings
from games.views.contents import TITLES
from games.views.rules import EXAMPLES, Example
from games.views.worked import WORKED
from tests.builders import A, B, C, D, a_round

ROOT = Path(__file__).resolve().parents[2]
LEADS_HERE = re.compile(r'(?<!text-)anchor ?= ?"([a-z-]+)"|"games:rules" %}#([a-z-]+)"|\d:\S+@([a-z-]+)')
# Links to these lie in records of talk, in mails and in people's bookmarks: an anchor once given stays.
ANCHORS = frozenset(
    """
    seats deck grand seal exchange trick answers combinations bombs pause special-cards mahjong dog phoenix dragon wish
    tichu round-end double-victory scoring example winning time between-rounds disconnection secrets conduct
    house-players faq single pair triple stairs full-house straight bomb-four bomb-flush bomb-turn bomb-partner
    bomb-dog late-bomb bomb-order wish-forced wish-lasts wish-bomb wish-phoenix dragon-bombed dragon-whom dragon-last
    phoenix-bomb dog-out tichu-partner tichu-exchange grand-late kind-only straight-longer house-phoenix flush-plain
    last-hand last-tricks double-calls time-out time-line
    """.split()  # noqa: SIM905
)


def cards(codes: str) -> list:
    return [card(codes[at : at + 2]) for at in range(0, len(codes), 2)]


@pytest.fixture
def page(client: Client, db: None) -> str:
    return client.get(reverse("games:rules")).content.decode()


def test_it_shows_the_rules_to_anybody(page: str) -> None:
    assert "<h1>Rules</h1>" in page


def test_it_refuses_post(client: Client, db: None) -> None:
    assert client.post("/rules/").status_code == 405


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_refusal_finds_its_anchor(client: Client, db: None, language: str) -> None:
    page = client.get("/rules/", headers={"Accept-Language": language}).content.decode()
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert set(TEXTS) == set(Reason)
    assert {text.anchor for text in TEXTS.values()} <= set(ids)
    assert len(ids) == len(set(ids)), "an anchor that is there twice leads to the first only"


def test_whatever_else_leads_here_finds_its_anchor(page: str) -> None:
    """Dark keys, the coach of the first round and the pages of a match name their rule by its anchor too."""
    named: set[tuple[str, ...]] = set()
    for place in ("games/tableview/*.py", "games/lessons/*.py", "templates/**/*.html"):
        named |= {found for path in ROOT.glob(place) for found in LEADS_HERE.findall(path.read_text())}
    anchors = {anchor for found in named for anchor in found if anchor}
    assert len(anchors) > 10
    assert anchors - set(re.findall(r'\bid="([^"]+)"', page)) == set()


def test_no_anchor_is_ever_lost(page: str) -> None:
    assert set(ANCHORS) <= set(re.findall(r'\bid="([^"]+)"', page))


def test_contents_name_sections_as_they_are_headed(page: str) -> None:
    """An anchor that is a section has its title as heading; inside of one it may be a paragraph."""
    for anchor, title in TITLES.items():
        found = re.search(rf'<(\w+)[^>]*id="{anchor}"[^>]*>(.*?)</(?:h2|h3|p)>', page, re.S)
        assert found, anchor
        assert found[1] == "p" or re.search(rf"<h[23]>{title}\b", found[2]), anchor


def test_links_within_the_page_lead_somewhere(page: str) -> None:
    ids = set(re.findall(r'\bid="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= ids


def test_every_card_on_the_page_is_in_the_sprite(page: str) -> None:
    symbols = set(re.findall(r'<symbol id="([^"]+)"', (ROOT / "static/cards/cards.svg").read_text()))
    shown = set(re.findall(r'cards\.svg#([^"]+)"', page))
    assert shown
    assert shown <= symbols
    icons = set(re.findall(r'\bid="([^"]+)"', (ROOT / "static/css/art/icons.svg").read_text()))
    assert set(re.findall(r'icons\.svg#([^"]+)"', page)) <= icons


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.anchor for example in EXAMPLES])
def test_the_examples_are_what_the_engine_says(example: Example) -> None:
    """RULES E, G: a picture in the rules that the judge would refuse teaches the wrong game."""
    (top,) = {reading.kind: reading for reading in readings(cards(example.cards))}.values()
    assert top.kind is example.kind
    answer = best_reading(cards(example.beaten_by), top)
    assert answer is not None
    assert beats(top, answer)
    assert best_reading(cards(example.not_by), top) is None


def minus(points: int, sign: str = "") -> str:
    return f"{points:{sign}d}".replace("-", "−")


def test_the_worked_example_is_what_the_engine_counts(page: str) -> None:
    """RULES M1 to M3, M6, X1: the hand to the opponents, the tricks to the first finisher."""
    piles = {A: WORKED.tom, B: WORKED.jeong, C: WORKED.nora, D: WORKED.mira}
    table = a_round({C: "3j", D: WORKED.hand}, out=[B, A], piles=piles, tichu=[B, C], to_act=C)
    event = table.play(C, "3j")[-1]
    assert isinstance(event, RoundScored)
    tom, jeong, nora, mira = event.tricks
    section = page[page.index('id="example"') : page.index('id="winning"')]
    rows = re.findall(r'<td class="r">(?:<b>)?([^<]*)(?:</b>)?</td><td class="r">(?:<b>)?([^<]*)', section)
    assert rows == [
        (f"{tom} + {nora}", ""),
        ("", str(jeong)),
        ("", str(mira)),
        (str(event.hand_points), ""),
        (minus(event.cards[0]), minus(event.cards[1])),
        (minus(event.calls[0], "+"), minus(event.calls[1], "+")),
        (minus(event.score[0]), minus(event.score[1])),
    ]
    assert sum(event.cards) == 100


def test_it_says_where_the_last_players_cards_go(page: str) -> None:
    """RULES M2, M3, X1: not the sentence that sends both to the first finishers."""
    assert "hand goes to the opposing team" in page
    assert "tricks go to whoever was out first" in page
    assert "pass to the team that finished first" not in page


def test_the_clock_is_stated(page: str) -> None:
    clock = page[page.index('id="time"') : page.index('id="between-rounds"')]
    for said in ("30 seconds", "45 for the exchange", "20 for the Dragon", "60 seconds of reserve", "loses the match"):
        assert said in clock
