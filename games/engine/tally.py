"""The result of one round, in numbers that add up before the reader's eyes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """What a finished round is worth.

    `cards`, `calls`: points per team (RULES M1, M6); `score` is their sum.
    `tricks`: points each seat took in tricks before anything moved (empty when no cards are counted).
    `last`: the seat still holding cards, None when no cards are counted; `hand_points` go from its hand
    to the opponents (M2), `trick_points` from its tricks to the first finisher (M3).
    """

    cards: tuple[int, ...]
    calls: tuple[int, ...]
    tricks: tuple[int, ...] = ()
    last: int | None = None
    hand_points: int = 0
    trick_points: int = 0

    @property
    def score(self) -> tuple[int, ...]:
        """Points per team, calls included."""
        return tuple(cards + calls for cards, calls in zip(self.cards, self.calls, strict=True))
