"""How likely a combination is to take the trick, judged by the cards that have not been shown yet.

Knows cards only, no seats. All numbers are estimates between 0 and 1 or costs in tricks; none is a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor

from games.rules import DRAGON, PHOENIX, RANKS, Card, Combination, Kind

PHOENIX_RANK = PHOENIX.rank
DRAGON_RANK = DRAGON.rank
SURE = 0.97

_PAIRED = {2: 0.86, 3: 0.72, 4: 0.62}
_TRIPLED = {3: 0.9, 4: 0.8}
_DISCARD = {Kind.SINGLE: 22.0, Kind.PAIR: 34.0, Kind.TRIPLE: 60.0}
_EACH_PLAY = 0.10
"""What every play costs, even one that surely wins: a round is won by needing few."""


class Outlook:
    """The unseen cards by rank, and what they leave of a combination's chances."""

    def __init__(self, unseen: Iterable[Card]) -> None:
        self._counts = [0] * (DRAGON_RANK + 1)
        for card in unseen:
            self._counts[card.rank] += 1
        self.phoenix = self._counts[PHOENIX_RANK] > 0
        self.dragon = self._counts[DRAGON_RANK] > 0
        self._costs: dict[tuple[Kind, float, int], float] = {}

    def left(self, rank: int) -> int:
        """How many cards of the rank are unseen."""
        return self._counts[rank]

    def chance_of(self, combination: Combination) -> float:
        """The chance that nobody beats this combination."""
        return self.chance(combination.kind, combination.rank, len(combination.cards))

    def chance(self, kind: Kind, rank: float, length: int) -> float:
        """The chance that nobody beats a combination of this kind, rank and number of cards."""
        match kind:
            case Kind.SINGLE:
                return self._single(rank)
            case Kind.PAIR:
                return self._several(rank, _PAIRED)
            case Kind.TRIPLE | Kind.FULL_HOUSE:
                return self._several(rank, _TRIPLED)
            case Kind.STAIRS:
                return self._run(rank, length // 2, needed=2)
            case Kind.STRAIGHT:
                return self._run(rank, length, needed=1)
            case Kind.FOUR | Kind.FLUSH:
                return SURE
            case Kind.DOG:
                return 0.0

    def cost(self, kind: Kind, rank: float, length: int) -> float:
        """What the combination costs its holder: nearly nothing if it wins, about one trick if it does not."""
        key = (kind, rank, length)
        if key not in self._costs:
            discard = min(0.6, rank / _DISCARD[kind]) if kind in _DISCARD else 0.05
            self._costs[key] = _EACH_PLAY + (1 - self.chance(kind, rank, length)) * (1 - 0.5 * discard)
        return self._costs[key]

    def _single(self, rank: float) -> float:
        if rank >= DRAGON_RANK:
            return SURE
        above = sum(self._counts[floor(rank) + 1 : PHOENIX_RANK])
        chance: float = 0.72**above
        if self.phoenix and rank != PHOENIX_RANK:
            chance *= 0.72
        return chance * 0.72 if self.dragon else chance

    def _several(self, rank: float, factors: dict[int, float]) -> float:
        chance = SURE
        for higher in range(floor(rank) + 1, RANKS.stop):
            held = self._counts[higher] + (1 if self.phoenix and self._counts[higher] else 0)
            chance *= factors.get(min(held, 4), 1.0)
        return chance

    def _run(self, rank: float, ranks: int, *, needed: int) -> float:
        """Each higher run that the unseen cards allow takes something away, long ones little."""
        each = 1 - 0.55 / max(2, ranks * needed - 2)
        chance = SURE
        for top in range(ceil(rank) + 1, RANKS.stop):
            missing = sum(self._counts[one] < needed for one in range(top - ranks + 1, top + 1))
            if missing <= (1 if self.phoenix else 0):
                chance *= each
        return chance
