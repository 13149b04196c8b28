"""Exhaustive search: can the own team still reach the goal, and with which acts?

All hands are open to it. Opponents defend as well as possible, the partner helps; bombs come at any time, and where
both sides could bomb the opponents are the quicker ones.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from games.puzzles.goals import ME, OURS, Goal
from games.puzzles.position import (
    KEPT,
    TEAM,
    Act,
    Hand,
    Position,
    acts,
    after,
    collected,
    has_suits,
    interruptions,
)


class TooDeep(Exception):
    """The search has looked at as many positions as it was allowed to."""


class Solver:
    """What is known of one goal; every position is worked out once. `budget`: so many positions at most."""

    def __init__(self, goal: Goal, budget: int | None = None) -> None:
        self.goal = goal
        self.budget = budget
        self._known: dict[Hashable, bool] = {}
        self._lengths: dict[Hashable, int] = {}

    @property
    def seen(self) -> int:
        """How many positions have been worked out."""
        return len(self._known)

    def wins(self, position: Position) -> bool:
        """Can the goal be reached from here against any defence? Raises TooDeep."""
        verdict = self.goal.verdict(position)
        if verdict is not None:
            return verdict
        key = self._key(position)
        known = self._known.get(key)
        if known is None:
            if self.budget is not None and self.seen >= self.budget:
                raise TooDeep
            known = self._known[key] = self._worked_out(position)
        return known

    def right_acts(self, position: Position) -> list[Act]:
        """The acts of the seat on turn after which the goal can be reached."""
        return [act for act in acts(position) if self.wins(after(position, act))]

    def length(self, position: Position) -> int:
        """How often the person has to find an act until the goal is reached, if both sides play their best; of a
        position that is won."""
        if self.goal.verdict(position) is not None:
            return 0
        key = self._key(position)
        if key not in self._lengths:
            self._lengths[key] = self._counted(position)
        return self._lengths[key]

    def _worked_out(self, position: Position) -> bool:
        for bomb in sorted(interruptions(position), key=_is_ours):
            if self.wins(after(position, bomb)) is _is_ours(bomb):
                return _is_ours(bomb)
        if position.turn is None:
            return self.wins(collected(position))
        outcomes = (self.wins(after(position, act)) for act in acts(position))
        return any(outcomes) if TEAM[position.turn] == OURS else all(outcomes)

    def _counted(self, position: Position) -> int:
        bombs = [after(position, bomb) for bomb in interruptions(position) if _is_ours(bomb)]
        thrown = [self.length(each) + 1 for each in bombs if self.wins(each)]
        if position.turn is None:
            return min([self.length(collected(position)), *thrown])
        following = [after(position, act) for act in acts(position)]
        if TEAM[position.turn] != OURS:
            return min([max(self.length(each) for each in following), *thrown])
        won = [self.length(each) for each in following if self.wins(each)]
        return min([*won, *thrown], default=0) + (position.turn == ME)

    def _key(self, position: Position) -> Hashable:
        top = position.top
        return (
            position.turn,
            position.owner,
            position.passed,
            position.wish,
            position.out,
            position.is_gift,
            top and (top.kind, top.rank, len(top.cards)),
            tuple(_hand_key(hand) for hand in position.hands),
            (position.piles, position.pot) if self.goal.counts_points else None,
        )


def _is_ours(act: Act) -> bool:
    return TEAM[act.seat] == OURS


@lru_cache(maxsize=KEPT)
def _hand_key(hand: Hand) -> Hashable:
    """Hands that differ in suits nobody can use are the same."""
    return hand if has_suits(hand) else tuple(card.rank for card in hand)
