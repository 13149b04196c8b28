"""The rules page: an anchor for every refusal, examples the engine agrees with, and no dead links inside the page."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.reasons import TEXTS
from games.rules import beats, best_reading, card, readings
from games.views.rules import EXAMPLES, Example

ROOT = Path(__file__).resolve().parents[2]
ANCHORS = {"seats", "deck", "grand", "exchange", "trick", "answers", "combinations", "bombs", "special-cards", "dog"}
ANCHORS |= {"dragon", "phoenix", "mahjong", "wish", "tichu", "round-end", "scoring", "winning", "time", "faq"}
ANCHORS |= {"between-rounds", "disconnection"}


def cards(codes: str) -> list:
    return [card(codes[at : at + 2]) for at in range(0, len(codes), 2)]


@pytest.fixture
def page(client: Client, db: None) -> str:
    return client.get(reverse("games:rules")).content.decode()


def test_it_shows_the_rules_to_anybody(page: str) -> None:
    assert "<h1>Rules</h1>" in page


def test_it_refuses_post(client: Client, db: None) -> None:
    assert client.post("/rules/").status_code == 405


def test_every_refusal_finds_its_anchor(page: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert {text.anchor for text in TEXTS.values()} <= set(ids)
    assert set(ids) >= ANCHORS
    assert len(ids) == len(set(ids)), "an anchor that is there twice leads to the first only"


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


def test_the_worked_example_adds_up(page: str) -> None:
    """RULES M1 to M3, M6, X1: the hand to the opponents, the tricks to the first finisher."""
    section = page[page.index('id="example"') : page.index('id="winning"')]
    table = section[section.index("<tbody>") : section.index("</tbody>")]
    rows = [re.findall(r'<td class="r">(?:<b>)?([^<]*)', row) for row in table.split("<tr>")[1:]]
    numbers = [[sum(int(n.replace("−", "-")) for n in cell.split(" + ") if n) for cell in row] for row in rows]
    tricks, calls, score = numbers[:4], numbers[5], numbers[6]
    cards_of = [sum(column) for column in zip(*tricks, strict=True)]
    assert cards_of == numbers[4]
    assert sum(cards_of) == 100
    assert [a + b for a, b in zip(cards_of, calls, strict=True)] == score


def test_it_says_where_the_last_players_cards_go(page: str) -> None:
    """RULES M2, M3, X1: not the sentence that sends both to the first finishers."""
    assert "hand goes to the opposing team" in page
    assert "tricks go to whoever was out first" in page
    assert "pass to the team that finished first" not in page


def test_the_clock_is_stated(page: str) -> None:
    clock = page[page.index('id="time"') : page.index('id="between-rounds"')]
    for said in ("30 seconds", "45 for the exchange", "20 for the Dragon", "60 seconds of reserve", "loses the match"):
        assert said in clock
