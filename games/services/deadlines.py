"""Sweeping: whatever is due by time happens here even if nobody acts. Every service may run twice, late or in parallel.

Also the pulse: each sweep that sees the web notes that the service is well; a gap between two notes is time nobody
had (RULES O5).
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from django.db import InterfaceError, OperationalError
from django.db.models import QuerySet

from games import log, presence
from games.engine.clock import GRACE
from games.log import StaleHead
from games.models import Match, Outage, Pulse
from games.services import health, house
from games.services.commit import Shuffle
from games.services.health import RESTART_GAP, STALE_PULSE, WEB_SILENT
from games.services.overtime import catch_up, credit, lost

logger = logging.getLogger(__name__)

PUSHED_AHEAD = 60_000
"""A match that cannot be judged waits so long, so that it holds up no other (in ms)."""
TRIED_AGAIN = 2_000
"""So long where only the database did not answer this time (in ms)."""
HOUSE_SLACK = 400
"""The sweep looks after house players whose own wake-up is so late (in ms)."""
BATCH = 500
UNNOTICED = 2_000
"""Milliseconds of giving back after which the pulse is felt anew: many matches take longer than it stays fresh."""
PASSING = (OperationalError, InterfaceError)
"""Faults of the database that are over soon."""
CREDIT_ATTEMPTS = 20


def match_expire(*, match_id: int, now: int, shuffle: Shuffle | None = None) -> None:
    """Do to one match what is due at `now` (ms): collect, deal, forfeit, credit; else nothing (RULES O2–O7)."""
    now = health.judged(now)
    match = Match.objects.select_related("table").get(pk=match_id)
    if match.status != Match.Status.RUNNING:
        return
    try:
        catch_up(match, log.current(match_id), now=now, shuffle=shuffle)
    except StaleHead:
        return  # somebody acted at this very moment, and has looked at the clock himself


def wake_house(*, match_id: int, now: int, decision: int | None = None) -> None:
    """Let the house players of one match move whose time has come; while there is no web, the sweep after it does."""
    if now - (moment := health.judged(now)) <= WEB_SILENT:
        house.move(match_id=match_id, now=moment, decision=decision)


_sweeping = threading.Lock()


def expire_due(now: int) -> None:
    """One sweep at `now` (ms): outage credits, deadlines oldest first, house players, presence. Does nothing while
    another one is at work in this process (BUGLOG T09)."""
    if not _sweeping.acquire(blocking=False):
        return
    try:
        _sweep(now)
    finally:
        _sweeping.release()


def _sweep(now: int) -> None:
    well = health.web_seen(now)
    if now - well > WEB_SILENT:
        _notice_other_clock(now, well)
        return  # no clock runs, and the pulse grows old
    _feel_pulse(now, well)
    running = Match.objects.filter(status=Match.Status.RUNNING)
    for match_id in _due(running.filter(deadline__lte=now - GRACE), "deadline"):
        _guarded(match_id, now, "deadline", lambda pk: match_expire(match_id=pk, now=now))
    for match_id in _due(running.filter(house_due__lte=now - HOUSE_SLACK), "house_due"):
        _guarded(match_id, now, "house_due", lambda pk: wake_house(match_id=pk, now=now))
    presence.sweep(now)


_silent_at: int | None = None


def _notice_other_clock(now: int, well: int) -> None:
    """A web that goes on showing itself in the past is there: its machine has another time, and somebody must know."""
    global _silent_at
    if _silent_at is not None and well > _silent_at:
        logger.error("The web's clock is %d ms behind this worker's: no match goes on until they agree", now - well)
    _silent_at = well


def _due(matches: QuerySet[Match], column: str) -> list[int]:
    return list(matches.order_by(column).values_list("pk", flat=True)[:BATCH])


def _guarded(match_id: int, now: int, column: str, judge: Callable[[int], None]) -> None:
    """One match that fails is pushed ahead and logged; it never holds up the others. Where only its row is held, a
    pause need not last a minute for that."""
    try:
        judge(match_id)
    except Exception as fault:
        logger.exception("Match %d could not be judged", match_id)
        wait = TRIED_AGAIN if isinstance(fault, PASSING) else PUSHED_AHEAD
        with suppress(*PASSING):
            Match.objects.filter(pk=match_id).update(**{column: now + wait})


_swept_before = False


def forget_process() -> None:
    """Behave as a process that has just been started (tests)."""
    global _swept_before, _silent_at
    _swept_before, _silent_at = False, None


def _feel_pulse(now: int, well: int) -> None:
    """Credit the gap since the last pulse where it is an outage, then note that the service was well at `well`."""
    global _swept_before
    pulse = Pulse.objects.first()
    if pulse is None:
        Pulse.objects.get_or_create(pk=1, defaults={"at": well, "since": well})
    else:
        longest = health.longest_gap(pulse) if _swept_before else RESTART_GAP
        if now - pulse.at > longest:
            spent = stopwatch()
            if not _credit_all(pulse.at, now, spent):
                return
            Outage.objects.get_or_create(since=pulse.at, defaults={"until": now})
            if now - pulse.at > STALE_PULSE or not _swept_before:  # else no page has been away for long
                Pulse.objects.filter(pk=pulse.pk, since__lt=now).update(since=now)
            well = health.web_seen(now + late) if (late := spent()) else well
        Pulse.objects.filter(pk=pulse.pk, at__lt=well).update(at=well)
    _swept_before = True


def stopwatch() -> Callable[[], int]:
    """Asks how many milliseconds have gone by: 0 while they are so few that no pulse grows old meanwhile."""
    began = time.monotonic()

    def spent() -> int:
        ms = int((time.monotonic() - began) * 1000)
        return ms if ms > UNNOTICED else 0

    return spent


def _credit_all(since: int, until: int, spent: Callable[[], int]) -> bool:
    """Has every match its time back, up to the moment in which it gets it? Else the outage has not ended yet, and the
    next sweep goes on."""
    logger.info("The clocks were stopped for %d s", (until - since) // 1000)
    running = Match.objects.filter(status=Match.Status.RUNNING).exclude(deadline=None, house_due=None)
    matches = running.order_by("pk").values_list("pk", flat=True)
    waiting = [pk for pk in matches if not _has_back(pk, since, until + spent())]
    return not waiting


def _has_back(match_id: int, since: int, until: int) -> bool:
    """False where others were always quicker, or the database is gone again; a broken match holds up none."""
    before = _head(match_id)
    for _ in range(CREDIT_ATTEMPTS):
        try:
            _credit(match_id, since, until)
            return True
        except StaleHead:
            continue
        except PASSING:
            return False
        except Exception:
            logger.exception("Match %d could not be given its time back", match_id)
            return True
    if _head(match_id) != before:
        return False
    logger.error("Match %d could not be given its time back: nobody acts, and yet its log has another end", match_id)
    return True


def _head(match_id: int) -> int:
    return Match.objects.values_list("head", flat=True).get(pk=match_id)


def _is_over(since: int) -> bool:
    """Another worker's sweep has ended the outage that began at `since`; what came after it was no outage."""
    return not Pulse.objects.filter(at=since).exists()


def _credit(match_id: int, since: int, until: int) -> None:
    match = Match.objects.select_related("table").get(pk=match_id)
    gap = lost(match, since, until)
    if match.status != Match.Status.RUNNING or gap <= 0 or gap <= STALE_PULSE and _is_over(since):
        return
    current = log.current(match_id)
    if current.clock.until is not None or not current.state.options.clock.is_off:
        credit(match, current, gap, until)
