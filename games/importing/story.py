"""One match as an import knows it: the events to be stored, who played, when, and what differs from our rulings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

from games.engine.events import Event
from games.engine.reasons import gettext_noop as _
from games.engine.record import About, RecordFault, export
from games.engine.said import Said

LONGEST_NAME = 60
LONGEST_MATCH = 366 * 24 * 3_600_000
"""Milliseconds from the first act to the last."""


class Why(StrEnum):
    """How a round that is kept differs from our rulings."""

    WISH = "wish"  # somebody did not play the wished rank though it could be met (RULES K5)
    PARTNER = "partner"  # a failed Grand Tichu was not charged because the partner, who had called too, was first
    SCORE = "score"  # it was counted otherwise, and no known custom explains it (RULES M)


@dataclass(frozen=True, slots=True)
class Difference:
    """Round `round` is kept as it was recorded: `seat` acted otherwise, or `ours` is what we would have counted."""

    round: int
    why: Why
    seat: int | None = None
    ours: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """A match to be stored. `times` are milliseconds since its beginning, one for each event, None where nobody
    wrote them down; `finished` is False where the record breaks off. `line` is its first in the file."""

    line: int
    players: tuple[str, ...]
    played_at: datetime | None
    events: tuple[Event, ...]
    times: tuple[int, ...] | None
    finished: bool
    differences: tuple[Difference, ...] = ()

    @property
    def digest(self) -> str:
        """The same match, told twice, has the same; when it was played and how fast doesn't matter."""
        lines = "\n".join(export(self.events, About(self.players)))
        return sha256(lines.encode()).hexdigest()


Told = Story | RecordFault
"""What one record of a file is: a story, or the reason why it cannot be taken."""


def named(line: int, names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """The names to show, as plain text on one line; seats without one are P1, P2 …"""
    found = tuple(" ".join("".join(each if each.isprintable() else " " for each in name).split()) for name in names)
    if any(len(name) > LONGEST_NAME for name in found):
        raise RecordFault(line, Said(_("match: a name is longer than {count} characters"), count=LONGEST_NAME))
    found = found or ("",) * seats
    return tuple(name or f"P{number}" for number, name in enumerate(found, start=1))
