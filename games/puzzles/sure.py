"""The search with hidden hands: does the person go out in time however the unseen cards lie, and whatever the three
others do with them?

The three others are one adversary who decides late who held what: they may lay anything that the unseen cards make,
as long as the numbers of cards they hold allow it. Every such course belongs to a layout that fits all that is known
from counting, so nothing more is asked than by trying all layouts. No bombs and no wishes: where the unseen cards
allow one, nothing is promised.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from games.puzzles.goals import ME, Aim, Goal
from games.puzzles.position import AFTER, GAME, SEATS, Act, Hand, Position, acts, distinct
from games.puzzles.solver import TooDeep
from games.rules import DOG, MAH_JONG, Combination, bombs_in, legal_plays, sort_cards


@dataclass(frozen=True, slots=True)
class Seen:
    """What the person knows of a position: the own hand, the unseen cards, how many each seat holds."""

    hand: Hand
    unseen: Hand
    counts: tuple[int, ...]
    turn: int | None
    top: Combination | None
    owner: int | None
    passed: frozenset[int] = frozenset()


def seen_from(position: Position) -> Seen:
    """The position as the person sees it."""
    unseen = sort_cards(card for seat, hand in enumerate(position.hands) if seat != ME for card in hand)
    counts = tuple(len(hand) for hand in position.hands)
    return Seen(position.hands[ME], unseen, counts, position.turn, position.top, position.owner, position.passed)


def is_askable(position: Position, goal: Goal) -> bool:
    """Whether the search can answer for this position: the person has to go out, no bomb, no wish, no gift."""
    if goal.aim not in (Aim.FIRST, Aim.AHEAD) or goal.seat != ME or position.turn != ME or position.is_gift:
        return False
    seen = seen_from(position)
    longest = max(seen.counts[1:])
    if position.wish is not None or MAH_JONG in seen.unseen + seen.hand or bombs_in(seen.hand):
        return False
    return not any(len(bomb.cards) <= longest for bomb in bombs_in(seen.unseen))


class Sure:
    """What is known of one goal; every position is worked out once. `budget`: so many positions at most."""

    def __init__(self, goal: Goal, budget: int | None = None) -> None:
        self.goal = goal
        self.budget = budget
        self._known: dict[Hashable, bool] = {}

    def right_acts(self, position: Position) -> list[Act]:
        """The acts of the person on turn that are sure to reach the goal. Raises TooDeep."""
        seen = seen_from(position)
        return [act for act in acts(position) if self._holds(_after(seen, ME, act.laid))]

    def _holds(self, seen: Seen) -> bool:
        if not seen.counts[ME]:
            return True
        if any(not seen.counts[seat] for seat in self._rivals()):
            return False
        key = _key(seen)
        known = self._known.get(key)
        if known is None:
            if self.budget is not None and len(self._known) >= self.budget:
                raise TooDeep
            known = self._known[key] = self._worked_out(seen)
        return known

    def _rivals(self) -> tuple[int, ...]:
        """Whose going out ends the hope; of those who are out already nobody is one."""
        return self.goal.rivals if self.goal.aim is Aim.AHEAD else tuple(seat for seat in SEATS if seat != ME)

    def _worked_out(self, seen: Seen) -> bool:
        if seen.turn is None:
            return self._holds(_collected(seen))
        held = seen.hand if seen.turn == ME else seen.unseen
        plays = distinct(held, legal_plays(held, seen.top, None))
        choices: list[Combination | None] = [play for play in plays if len(play.cards) <= seen.counts[seen.turn]]
        if seen.top is not None:
            choices.append(None)
        outcomes = (self._holds(_after(seen, seen.turn, laid)) for laid in choices)
        return any(outcomes) if seen.turn == ME else all(outcomes)


def _key(seen: Seen) -> Hashable:
    top = seen.top
    return (
        tuple(card.rank for card in seen.hand),
        tuple(card.rank for card in seen.unseen),
        seen.counts,
        seen.turn,
        top and (top.kind, top.rank, len(top.cards)),
        seen.owner,
        seen.passed,
    )


def _after(seen: Seen, seat: int, laid: Combination | None) -> Seen:
    if laid is None:
        passed = seen.passed | {seat}
        return replace(seen, passed=passed, turn=_next(seen.counts, seat, passed | {seen.owner}))
    counts = tuple(count - (len(laid.cards) if number == seat else 0) for number, count in enumerate(seen.counts))
    hand = tuple(card for card in seen.hand if card not in laid.cards)
    unseen = tuple(card for card in seen.unseen if card not in laid.cards)
    if laid.cards == (DOG,):
        active = tuple(number for number in SEATS if counts[number])
        turn = next(iter(GAME.dog_targets(seat, active, 1)), None)
        return Seen(hand, unseen, counts, turn, None, None)
    return Seen(hand, unseen, counts, _next(counts, seat, frozenset((seat,))), laid, seat)


def _next(counts: tuple[int, ...], seat: int, done: frozenset[int | None]) -> int | None:
    return next((other for other in AFTER[seat] if counts[other] and other not in done), None)


def _collected(seen: Seen) -> Seen:
    owner = seen.owner
    assert owner is not None, "there is no trick to take"
    leader = next((seat for seat in (owner, *AFTER[owner]) if seen.counts[seat]), None)
    return Seen(seen.hand, seen.unseen, seen.counts, leader, None, None)


__all__ = ["Seen", "Sure", "is_askable", "seen_from"]
