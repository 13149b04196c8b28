"""Who the house players are, and how long they seem to think. Nothing here looks at cards."""

from __future__ import annotations

from random import Random

HOUSE_PLAYERS: tuple[str, ...] = (
    "Assam",
    "Bancha",
    "Ceylon",
    "Darjeeling",
    "Genmaicha",
    "Gunpowder",
    "Gyokuro",
    "Hojicha",
    "Jasmine",
    "Keemun",
    "Kukicha",
    "Lapsang",
    "Matcha",
    "Oolong",
    "Rooibos",
    "Sencha",
)
"""Teas, so that nobody takes a house player for a person."""

SHORTEST_MS = 800
LONGEST_MS = 2500


def delay_ms(seat: int, decision: int, seed: int | str) -> int:
    """How long a house player waits, drawn from seat, decision number and the match's seed alone,
    so that it tells nothing of the hand (RULES P2)."""
    return Random(f"{seed}/{seat}/{decision}").randint(SHORTEST_MS, LONGEST_MS)
