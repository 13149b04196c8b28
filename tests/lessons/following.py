"""A lesson in the engine alone: the learner follows the coach, or does as a test likes; house players as planned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from games import bots
from games.engine import commands as c
from games.engine.decide import judge, refusal, start, with_consequences
from games.engine.events import Event
from games.engine.evolve import begin
from games.engine.options import Options
from games.engine.state import MatchState, Phase
from games.engine.view import MatchView, view_for
from games.lessons import Coach, Lesson

LEARNER = 0
MOST_ACTS = 2_000

Choose = Callable[[MatchView, Coach | None], c.Command | None]
"""What the learner does at an open decision."""


@dataclass(frozen=True)
class Moment:
    """One command in a lesson: what the learner read before it, who gave it, and what it led to."""

    before: MatchState
    coach: Coach | None
    command: c.Command
    events: tuple[Event, ...]


def as_told(view: MatchView, coach: Coach | None) -> c.Command | None:
    """The learner does what the coach suggests."""
    return coach.suggests if coach else None


def lesson_played(lesson: Lesson, choose: Choose = as_told, rng: Random | None = None) -> Iterator[Moment]:
    """The whole lesson, to its end."""
    (begun,) = start(c.StartMatch("nanking", Options(500), ("person", "house", "house", "house")))
    state, rng = begin(begun), rng or Random(1)
    for _ in range(MOST_ACTS):
        coach = lesson.coach(view_for(state, LEARNER))
        command = _next(lesson, state, coach, choose, rng)
        events, after = with_consequences(state, judge(state, command))
        yield Moment(state, coach, command, events)
        state = after
        if state.phase is Phase.OVER or lesson.is_over(view_for(state, LEARNER)):
            return
    raise AssertionError("the lesson does not end")


def _next(lesson: Lesson, state: MatchState, coach: Coach | None, choose: Choose, rng: Random) -> c.Command:
    if state.phase is Phase.DEAL:
        return c.Deal(lesson.deck(state.rounds + 1) or _shuffled(state, rng))
    house = (_house(lesson, state, seat, rng) for seat in (1, 2, 3))
    command = next((each for each in house if each is not None), None)
    if command is not None:
        return command
    view = view_for(state, LEARNER)
    if LEARNER in state.to_act() or (state.phase is Phase.READY and LEARNER not in state.ready):
        command = choose(view, coach)
        assert command is not None, f"nothing to do in {state.phase}: {coach}"
        return command
    assert state.phase is Phase.PAUSE, f"nobody acts in {state.phase}"
    return c.CollectTrick(state.decision)


def _house(lesson: Lesson, state: MatchState, seat: int, rng: Random) -> c.Command | None:
    view = view_for(state, seat)
    planned = lesson.choice(view)
    if planned is not None and refusal(state, planned) is None:
        return planned
    if not (seat in state.to_act() or state.phase is Phase.READY and seat not in state.ready):
        return None
    return bots.choose(view, rng)


def _shuffled(state: MatchState, rng: Random) -> tuple[c.Card, ...]:
    deck = list(state.variant.deck())
    rng.shuffle(deck)
    return tuple(deck)
