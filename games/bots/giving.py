"""Whom to give: three cards in the exchange, and the trick won by the Dragon (RULES C1, J2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.bots.situation import Situation
from games.engine.commands import ExchangeCards, GiveTrick
from games.rules import DOG, DRAGON, MAH_JONG, PHOENIX, Card

_WEAK = 4.5
"""A hand of this cost or more rather helps the partner to win."""
_KEEP = frozenset({DRAGON, PHOENIX})


def exchange_cards(now: Situation) -> ExchangeCards:
    """Low cards that the hand misses least to the opponents, a good one to the partner."""
    friends = {seat.number for seat in now.partners}
    targets = [to for to in now.view.places if to in now.view.targets]
    gives: list[tuple[int, Card]] = []
    kept = list(now.hand)
    for to in sorted(targets, key=lambda each: each not in friends):
        card = _for_partner(now, kept) if to in friends else _for_opponent(now, kept)
        kept.remove(card)
        gives.append((to, card))
    return ExchangeCards(now.me.number, tuple(sorted(gives, key=lambda give: give[0])))


def give_trick(now: Situation) -> GiveTrick:
    """To the opponent who is likelier to end as the last and lose it again."""
    targets = [now.view.seats[number] for number in now.view.targets]
    receiver = max(targets, key=lambda seat: (seat.count, not seat.call))
    return GiveTrick(now.me.number, receiver.number, now.view.decision)


def _for_partner(now: Situation, kept: Sequence[Card]) -> Card:
    """The best card for a caller; a high one from a weak hand; from a strong hand what it can spare."""
    if now.partner_called:
        return _best(kept)
    weak = now.cost(kept) >= _WEAK
    if DOG in kept and not weak:
        strong = [card for card in kept if card not in _KEEP | {DOG, MAH_JONG}]
    else:
        strong = [card for card in kept if card not in _KEEP | {DOG, MAH_JONG}]
    worth = 0.35 if weak else 0.18
    return min(strong, key=lambda card: (_loss(now, kept, card) - worth * max(0, card.rank - 9), -card.rank))


def _best(kept: Iterable[Card]) -> Card:
    order = {DRAGON: 17, PHOENIX: 16, DOG: -1, MAH_JONG: 0}
    return max(kept, key=lambda card: order.get(card, card.rank))


def _for_opponent(now: Situation, kept: Sequence[Card]) -> Card:
    """The card whose leaving helps most, or hurts least, weighed against what it does for them."""
    spare = [card for card in kept if card not in _KEEP and not _is_wanted(now, card)]
    return min(spare, key=lambda card: (_loss(now, kept, card) + _gift_worth(card), card.rank))


def _is_wanted(now: Situation, card: Card) -> bool:
    return card is MAH_JONG or (card is DOG and now.partner_called)


def _gift_worth(card: Card) -> float:
    """What the card is worth to whoever gets it."""
    return 0.0 if card is DOG else max(0.0, card.rank - 4) * 0.12


def _loss(now: Situation, kept: Sequence[Card], card: Card) -> float:
    return now.cost([each for each in kept if each is not card]) - now.cost(kept)
