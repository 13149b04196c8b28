"""What is agreed before a match and pinned in its first event."""

from __future__ import annotations

from dataclasses import dataclass, replace


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

    def at_pace(self, pace: int) -> ClockRules:
        """The time for decisions `pace` times as long, the pauses as they are; 0 = no clock for decisions."""
        return replace(self, **{name: getattr(self, name) * pace for name in DECISIONS})

    @property
    def is_off(self) -> bool:
        """No decision has a deadline."""
        return not any(getattr(self, name) for name in DECISIONS)


DECISIONS = ("turn", "grand", "exchange", "gift", "reserve")
"""What a relaxed table has more of."""


@dataclass(frozen=True, slots=True)
class Options:
    """Target score and clock of a match."""

    target: int = 1000
    clock: ClockRules = ClockRules()
