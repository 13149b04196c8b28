"""What to wish for with the Mah Jong (RULES K2, K3)."""

from __future__ import annotations

from games.bots.situation import Situation
from games.rules import RANKS, Combination

ACE = RANKS.stop - 1


def choose_wish(now: Situation, play: Combination) -> int:
    """The Ace against a caller; else the rank given to the next opponent; else one he may well hold."""
    held = {card.rank for card in now.hand if card not in play.cards}
    if now.callers and ACE not in held:
        return ACE
    given = _given_to_next(now)
    if given is not None and given not in held:
        return given
    lacking = [rank for rank in RANKS if rank not in held and now.outlook.left(rank)]
    return max(lacking, key=lambda rank: (now.outlook.left(rank), rank), default=ACE)


def _given_to_next(now: Situation) -> int | None:
    mine = now.view.mine
    next_opponent = now.opponents[0].number
    for to, card in mine.given if mine else ():
        if to == next_opponent and card.rank in RANKS and card in now.unseen:
            return card.rank
    return None
