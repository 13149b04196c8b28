"""Looking on without hands at public tables whose host allows it: who does, how many may, and when they have left.

A seat is never counted, so that no crowd keeps its owner out (BUGLOG C14).
"""

from __future__ import annotations

from django.core.cache import cache

from accounts.models import User
from games import notify, selectors
from games.models import ENDED, Match, Table, Watcher
from games.selectors import TableAccess
from games.services.seating import hold
from games.writing import write

AT_MOST = 30
"""People looking on at one table."""
SILENT_AFTER = 15
"""Seconds without a sign of life after which somebody has left."""


def may_be_watched(table: Table, match: Match) -> bool:
    """A match is played here, or has just been, and whoever likes may look on."""
    return table.watchable and table.closed_at is None and match.status in (Match.Status.RUNNING, *ENDED)


def show_life(*, table: Table, match: Match, user: User) -> bool:
    """Somebody without a seat is looking on; False where that is not possible, or there is no more room."""
    if not may_be_watched(table, match):
        return False
    cache.set(_key(table.pk, user.pk), True, SILENT_AFTER)
    if Watcher.objects.filter(table=table, user=user).exists():
        return True
    with write():
        held, _match = hold(table)
        if Watcher.objects.filter(table=held).count() >= AT_MOST:
            return False
        Watcher.objects.get_or_create(table=held, user=user)
        notify.bump(held)
    return True


def looking_on(access: TableAccess, user: User) -> TableAccess:
    """What somebody sees who has come through the gate: whoever has no seat begins to look on if they may."""
    if access.seat is not None or not show_life(table=access.table, match=access.match, user=user):
        return access
    return access if access.watching else selectors.table_for(user, access.table.code)


def sweep_watchers() -> None:
    """Who has shown no life for some seconds has left; the tables say so."""
    rows = {_key(row.table_id, row.user_id): row for row in Watcher.objects.select_related("table")}
    there = cache.get_many(rows)
    gone = [row for key, row in rows.items() if key not in there]
    for table in {row.table for row in gone}:
        with write():
            Watcher.objects.filter(pk__in=[row.pk for row in gone if row.table_id == table.pk]).delete()
            notify.bump(table)


def _key(table_id: int, user_id: int) -> str:
    return f"watching:{table_id}:{user_id}"
