"""Lessons: beginning one, or going on where it was left."""

from __future__ import annotations

from accounts.models import User
from games.models import Match, Seat, Table
from games.services.commit import Shuffle
from games.services.tables import open_practice
from games.times import now_ms


def running_lesson(user: User, slug: str) -> Table | None:
    """The table where the user's lesson of this name waits, if there is one."""
    seats = Seat.objects.filter(user=user, live=True, match__status=Match.Status.RUNNING, match__table__lesson=slug)
    seat = seats.select_related("match__table").first()
    return seat.match.table if seat else None


def start_lesson(
    *, user: User, slug: str, again: bool = False, now: int | None = None, shuffle: Shuffle | None = None
) -> Table:
    """The table of the user's lesson `slug`: where it waits, else a new one; `again` begins anew in any case. Another
    running lesson ends. Raises TableRefusal while the user plays a match (RULES O8)."""
    waiting = None if again else running_lesson(user, slug)
    now = now_ms() if now is None else now
    return waiting or open_practice(user=user, lesson=slug, now=now, shuffle=shuffle)
