"""Is the service well? Web, worker, beat, broker and database all have to answer, or the clocks stand still (RULES O5).

A web process shows itself in the cache several times a second; each sweep, which beat, broker and a worker have
brought about, sees that and leaves the pulse in the database. Its age is all that anybody else has to ask.
"""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError

from games.engine.clock import GRACE
from games.models import Outage, Pulse

logger = logging.getLogger(__name__)

STALE_PULSE = 5_000
"""An older pulse (in ms) means that the service was down: clocks are credited, nobody loses (RULES O5)."""
RESTART_GAP = 1_500
"""Where web or sweep were away, this much (in ms) is an outage already: two ticks, and the signs of life before them,
are else never so far apart."""
WEB_SILENT = 2_000
"""After so many milliseconds without a sign of life no web process is there."""
SETTLED = 60_000
"""Milliseconds in which open pages have found the service again."""
WEB_SEEN, WEB_BACK = "web-seen", "web-back"
KEPT = 3_600
"""Seconds a web process's sign of life stays in the cache."""


def show_web(now: int) -> None:
    """A web process answers at `now` (ms); whether none did before is kept for who reckons the outage."""
    seen = cache.get(WEB_SEEN, 0)
    if now - seen > RESTART_GAP:
        cache.set(WEB_BACK, now, KEPT)
    if not 0 <= seen - now <= WEB_SILENT:  # another process was quicker; only a clock set back makes it more
        cache.set(WEB_SEEN, now, KEPT)


def web_seen(now: int) -> int:
    """When a web process last showed itself (ms), at the latest `now`; `now` where nobody watches the web."""
    return min(now, cache.get(WEB_SEEN, 0)) if settings.WATCH_WEB else now


def longest_gap(pulse: Pulse) -> int:
    """The age (in ms) of a pulse above which the time since then was an outage: while the web answered, a late sweep
    took nobody's time; where it was away since, nobody could answer."""
    return RESTART_GAP if cache.get(WEB_BACK, 0) > pulse.at else STALE_PULSE


def judged(now: int) -> int:
    """The moment up to which workers judge by time at `now` (ms): nobody has to answer while no web process does.
    The grace is for the way between two signs of life; a deadline that the web has not lived to see never counts."""
    return min(now, web_seen(now) + GRACE)


def pulse_age(now: int) -> int | None:
    """Milliseconds since the service was last well; None before the first sweep."""
    pulse = Pulse.objects.first()
    return None if pulse is None else max(0, now - pulse.at)


def down(since: int, now: int) -> int:
    """Milliseconds between `since` and `now` in which the service was not well, the outage that lasts included."""
    ended = sum(each.until - max(each.since, since) for each in Outage.objects.filter(until__gt=since))
    age = pulse_age(now) or 0
    return ended + (min(age, now - since) if age > STALE_PULSE else 0)


def has_settled(now: int) -> bool:
    """Has everybody had the time at `now` (ms) to come back after the last outage? Before it absence says nothing."""
    pulse = Pulse.objects.first()
    return pulse is None or now - pulse.since >= SETTLED


class _Watch:
    """What this process knows of the pulse, so that pages need not ask, and whether the alarm was given."""

    def __init__(self) -> None:
        self.pulse: int | None = None
        self.began: int | None = None
        self.alarmed = False


_watch = _Watch()


def forget() -> None:
    """Behave as a process that has not looked yet (tests)."""
    _watch.__init__()  # type: ignore[misc]


def look(now: int) -> None:
    """Learn how old the pulse is; an outage is told to the log as it begins, once, and as it ends (BUGLOG T10)."""
    _watch.began = now if _watch.began is None else _watch.began
    try:
        pulse = Pulse.objects.first()
    except DatabaseError:
        pulse = None
        _watch.pulse = now if _watch.pulse is None else _watch.pulse
    if pulse is not None:
        _watch.pulse = pulse.at
    _tell(now)


def _tell(now: int) -> None:
    """Whoever has just been started gives the others a moment before the alarm."""
    since = stopped_since(now)
    if since is not None and now - (_watch.began or now) <= STALE_PULSE:
        return
    if since is not None and not _watch.alarmed:
        logger.error("The service is not well: no sweep for %d s. All clocks are stopped", (now - since) // 1000)
    if since is None and _watch.alarmed:
        logger.warning("The service is well again, the clocks run")
    _watch.alarmed = since is not None


def stopped_since(now: int) -> int | None:
    """Since when (ms) the clocks stand still, None while they run. Knows what the last `look` found; asks nobody."""
    pulse = _watch.pulse
    return pulse if pulse is not None and now - pulse > STALE_PULSE else None
