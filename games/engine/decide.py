"""The one judge: `decide(state, command)` gives the events a command causes, or raises IllegalMove.

Pure. The first event is what was asked, the rest are its consequences (`settle`). Time is not judged here:
deadlines and the length of the pause are the caller's business (clock.py).
"""

from __future__ import annotations

from typing import assert_never

from games.engine import commands as c
from games.engine import events as e
from games.engine.evolve import evolve
from games.engine.judge_calls import answer_grand, call_tichu, exchange, give_trick
from games.engine.judge_plays import pass_turn, play, play_bomb
from games.engine.reasons import IllegalMove, Reason
from games.engine.settle import settle, take_trick
from games.engine.state import MatchState, Phase
from games.engine.variants import VARIANTS

RULES_VERSION = 1

Events = tuple[e.Event, ...]


def start(command: c.StartMatch) -> Events:
    """The first event of a match; only offered variants and targets are accepted (BUGLOG T12)."""
    variant = VARIANTS.get(command.variant)
    if variant is None or command.options.target not in variant.targets or len(command.kinds) != variant.hands:
        raise IllegalMove(Reason.OPTIONS)
    return (e.MatchStarted(command.variant, command.options, command.kinds, RULES_VERSION),)


def decide(state: MatchState, command: c.Command) -> Events:
    """All events caused by `command` in `state`, in order; raises IllegalMove and then nothing happened."""
    return with_consequences(state, judge(state, command))[0]


def refusal(state: MatchState, command: c.Command) -> IllegalMove | None:
    """Why `command` would be refused now; None if it would be accepted. Hints ask this same judge."""
    try:
        judge(state, command)
    except IllegalMove as refused:
        return refused
    return None


def with_consequences(state: MatchState, facts: Events) -> tuple[Events, MatchState]:
    """The facts and everything that follows from them, with the state after all of it."""
    happened: list[e.Event] = []
    for fact in facts:
        state = evolve(state, fact)
        happened.append(fact)
    while (consequence := settle(state)) is not None:
        state = evolve(state, consequence)
        happened.append(consequence)
    return tuple(happened), state


def judge(state: MatchState, command: c.Command) -> Events:
    """The facts the command states, without their consequences; raises IllegalMove."""
    if state.phase is Phase.OVER:
        raise IllegalMove(Reason.OVER)
    match command:
        case c.StartMatch():
            raise IllegalMove(Reason.NOT_NOW)
        case c.Deal():
            return _deal(state, command)
        case c.AnswerGrand():
            return answer_grand(state, command)
        case c.CallTichu():
            return call_tichu(state, command)
        case c.ExchangeCards():
            return exchange(state, command)
        case c.Play():
            return play(state, command)
        case c.PlayBomb():
            return play_bomb(state, command)
        case c.Pass():
            return pass_turn(state, command)
        case c.GiveTrick():
            return give_trick(state, command)
        case c.CollectTrick():
            return _collect(state, command)
        case c.Ready():
            return _ready(state, command)
        case c.RunOut():
            return _run_out(state, command)
        case c.CreditClocks():
            return (e.ClockCredited(command.ms),)
        case c.VoidMatch():
            return (e.MatchVoided(command.reason),)
        case _:
            assert_never(command)


def _deal(state: MatchState, command: c.Deal) -> Events:
    """RULES B1; between rounds also before all are ready, when the gate's time is up (RULES O7)."""
    if state.phase not in (Phase.DEAL, Phase.READY):
        raise IllegalMove(Reason.NOT_NOW)
    deck = state.variant.deck()
    if len(command.deck) != len(deck) or sorted(command.deck) != list(deck):
        raise IllegalMove(Reason.DECK)
    return (e.HandsDealt(state.rounds + 1, command.deck, command.salt),)


def _collect(state: MatchState, command: c.CollectTrick) -> Events:
    """RULES H4, J2: the trick is taken once the pause is over."""
    if command.decision != state.decision:
        raise IllegalMove(Reason.STALE)
    if state.phase is not Phase.PAUSE:
        raise IllegalMove(Reason.COLLECT)
    return (take_trick(state),)


def _ready(state: MatchState, command: c.Ready) -> Events:
    """RULES O7."""
    if state.phase is not Phase.READY:
        raise IllegalMove(Reason.NOT_NOW)
    if command.seat in state.ready:
        raise IllegalMove(Reason.READY_TWICE)
    return (e.PlayerReady(command.seat),)


def _run_out(state: MatchState, command: c.RunOut) -> Events:
    """RULES O2: one loss for the team, or no result when both teams ran out at the same instant."""
    if not command.seats or not state.to_act() >= set(command.seats):
        raise IllegalMove(Reason.TIME)
    number = state.rounds
    losers = {state.variant.team_of(seat, number) for seat in command.seats}
    others = [team for team in range(len(state.totals)) if team not in losers]
    winner = others[0] if len(others) == 1 else None
    return (e.TimeRanOut(command.seats), e.MatchForfeited(command.seats, winner, "time"))
