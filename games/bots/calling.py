"""Whether to call Tichu or Grand Tichu (RULES B, D)."""

from __future__ import annotations

from games.bots.situation import Situation
from games.rules import DRAGON, PHOENIX, RANKS, Card

ACE = RANKS.stop - 1
GRAND_STRENGTH = 6.2
TICHU_COST = 2.2


def calls_grand(now: Situation) -> bool:
    """Eight cards with so much control that the rest hardly matters."""
    if now.partner_called:
        return False
    return strength(now.hand) >= GRAND_STRENGTH


def strength(cards: tuple[Card, ...]) -> float:
    """Control in the hand: Dragon, Phoenix, Aces, a little for Kings."""
    worth = {DRAGON: 3.0, PHOENIX: 3.0}
    total = sum(worth.get(card, 0.0) for card in cards)
    aces = sum(card.rank == ACE for card in cards)
    kings = sum(card.rank == ACE - 1 for card in cards)
    return total + 1.6 * aces + 0.4 * kings


def calls_tichu(now: Situation) -> bool:
    """Before the first card, with a hand that loses few tricks on its way out."""
    view = now.view
    if not view.mine or view.mine.tichu is not None or now.partner_called:
        return False
    if any(seat.out for seat in view.seats):
        return False
    return now.cost(now.hand) - 0.5 * len(now.bombs) <= TICHU_COST
