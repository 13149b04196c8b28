"""The plays that need cards of several ranks: full houses, consecutive pairs, straights, straight flushes.

Internal to the rules. Each function takes a hand by groups and makes everything that ranks above
`above` (0 on a lead) and, for runs, has one of the `lengths`, counted in ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product

from games.rules.cards import ACE_RANK, LOWEST_RANK, MAH_JONG_RANK, PHOENIX, Suit
from games.rules.combinations import STRAIGHT_LENGTH, Combination, Kind, is_one_suit
from games.rules.groups import Cards, Group

STAIRS_LENGTHS = range(2, 8)
STRAIGHT_LENGTHS = range(5, 15)

_ALL_SUITS = 0b1111
_ONLY_PHOENIX = (PHOENIX,)
_NO_WAYS: tuple[Cards, ...] = ()


def full_houses(groups: Sequence[Group], above: float) -> list[Combination]:
    """Every full house with a triple above `above` (RULES E2, E6)."""
    held = [group for group in groups[LOWEST_RANK : ACE_RANK + 1] if group.cards]
    phoenix = _has_phoenix(groups)
    found: list[Combination] = []
    for triple in held:
        if triple.rank > above and (triple.threes or (phoenix and triple.twos)):
            for pair in held:
                if pair is not triple:
                    found += _full_houses_of(triple, pair, phoenix)
    return found


def _full_houses_of(triple: Group, pair: Group, phoenix: bool) -> list[Combination]:
    rank = triple.rank
    found = [Combination(Kind.FULL_HOUSE, cards, rank) for cards in _joined(triple, triple.threes, pair, pair.twos)]
    if phoenix:
        for cards in _joined(triple, triple.twos, pair, pair.twos):
            found.append(Combination(Kind.FULL_HOUSE, cards + _ONLY_PHOENIX, rank, rank))
        for cards in _joined(triple, triple.threes, pair, pair.ones):
            found.append(Combination(Kind.FULL_HOUSE, cards + _ONLY_PHOENIX, rank, pair.rank))
    return found


def _joined(triple: Group, of_triple: tuple[Cards, ...], pair: Group, of_pair: tuple[Cards, ...]) -> list[Cards]:
    if triple.rank > pair.rank:
        of_triple, of_pair = of_pair, of_triple
    return [low + high for low in of_triple for high in of_pair]


def stairs(groups: Sequence[Group], lengths: range, above: float) -> list[Combination]:
    """Every run of consecutive pairs; the Phoenix fills up one of them (RULES E2, E4)."""
    phoenix = _has_phoenix(groups)
    whole = [group.twos for group in groups[: ACE_RANK + 1]]
    short = [group.ones if phoenix and group.rank >= LOWEST_RANK else _NO_WAYS for group in groups[: ACE_RANK + 1]]
    found: list[Combination] = []
    for low, high, weak in _windows(whole, short, lengths, above):
        if weak is None:
            found += [Combination(Kind.STAIRS, _flat(way), high) for way in product(*whole[low : high + 1])]
        for stand_in in _stand_ins(low, high, weak) if phoenix else ():
            ways = product(*whole[low:stand_in], short[stand_in], *whole[stand_in + 1 : high + 1])
            found += [Combination(Kind.STAIRS, _flat(way) + _ONLY_PHOENIX, high, stand_in) for way in ways]
    return found


def straights(groups: Sequence[Group], lengths: range, above: float) -> list[Combination]:
    """Every straight that is no bomb; the Phoenix may stand for any rank but 1 (RULES E2–E4, E8, F2)."""
    cards = [group.cards for group in groups[: ACE_RANK + 1]]
    phoenix = _has_phoenix(groups)
    short = [phoenix and rank >= LOWEST_RANK for rank in range(ACE_RANK + 1)]
    found: list[Combination] = []
    for low, high, gap in _windows(cards, short, lengths, above):
        if gap is None:
            ways = _not_one_suit(product(*cards[low : high + 1]), groups[low : high + 1])
            found += [Combination(Kind.STRAIGHT, way, high) for way in ways]
        for stand_in in _stand_ins(low, high, gap) if phoenix else ():
            ways = product(*cards[low:stand_in], *cards[stand_in + 1 : high + 1], _ONLY_PHOENIX)
            found += [Combination(Kind.STRAIGHT, way, high, stand_in) for way in ways]
    return found


def flushes(groups: Sequence[Group]) -> list[Combination]:
    """Every straight flush, of any length and rank (RULES G1)."""
    found: list[Combination] = []
    for low in range(LOWEST_RANK, ACE_RANK + 2 - STRAIGHT_LENGTH):
        common = _ALL_SUITS
        for high in range(low, ACE_RANK + 1):
            common &= groups[high].suits
            if not common:
                break
            if high - low + 1 >= STRAIGHT_LENGTH:
                found += _flushes_of(groups[low : high + 1], common)
    return found


def _flushes_of(window: Sequence[Group], common: int) -> list[Combination]:
    runs = [[each for group in window for each in group.cards if each.suit is suit] for suit in _suits(common)]
    return [Combination(Kind.FLUSH, tuple(run), window[-1].rank) for run in runs]


def _not_one_suit(ways: Iterable[Cards], window: Sequence[Group]) -> Iterable[Cards]:
    """The ways but for straight flushes; looked at only where a suit runs through (RULES E8)."""
    common = _ALL_SUITS
    for group in window:
        common &= group.suits
    return (way for way in ways if not is_one_suit(way)) if common else ways


def _windows(
    whole: Sequence[object], short: Sequence[object], lengths: range, above: float
) -> Iterator[tuple[int, int, int | None]]:
    """Lowest and highest rank of each possible run, and its one rank that is only `short`, if any."""
    for low in range(MAH_JONG_RANK, ACE_RANK + 2 - lengths.start):
        weak = None
        for high in range(low, min(low + lengths.stop - 1, ACE_RANK + 1)):
            if not whole[high]:
                if weak is not None or not short[high]:
                    break
                weak = high
            if high > above and high - low + 1 in lengths:
                yield low, high, weak


def _has_phoenix(groups: Sequence[Group]) -> bool:
    return bool(groups[PHOENIX.rank].cards)


def _flat(way: Iterable[Cards]) -> Cards:
    return tuple(chain.from_iterable(way))


def _stand_ins(low: int, high: int, weak: int | None) -> Iterable[int]:
    """The ranks the Phoenix may take in this run: the weak one, or any if all are whole."""
    return range(max(low, LOWEST_RANK), high + 1) if weak is None else (weak,)


def _suits(held: int) -> list[Suit]:
    return [suit for bit, suit in enumerate(Suit) if held >> bit & 1]
