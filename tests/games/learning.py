"""A lesson at a real table whose learner does as the coach says; house players move when their moment has come."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from games.lessons import FIRST_ROUND, lesson_named
from games.services import house, lessons
from tests.games.factories import ALICE, NOW, Live, person

MOST_STEPS = 1_000


def begun(name: str = "alice", *, now: int = NOW) -> Live:
    """The guided first round, its first eight cards dealt."""
    table = lessons.start_lesson(user=person(name), slug=FIRST_ROUND, now=now)
    return Live(table.match, now)


def follow(live: Live, until: Callable[[MatchState], bool]) -> Live:
    """Play on by the coach until the state is as wished."""
    for _ in range(MOST_STEPS):
        if until(live.state):
            return live
        _step(live)
    raise AssertionError("it never comes to that")


def played_out(live: Live) -> Live:
    """To the end of the lesson."""
    return follow(live, lambda state: state.phase is Phase.OVER)


def by_coach(live: Live) -> bool:
    """Do what the coach suggests to the learner, if there is something to decide."""
    state = live.state
    lesson = lesson_named(live.row.table.lesson)
    said = lesson.coach(view_for(state, ALICE)) if lesson else None
    owes = ALICE in state.to_act() or (state.phase is Phase.READY and ALICE not in state.ready)
    if not owes or said is None or said.suggests is None:
        return False
    live.do(said.suggests)
    return True


def others_act(live: Live) -> None:
    """The next house player moves, or the pause ends."""
    due = [at for at in (live.row.house_due, live.clock.until and live.clock.until + 500) if at]
    live.now = max(live.now, min(due))
    if not house.move(match_id=live.match.pk, now=live.now):
        live.expire()


def _step(live: Live) -> None:
    if not by_coach(live):
        others_act(live)
