"""Legal plays found by trying everything: every subset of the hand, every rank for the Phoenix, every shape there is.

Written from the rulings alone and sharing no code with `games.rules` but the cards, so that the two can disagree.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from games.rules import DOG, DRAGON, MAH_JONG, PHOENIX, Card

ACE = 14


class Play(NamedTuple):
    """Comparable with a `Combination`: kind by its value, sorted cards, rank, what the Phoenix stands for."""

    kind: str
    cards: tuple[Card, ...]
    rank: float
    phoenix: int | None

    @property
    def bomb(self) -> tuple[int, float] | None:
        return (len(self.cards), self.rank) if self.kind in ("four", "flush") else None


def _shapes() -> dict[tuple[int, ...], tuple[str, int]]:
    """Every combination of two or more cards but bombs, as sorted ranks (RULES E2–E4, E6)."""
    shapes: dict[tuple[int, ...], tuple[str, int]] = {}
    ordinary = range(2, ACE + 1)
    for rank in ordinary:
        shapes[(rank,) * 2] = ("pair", rank)
        shapes[(rank,) * 3] = ("triple", rank)
        for other in ordinary:
            if other != rank:
                shapes[tuple(sorted((rank,) * 3 + (other,) * 2))] = ("full_house", rank)
    for low in ordinary:
        for high in range(low + 1, ACE + 1):
            shapes[tuple(rank for rank in range(low, high + 1) for _ in "ab")] = ("stairs", high)
    for low in range(1, ACE + 1):  # 1 is the Mah Jong
        for high in range(low + 4, ACE + 1):
            shapes[tuple(range(low, high + 1))] = ("straight", high)
    return shapes


SHAPES = _shapes()


def all_plays(hand: tuple[Card, ...], top: Play | None, wish: int | None) -> set[Play]:
    """The legal plays of the seat on turn (RULES E–K)."""
    subsets = (subset for size in range(1, len(hand) + 1) for subset in combinations(sorted(hand), size))
    laid = {play for subset in subsets for play in every_reading(subset, top) if may_follow(top, play)}
    owed = {play for play in laid if any(card.rank == wish for card in play.cards)}  # RULES K5
    return owed if wish and owed else laid


def every_reading(cards: tuple[Card, ...], top: Play | None) -> Iterator[Play]:
    if len(cards) == 1:
        yield _single(cards[0], top)
    elif DOG in cards or DRAGON in cards:  # RULES E5
        return
    elif PHOENIX in cards:
        naturals = [card.rank for card in cards if card is not PHOENIX]
        for stand_in in range(2, ACE + 1):  # RULES F2
            if shape := SHAPES.get(tuple(sorted([*naturals, stand_in]))):
                yield Play(shape[0], cards, shape[1], stand_in)
    elif bomb := _bomb(cards):  # RULES E8: whatever the player says
        yield bomb
    elif shape := SHAPES.get(tuple(card.rank for card in cards)):
        yield Play(shape[0], cards, shape[1], None)


def _single(card: Card, top: Play | None) -> Play:
    if card is PHOENIX:  # RULES F1
        on_single = top is not None and top.kind == "single" and top.cards != (DRAGON,)
        return Play("single", (card,), top.rank + 0.5 if top and on_single else 1.5, None)
    return Play("dog" if card is DOG else "single", (card,), card.rank, None)


def _bomb(cards: tuple[Card, ...]) -> Play | None:
    """RULES G1."""
    ranks = [card.rank for card in cards]
    if len(cards) == 4 and len(set(ranks)) == 1:
        return Play("four", cards, ranks[0], None)
    run = len(cards) >= 5 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    if run and MAH_JONG not in cards and len({card.suit for card in cards}) == 1:
        return Play("flush", cards, ranks[-1], None)
    return None


def may_follow(top: Play | None, play: Play) -> bool:
    """RULES E7, G2, I1, I3, J1."""
    if top is None:
        return True
    if "dog" in (top.kind, play.kind):
        return False
    if play.bomb:
        return top.bomb is None or play.bomb > top.bomb
    if play.cards == (PHOENIX,) and top.cards == (DRAGON,):
        return False
    return (play.kind, len(play.cards)) == (top.kind, len(top.cards)) and play.rank > top.rank
