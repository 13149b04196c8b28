"""The plays that need cards of several ranks: full houses, consecutive pairs, straights, straight flushes.

Internal to the rules. Each function takes a hand by groups and makes everything that ranks above
`above` (0 on a lead) and, for runs, has one of the `lengths`, counted in ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product

from games.rules.cards import ACE_RANK, LOWEST_RANK, MAH_JONG_RANK, PHOENIX, Suit
from games.rules.combinations import STRAIGHT_LENGTH, Combination, Kind, alike, is_one_suit
from games.rules.groups import Cards, Group

STAIRS_LENGTHS = range(2, 8)
STRAIGHT_LENGTHS = range(5, 15)

_ALL_SUITS = 0b1111
_ONLY_PHOENIX = (PHOENIX,)
_ANY_RANK = (True,) * (ACE_RANK + 1)


def full_houses(groups: Sequence[Group], above: float) -> list[Combination]:
    """Every full house with a triple above `above` (RULES E2, E6)."""
    phoenix = _has_phoenix(groups)
    paired = [group for group in groups if group.twos]
    found: list[Combination] = []
    for triple in paired:
        if triple.rank > above:
            others = [group for group in paired if group is not triple]
            if triple.threes:
                found += _full_houses_with(triple, others)
            if phoenix:
                found += _phoenix_in_triple(triple, others)
            if phoenix and triple.threes:
                found += _phoenix_in_pair(triple, groups[LOWEST_RANK : ACE_RANK + 1])
    return found


def _full_houses_with(triple: Group, pairs: Iterable[Group]) -> list[Combination]:
    ways = [_joined(triple, three, pair, two) for pair in pairs for three in triple.threes for two in pair.twos]
    return alike(Kind.FULL_HOUSE, ways, triple.rank)


def _phoenix_in_triple(triple: Group, pairs: Iterable[Group]) -> list[Combination]:
    ways = [_joined(triple, two, pair, other) for pair in pairs for two in triple.twos for other in pair.twos]
    return alike(Kind.FULL_HOUSE, [way + _ONLY_PHOENIX for way in ways], triple.rank, triple.rank)


def _phoenix_in_pair(triple: Group, pairs: Iterable[Group]) -> list[Combination]:
    found: list[Combination] = []
    for pair in pairs:
        if pair is not triple:
            ways = [_joined(triple, three, pair, one) for three in triple.threes for one in pair.ones]
            found += alike(Kind.FULL_HOUSE, [way + _ONLY_PHOENIX for way in ways], triple.rank, pair.rank)
    return found


def _joined(triple: Group, of_triple: Cards, pair: Group, of_pair: Cards) -> Cards:
    return of_triple + of_pair if triple.rank < pair.rank else of_pair + of_triple


def stairs(groups: Sequence[Group], lengths: range, above: float) -> list[Combination]:
    """Every run of consecutive pairs; the Phoenix fills up one of them (RULES E2, E4)."""
    pairs = [group.twos for group in groups]
    halves = [group.ones for group in groups] if _has_phoenix(groups) else []
    found: list[Combination] = []
    for low, high, weak in _windows(pairs, halves, lengths, above):
        if weak is None:
            found += alike(Kind.STAIRS, map(_flat, product(*pairs[low : high + 1])), high)
        for stand_in in _stand_ins(low, high, weak) if halves else ():
            ways = product(*pairs[low:stand_in], halves[stand_in], *pairs[stand_in + 1 : high + 1], (_ONLY_PHOENIX,))
            found += alike(Kind.STAIRS, map(_flat, ways), high, stand_in)
    return found


def straights(groups: Sequence[Group], lengths: range, above: float) -> list[Combination]:
    """Every straight that is no bomb; the Phoenix may stand for any rank but 1 (RULES E2–E4, E8, F2)."""
    cards = [group.cards for group in groups]
    gaps = _ANY_RANK if _has_phoenix(groups) else ()
    found: list[Combination] = []
    for low, high, gap in _windows(cards, gaps, lengths, above):
        if gap is None:
            ways = _not_one_suit(product(*cards[low : high + 1]), groups[low : high + 1])
            found += alike(Kind.STRAIGHT, ways, high)
        for stand_in in _stand_ins(low, high, gap) if gaps else ():
            ways = product(*cards[low:stand_in], *cards[stand_in + 1 : high + 1], _ONLY_PHOENIX)
            found += alike(Kind.STRAIGHT, ways, high, stand_in)
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
    whole: Sequence[object], helped: Sequence[object], lengths: range, above: float
) -> Iterator[tuple[int, int, int | None]]:
    """Lowest and highest rank of each run, and its one rank, if any, that is not whole and takes the Phoenix.

    `whole` and `helped` say for each rank whether it is there naturally, or with the Phoenix (empty: not held).
    """
    shortest, longest = lengths.start, lengths.stop - 1
    there = sum([1 << rank for rank, ways in enumerate(whole) if ways])
    first, needed = (1 << shortest) - 1, shortest - bool(helped)
    for low in range(MAH_JONG_RANK, ACE_RANK + 2 - shortest):
        if (there >> low & first).bit_count() < needed:
            continue  # most starts end here
        weak = None
        for high in range(low, min(low + longest, ACE_RANK + 1)):
            if not whole[high]:
                if weak is not None or not helped or high < LOWEST_RANK or not helped[high]:
                    break
                weak = high
            if high > above and high - low + 1 >= shortest:
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
