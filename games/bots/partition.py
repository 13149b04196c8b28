"""The cheapest way to get rid of a hand: into which combinations it is best divided.

A hand is packed into one number, three bits for the count of each rank, so that sub-hands can be remembered.
Suits are not looked at: a straight flush counts as the straight it is, and bombs are kept by the caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.bots.outlook import DRAGON_RANK, PHOENIX_RANK, Outlook
from games.rules import DOG, MAH_JONG, RANKS, Card, Kind

_BITS = 3
_PHOENIX = 1 << _BITS * PHOENIX_RANK
_ACE = RANKS.stop - 1


def pack(cards: Iterable[Card]) -> int:
    """The hand as a number: the counts of its ranks."""
    return sum(1 << _BITS * card.rank for card in cards)


class Partition:
    """Costs of hands under one outlook; every sub-hand is worked out once."""

    def __init__(self, outlook: Outlook, *, dog: float) -> None:
        self._price = outlook.cost
        self._dog = dog
        self._known: dict[int, float] = {0: 0.0}

    def cost(self, cards: Iterable[Card]) -> float:
        """The expected number of tricks lost on the way out with these cards."""
        return self._cost(pack(cards))

    def _cost(self, held: int) -> float:
        known = self._known.get(held)
        if known is None:
            known = min(price + self._cost(held - taken) for taken, price in self._ways(held))
            self._known[held] = known
        return known

    def _ways(self, held: int) -> Iterator[tuple[int, float]]:
        """Every combination holding the lowest card left, as (packed cards, price)."""
        rank = ((held & -held).bit_length() - 1) // _BITS
        one = 1 << _BITS * rank
        if rank == DOG.rank:
            yield one, self._dog
            return
        yield one, self._price(Kind.SINGLE, rank, 1)
        if rank in (PHOENIX_RANK, DRAGON_RANK):
            return
        counts = [held >> _BITS * each & 7 for each in range(_ACE + 1)]
        phoenix = bool(held & _PHOENIX)
        if rank != MAH_JONG.rank:
            yield from self._alike(rank, counts[rank], phoenix=phoenix)
            yield from self._full_houses(rank, counts, phoenix=phoenix)
            yield from self._stairs(rank, counts, phoenix=phoenix)
        yield from self._straights(rank, counts, phoenix=phoenix)

    def _alike(self, rank: int, count: int, *, phoenix: bool) -> Iterator[tuple[int, float]]:
        one = 1 << _BITS * rank
        if count >= 2:
            yield 2 * one, self._price(Kind.PAIR, rank, 2)
        if count >= 3:
            yield 3 * one, self._price(Kind.TRIPLE, rank, 3)
        if count == 4:
            yield 4 * one, self._price(Kind.FOUR, rank, 4)
        if phoenix:
            yield one + _PHOENIX, self._price(Kind.PAIR, rank, 2)
            if count >= 2:
                yield 2 * one + _PHOENIX, self._price(Kind.TRIPLE, rank, 3)

    def _full_houses(self, rank: int, counts: list[int], *, phoenix: bool) -> Iterator[tuple[int, float]]:
        own, joker = counts[rank], 1 if phoenix else 0
        if own + joker < 2:
            return
        for other in range(rank + 1, _ACE + 1):
            theirs = counts[other]
            if theirs + own + joker < 5 or not theirs:
                continue
            if own + joker >= 2 and theirs >= 3 or own >= 2 and theirs + joker >= 3:
                yield self._full_house(rank, 2, other, counts)
            if own >= 3 and theirs + joker >= 2 or own + joker >= 3 and theirs >= 2:
                yield self._full_house(other, 2, rank, counts)

    def _full_house(self, pair: int, two: int, triple: int, counts: list[int]) -> tuple[int, float]:
        of_pair, of_triple = min(two, counts[pair]), min(3, counts[triple])
        taken = (of_pair << _BITS * pair) + (of_triple << _BITS * triple)
        return taken + (5 - of_pair - of_triple) * _PHOENIX, self._price(Kind.FULL_HOUSE, triple, 5)

    def _stairs(self, low: int, counts: list[int], *, phoenix: bool) -> Iterator[tuple[int, float]]:
        taken, spare = 0, phoenix
        for high in range(low, _ACE + 1):
            if counts[high] >= 2:
                taken += 2 << _BITS * high
            elif counts[high] == 1 and spare:
                taken, spare = taken + (1 << _BITS * high) + _PHOENIX, False
            else:
                return
            if high > low:
                yield taken, self._price(Kind.STAIRS, high, 2 * (high - low + 1))

    def _straights(self, low: int, counts: list[int], *, phoenix: bool) -> Iterator[tuple[int, float]]:
        taken, spare = 0, phoenix
        for high in range(low, _ACE + 1):
            if counts[high]:
                taken += 1 << _BITS * high
            elif spare:
                taken, spare = taken + _PHOENIX, False
            else:
                return
            if high - low >= 4:
                yield taken, self._price(Kind.STRAIGHT, high, high - low + 1)
