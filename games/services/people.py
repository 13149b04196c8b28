"""A person's part in tables and matches, for the account app: what is exported, and what deleting an account ends."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q

from accounts.models import User
from games import notify
from games.models import Grant, Match, Rating, Seat, Table
from games.selectors import names
from games.services import imports, notes, puzzles, talk
from games.services.seating import end_lesson, lock, tables_of, vacate, wait_again
from games.statistics import past_matches
from games.times import now_ms
from games.writing import write


def farewell(user: User) -> None:
    """Take a user who deletes the account out of everything that has not begun. A running match ends by its
    clock, a lesson at once; finished ones keep the seat, under the name that is left (BUGLOG N03)."""
    now = now_ms()
    with write():
        lock(tables_of(user))
        for seat in Seat.objects.filter(user=user, live=True, match__status=Match.Status.WAITING):
            vacate(seat.match, seat, now=now)
        for seat in Seat.objects.filter(user=user, live=True).exclude(match__table__lesson=""):
            end_lesson(seat.match, now=now)
        for seat in Seat.objects.filter(user=user, wants_rematch=True):
            wait_again(seat.match.table, now=now)
        Grant.objects.filter(user=user).delete()
        talk.forget(user)
        imports.forget(user)
        notes.forget(user)
        puzzles.forget(user)


def show_name(user: User) -> None:
    """Somebody has another name: every table that shows it looks again."""
    shown = Table.objects.filter(
        Q(matches__seats__user=user) | Q(host=user) | Q(matches__words__user=user)
    ).values_list("pk", flat=True)
    with write():
        tables = lock(shown)
        Table.objects.filter(pk__in=tables).update(revision=F("revision") + 1)
        for table in tables.values():
            notify.table_changed(table.code, table.revision + 1)


def export(user: User) -> list[dict[str, Any]]:
    """Every match the user has played to its end, as plain data; times in ISO 8601, UTC."""
    return [_one(tally.match, tally.seat) for tally in past_matches(user, user)]


def export_rating(user: User) -> dict[str, Any] | None:
    """The person's own rating, as plain data; None before the first rated match."""
    rating = Rating.objects.filter(first=user, second=None).first()
    return {"rating": rating.shown, "matches": rating.matches, "won": rating.won} if rating else None


def _one(match: Match, own: int) -> dict[str, Any]:
    return {
        "code": match.code,
        "table": match.table.title,
        "variant": match.variant,
        "target": match.options["target"],
        "players": list(names(match)),
        "own_seat": own,
        "status": match.status,
        "reason": match.end_reason,
        "winning_team": match.winner,
        "totals": match.totals,
        "started": match.started_at.isoformat() if match.started_at else None,
        "ended": match.ended_at.isoformat() if match.ended_at else None,
    }
