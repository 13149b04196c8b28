"""Who is there: a seat is offline when no socket and no request has shown it for ten seconds. Never in the log.

Signs of life go to the cache; the row is written when a seat comes, goes, or once a minute. Silence says nothing of a
seat while the service or the cache has only just come back: what was seen before may be lost.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.core.cache import cache

from games import notify
from games.models import Pulse, Seat, Table
from games.times import from_ms, now_ms
from games.writing import write

AWAY = 10_000
"""Milliseconds of silence after which a seat counts as offline."""
WRITTEN_EVERY = 60_000
SWEPT_EVERY = 2_000
KEPT = 120
"""Seconds a sign of life stays in the cache."""
SHOWN_AGAIN = 20_000
"""Milliseconds in which every open page shows itself after a restart of ours: a socket that lives on does within four
seconds, a page without one asks every two, and one request may have to fail before."""
SWEPT_SINCE = "presence-swept-since"
"""Since when (ms) this cache has been swept without a break. A cache that is emptied loses it, too."""
UNSWEPT = 10
"""Seconds without a sweep that are such a break."""


def touch(seat_id: int, now: int | None = None) -> None:
    """This seat has just shown itself (socket, poll or POST); tells the table when it was away."""
    now = now_ms() if now is None else now
    seen, written = cache.get(_key(seat_id), (None, 0))
    back = seen is None or now - seen > AWAY
    write_row = back or now - written >= WRITTEN_EVERY
    cache.set(_key(seat_id), (now, now if write_row else written), KEPT)
    if write_row:
        _note(seat_id, now)


def leave(seat_id: int) -> None:
    """Forget the signs of life of a seat (tests, closed accounts); the next sweep finds it offline."""
    cache.delete(_key(seat_id))


def online(seat_ids: Iterable[int], now: int | None = None) -> frozenset[int]:
    """Those of the seats that are there now."""
    now = now_ms() if now is None else now
    found = cache.get_many([_key(seat_id) for seat_id in seat_ids])
    return frozenset(_id(key) for key, (seen, _) in found.items() if now - seen <= AWAY)


_swept_at = 0


def forget() -> None:
    """Behave as a process that has not swept yet (tests)."""
    global _swept_at
    _swept_at = 0


def sweep(now: int) -> None:
    """Tell the tables about seats that have fallen silent; at most every two seconds per process. Not after a restart,
    before everybody has had the time to show themselves (BUGLOG T07)."""
    global _swept_at
    if 0 <= now - _swept_at < SWEPT_EVERY:
        return
    _swept_at = now
    shown = list(Seat.objects.filter(online=True, live=True, user__isnull=False).values_list("pk", flat=True))
    there = online(shown, now)
    if _has_heard_all(now):
        for seat_id in shown:
            if seat_id not in there:
                _gone(seat_id)


def _has_heard_all(now: int) -> bool:
    """Is silence the seat's own? To be asked after the signs of life were read: whoever empties the cache in between
    empties it of this mark. `touch` prolongs it and never brings it back."""
    cache.add(SWEPT_SINCE, now, UNSWEPT)
    cache.touch(SWEPT_SINCE, UNSWEPT)
    restarted = now - cache.get(SWEPT_SINCE, now) < SHOWN_AGAIN
    return not (restarted or Pulse.objects.filter(since__gt=now - SHOWN_AGAIN).exists())


def _note(seat_id: int, now: int) -> None:
    with write():
        Seat.objects.filter(pk=seat_id).update(last_seen=from_ms(now))
        if Seat.objects.filter(pk=seat_id, online=False).update(online=True):
            _tell(seat_id)


def _gone(seat_id: int) -> None:
    with write():
        if Seat.objects.filter(pk=seat_id, online=True).update(online=False):
            _tell(seat_id)


def _tell(seat_id: int) -> None:
    notify.bump(Table.objects.get(matches__seats=seat_id))


def _key(seat_id: int) -> str:
    return f"seat-seen-{seat_id}"


def _id(key: str) -> int:
    return int(key.rpartition("-")[2])
