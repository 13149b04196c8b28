"""What is agreed before a match and pinned in its first event."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClockRules:
    """Milliseconds: per decision, the reserve per player and match, and the pauses (RULES O1, O6, O7)."""

    turn: int = 30_000
    grand: int = 30_000
    exchange: int = 45_000
    gift: int = 20_000
    reserve: int = 60_000
    pause: int = 3_000
    short_pause: int = 1_000
    ready: int = 30_000


@dataclass(frozen=True, slots=True)
class Options:
    """Target score and clock of a match."""

    target: int = 1000
    clock: ClockRules = ClockRules()
