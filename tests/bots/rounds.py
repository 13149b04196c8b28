"""A table of house players without a site: the engine, four strategies and a seeded shuffler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from games.bots import STRATEGIES, Strategy
from games.engine import commands as c
from games.engine.decide import judge, start, with_consequences
from games.engine.events import Event
from games.engine.evolve import begin
from games.engine.options import Options
from games.engine.state import MatchState, Phase
from games.engine.view import view_for

MOST_ACTS = 1000
"""No round needs that many; whoever reaches it is stuck."""


@dataclass(frozen=True)
class Step:
    """A command and what it led to."""

    state: MatchState
    command: c.Command
    events: tuple[Event, ...]
    after: MatchState


def new_match(target: int = 1000) -> MatchState:
    (started,) = start(c.StartMatch("nanking", Options(target), ("house",) * 4))
    return begin(started)


def play_round(state: MatchState, names: Sequence[str], rng: Random) -> Iterator[Step]:
    """Deal and play one round to its score; `names` are strategies by seat."""
    deck = list(state.variant.deck())
    rng.shuffle(deck)
    command: c.Command | None = c.Deal(tuple(deck))
    players = [STRATEGIES[name] for name in names]
    for _ in range(MOST_ACTS):
        assert command is not None
        events, after = with_consequences(state, judge(state, command))
        yield Step(state, command, events, after)
        state = after
        if state.phase in (Phase.READY, Phase.OVER):
            return
        command = next_command(state, players, rng)
    raise AssertionError("the round does not end")


def next_command(state: MatchState, players: Sequence[Strategy], rng: Random) -> c.Command:
    """The first thing anybody does: interruptions before the seat on turn; else the pause ends."""
    owing = state.to_act()
    for seat in sorted(state.variant.seats(), key=lambda each: each in owing):
        if seat in owing or (state.deal.trick and state.deal.hands[seat]):
            command = players[seat](view_for(state, seat), rng)
            if command is not None:
                return command
    assert state.phase is Phase.PAUSE, f"nobody acts in {state.phase}"
    return c.CollectTrick(state.decision)


def score_of(names: Sequence[str], rounds: int, seed: int) -> list[int]:
    """Points of the first team minus the second's, round by round."""
    rng = Random(seed)
    scores = []
    for _ in range(rounds):
        state = [step.after for step in play_round(new_match(), names, rng)][-1]
        score = state.results[-1].score
        scores.append(score[0] - score[1])
    return scores
