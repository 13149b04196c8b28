"""What follows by itself: `settle(state)` names the next consequence of what has happened, or None.

Consequences are events too, so the log holds outcomes and replaying it needs no rules.
"""

from __future__ import annotations

from games.engine import events as e
from games.engine.state import MatchState, Phase, RoundState
from games.rules import DRAGON, MAH_JONG, points_of


def settle(state: MatchState) -> e.Event | None:
    """The next consequence in `state`, None when somebody (or the clock) has to act."""
    match state.phase:
        case Phase.EXCHANGE if None not in state.deal.chosen:
            return _exchange(state.deal)
        case Phase.PLAY:
            return _went_out(state) or _round_end(state) or _lead_given(state)
        case Phase.READY:
            return _match_won(state)
        case _:
            return None


def take_trick(state: MatchState) -> e.TrickTaken:
    """The trick goes to the owner of its top, who leads next, or, being out, the next active seat
    (RULES H4); a trick won by the Dragon is to be given away first (RULES J2)."""
    round_ = state.deal
    trick = round_.trick
    assert trick is not None, "there is no trick to take"
    gift = trick.top.cards == (DRAGON,)
    return e.TrickTaken(trick.owner, points_of(trick.cards), gift=gift, leader=leader_after(state, trick.owner))


def leader_after(state: MatchState, winner: int) -> int | None:
    """Who leads after `winner` won a trick: he, or, being out, the next active seat; None when the
    round is over (RULES H4, J3)."""
    round_ = state.deal
    if state.variant.round_is_over(round_.out, round_.number):
        return None
    return next(seat for seat in (winner, *state.variant.after(winner)) if round_.hands[seat])


def _exchange(round_: RoundState) -> e.CardsExchanged:
    """All hand-overs at once; the Mah Jong's holder afterwards leads (RULES C1, C3)."""
    gives = tuple((seat, to, card) for seat, chosen in enumerate(round_.chosen) for to, card in chosen or ())
    moved = [to for _, to, card in gives if card is MAH_JONG]
    holder = moved[0] if moved else next(seat for seat, hand in enumerate(round_.hands) if MAH_JONG in hand)
    return e.CardsExchanged(gives, holder)


def _went_out(state: MatchState) -> e.WentOut | None:
    """Only the last play can have emptied a hand (RULES L1)."""
    round_ = state.deal
    for seat in round_.played:
        if not round_.hands[seat] and seat not in round_.out:
            return e.WentOut(seat, len(round_.out) + 1)
    return None


def _round_end(state: MatchState) -> e.Event | None:
    """The last trick is taken (and given away) unless no cards are counted, then the round is scored
    (RULES J5, L2, L3, M5)."""
    round_ = state.deal
    if not state.variant.round_is_over(round_.out, round_.number):
        return None
    if round_.trick is not None and not state.variant.is_team_victory(round_.out, round_.number):
        return take_trick(state)
    return _round_scored(state)


def _round_scored(state: MatchState) -> e.RoundScored:
    round_ = state.deal
    tally = state.variant.score(round_)
    return e.RoundScored(
        number=round_.number,
        order=round_.out,
        team_victory=state.variant.is_team_victory(round_.out, round_.number),
        cards=tally.cards,
        calls=tally.calls,
        score=tally.score,
        total=tuple(total + score for total, score in zip(state.totals, tally.score, strict=True)),
        tricks=tally.tricks,
        last=tally.last,
        hand_points=tally.hand_points,
        trick_points=tally.trick_points,
    )


def _lead_given(state: MatchState) -> e.LeadGiven | None:
    """RULES I2; a list with one entry is settled without asking."""
    round_ = state.deal
    if round_.dog is None:
        return None
    (to,) = state.variant.dog_targets(round_.dog, round_.active, round_.number)
    return e.LeadGiven(round_.dog, to)


def _match_won(state: MatchState) -> e.MatchWon | None:
    """RULES N1–N3, asked only after full scoring."""
    winner = state.variant.winner(state.totals, state.options.target)
    return None if winner is None else e.MatchWon(winner, state.totals)
