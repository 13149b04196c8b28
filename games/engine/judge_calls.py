"""Judges of calls, the exchange and the Dragon's gift (RULES B–D, J)."""

from __future__ import annotations

from games.engine import commands as c
from games.engine import events as e
from games.engine.judge_plays import check_held
from games.engine.reasons import IllegalMove, Reason
from games.engine.settle import leader_after
from games.engine.state import MatchState, Phase
from games.rules import points_of

Events = tuple[e.Event, ...]


def answer_grand(state: MatchState, command: c.AnswerGrand) -> Events:
    """Once per seat, on the first cards only (RULES B2, B3)."""
    if state.phase is not Phase.GRAND:
        raise IllegalMove(Reason.GRAND_CLOSED if command.call else Reason.NOT_NOW)
    if state.deal.grand[command.seat] is not None:
        raise IllegalMove(Reason.GRAND_ANSWERED)
    if command.call and not state.variant.may_call_grand(command.seat):
        raise IllegalMove(Reason.GRAND_NOT_YOU)
    return (e.GrandAnswered(command.seat, command.call),)


def call_tichu(state: MatchState, command: c.CallTichu) -> Events:
    """From 14 cards until the caller's own first card, on or off turn, at most one call (RULES D1–D6)."""
    if state.phase is Phase.GRAND:
        raise IllegalMove(Reason.TICHU_EIGHT)
    if state.round is None or state.phase in (Phase.DEAL, Phase.READY):
        raise IllegalMove(Reason.NOT_NOW)
    round_ = state.round
    if state.variant.round_is_over(round_.out, round_.number):  # only its last gift is open (RULES L2)
        raise IllegalMove(Reason.NOT_NOW)
    if round_.grand[command.seat]:
        raise IllegalMove(Reason.TICHU_GRAND)
    if round_.tichu[command.seat]:
        raise IllegalMove(Reason.TICHU_TWICE)
    if command.seat in round_.played:
        raise IllegalMove(Reason.TICHU_LATE)
    return (e.TichuCalled(command.seat),)


def exchange(state: MatchState, command: c.ExchangeCards) -> Events:
    """Exactly one card to each target, chosen before anything is seen (RULES C1)."""
    if state.phase is not Phase.EXCHANGE:
        raise IllegalMove(Reason.NOT_NOW)
    round_ = state.deal
    if round_.chosen[command.seat] is not None:
        raise IllegalMove(Reason.EXCHANGE_DONE)
    targets = [to for to, _ in command.gives]
    if sorted(targets) != sorted(state.variant.exchange_targets(command.seat, round_.number)):
        raise IllegalMove(Reason.EXCHANGE_TARGETS)
    check_held(round_.hands[command.seat], tuple(card for _, card in command.gives))
    return (e.CardsChosen(command.seat, command.gives),)


def give_trick(state: MatchState, command: c.GiveTrick) -> Events:
    """The Dragon's owner chooses an opponent, in or out (RULES J2)."""
    if command.decision != state.decision:
        raise IllegalMove(Reason.STALE)
    if state.phase is not Phase.GIFT:
        raise IllegalMove(Reason.NOT_NOW)
    round_ = state.deal
    if round_.turn != command.seat or round_.trick is None:
        raise IllegalMove(Reason.GIFT_NOT_YOU)
    if command.to not in state.variant.dragon_targets(command.seat, round_.active, round_.number):
        raise IllegalMove(Reason.GIFT_TARGET)
    points = points_of(round_.trick.cards)
    return (e.TrickGiven(command.seat, command.to, points, leader_after(state, command.seat)),)
