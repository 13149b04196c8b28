"""Everything the owner of a hand may lay on an ordinary turn, and what a wish makes him do (RULES E–K).

The one judge of legality within a turn: engine, house players and the table's hints all ask here.
Knows hand, top and wish only: no seats, no whose turn, no time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor
from typing import assert_never

from games.rules.cards import PHOENIX, Card
from games.rules.combinations import Combination, Kind, beats, bomb_strength, readings
from games.rules.groups import Group, groups_of
from games.rules.runs import STAIRS_LENGTHS, STRAIGHT_LENGTHS, flushes, full_houses, stairs, straights


def legal_plays(hand: Iterable[Card], top: Combination | None, wish: int | None) -> list[Combination]:
    """Every play the rules allow on an ordinary turn with this hand, one for each reading (RULES E–K).

    `top` is what must be beaten, `None` on a lead. If some legal play contains a natural card of the
    wished rank, only such plays are returned (RULES K5–K9).
    """
    plays = _all_plays(hand, top)
    if wish is None:
        return plays
    return [each for each in plays if fulfils(each, wish)] or plays


def owes_wish(hand: Iterable[Card], top: Combination | None, wish: int | None) -> bool:
    """Whether some legal play contains a natural card of the wished rank, so that one is owed (RULES K5, K7, K8)."""
    held = tuple(hand)
    if wish is None or not fulfils(held, wish):
        return False
    return top is None or any(fulfils(each, wish) for each in _all_plays(held, top))


def may_pass(hand: Iterable[Card], top: Combination | None, wish: int | None) -> bool:
    """Whether the seat on turn may pass: never on a lead, never when the wish is owed (RULES H1, K5)."""
    return top is not None and not owes_wish(hand, top, wish)


def fulfils(cards: Combination | Iterable[Card], wish: int) -> bool:
    """Whether a natural card of the rank is among them; the Phoenix never is one (RULES K8)."""
    laid = cards.cards if isinstance(cards, Combination) else cards
    return any(each.rank == wish for each in laid)


def bombs_in(hand: Iterable[Card]) -> list[Combination]:
    """Every bomb in the hand, the weakest first (RULES G1, G2)."""
    return sorted(_bombs(groups_of(hand)), key=bomb_strength)


def bombs_over(hand: Iterable[Card], top: Combination | None) -> list[Combination]:
    """Every bomb in the hand that may be thrown on this top, the weakest first; none without a top (RULES G3)."""
    return [each for each in bombs_in(hand) if top is not None and beats(top, each)]


def _all_plays(hand: Iterable[Card], top: Combination | None) -> list[Combination]:
    """Every play on this top, wish or no wish."""
    groups = groups_of(hand)
    if top is None:
        return _leads(groups)
    return [*_answers(groups, top), *(bomb for bomb in _bombs(groups) if beats(top, bomb))]


def _leads(groups: Sequence[Group]) -> list[Combination]:
    plays: list[Combination] = []
    for group in groups:
        plays += group.alone
    if groups[PHOENIX.rank].cards:
        for group in groups:
            plays += group.helped
    plays += full_houses(groups, above=0)
    plays += stairs(groups, STAIRS_LENGTHS, above=0)
    plays += straights(groups, STRAIGHT_LENGTHS, above=0)
    plays += flushes(groups)
    return plays


def _answers(groups: Sequence[Group], top: Combination) -> list[Combination]:
    """The ordinary plays on this top: same kind, same number of cards, higher (RULES E7)."""
    match top.kind:
        case Kind.SINGLE | Kind.PAIR | Kind.TRIPLE:
            return _of_one_rank(groups, top)
        case Kind.FULL_HOUSE:
            return full_houses(groups, top.rank)
        case Kind.STAIRS:
            return stairs(groups, _exactly(len(top.cards) // 2), top.rank)
        case Kind.STRAIGHT:
            return straights(groups, _exactly(len(top.cards)), top.rank)
        case Kind.DOG | Kind.FOUR | Kind.FLUSH:
            return []
        case _:
            assert_never(top.kind)


def _of_one_rank(groups: Sequence[Group], top: Combination) -> list[Combination]:
    """The single, pair or triple answers to a single, pair or triple; the Phoenix adapts to the top (RULES F1)."""
    phoenix = groups[PHOENIX.rank].cards
    plays: list[Combination] = []
    for group in groups[floor(top.rank) + 1 :]:
        if group.rank != PHOENIX.rank:
            plays += group.alone
            plays += group.helped if phoenix else ()
    plays += readings(phoenix, top)
    return [play for play in plays if play.kind is top.kind and play.rank > top.rank]


def _bombs(groups: Sequence[Group]) -> list[Combination]:
    fours = [group.alone[-1] for group in groups if len(group.cards) == 4]
    return fours + flushes(groups)


def _exactly(length: int) -> range:
    return range(length, length + 1)
