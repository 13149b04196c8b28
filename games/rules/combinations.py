"""What cards laid together are, and which combination beats which (RULES E, F, G).

Knows combinations only: not whose turn it is, what anybody holds, or the wish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from games.rules.cards import DOG, DRAGON, MAH_JONG, PHOENIX, RANKS, Card, points_of, sort_cards

STRAIGHT_LENGTH = 5
PHOENIX_LED = 1.5
PHOENIX_ON_DRAGON = 14.5


class Kind(Enum):
    """The kinds of combination (RULES E2, G1)."""

    DOG = "dog"
    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    STAIRS = "stairs"
    FULL_HOUSE = "full_house"
    STRAIGHT = "straight"
    FOUR = "four"
    FLUSH = "flush"


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards laid as one play, read in one way.

    `cards` are sorted; `rank` is what is compared: of a full house the triple's, of runs the top's;
    a single Phoenix counts half a rank (RULES F1). `phoenix` is the rank it stands for in two or more cards.
    """

    kind: Kind
    cards: tuple[Card, ...]
    rank: float
    phoenix: int | None = None

    @property
    def is_bomb(self) -> bool:
        """Four of a kind or a straight flush (RULES G1)."""
        return self.kind is Kind.FOUR or self.kind is Kind.FLUSH

    @property
    def length(self) -> int:
        """The number of cards."""
        return len(self.cards)

    @property
    def points(self) -> int:
        """The card points in it (RULES A3)."""
        return points_of(self.cards)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank each card stands for, ascending; a single Phoenix or Dragon stands for none of them."""
        standing = [self.phoenix if each is PHOENIX and self.phoenix else each.rank for each in self.cards]
        return tuple(sorted(standing))

    @property
    def low(self) -> int:
        """The lowest rank in it, the lower end of a run."""
        return self.ranks[0]


_blank: Callable[[type[Combination]], Combination] = object.__new__
_set_kind, _set_cards, _set_rank, _set_phoenix = (
    vars(Combination)[name].__set__ for name in ("kind", "cards", "rank", "phoenix")
)


def alike(kind: Kind, ways: Iterable[tuple[Card, ...]], rank: float, phoenix: int | None = None) -> list[Combination]:
    """One combination for each of the ways to lay it; the caller vouches that they are what he says.

    Fills the slots itself: the constructor of a frozen dataclass takes three times as long, and a
    hand can make hundreds of straights.
    """
    found = []
    for cards in ways:
        one = _blank(Combination)
        _set_kind(one, kind)
        _set_cards(one, cards)
        _set_rank(one, rank)
        _set_phoenix(one, phoenix)
        found.append(one)
    return found


def readings(cards: Sequence[Card], top: Combination | None = None) -> tuple[Combination, ...]:
    """Every way to read exactly these cards as a combination, highest first; none: () (RULES E, F4).

    `top` matters for a single Phoenix only: half a rank above the single it covers (RULES F1).
    """
    ordered = sort_cards(cards)
    if len(set(ordered)) != len(ordered) or not ordered:
        return ()
    if len(ordered) == 1:
        return (_read_single(ordered[0], top),)
    if DOG in ordered or DRAGON in ordered:  # RULES E5
        return ()
    return _read_with_phoenix(ordered) if PHOENIX in ordered else _read_natural(ordered)


def beats(top: Combination | None, play: Combination) -> bool:
    """Whether `play` may be laid on `top`; `None` is a lead (RULES E7, G2, I1, I3, J1)."""
    if top is None:
        return True
    if play.kind is Kind.DOG or top.kind is Kind.DOG:
        return False
    if play.is_bomb:
        return not top.is_bomb or bomb_strength(play) > bomb_strength(top)
    return play.kind is top.kind and len(play.cards) == len(top.cards) and play.rank > top.rank


def bomb_strength(bomb: Combination) -> tuple[int, float]:
    """How bombs are ordered: number of cards first, then rank (RULES G2)."""
    return len(bomb.cards), bomb.rank


def best_reading(cards: Sequence[Card], top: Combination | None) -> Combination | None:
    """The highest reading that may be laid on `top`, else `None` (RULES F5)."""
    return next((each for each in readings(cards, top) if beats(top, each)), None)


def phoenix_rank(top: Combination | None) -> float:
    """What a single Phoenix counts on this top; it never passes the Dragon (RULES F1)."""
    if top is None or top.kind is not Kind.SINGLE:
        return PHOENIX_LED
    return PHOENIX_ON_DRAGON if top.cards[0] is DRAGON else top.rank + 0.5


def _read_single(single: Card, top: Combination | None) -> Combination:
    if single is DOG:
        return Combination(Kind.DOG, (single,), single.rank)
    return Combination(Kind.SINGLE, (single,), phoenix_rank(top) if single is PHOENIX else single.rank)


def _read_natural(cards: tuple[Card, ...]) -> tuple[Combination, ...]:
    ranks = [each.rank for each in cards]
    if len(ranks) == 4 and _all_equal(ranks):
        return (Combination(Kind.FOUR, cards, ranks[0]),)
    kind = _shape(ranks)
    if kind is None:
        return ()
    if kind is Kind.STRAIGHT and is_one_suit(cards):  # RULES E8
        kind = Kind.FLUSH
    return (Combination(kind, cards, _compared_rank(kind, ranks)),)


def _read_with_phoenix(cards: tuple[Card, ...]) -> tuple[Combination, ...]:
    naturals = [each.rank for each in cards if each is not PHOENIX]
    found = []
    for stand_in in reversed(RANKS):  # never a 1, never above the Ace (RULES F2)
        ranks = sorted([*naturals, stand_in])
        kind = _shape(ranks)
        if kind is not None:
            found.append(Combination(kind, cards, _compared_rank(kind, ranks), stand_in))
    return tuple(sorted(found, key=lambda each: each.rank, reverse=True))


def is_one_suit(cards: Sequence[Card]) -> bool:
    """Whether all cards are of the same suit; the Mah Jong and the Phoenix have none (RULES G1)."""
    return MAH_JONG not in cards and _all_equal([each.suit for each in cards])


def _shape(ranks: list[int]) -> Kind | None:
    """What sorted ranks are when nobody asks for the suit; four equal ones are no shape (RULES E6, F3)."""
    size = len(ranks)
    if size <= 3:
        return {2: Kind.PAIR, 3: Kind.TRIPLE}.get(size) if _all_equal(ranks) else None
    if size == 5 and _is_full_house(ranks):
        return Kind.FULL_HOUSE
    if size >= STRAIGHT_LENGTH and _is_run(ranks):
        return Kind.STRAIGHT
    return Kind.STAIRS if ranks[::2] == ranks[1::2] and _is_run(ranks[::2]) else None


def _compared_rank(kind: Kind, ranks: list[int]) -> int:
    return ranks[2] if kind is Kind.FULL_HOUSE else ranks[-1]  # the middle of five belongs to the triple


def _is_full_house(ranks: list[int]) -> bool:
    return ranks[0] == ranks[1] and ranks[3] == ranks[4] and ranks[2] in (ranks[1], ranks[3]) and ranks[0] != ranks[4]


def _is_run(ranks: list[int]) -> bool:
    return all(high - low == 1 for low, high in zip(ranks, ranks[1:], strict=False))


def _all_equal(values: Sequence[object]) -> bool:
    return all(each == values[0] for each in values)
