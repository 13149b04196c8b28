"""What the Phoenix stands for in a printed BrettspielWelt play: its place in the line says so."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules import PHOENIX, Card, Combination, Kind


def meant(cards: Sequence[Card], found: Sequence[Combination]) -> int | None:
    """The rank meant; None where there is no choice. Cards are printed highest first, the Phoenix at its place, or
    in front of its own group where there is a choice."""
    choices = [each.phoenix for each in found if each.phoenix is not None]
    if len(choices) < 2:
        return None
    wanted = _by_place(cards, found[0].kind)
    return wanted if wanted in choices else None


def _by_place(cards: Sequence[Card], kind: Kind) -> int:
    place = list(cards).index(PHOENIX)
    if kind is not Kind.STRAIGHT:
        return cards[place + 1].rank if place + 1 < len(cards) else cards[place - 1].rank
    return cards[place - 1].rank - 1 if place else cards[1].rank + 1
