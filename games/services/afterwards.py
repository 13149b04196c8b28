"""What becomes of a table when its match is over, or never begins: rematch, ending, sweeping."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils.translation import gettext as _

from accounts.models import User
from games import log
from games.engine import commands as c
from games.engine.codec import UnreadableEvent
from games.engine.reasons import IllegalMove
from games.models import ENDED, Match, Seat, Table
from games.services.commit import Shuffle
from games.services.health import down, has_settled
from games.services.play import start_match, submit
from games.services.seating import (
    LESSON_WAITS,
    TableRefusal,
    changed,
    close,
    hold,
    kept_apart,
    leave_other_tables,
    new_match,
    wait_again,
)
from games.times import from_ms, now_ms, to_ms
from games.writing import write

logger = logging.getLogger(__name__)

REMATCH_FOR = timedelta(minutes=10)
DESERTED_AFTER = timedelta(minutes=10)
WAITING_AT_MOST = timedelta(hours=2)
IDLE_AT_MOST = timedelta(hours=2)
"""A match without a clock that nobody has played for so long ends without a result: it would hold its players."""
PRACTICE_ENDED = "practice ended"
"""The reason in the log when somebody ends a practice match (RULES O9)."""
NOBODY_PLAYED = "nobody has played for two hours"
"""The reason in the log when a match without a clock is given up."""


def rematch(*, table: Table, user: User, wants: bool, now: int | None = None, shuffle: Shuffle | None = None) -> None:
    """Agree to the next match with the same seats, or decline. It starts when all people agree (house players
    always do); one refusal frees the seats and the table waits again. A block between two of them is one."""
    now = now_ms() if now is None else now
    with write():
        table, match = hold(table, user)
        seat = match.seats.filter(user=user).first()
        _require_rematch_possible(table, match, seat, now)
        apart = wants and kept_apart(match)
        if apart or not wants:
            wait_again(table, now=now)
        else:
            _agree(table, match, user, now, shuffle)
    if apart:
        raise TableRefusal("apart", _("These four cannot play on together. The seats are free again."))


def _agree(table: Table, match: Match, user: User, now: int, shuffle: Shuffle | None) -> None:
    leave_other_tables(user, besides=table, now=now)
    match.seats.filter(user=user).update(wants_rematch=True)
    people = match.seats.filter(user__isnull=False)
    if people.filter(wants_rematch=True).count() == people.count():
        _start_again(table, match, now, shuffle)
    changed(table)


def _require_rematch_possible(table: Table, match: Match, seat: Seat | None, now: int) -> None:
    if seat is None:
        raise TableRefusal("not_seated", _("You do not sit at this table."), 403)
    if match.status not in ENDED:
        raise TableRefusal("not_over", _("The match is not over yet."))
    if table.closed_at is not None or not _may_go_on(match, now):
        raise TableRefusal("closed", _("The time for a rematch is over. Open a new table."))


def _may_go_on(match: Match, now: int) -> bool:
    """Is there still time for a rematch? An outage of ours takes nothing of it (RULES O5)."""
    if match.ended_at is None:
        return False
    ended = to_ms(match.ended_at)
    return from_ms(now - down(ended, now)) - match.ended_at <= REMATCH_FOR


def _start_again(table: Table, match: Match, now: int, shuffle: Shuffle | None) -> None:
    """Same seats, next match. Somebody who has sat down elsewhere in this very moment refuses by that."""
    try:
        with transaction.atomic():
            again = new_match(table, now)
            for seat in match.seats.order_by("number"):
                Seat.objects.create(
                    match=again,
                    number=seat.number,
                    user_id=seat.user_id,
                    house=seat.house,
                    ready=True,
                    online=seat.online,
                    last_seen=seat.last_seen,
                )
    except IntegrityError:
        return wait_again(table, now=now)
    match.seats.update(wants_rematch=None)
    start_match(again, now=now, shuffle=shuffle)


def end_practice(*, table: Table, user: User, now: int | None = None) -> None:
    """End one's practice match without a result; no other match can be left like this (RULES O9)."""
    match = Match.objects.filter(table=table).latest("pk")
    if not table.practice or not match.seats.filter(user=user).exists():
        raise TableRefusal("not_practice", _("Only a practice match can be ended."), 403)
    if match.status == Match.Status.RUNNING:
        _void(match, PRACTICE_ENDED, now)


def void_match(*, match: Match, by: User, reason: str, now: int | None = None) -> None:
    """End a running match without a result, for a reason everybody can read. For the staff."""
    reason = reason.strip()
    if not by.is_staff:
        raise TableRefusal("not_staff", _("Only the staff can do this."), 403)
    if not reason or len(reason) > 200:
        raise TableRefusal("reason", _("Say why, in at most 200 characters."), 422)
    if match.status != Match.Status.RUNNING:
        raise TableRefusal("not_running", _("This match is not running."))
    _void(match, reason, now)
    logger.warning("Match %s was voided by account %d", match.code, by.pk)


def _void(match: Match, reason: str, now: int | None) -> None:
    now = now_ms() if now is None else now
    try:
        submit(match_id=match.pk, command=c.VoidMatch(reason), received_at=now, now=now)
    except IllegalMove:
        raise TableRefusal("not_running", _("The match is over.")) from None
    except UnreadableEvent:
        _put_down(match, reason, now)


def _put_down(match: Match, reason: str, now: int) -> None:
    """A log that cannot be read cannot be added to: the match ends in its rows alone, and its people are free to play
    elsewhere (BUGLOG F12)."""
    ended = {"status": Match.Status.VOIDED, "end_reason": reason, "ended_at": from_ms(now)}
    with write():
        running = Match.objects.filter(pk=match.pk, status=Match.Status.RUNNING)
        if running.update(**ended, deadline=None, house_due=None):
            Seat.objects.filter(match=match).update(live=False, wants_rematch=None)
            changed(match.table)


def sweep_tables(now_ms: int) -> None:
    """Stale waiting tables vanish: nobody present for ten minutes, or two hours old. The time for a rematch ends, and
    so does a match without a clock that all have left. After an outage of ours all first have time to come back."""
    if not has_settled(now_ms):
        return
    _sweep_idle(now_ms)
    _sweep_waiting(now_ms)
    _sweep_over(now_ms)


@contextmanager
def _guarded(match: Match) -> Iterator[None]:
    """One match that fails is logged; it never keeps the others from being swept (BUGLOG F12)."""
    try:
        yield
    except Exception:
        logger.exception("Match %s could not be swept", match.code)


def _sweep_idle(now_ms: int) -> None:
    """Matches without a clock that everybody has left end without a result."""
    running = Match.objects.filter(status=Match.Status.RUNNING, table__pace=Table.Pace.NONE).select_related("table")
    for match in running.filter(started_at__lte=from_ms(now_ms) - IDLE_AT_MOST):
        with _guarded(match):
            _end_if_idle(match, now_ms)


def _end_if_idle(match: Match, now: int) -> None:
    at_most = LESSON_WAITS if match.table.lesson else IDLE_AT_MOST
    if from_ms(now) - from_ms(log.current(match.pk).at) < at_most:
        return
    with suppress(TableRefusal):  # it has just ended otherwise
        _void(match, NOBODY_PLAYED, now)


def _sweep_waiting(now_ms: int) -> None:
    moment = from_ms(now_ms)
    waiting = Match.objects.filter(status=Match.Status.WAITING, table__closed_at=None)
    seen = waiting.annotate(seen=Max("seats__last_seen"))
    for match in seen.filter(created_at__lte=moment - DESERTED_AFTER):
        latest = max(match.created_at, match.seen or match.created_at)
        if moment - latest >= DESERTED_AFTER or moment - match.created_at >= WAITING_AT_MOST:
            with _guarded(match):
                _close_if_still(match.pk, Match.Status.WAITING, now_ms)


def _sweep_over(now_ms: int) -> None:
    ended_before = from_ms(now_ms) - REMATCH_FOR
    over = Match.objects.filter(table__closed_at=None, status__in=ENDED, ended_at__lt=ended_before)
    for match in over.annotate(newest=Max("table__matches")).filter(pk=F("newest")):
        with _guarded(match):
            if not _may_go_on(match, now_ms):
                _close_if_still(match.pk, match.status, now_ms)


def _close_if_still(match_id: int, status: str, now: int) -> None:
    with write():
        table, match = hold(Table.objects.get(matches=match_id))
        if match.pk == match_id and match.status == status and table.closed_at is None:
            close(table, match, now=now)
            changed(table)
