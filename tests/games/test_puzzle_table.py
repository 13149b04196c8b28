"""A puzzle on the real table: begun by one press, solved or failed through the usual moves, marked once solved."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client

from games.engine import commands as c
from games.engine.state import Phase
from games.models import Match, Solved, SolvedDay, Table
from games.puzzles import ME, Act, Aim, Puzzle, as_command, position_of, puzzle_of_day, puzzles, right_acts, start_of
from games.puzzles.position import acts
from games.services.puzzles import today
from games.times import now_ms
from tests.filled_forms import filled
from tests.games.at_table import HTMX
from tests.games.factories import Live, assert_rebuilds, person
from tests.games.learning import others_act
from tests.games.visiting import SIGN_IN, browser_of, open_table, start_match, words

pytestmark = pytest.mark.django_db
QUICK = sorted((each for each in puzzles() if each.goal.aim is not Aim.WISH), key=lambda each: each.moves)
OPEN = next(each for each in QUICK if each.is_open)
HIDDEN = next(each for each in QUICK if not each.is_open)


@pytest.fixture
def browser() -> Client:
    cache.clear()
    return browser_of("alice")


def url(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.number}/start/"


def begin(browser: Client, puzzle: Puzzle) -> Live:
    answer = browser.post(url(puzzle))
    table = Table.objects.latest("pk")
    assert answer.headers["Location"] == f"/tables/{table.code}/"
    return Live(table.match, now_ms())


def do(browser: Client, live: Live, act: Act) -> None:
    """As the page would send it."""
    form, data = filled(as_command(act, decision=live.state.decision, plays=live.state.plays))
    assert browser.post(f"/tables/{live.row.table.code}/{form}/", data, headers=HTMX).status_code == 200


def to_the_person(live: Live) -> None:
    live.now = max(live.now, now_ms())
    while live.state.phase is not Phase.OVER and ME not in live.state.to_act():
        others_act(live)


def solve(browser: Client, live: Live, puzzle: Puzzle) -> None:
    while live.state.phase is not Phase.OVER:
        do(browser, live, right_acts(puzzle, position_of(live.state))[0])
        to_the_person(live)


@pytest.mark.parametrize("puzzle", [OPEN, HIDDEN], ids=["open", "hidden"])
def test_it_begins_at_its_decision(browser: Client, puzzle: Puzzle) -> None:
    live = begin(browser, puzzle)
    table, state = live.row.table, live.state
    assert (table.lesson, table.practice, table.access, table.pace) == (puzzle.slug, True, "private", 0)
    assert position_of(state) == start_of(puzzle)[1]
    assert ME in state.to_act()
    assert live.row.deadline is None
    assert_rebuilds(live.match)


@pytest.mark.parametrize("puzzle", [OPEN, HIDDEN], ids=["open", "hidden"])
def test_solving_it_is_noticed_and_marked(browser: Client, puzzle: Puzzle) -> None:
    live = begin(browser, puzzle)
    solve(browser, live, puzzle)
    assert [row.puzzle for row in Solved.objects.filter(user=person("alice"))] == [puzzle.number]
    page = browser.get(f"/tables/{live.row.table.code}/").content
    assert "Solved!" in words(page)
    assert f"/puzzles/{puzzle.number + 1}/" in page.decode()
    assert live.row.status == Match.Status.VOIDED, "it counts for nothing"
    assert_rebuilds(live.match)


def test_a_wrong_act_is_told_refuted_and_not_marked(browser: Client) -> None:
    live = begin(browser, OPEN)
    right = right_acts(OPEN, position_of(live.state))
    do(browser, live, next(act for act in acts(position_of(live.state)) if act not in right))
    assert "The goal is out of reach" in words(browser.get(f"/tables/{live.row.table.code}/").content)
    to_the_person(live)
    while live.state.phase is not Phase.OVER:
        do(browser, live, acts(position_of(live.state))[0])
        to_the_person(live)
    assert not Solved.objects.exists()
    assert "Not solved this time" in words(browser.get(f"/tables/{live.row.table.code}/").content)


def test_the_puzzle_of_the_day_counts_for_the_day(browser: Client) -> None:
    """Whatever day it is when the last move is made."""
    before, puzzle = today(), puzzle_of_day(today())
    solve(browser, begin(browser, puzzle), puzzle)
    days = [row.day for row in SolvedDay.objects.filter(user=person("alice"))]
    assert days == [before] or today() != before


def test_a_puzzle_that_was_left_waits(browser: Client) -> None:
    begin(browser, OPEN)
    assert "Your puzzle is waiting." in words(browser.get("/lobby/").content)


def test_beginning_again_ends_the_table_before(browser: Client) -> None:
    first, second = begin(browser, OPEN), begin(browser, OPEN)
    assert first.row.status == Match.Status.VOIDED
    assert second.row.status == Match.Status.RUNNING


def test_hidden_hands_do_not_reach_the_browser(browser: Client) -> None:
    """Open hands lie at their plates, hidden ones nowhere."""
    hands = start_of(OPEN)[1].hands
    assert open_hands(browser, OPEN) == [{card.code for card in hands[seat]} for seat in (2, 3, 1) if hands[seat]]
    assert open_hands(browser, HIDDEN) == []


def open_hands(browser: Client, puzzle: Puzzle) -> list[set[str]]:
    """The cards that lie open at the plates of a puzzle just begun, and their names for those who cannot see them."""
    page = browser.get(f"/tables/{begin(browser, puzzle).row.table.code}/").content.decode()
    fans = re.findall(
        r'class="seat__open" data-n="(\d+)"><div class="fan" role="img" aria-label="(.+?)">(.+?)</div>', page
    )
    cards = [set(re.findall(r"#([0-9TJQKADMP][jwpsghr])\b", pictures)) for _count, _names, pictures in fans]
    assert [len(each) for each in cards] == [int(count) for count, _names, _pictures in fans]
    assert [names.count(",") + 1 for _count, names, _pictures in fans] == [len(each) for each in cards]
    return cards


def test_the_goal_and_a_hint_stand_at_the_table(browser: Client) -> None:
    live = begin(browser, OPEN)
    page = browser.get(f"/tables/{live.row.table.code}/").content
    assert f"Puzzle {OPEN.number}" in words(page)
    assert 'id="puzzle-hint"' in page.decode()


def test_guests_sign_in_first(client: Client) -> None:
    assert client.post(url(OPEN)).headers["Location"] == f"{SIGN_IN}{url(OPEN)}"
    assert not Table.objects.exists()


def test_who_comes_back_from_signing_in_sees_the_position(browser: Client) -> None:
    assert browser.get(url(OPEN)).headers["Location"] == f"/puzzles/{OPEN.number}/"


def test_a_running_match_holds_its_player(browser: Client) -> None:
    start_match(open_table("alice"), "bob", "carol", "dave")
    answer = browser.post(url(OPEN), follow=True)
    assert "You are in a running match. Return to it first." in words(answer.content)
    assert Match.objects.count() == 1


def test_a_puzzle_that_is_not_there(browser: Client) -> None:
    assert browser.post("/puzzles/9999/start/").status_code == 404


def test_a_move_that_is_not_allowed_is_refused_as_ever(browser: Client) -> None:
    live = begin(browser, OPEN)
    answer = browser.post(
        f"/tables/{live.row.table.code}/play/",
        {"cards": ["Mj", "Dg"], "decision": str(live.state.decision)},
        headers=HTMX,
    )
    assert answer.status_code == 422
    assert isinstance(as_command(Act(ME), decision=0, plays=0), c.Pass)
