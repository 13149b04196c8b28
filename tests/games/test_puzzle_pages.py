"""The pages of puzzles: open to all, with everything a solver may know and nothing more."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.puzzles import ME, Aim, Puzzle, puzzle_of_day, puzzles, start_of
from games.services.puzzles import mark_solved, today
from games.times import now_ms
from tests.games.factories import person
from tests.games.visiting import browser_of

pytestmark = pytest.mark.django_db
HIDDEN = next(each for each in puzzles() if not each.is_open and each.goal.aim is not Aim.WISH)
OPEN = next(each for each in puzzles() if each.is_open)


def page(browser: Client, puzzle: Puzzle, query: str = "") -> str:
    answer = browser.get(f"/puzzles/{puzzle.number}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def fans(text: str) -> list[set[str]]:
    """The cards of every fan on a page."""
    return [set(re.findall(r"cards\.[^#]*#([0-9TJQKADMP][jwpsghr])", fan)) for fan in text.split('class="fan"')[1:]]


def test_the_list_shows_every_puzzle_to_everybody() -> None:
    text = Client().get("/puzzles/").content.decode()
    assert all(f"/puzzles/{each.number}/" in text for each in puzzles())
    assert "is-solved" not in text


def test_own_marks_stand_in_the_list_and_on_the_page() -> None:
    mark_solved(user=person("alice"), puzzle=OPEN, now=now_ms())
    text = browser_of("alice").get("/puzzles/").content.decode()
    assert text.count('class="is-solved"') == 1
    assert "tag--good" in page(browser_of("alice"), OPEN)
    assert "tag--good" not in page(browser_of("bob"), OPEN)


def test_hidden_hands_stay_hidden() -> None:
    """The unseen cards are listed as one heap, and in no other order than that of the deck."""
    position = start_of(HIDDEN)[1]
    unseen = {card.code for seat, hand in enumerate(position.hands) if seat != ME for card in hand}
    shown = fans(page(Client(), HIDDEN))
    assert unseen in shown
    assert {card.code for card in position.hands[ME]} in shown
    others = [{card.code for card in hand} for seat, hand in enumerate(position.hands) if seat != ME and hand]
    assert not [hand for hand in others if hand in shown and hand != unseen]


def test_open_hands_are_shown() -> None:
    shown = fans(page(Client(), OPEN))
    assert all({card.code for card in hand} in shown for hand in start_of(OPEN)[1].hands if hand)


def test_the_solution_stands_there_when_it_is_asked_for() -> None:
    assert 'id="solution"' not in page(Client(), OPEN)
    assert 'id="solution"' in page(Client(), OPEN, "?solution")


def test_guests_are_led_to_join_and_back() -> None:
    text = page(Client(), OPEN)
    assert f"/accounts/sign-up/?next=%2Fpuzzles%2F{OPEN.number}%2F" in text
    assert "/start/" not in text


@pytest.mark.parametrize("path", ["/puzzles/0/", "/puzzles/9999/", "/puzzles/x/"])
def test_a_puzzle_that_is_not_there(path: str) -> None:
    assert Client().get(path).status_code == 404


def test_the_puzzle_of_the_day_stands_on_the_start_page() -> None:
    """The same for guests and members; only members have days to count."""
    before = today()
    guest, member = Client().get("/").content.decode(), browser_of("alice").get("/").content.decode()
    if today() == before:  # else midnight came between
        assert all(f"/puzzles/{puzzle_of_day(before).number}/" in page for page in (guest, member))
    assert "your days are counted" in member
    assert "your days are counted" not in guest
