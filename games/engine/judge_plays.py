"""Judges of plays, passes and bombs (RULES E–I, K)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from games.engine import commands as c
from games.engine import events as e
from games.engine.reasons import Fact, IllegalMove, Reason
from games.engine.state import MatchState, Phase, RoundState
from games.rules import (
    DRAGON,
    MAH_JONG,
    PHOENIX,
    RANKS,
    Card,
    Combination,
    Kind,
    beats,
    fulfils,
    owes_wish,
    readings,
    sort_cards,
)

Events = tuple[e.Event, ...]


def play(state: MatchState, command: c.Play) -> Events:
    """A play in turn (RULES H1); the wish comes with it (RULES K2)."""
    _check_turn(state, command.seat, command.decision)
    return _ordinary(state, command.seat, command.cards, command.reading, command.wish)


def pass_turn(state: MatchState, command: c.Pass) -> Events:
    """A pass in turn: never on a lead, never where the wish can be met (RULES H1, K5)."""
    _check_turn(state, command.seat, command.decision)
    round_ = state.deal
    if round_.trick is None:
        raise IllegalMove(Reason.MUST_LEAD)
    if _bound(state, command.seat):
        _refuse_wish(round_, Reason.WISH_BINDS_PASS)
    return (e.Passed(command.seat),)


def play_bomb(state: MatchState, command: c.PlayBomb) -> Events:
    """A bomb in turn or out of turn, also in the pause (RULES G3–G8, K7, K10)."""
    round_ = state.round
    if round_ is None or round_.trick is None or state.phase not in (Phase.PLAY, Phase.PAUSE):
        raise IllegalMove(Reason.NOTHING_TO_BOMB)
    if not round_.hands[command.seat]:
        raise IllegalMove(Reason.OUT)
    if command.on != state.plays:
        raise IllegalMove(Reason.TABLE_CHANGED)
    if state.phase is Phase.PLAY and round_.turn == command.seat:
        return _ordinary(state, command.seat, command.cards, None, None, only_bombs=True)
    bomb = _bomb_of(round_, command.seat, command.cards)
    return (_played(round_, command.seat, bomb, out_of_turn=True),)


def wish_binds(state: MatchState, seat: int) -> bool:
    """Must this seat, on turn now, play the wished rank (RULES K5)?"""
    return state.phase is Phase.PLAY and state.deal.turn == seat and _bound(state, seat)


def _check_turn(state: MatchState, seat: int, decision: int) -> None:
    if decision != state.decision:
        raise IllegalMove(Reason.STALE)
    if state.phase is Phase.PAUSE:
        raise IllegalMove(Reason.PAUSE)
    if state.phase is not Phase.PLAY:
        raise IllegalMove(Reason.NOT_NOW)
    if not state.deal.hands[seat]:
        raise IllegalMove(Reason.OUT)
    if state.deal.turn != seat:
        raise IllegalMove(Reason.NOT_YOUR_TURN)


def _ordinary(
    state: MatchState,
    seat: int,
    cards: Sequence[Card],
    reading: int | None,
    wish: int | None,
    *,
    only_bombs: bool = False,
) -> Events:
    round_ = state.deal
    check_held(round_.hands[seat], cards)
    combination = _bomb_of(round_, seat, cards) if only_bombs else choose_reading(round_, cards, reading)
    if _bound(state, seat) and not fulfils(combination, round_.wish or 0):
        _refuse_wish(round_, Reason.WISH_BINDS)
    _check_wish(combination, wish)
    played = _played(round_, seat, combination, out_of_turn=False)
    return (played, e.WishMade(seat, wish)) if wish else (played,)


def check_held(hand: Sequence[Card], cards: Sequence[Card]) -> None:
    """The cards are there, each once, and held; raises IllegalMove."""
    if not cards:
        raise IllegalMove(Reason.NO_CARDS)
    for position, card in enumerate(cards):
        if card in cards[:position]:
            raise IllegalMove(Reason.TWICE, card=card)
        if card not in hand:
            raise IllegalMove(Reason.NOT_HELD, card=card)


def choose_reading(round_: RoundState, cards: Sequence[Card], reading: int | None) -> Combination:
    """The combination meant: the stated reading, else the highest that beats the top (RULES F4, F5)."""
    top = round_.trick.top if round_.trick else None
    found = readings(cards, top)
    if not found:
        raise IllegalMove(Reason.NO_COMBINATION, cards=sort_cards(cards))
    if reading is not None and any(each.phoenix is not None for each in found):
        found = tuple(each for each in found if each.phoenix == reading)
        if not found:
            raise IllegalMove(Reason.READING, rank=reading)
    for each in found:
        if beats(top, each):
            return each
    assert top is not None, "everything may be led"
    refuse_answer(top, found[0])


def refuse_answer(top: Combination, play: Combination) -> NoReturn:
    """Say why `play` does not beat `top` (RULES E7, F1, G2, I1)."""
    facts: dict[str, Fact] = {"play": play, "top": top, "kind": top, "height": top, "count": top.length}
    if play.kind is Kind.DOG:
        raise IllegalMove(Reason.DOG_ANSWER)
    if top.cards == (DRAGON,) and play.cards == (PHOENIX,):
        raise IllegalMove(Reason.ON_DRAGON)
    if play.is_bomb:
        raise IllegalMove(Reason.BOMB_TOO_LOW, **facts)
    if top.is_bomb:
        raise IllegalMove(Reason.ON_BOMB, **facts)
    if play.kind is not top.kind:
        raise IllegalMove(Reason.WRONG_KIND, **facts)
    if play.length != top.length:
        raise IllegalMove(Reason.WRONG_LENGTH, **facts)
    raise IllegalMove(Reason.TOO_LOW, **facts)


def _bomb_of(round_: RoundState, seat: int, cards: Sequence[Card]) -> Combination:
    check_held(round_.hands[seat], cards)
    found = readings(cards)
    if not found:
        raise IllegalMove(Reason.NO_COMBINATION, cards=sort_cards(cards))
    if not found[0].is_bomb:
        raise IllegalMove(Reason.NOT_A_BOMB, play=found[0])
    if round_.trick is not None and not beats(round_.trick.top, found[0]):
        raise IllegalMove(Reason.BOMB_TOO_LOW, play=found[0], top=round_.trick.top)
    return found[0]


def _bound(state: MatchState, seat: int) -> bool:
    round_ = state.deal
    if round_.wish is None or not state.variant.wish_binds(seat):
        return False
    return owes_wish(round_.hands[seat], round_.trick.top if round_.trick else None, round_.wish)


def _refuse_wish(round_: RoundState, reason: Reason) -> NoReturn:
    raise IllegalMove(reason, wisher=round_.wisher or 0, rank=round_.wish or 0)


def _check_wish(combination: Combination, wish: int | None) -> None:
    """RULES K2, K3."""
    if MAH_JONG not in combination.cards:
        if wish:
            raise IllegalMove(Reason.WISH_ALONE)
    elif wish is None:
        raise IllegalMove(Reason.WISH_MISSING)
    elif wish != c.NO_WISH and wish not in RANKS:
        raise IllegalMove(Reason.WISH_RANK)


def _played(round_: RoundState, seat: int, combination: Combination, *, out_of_turn: bool) -> e.CombinationPlayed:
    kept = round_.wish is not None and fulfils(combination, round_.wish)
    return e.CombinationPlayed(seat, combination, out_of_turn=out_of_turn, fulfils=kept)
