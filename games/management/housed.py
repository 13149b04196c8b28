"""Rounds that house players play among themselves, for the book of puzzles: quick, without rows, each from its own
number, so that the same number is the same round for ever."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games import bots
from games.engine import commands as c
from games.engine import events as e
from games.engine.decide import judge, start, with_consequences
from games.engine.evolve import begin
from games.engine.options import Options
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from games.puzzles.book import KINDS, TARGET
from games.puzzles.position import GAME, SEATS


def house_round(number: int) -> list[e.Event]:
    """The events of a match up to the score of its first round."""
    rng = Random(number)
    (started,) = start(c.StartMatch(GAME.key, Options(TARGET), KINDS))
    assert isinstance(started, e.MatchStarted)
    events: list[e.Event] = [started]
    state = begin(started)
    while state.phase not in (Phase.READY, Phase.OVER):
        happened, state = with_consequences(state, judge(state, _next(state, rng)))
        events += happened
    return events


def _next(state: MatchState, rng: Random) -> c.Command:
    match state.phase:
        case Phase.DEAL:
            deck = list(GAME.deck())
            return c.Deal(tuple(rng.sample(deck, len(deck))))
        case Phase.PAUSE:
            return next(_wanted(state, rng), c.CollectTrick(state.decision))
        case _:
            return next(_wanted(state, rng))


def _wanted(state: MatchState, rng: Random) -> Iterator[c.Command]:
    """What the seats want to do now, whoever owes something first."""
    for seat in sorted(SEATS, key=lambda each: each not in state.to_act()):
        command = bots.choose(view_for(state, seat), rng)
        if command is not None:
            yield command
