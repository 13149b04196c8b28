"""Suggestions for the own hand: which plays the rules allow now, the plain ones before those that cost something.

Every suggestion comes from `legal_plays`; here is only an order, no judge. It advises nobody what is wise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.state import Phase
from games.engine.view import MatchView
from games.rules import DRAGON, PHOENIX, Card, Combination, legal_plays
from games.wording import capital, play_word


@dataclass(frozen=True, slots=True)
class Hint:
    """Cards to raise, none where there is nothing to suggest, and what is said about it."""

    cards: tuple[Card, ...]
    text: str


def next_hint(view: MatchView, raised: Iterable[Card]) -> Hint:
    """The suggestion after the one that is raised; after the last comes the first again."""
    if view.phase is not Phase.PLAY or not view.hand:
        return Hint((), _("There is nothing to suggest now."))
    plays = suggestions(view)
    if not plays:
        return Hint((), _("You hold nothing that beats it."))
    shown = [frozenset(play.cards) for play in plays]
    now = frozenset(raised)
    at = (shown.index(now) + 1) % len(plays) if now in shown else 0
    facts = {"number": at + 1, "all": len(plays), "play": capital(play_word(plays[at]))}
    return Hint(plays[at].cards, _("%(play)s, %(number)d of %(all)d") % facts)


def suggestions(view: MatchView) -> list[Combination]:
    """One play of each shape and height; also before the own turn, on what lies there now."""
    found: dict[tuple[object, ...], Combination] = {}
    for play in sorted(legal_plays(view.hand, view.top, view.wish), key=lambda play: _cost(view.hand, play)):
        found.setdefault((play.kind, play.length, play.rank), play)
    return list(found.values())


def _cost(hand: tuple[Card, ...], play: Combination) -> tuple[object, ...]:
    """Bombs last, then what spends Phoenix or Dragon or tears equal cards apart, then from the lowest on."""
    held = Counter(card.rank for card in hand)
    used = Counter(card.rank for card in play.cards)
    torn = sum(held[rank] - count for rank, count in used.items())
    dear = (PHOENIX in play.cards) + (DRAGON in play.cards)
    return play.is_bomb, dear, torn, play.rank, -play.length, tuple(card.index for card in play.cards)
