"""The memory aid of a private table that wants it: what has been played, and the points in tricks so far.

Made of what everybody has seen anyway; without it each player has to remember (RULES U2).
"""

from __future__ import annotations

from collections import Counter, defaultdict

from django.utils.translation import gettext as _

from games.engine import events as e
from games.engine.view import MatchView
from games.rules import Card, points_of
from games.wording import card_word


def points_so_far(view: MatchView) -> tuple[int, ...]:
    """Card points in the tricks of each team. A trick that is still on the table is nobody's."""
    tricks: dict[int, list[Card]] = defaultdict(list)
    points = [0] * len(view.teams)
    for trick, event in view.story:
        match event:
            case e.CombinationPlayed():
                tricks[trick] += event.combination.cards
            case e.TrickTaken(gift=False):
                points[view.seats[event.seat].team] += points_of(tricks.pop(trick, []))
            case e.TrickGiven():
                points[view.seats[event.to].team] += points_of(tricks.pop(trick, []))
    return tuple(points)


def played_words(view: MatchView) -> str:
    """ "Played: Dragon · A×2 · K×4", the highest first; "" before the first card."""
    cards = sorted((card for _trick, event in view.story if isinstance(event, e.CombinationPlayed)
                    for card in event.combination.cards), reverse=True)  # fmt: skip
    ranks = Counter(card.code[0] for card in cards if not card.is_special)
    parts = [card_word(card) for card in cards if card.is_special]
    parts += [f"{'10' if rank == 'T' else rank}×{count}" for rank, count in ranks.items()]
    return _("Played: %s") % " · ".join(parts) if parts else ""
