"""A hand seen by rank: the material that plays are made of.

Internal to the rules and built for speed: whatever the cards of one rank make alone or
with the Phoenix is made once for all hands and then looked up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from games.rules.cards import DECK, DOG, DRAGON, PHOENIX, RANKS, Card, Suit
from games.rules.combinations import Combination, readings

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The cards of one rank in a hand, specials by their sorting rank.

    `suits` has one bit for each suit held; `ones`, `twos` and `threes` are the ways to take so many cards;
    `alone` are the plays made of these cards only, `helped` those together with the Phoenix.
    """

    rank: int
    suits: int
    cards: Cards
    ones: tuple[Cards, ...]
    twos: tuple[Cards, ...]
    threes: tuple[Cards, ...]
    alone: tuple[Combination, ...]
    helped: tuple[Combination, ...]


def groups_of(hand: Iterable[Card]) -> list[Group]:
    """The groups of a hand at the index of their rank, Dog 0 to Dragon 16, empty ones included."""
    suits = [0] * len(_GROUPS)
    for each in hand:
        suits[each.rank] |= _SUIT_BITS[each.index]
    return [groups[held] for groups, held in zip(_GROUPS, suits, strict=True)]


def _groups_of_rank(rank: int) -> tuple[Group, ...]:
    own = [each for each in DECK if each.rank == rank]
    subsets = (tuple(each for bit, each in enumerate(own) if suits >> bit & 1) for suits in range(2 ** len(own)))
    return tuple(_group(rank, suits, cards) for suits, cards in enumerate(subsets))


def _group(rank: int, suits: int, cards: Cards) -> Group:
    subsets = [subset for size in (1, 2, 3, 4) for subset in combinations(cards, size)]
    helped = [(*subset, PHOENIX) for subset in subsets] if rank in RANKS else []
    return Group(
        rank=rank,
        suits=suits,
        cards=cards,
        ones=tuple(combinations(cards, 1)),
        twos=tuple(combinations(cards, 2)),
        threes=tuple(combinations(cards, 3)),
        alone=tuple(reading for subset in subsets for reading in readings(subset)),
        helped=tuple(reading for subset in helped for reading in readings(subset)),
    )


_SUIT_BITS = tuple(1 << (each.index - 2) % len(Suit) if each.suit else 1 for each in DECK)
_GROUPS = tuple(_groups_of_rank(rank) for rank in range(DOG.rank, DRAGON.rank + 1))
