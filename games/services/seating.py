"""Who sits where while a table waits: the steps that the services of tables share. All run inside a transaction
that holds the rows of the tables concerned, always locked in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import notify
from games.engine import commands as c
from games.engine.options import ClockRules
from games.engine.reasons import IllegalMove
from games.engine.variants import variant_named
from games.models import ENDED, Block, Grant, Match, Seat, Table
from games.selectors import kept_apart_from
from games.services.play import submit
from games.times import from_ms

LESSON_WAITS = timedelta(days=7)
"""How long a lesson waits for its learner."""
LESSON_LEFT = "lesson left"
"""The reason in the log when a learner begins something else."""


class TableRefusal(Exception):
    """What cannot be done at a table: a code for tests, a sentence for the page, and the HTTP status."""

    def __init__(self, code: str, message: str, status: int = 409) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status


def clock_rules(pace: int = 1) -> ClockRules:
    """The clocks of this site, in milliseconds, for a table of this pace (RULES O1)."""
    normal = ClockRules(**{name: round(seconds * 1000) for name, seconds in settings.TICHU_CLOCKS.items()})
    return normal.at_pace(pace)


def new_match(table: Table, now: int) -> Match:
    """The next match of a table, waiting for its players."""
    clock = clock_rules(table.pace)
    if table.lesson:  # whoever learns reads as long as they like
        clock = replace(clock, ready=round(LESSON_WAITS.total_seconds() * 1000))
    options = {"target": table.target, "clock": asdict(clock)}
    return Match.objects.create(
        table=table, variant=table.variant, options=options, practice=table.practice, created_at=from_ms(now)
    )


def lock(table_ids: Iterable[int]) -> dict[int, Table]:
    """The tables by id, held until the transaction ends."""
    tables = Table.objects.select_for_update().filter(pk__in=set(table_ids)).order_by("pk")
    return {table.pk: table for table in tables}


def hold(table: Table, user: User | None = None) -> tuple[Table, Match]:
    """This table and its newest match, held together with every other table that `user` may have to leave."""
    others = tables_of(user) if user else []
    held = lock([table.pk, *others])[table.pk]
    return held, newest(held)


def newest(table: Table) -> Match:
    """The table's match; `match.table` is the very object given."""
    match = Match.objects.filter(table=table).latest("pk")
    match.table = table
    return match


def tables_of(user: User) -> list[int]:
    """The tables where a user has a live seat or has asked for a rematch."""
    seats = Seat.objects.filter(user=user)
    return list((seats.filter(live=True) | seats.filter(wants_rematch=True)).values_list("match__table", flat=True))


def take(match: Match, number: int, user: User) -> Seat:
    """Put a user on a free seat; the database refuses what two people want at the same moment (C15, C17)."""
    if number not in variant_named(match.variant).seats():
        raise TableRefusal("no_such_seat", _("There is no such seat."), 422)
    if match.seats.filter(number=number).exists():
        raise TableRefusal("taken", _("This seat has just been taken. Choose another one."))
    _keep_apart(match, user)
    if not match.seats.filter(user__isnull=False).exists():
        _make_host(match.table, user)
    try:
        with transaction.atomic():
            seat, _created = Seat.objects.update_or_create(
                match=match, user=user, defaults={"number": number, "ready": False}
            )
    except IntegrityError:
        raise TableRefusal("elsewhere", _("You have just sat down at another table.")) from None
    return seat


def _keep_apart(match: Match, user: User) -> None:
    """Who does not want to hear somebody need not play with them either, where strangers meet. The sentence tells
    nobody of a block; at a private table its link decides who comes."""
    seated = set(match.seats.values_list("user", flat=True))
    if match.table.is_private or user.pk in seated or kept_apart_from(user).isdisjoint(seated):
        return
    raise TableRefusal("apart", _("You cannot sit down at this table. Please choose another one."))


def kept_apart(match: Match) -> bool:
    """Has one of those who sit at this public match blocked another of them?"""
    seated = [user for user in match.seats.values_list("user", flat=True) if user is not None]
    return not match.table.is_private and Block.objects.filter(owner__in=seated, other__in=seated).exists()


def leave_other_tables(user: User, *, besides: Table, now: int) -> None:
    """Give up a waiting seat elsewhere and a wish for a rematch; a running match holds its player (RULES O8),
    a lesson does not."""
    for seat in Seat.objects.filter(user=user, live=True).exclude(match__table=besides).select_related("match__table"):
        if seat.match.status != Match.Status.RUNNING:
            vacate(seat.match, seat, now=now)
        elif seat.match.table.lesson:
            end_lesson(seat.match, now=now)
        else:
            raise TableRefusal("running", _("You are in a running match. Return to it first."))
    for seat in Seat.objects.filter(user=user, wants_rematch=True).exclude(match__table=besides):
        wait_again(seat.match.table, now=now)


def end_lesson(match: Match, *, now: int) -> None:
    """A lesson gives way to a match among people, and to the next lesson."""
    with suppress(IllegalMove):  # it has just ended by itself
        submit(match_id=match.pk, command=c.VoidMatch(LESSON_LEFT), received_at=now, now=now)


def require_not_running_elsewhere(user: User, table: Table) -> None:
    """Raise the refusal of a player whose other match runs."""
    running = Seat.objects.filter(user=user, live=True, match__status=Match.Status.RUNNING, match__table__lesson="")
    if running.exclude(match__table=table).exists():
        raise TableRefusal("running", _("You are in a running match. Return to it first."))


def vacate(match: Match, seat: Seat, *, now: int) -> None:
    """Free one seat of a waiting match. The host's part goes to the next person; without one the table closes."""
    table = match.table
    seat.delete()
    people = list(match.seats.filter(user__isnull=False).select_related("user").order_by("number"))
    if not people:
        close(table, match, now=now)
    elif table.host_id == seat.user_id:
        heir = next((other for other in people if other.number > seat.number), people[0])
        assert heir.user is not None, "people were asked for"
        _make_host(table, heir.user)
    changed(table)


def close(table: Table, match: Match, *, now: int) -> None:
    """The table vanishes from the lobby for good; a match that never began is abandoned (BUGLOG C18)."""
    if match.status == Match.Status.WAITING:
        match.status = Match.Status.ABANDONED
        match.save(update_fields=["status"])
        match.seats.all().delete()
    table.closed_at = from_ms(now)
    table.save(update_fields=["closed_at"])


def wait_again(table: Table, *, now: int) -> None:
    """After a refused rematch all seats are free and the table waits for whoever comes; a practice table closes."""
    match = newest(table)
    if match.status not in ENDED or table.closed_at is not None:
        return
    match.seats.update(wants_rematch=None)
    if table.practice:
        close(table, match, now=now)
    else:
        new_match(table, now)
    changed(table)


def changed(table: Table) -> None:
    """Tell the table and the lobby."""
    notify.bump(table)
    notify.lobby_changed()


def _make_host(table: Table, user: User) -> None:
    if table.host_id == user.pk:
        return
    if table.host is not None and table.is_private:
        Grant.objects.get_or_create(table=table, user=table.host)
    table.host = user
    table.save(update_fields=["host"])
