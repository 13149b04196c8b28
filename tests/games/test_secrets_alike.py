"""Of two deals which look the same to somebody, the table shows them the same (BUGLOG E01, RULES U2)."""

from __future__ import annotations

from random import Random

from games.engine.clock import new_clock
from games.engine.view import view_for
from games.regions import rendered
from games.tableview import match_table_view
from tests.engine.playouts import Step, random_match
from tests.games.lookalikes import lookalike
from tests.games.test_regions import setting

ROUNDS = 12


def test_views_of_deals_that_look_the_same_are_the_same() -> None:
    """Every region of every seat and of a watcher, at moments of random rounds: the same bytes."""
    pairs = 0
    for seed in range(ROUNDS):
        steps, dice = list(random_match(seed + 900, rounds=1)), Random(seed)
        for viewer in (*range(4), None):
            other = lookalike(steps, viewer, dice)
            if other is None:
                continue
            pairs += 1
            for at in sorted(dice.sample(range(1, other.until), min(6, other.until - 1))) + [other.until - 1]:
                shown = [regions_for(viewer, step) for step in (steps[at], other.steps[at])]
                assert shown[0] == shown[1], (seed, viewer, at, other.cards)
    assert pairs > ROUNDS * 4


def regions_for(viewer: int | None, step: Step) -> dict[str, str]:
    view = view_for(step.after, viewer, new_clock(step.after))
    return {name: region.html for name, region in rendered(match_table_view(setting(viewer), view)).items()}
