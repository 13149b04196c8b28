"""The 56 cards and their two-character codes (RULES A1, A3).

Knows single cards only: no combinations, seats, turns or time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter

MAH_JONG_RANK = 1
LOWEST_RANK = 2
ACE_RANK = 14
RANKS = range(LOWEST_RANK, ACE_RANK + 1)

_RANK_CODES = "123456789TJQKA"


class UnknownCard(ValueError):
    """A text that names no card; `code` is the offending part."""

    def __init__(self, code: str) -> None:
        super().__init__(f"unknown card {code!r}")
        self.code = code


class DuplicateCard(ValueError):
    """The same card twice in one set; `code` names it."""

    def __init__(self, code: str) -> None:
        super().__init__(f"card {code!r} is there twice")
        self.code = code


class Suit(StrEnum):
    """The four suits, in the order in which cards of one rank are sorted."""

    JADE = "j"
    SWORD = "w"
    PAGODA = "p"
    STAR = "s"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card. There is one instance of each, so identity is equality; get it from `card(code)`.

    `rank` is 2…14 for ordinary cards (Ace 14) and 1 for the Mah Jong; for Dog 0, Phoenix 15
    and Dragon 16 it only says where they are sorted. `points` are card points (RULES A3).
    """

    code: str
    rank: int
    suit: Suit | None
    points: int
    index: int

    @property
    def is_special(self) -> bool:
        """Whether this is the Mah Jong, Dog, Phoenix or Dragon."""
        return self.suit is None

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __hash__(self) -> int:
        return self.index  # not the address, so that sets look the same in every process

    def __reduce__(self) -> tuple[object, ...]:
        return card, (self.code,)

    def __repr__(self) -> str:
        return f"Card({self.code!r})"

    def __str__(self) -> str:
        return self.code


def parse_rank(code: str) -> int:
    """The rank of a code: "T" is 10, "A" is 14, "1" the Mah Jong's. Raises ValueError."""
    if len(code) != 1 or code not in _RANK_CODES:
        raise ValueError(f"unknown rank {code!r}")
    return _RANK_CODES.index(code) + 1


def rank_code(rank: int) -> str:
    """The one-character code of a rank 1…14, the opposite of `parse_rank`. Raises ValueError."""
    if not MAH_JONG_RANK <= rank <= ACE_RANK:
        raise ValueError(f"no rank has the number {rank!r}")
    return _RANK_CODES[rank - 1]


def _whole_deck() -> tuple[Card, ...]:
    points = {5: 5, 10: 10, 13: 10}
    faces: list[tuple[str, int, Suit | None, int]] = [("Dg", 0, None, 0), ("Mj", MAH_JONG_RANK, None, 0)]
    faces += [(rank_code(rank) + suit, rank, suit, points.get(rank, 0)) for rank in RANKS for suit in Suit]
    faces += [("Ph", 15, None, -25), ("Dr", 16, None, 25)]
    return tuple(Card(*face, index) for index, face in enumerate(faces))


DECK: tuple[Card, ...] = _whole_deck()
_BY_CODE = {each.code: each for each in DECK}
_by_index = attrgetter("index")


def card(code: str) -> Card:
    """The card with this code, such as "7j" or "Ph". Raises UnknownCard."""
    try:
        return _BY_CODE[code]
    except (KeyError, TypeError):
        raise UnknownCard(code) from None


MAH_JONG = card("Mj")
DOG = card("Dg")
PHOENIX = card("Ph")
DRAGON = card("Dr")


def parse_cards(text: str) -> tuple[Card, ...]:
    """The sorted cards of a text like "2j7wTs Dr"; blanks don't matter. Raises UnknownCard, DuplicateCard."""
    codes = "".join(text.split())
    found: set[Card] = set()
    for start in range(0, len(codes), 2):
        one = card(codes[start : start + 2])
        if one in found:
            raise DuplicateCard(one.code)
        found.add(one)
    return sort_cards(found)


def format_cards(cards: Iterable[Card]) -> str:
    """The sorted cards as one text, the opposite of `parse_cards`."""
    return "".join(each.code for each in sort_cards(cards))


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the order of records: Dog, Mah Jong, 2…A (jade, sword, pagoda, star), Phoenix, Dragon."""
    return tuple(sorted(cards, key=_by_index))


def points_of(cards: Iterable[Card]) -> int:
    """The card points of these cards together (RULES A3)."""
    return sum(each.points for each in cards)
