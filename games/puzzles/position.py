"""A position late in a round, lean enough for an exhaustive search, and every act in it.

Says act by act what games.engine says, which a test proves. Names, time and the score of the match stay out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from games.engine.state import MatchState, Phase
from games.engine.variants import DEFAULT_VARIANT, variant_named
from games.rules import (
    DOG,
    DRAGON,
    MAH_JONG,
    Card,
    Combination,
    Kind,
    bombs_in,
    bombs_over,
    fulfils,
    legal_plays,
    points_of,
)

GAME = variant_named(DEFAULT_VARIANT)
SEATS = tuple(GAME.seats())
AFTER = tuple(GAME.after(seat) for seat in SEATS)
TEAM = tuple(GAME.team_of(seat) for seat in SEATS)
BOMB_LENGTH = 4
KEPT = 20_000
"""What so many hands can do is remembered."""

Hand = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """What a seat does: it lays `laid` (0: without a wish), gives the Dragon's trick `to` somebody, or else passes."""

    seat: int
    laid: Combination | None = None
    wish: int = 0
    to: int | None = None

    @property
    def is_pass(self) -> bool:
        """Neither a play nor a gift."""
        return self.laid is None and self.to is None


@dataclass(frozen=True, slots=True)
class Position:
    """Who holds what, and whose turn it is; `turn` None: all have passed, or the round is over. `piles` are card
    points by seat, `pot` those on the table; `is_gift`: the seat on turn owes the Dragon's gift."""

    hands: tuple[Hand, ...]
    turn: int | None
    top: Combination | None = None
    owner: int | None = None
    passed: frozenset[int] = frozenset()
    wish: int | None = None
    out: tuple[int, ...] = ()
    piles: tuple[int, ...] = (0,) * len(SEATS)
    pot: int = 0
    is_gift: bool = False

    @property
    def is_over(self) -> bool:
        """The round is over, and its last trick collected if it counts."""
        return self.turn is None and self.top is None

    @property
    def count(self) -> int:
        """How many cards are still held."""
        return sum(len(hand) for hand in self.hands)


def position_of(state: MatchState) -> Position:
    """The position of a match whose round is being played or has just been scored."""
    round_ = state.deal
    piles = tuple(points_of(pile) for pile in round_.piles)
    if state.phase not in (Phase.PLAY, Phase.PAUSE, Phase.GIFT):
        return Position(round_.hands, None, out=round_.out, piles=piles)
    trick = round_.trick
    return Position(
        hands=round_.hands,
        turn=round_.turn,
        top=trick.top if trick else None,
        owner=trick.owner if trick else None,
        passed=trick.passed if trick and state.phase is not Phase.GIFT else frozenset(),
        wish=round_.wish,
        out=round_.out,
        piles=piles,
        pot=points_of(trick.cards) if trick else 0,
        is_gift=state.phase is Phase.GIFT,
    )


# --- What may be done


def acts(position: Position) -> list[Act]:
    """Every act of the seat on turn, one of those that differ in nothing but suits nobody can use."""
    seat = position.turn
    assert seat is not None, "somebody has to be on turn"
    if position.is_gift:
        return [Act(seat, to=to) for to in GAME.dragon_targets(seat, (), 1)]
    plays, may_pass = _choices(position.hands[seat], position.top, position.wish)
    found = [Act(seat, play, wish) for play in plays for wish in _wishes(position, play)]
    return [*found, Act(seat)] if may_pass else found


def interruptions(position: Position) -> list[Act]:
    """Every bomb out of turn, or in the pause before the trick is collected (RULES G4, G5)."""
    if position.top is None or position.is_gift:
        return []
    others = (seat for seat in SEATS if seat != position.turn and len(position.hands[seat]) >= BOMB_LENGTH)
    return [Act(seat, bomb) for seat in others for bomb in _bombs(position.hands[seat], position.top)]


@lru_cache(maxsize=KEPT)
def _choices(hand: Hand, top: Combination | None, wish: int | None) -> tuple[tuple[Combination, ...], bool]:
    """The plays, long ones first, and whether a pass is allowed (RULES H1, K5)."""
    plays = legal_plays(hand, top, wish)
    is_owed = wish is not None and bool(plays) and fulfils(plays[0], wish)
    return distinct(hand, plays), top is not None and not is_owed


@lru_cache(maxsize=KEPT)
def _bombs(hand: Hand, top: Combination) -> tuple[Combination, ...]:
    return tuple(bombs_over(hand, top))


def distinct(hand: Hand, plays: Sequence[Combination]) -> tuple[Combination, ...]:
    """One of all plays that differ in suits only, where no straight flush makes suits count; long ones first."""
    found: Sequence[Combination] = plays
    if not has_suits(hand):
        ranks = {(play.kind, play.rank, tuple(sorted(card.rank for card in play.cards))): play for play in plays}
        found = list(ranks.values())
    return tuple(sorted(found, key=lambda play: (-len(play.cards), play.rank)))


@lru_cache(maxsize=KEPT)
def has_suits(hand: Hand) -> bool:
    """Does the hand hold a straight flush, so that the suits of its cards matter?"""
    if len(hand) <= BOMB_LENGTH or max(Counter(card.suit for card in hand).values()) <= BOMB_LENGTH:
        return False
    return any(bomb.kind is Kind.FLUSH for bomb in bombs_in(hand))


def _wishes(position: Position, play: Combination) -> tuple[int, ...]:
    """No wish, or a rank somebody holds: any other rank binds nobody (RULES K3, K6)."""
    if MAH_JONG not in play.cards:
        return (0,)
    return (0, *sorted({card.rank for hand in position.hands for card in hand if not card.is_special}))


# --- What follows


def after(position: Position, act: Act) -> Position:
    """The position after an act, with all that follows but the collecting of a trick."""
    if act.to is not None:
        return _moved_on(position, act.seat, to=act.to)
    if act.laid is None:
        return _passed(position, act.seat)
    return _laid(position, act, act.laid)


def collected(position: Position) -> Position:
    """The trick goes to the owner of its top, who owes a gift if that is the Dragon (RULES H4, J2)."""
    owner, top = position.owner, position.top
    assert owner is not None and top is not None, "there is no trick to take"
    if top.cards == (DRAGON,):
        return replace(position, turn=owner, is_gift=True, passed=frozenset())
    return _moved_on(position, owner, to=owner)


def _passed(position: Position, seat: int) -> Position:
    passed = position.passed | {seat}
    done = passed | {position.owner}
    turn = next((other for other in AFTER[seat] if position.hands[other] and other not in done), None)
    return replace(position, passed=passed, turn=turn)


def _laid(position: Position, act: Act, play: Combination) -> Position:
    seat = act.seat
    held = tuple(card for card in position.hands[seat] if card not in play.cards)
    hands = (*position.hands[:seat], held, *position.hands[seat + 1 :])
    out = position.out if held else (*position.out, seat)
    if play.cards == (DOG,):
        return _dog_led(position, seat, hands, out)
    wish = None if position.wish is not None and fulfils(play, position.wish) else position.wish
    laid = Position(
        hands=hands,
        turn=next((other for other in AFTER[seat] if hands[other]), None),
        top=play,
        owner=seat,
        wish=act.wish or wish,
        out=out,
        piles=position.piles,
        pot=position.pot + points_of(play.cards),
    )
    return _ended(laid) if not held and GAME.round_is_over(out, 1) else laid


def _dog_led(position: Position, seat: int, hands: tuple[Hand, ...], out: tuple[int, ...]) -> Position:
    """The lead goes to the partner, or to the next who is in (RULES I2)."""
    over = GAME.round_is_over(out, 1)
    active = tuple(other for other in SEATS if hands[other])
    turn = None if over else GAME.dog_targets(seat, active, 1)[0]
    return Position(hands, turn, wish=position.wish, out=out, piles=position.piles)


def _ended(position: Position) -> Position:
    """The last play counts unless one team has won twice; a Dragon on top is still given away (RULES J5, L2, L3)."""
    if GAME.is_team_victory(position.out, 1):
        return Position(position.hands, None, out=position.out, piles=position.piles)
    return collected(position)


def _moved_on(position: Position, winner: int, *, to: int) -> Position:
    """The pot goes `to` a seat, the lead to the winner or the next who is in (RULES H4, J3)."""
    piles = tuple(points + (position.pot if seat == to else 0) for seat, points in enumerate(position.piles))
    turn = None
    if not GAME.round_is_over(position.out, 1):
        turn = next(seat for seat in (winner, *AFTER[winner]) if position.hands[seat])
    return Position(position.hands, turn, wish=position.wish, out=position.out, piles=piles)


def card_points(position: Position) -> tuple[int, ...]:
    """What each team gets for cards in a round that is over, 200 for a double victory (RULES M1–M4)."""
    out = position.out
    points = [0] * len(GAME.teams(1))
    if GAME.is_team_victory(out, 1):
        points[TEAM[out[0]]] = DOUBLE
        return tuple(points)
    (last,) = (seat for seat in SEATS if seat not in out)
    for seat, taken in enumerate(position.piles):
        points[TEAM[out[0] if seat == last else seat]] += taken
    points[1 - TEAM[last]] += points_of(position.hands[last])
    return tuple(points)


DOUBLE = 200
__all__ = [
    "AFTER",
    "DOUBLE",
    "GAME",
    "SEATS",
    "TEAM",
    "Act",
    "Hand",
    "Position",
    "acts",
    "after",
    "card_points",
    "collected",
    "distinct",
    "has_suits",
    "interruptions",
    "position_of",
]
