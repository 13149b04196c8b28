"""Of two deals which look the same to somebody, the table shows them the same, and house players let them wait as long
(BUGLOG E01, RULES U2, P2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from games.engine.clock import advance, new_clock
from games.engine.evolve import evolve
from games.engine.view import MatchView, view_for
from games.log import Current
from games.services.attention import HOUSE, looks, next_look
from games.tableview import match_table_view
from tests.engine.playouts import Step, random_match
from tests.games.factories import NOW
from tests.games.lookalikes import Lookalike, lookalike
from tests.games.test_regions import setting

ROUNDS = 12
AFTER_EACH = 700


def pairs(rounds: int) -> Iterator[tuple[int | None, Sequence[Step], Lookalike]]:
    """Random rounds, each as it was and as it looks the same to a viewer."""
    for seed in range(rounds):
        steps, dice = list(random_match(seed + 900, rounds=1)), Random(seed)
        for viewer in (*range(4), None):
            other = lookalike(steps, viewer, dice)
            if other is not None:
                yield viewer, steps, other


def test_views_of_deals_that_look_the_same_are_the_same() -> None:
    """All that the regions are made of, for every seat and a watcher, at moments of random rounds."""
    found, dice = 0, Random(1)
    for viewer, steps, other in pairs(ROUNDS):
        found += 1
        for at in (*sorted(dice.sample(range(1, other.until), min(6, other.until - 1))), other.until - 1):
            shown = [match_table_view(setting(viewer), seen(viewer, step)) for step in (steps[at], other.steps[at])]
            assert shown[0] == shown[1], (viewer, at, other.cards)
    assert found > ROUNDS * 4


def seen(viewer: int | None, step: Step) -> MatchView:
    return view_for(step.after, viewer, new_clock(step.after))


def test_house_players_let_the_same_time_pass_whatever_they_hold() -> None:
    """When each of them looks, and when the task that wakes it is due: nothing that another deal would change."""
    found = 0
    for _viewer, steps, other in pairs(ROUNDS // 3):
        for one, two in zip(moments(steps), moments(other.steps[: other.until]), strict=False):
            found += bool(one[0])
            assert one == two, other.cards
    assert found > 1_000


def moments(steps: Sequence[Step]) -> Iterator[tuple[dict[int, int], list[int | None]]]:
    """The looks of three house players after each step, and which of them comes next, at first and after each."""
    clock = new_clock(steps[0].after)
    for number, step in enumerate(steps[1:], start=1):
        state, at = step.before, NOW + number * AFTER_EACH
        for event in step.events:
            before, state = state, evolve(state, event)
            clock = advance(clock, before, state, event, at)
        current = Current(number, replace(state, kinds=("person", HOUSE, HOUSE, HOUSE)), clock, at)
        due = looks("abcdefgh", current)
        yield due, [next_look("abcdefgh", current, gone) for gone in (None, *sorted(due.values()))]
