"""Who comes together at a waiting table, and how: seats shuffled by the host, and the table of last time."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.variants import variant_named
from games.models import ENDED, Grant, Match, Table
from games.services.seating import TableRefusal, changed, hold, leave_other_tables, new_match, newest, take
from games.times import now_ms
from games.writing import write

Mix = Callable[[list[int]], None]
"""Shuffles seat numbers in place."""

mix_fairly: Mix = secrets.SystemRandom().shuffle
ASIDE = 1_000
"""Added to a seat's number while seats change: two never have the same one, not even for a moment."""


def shuffle_seats(*, table: Table, user: User, mix: Mix = mix_fairly) -> None:
    """The host lets chance say who sits where. Nobody but house players stays ready: the partner may be another."""
    with write():
        table, match = hold(table)
        if match.status != Match.Status.WAITING or table.closed_at is not None:
            raise TableRefusal("started", _("The match has already started."))
        if table.host_id != user.pk:
            raise TableRefusal("not_host", _("Only the host can do this."), 403)
        numbers = list(variant_named(match.variant).seats())
        mix(numbers)
        seats = list(match.seats.order_by("number"))
        for seat in seats:
            seat.number += ASIDE
            seat.save(update_fields=["number"])
        for seat, number in zip(seats, numbers, strict=False):
            seat.number, seat.ready = number, seat.is_house
            seat.save(update_fields=["number", "ready"])
        changed(table)


def gather(*, match: Match, user: User, now: int | None = None) -> Table:
    """Open the table of a match that is over once more, for the same people and under the same link, and sit down on
    one's seat of then if it is free. Where somebody has opened it already, only sit down."""
    now = now_ms() if now is None else now
    with write():
        table, latest = hold(match.table, user)
        _require_over(match, user)
        if latest.status not in (*ENDED, Match.Status.ABANDONED, Match.Status.WAITING):
            raise TableRefusal("running", _("A match is being played at this table."))
        if table.closed_at is None and latest.status != Match.Status.WAITING:
            return table  # the time for a rematch is not over yet
        leave_other_tables(user, besides=table, now=now)
        if table.closed_at is not None:
            _open_again(table, match, now)
        _sit_as_then(newest(table), match, user)
        changed(table)
    return table


def _require_over(match: Match, user: User) -> None:
    if not match.seats.filter(user=user).exists():
        raise TableRefusal("not_seated", _("You did not play this match."), 403)
    if match.practice or match.status not in ENDED:
        raise TableRefusal("not_over", _("The match is not over yet."))


def _open_again(table: Table, match: Match, now: int) -> None:
    table.closed_at = None
    table.save(update_fields=["closed_at"])
    new_match(table, now)
    for user in User.objects.filter(seats__match=match):
        Grant.objects.get_or_create(table=table, user=user)


def _sit_as_then(waiting: Match, match: Match, user: User) -> None:
    number = match.seats.get(user=user).number
    if not waiting.seats.filter(user=user).exists() and not waiting.seats.filter(number=number).exists():
        take(waiting, number, user)
