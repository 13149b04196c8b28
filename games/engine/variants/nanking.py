"""The ordinary game of four in two partnerships (RULES A4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.tally import Tally
from games.engine.variants.base import GRAND, TICHU, Team, Variant
from games.rules import points_of

if TYPE_CHECKING:
    from games.engine.state import RoundState

TEAM_VICTORY = 200


class Nanking(Variant):
    """Four seats, partners opposite, 500 or 1000 points."""

    key = "nanking"
    hands = 4
    first_cards = 8
    targets = (500, 1000)

    def teams(self, round_number: int) -> tuple[Team, ...]:
        """South and North against East and West, all match (RULES A2)."""
        return ((0, 2), (1, 3))

    def places(self, viewer: int) -> tuple[int, ...]:
        """Own seat, right (plays next), opposite, left (RULES A2)."""
        return tuple((viewer + step) % 4 for step in range(4))

    def dog_targets(self, seat: int, active: Sequence[int], round_number: int) -> tuple[int, ...]:
        """The partner, or the first active seat after the partner; it can be the owner (RULES I2)."""
        (partner,) = self.partners(seat)
        return tuple(other for other in self.places(partner) if other in active)[:1]

    def dragon_targets(self, seat: int, active: Sequence[int], round_number: int) -> tuple[int, ...]:
        """Either opponent, in or out (RULES J2)."""
        return self.teams(round_number)[1 - self.team_of(seat)]

    def round_is_over(self, out: Sequence[int], round_number: int) -> bool:
        """Three are out, or two partners as first and second (RULES L2, L3)."""
        return len(out) >= 3 or self.is_team_victory(out, round_number)

    def is_team_victory(self, out: Sequence[int], round_number: int) -> bool:
        """Double victory: first and second finisher are partners (RULES L3)."""
        return len(out) >= 2 and self.team_of(out[0]) == self.team_of(out[1])

    def score(self, round_: RoundState) -> Tally:
        """Card points (M1–M5) and calls (M6)."""
        calls = self._calls(round_)
        if self.is_team_victory(round_.out, round_.number):
            first = self.team_of(round_.out[0])
            return Tally(cards=(TEAM_VICTORY, 0) if first == 0 else (0, TEAM_VICTORY), calls=calls)
        return self._count(round_, calls)

    def _count(self, round_: RoundState, calls: tuple[int, ...]) -> Tally:
        (last,) = (seat for seat in self.seats() if seat not in round_.out)
        tricks = tuple(points_of(pile) for pile in round_.piles)
        hand = points_of(round_.hands[last])
        cards = [0, 0]
        for seat, points in enumerate(tricks):
            cards[self.team_of(round_.out[0] if seat == last else seat)] += points
        cards[1 - self.team_of(last)] += hand
        return Tally(tuple(cards), calls, tricks, last, hand_points=hand, trick_points=tricks[last])

    def _calls(self, round_: RoundState) -> tuple[int, ...]:
        calls = [0, 0]
        for seat in self.seats():
            worth = GRAND if round_.grand[seat] else TICHU if round_.tichu[seat] else 0
            calls[self.team_of(seat)] += worth if round_.out[0] == seat else -worth
        return tuple(calls)

    def winner(self, totals: Sequence[int], target: int) -> int | None:
        """At the target or above it, the higher total wins; a tie plays on (RULES N1–N3)."""
        if max(totals) < target or totals[0] == totals[1]:
            return None
        return 0 if totals[0] > totals[1] else 1
