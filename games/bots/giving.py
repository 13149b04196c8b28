"""Whom to give: three cards in the exchange, and the trick won by the Dragon (RULES C1, J2)."""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.situation import Situation
from games.engine.commands import ExchangeCards, GiveTrick
from games.rules import DOG, DRAGON, MAH_JONG, PHOENIX, Card

_WEAK = 4.5
"""A hand of this cost or more rather helps the partner to win."""
_TO_HELP, _TO_WIN = 0.8, 0.4
"""How much a card in the partner's hand counts against one in the own: from a weak hand, from a strong one."""
_KEEP = frozenset({DRAGON, PHOENIX})
_HIGH = {11: 0.55, 12: 0.7, 13: 0.9, 14: 1.2}
_SPECIAL = {DRAGON: 1.7, PHOENIX: 1.8, MAH_JONG: 0.2, DOG: -0.2}


def exchange_cards(now: Situation) -> ExchangeCards:
    """To the opponents what the hand misses least and they can use least, to the partner what helps him."""
    friends = {seat.number for seat in now.partners}
    targets = [to for to in now.view.places if to in now.view.targets]
    gives: list[tuple[int, Card]] = []
    kept = list(now.hand)
    for to in sorted(targets, key=lambda each: each in friends):
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
    """The best card for a caller, a useful one else: the weaker the own hand, the better."""
    if now.partner_called:
        return max(kept, key=_worth)
    weight = _TO_HELP if now.cost(kept) >= _WEAK else _TO_WIN
    spare = [card for card in kept if card not in _KEEP and card is not MAH_JONG]
    return min(spare, key=lambda card: (_loss(now, kept, card) - weight * _worth(card), card.index))


def _for_opponent(now: Situation, kept: Sequence[Card]) -> Card:
    """The card whose leaving helps most, or hurts least, weighed against what it does for them."""
    spare = [card for card in kept if card not in _KEEP and not _is_wanted(now, card)]
    return min(spare, key=lambda card: (_loss(now, kept, card) + _worth(card), card.index))


def _is_wanted(now: Situation, card: Card) -> bool:
    return card is MAH_JONG or (card is DOG and now.partner_called)


def _worth(card: Card) -> float:
    """What the card is worth to whoever gets it, in tricks."""
    return _SPECIAL.get(card, _HIGH.get(card.rank, (card.rank - 2) * 0.05))


def _loss(now: Situation, kept: Sequence[Card], card: Card) -> float:
    return now.cost([each for each in kept if each is not card]) - now.cost(kept)
