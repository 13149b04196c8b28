"""Tables: opening, sitting, getting ready, house players. Refusals are polite and leave everything as it was.

What happens after a match stands in afterwards.py. Times are milliseconds; `now` is given in tests.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.models import User
from games.bots import HOUSE_PLAYERS
from games.engine.variants import DEFAULT_VARIANT, VARIANTS, variant_named
from games.models import Grant, Match, Seat, Table
from games.services.afterwards import end_practice, rematch, sweep_tables, void_match
from games.services.commit import Shuffle
from games.services.play import start_match
from games.services.seating import TableRefusal, changed, hold, leave_other_tables, new_match, newest, take, vacate
from games.times import from_ms, now_ms
from games.writing import write

__all__ = [
    "TableRefusal",
    "end_practice",
    "fill_with_house",
    "join",
    "open_house_table",
    "open_practice",
    "open_table",
    "rematch",
    "set_ready",
    "sit",
    "stand",
    "sweep_tables",
    "void_match",
]

TITLE_LENGTH = 40
SOUTH = 0


def open_table(
    *,
    host: User,
    target: int,
    access: str,
    title: str = "",
    variant: str = DEFAULT_VARIANT,
    pace: int = Table.Pace.NORMAL,
    watchable: bool = False,
    aids: bool = False,
    now: int | None = None,
) -> Table:
    """Open a table; its host sits South and gives up a waiting seat elsewhere (RULES O8). Only presets are
    accepted (BUGLOG T12), another `pace` than the normal one and `aids` to memory at private tables
    alone, `watchable` at public ones."""
    now = now_ms() if now is None else now
    _check_options(target, access, title, variant)
    _check_private_options(access, pace, aids)
    _check_public_options(access, watchable)
    with write():
        table = _new_table(
            host=host,
            target=target,
            access=access,
            title=title.strip(),
            variant=variant,
            now=now,
            pace=pace,
            watchable=watchable,
            aids=aids,
        )
        _, match = hold(table, host)
        leave_other_tables(host, besides=table, now=now)
        take(match, SOUTH, host)
        changed(table)
    return table


def open_practice(
    *, user: User, target: int = 500, lesson: str = "", now: int | None = None, shuffle: Shuffle | None = None
) -> Table:
    """A private table with three house players around the user; the match starts at once. At the table of a lesson
    no clock runs."""
    now = now_ms() if now is None else now
    _check_options(target, Table.Access.PRIVATE, "", DEFAULT_VARIANT)
    with write():
        table = _new_table(
            host=user,
            target=target,
            access=Table.Access.PRIVATE,
            variant=DEFAULT_VARIANT,
            now=now,
            practice=True,
            pace=Table.Pace.NONE if lesson else Table.Pace.NORMAL,
            lesson=lesson,
        )
        _, match = hold(table, user)
        leave_other_tables(user, besides=table, now=now)
        seat = take(match, SOUTH, user)
        Seat.objects.filter(pk=seat.pk).update(ready=True)
        _seat_house_players(match)
        _start_if_complete(match, now, shuffle)
    return table


def open_house_table(
    *,
    target: int,
    code: str,
    names: Sequence[str],
    now: int,
    shuffle: Shuffle | None = None,
    variant: str = DEFAULT_VARIANT,
) -> Table:
    """A match of house players only, under a given match code, from which their chance is drawn (simulations)."""
    _check_options(target, Table.Access.PRIVATE, "", variant)
    with write():
        table = _new_table(host=None, target=target, access=Table.Access.PRIVATE, variant=variant, now=now)
        match = newest(table)
        match.code = code
        match.save(update_fields=["code"])
        for number, name in enumerate(names):
            Seat.objects.create(match=match, number=number, house=name, ready=True)
        _start_if_complete(match, now, shuffle)
    return table


def join(*, token: str, user: User) -> Table:
    """Remember that the user holds the invite link, and return its table; seats nobody."""
    table = Table.objects.filter(invite_token=token).first()
    if table is None or table.closed_at is not None:
        raise TableRefusal("dead_link", _("This invitation is no longer valid."), 404)
    with write():
        Grant.objects.get_or_create(table=table, user=user)
    return table


def sit(*, table: Table, user: User, seat: int, now: int | None = None) -> None:
    """Take a free seat of a waiting table, or change to it. A waiting seat elsewhere is given up (RULES O8)."""
    now = now_ms() if now is None else now
    with write():
        table, match = hold(table, user)
        _require_waiting(table, match)
        leave_other_tables(user, besides=table, now=now)
        mine = match.seats.filter(user=user).first()
        if mine is not None and mine.number == seat:
            return
        take(match, seat, user)
        changed(table)


def stand(*, table: Table, user: User, now: int | None = None) -> None:
    """Leave a seat before the start. The next person becomes host; a table without people closes."""
    now = now_ms() if now is None else now
    with write():
        table, match = hold(table)
        _require_waiting(table, match)
        vacate(match, _own_seat(match, user), now=now)


def set_ready(
    *, table: Table, user: User, ready: bool = True, now: int | None = None, shuffle: Shuffle | None = None
) -> None:
    """Say that one is ready, or not yet. The match starts by itself when all seats are taken and ready."""
    now = now_ms() if now is None else now
    with write():
        table, match = hold(table)
        _require_waiting(table, match)
        seat = _own_seat(match, user)
        if seat.ready == ready:
            return
        seat.ready = ready
        seat.save(update_fields=["ready"])
        changed(table)
        _start_if_complete(match, now, shuffle)


def fill_with_house(*, table: Table, user: User, now: int | None = None, shuffle: Shuffle | None = None) -> None:
    """The host of a waiting private table puts house players on its free seats; they are ready at once."""
    now = now_ms() if now is None else now
    with write():
        table, match = hold(table)
        _require_waiting(table, match)
        if table.host_id != user.pk:
            raise TableRefusal("not_host", _("Only the host can do this."), 403)
        if not table.is_private:
            raise TableRefusal("public", _("House players can only fill the seats of a private table."))
        _seat_house_players(match)
        changed(table)
        _start_if_complete(match, now, shuffle)


def _check_options(target: int, access: str, title: str, variant: str) -> None:
    if variant not in VARIANTS or target not in VARIANTS[variant].targets:
        raise TableRefusal("options", _("Choose one of the lengths offered: 500 or 1,000 points."), 422)
    if access not in Table.Access.values:
        raise TableRefusal("options", _("Choose whether the table is public or private."), 422)
    if len(title.strip()) > TITLE_LENGTH or not title.isprintable():
        raise TableRefusal("title", _("A title has at most 40 characters."), 422)


def _check_private_options(access: str, pace: int, aids: bool) -> None:
    if pace not in Table.Pace.values:
        raise TableRefusal("options", _("Choose one of the clocks offered."), 422)
    if access != Table.Access.PRIVATE and pace != Table.Pace.NORMAL:
        raise TableRefusal("options", _("Public tables have the normal clock."), 422)
    if access != Table.Access.PRIVATE and aids:
        raise TableRefusal("options", _("Public tables have no memory aid."), 422)


def _check_public_options(access: str, watchable: bool) -> None:
    if watchable and access != Table.Access.PUBLIC:
        raise TableRefusal("options", _("Only public tables can be watched."), 422)


def _new_table(
    *,
    host: User | None,
    target: int,
    access: str,
    variant: str,
    now: int,
    title: str = "",
    practice: bool = False,
    pace: int = Table.Pace.NORMAL,
    watchable: bool = False,
    aids: bool = False,
    lesson: str = "",
) -> Table:
    table = Table.objects.create(
        host=host,
        target=target,
        access=access,
        variant=variant,
        title=title,
        practice=practice,
        pace=pace,
        watchable=watchable,
        aids=aids,
        lesson=lesson,
        created_at=from_ms(now),
    )
    new_match(table, now)
    return table


def _require_waiting(table: Table, match: Match) -> None:
    if table.closed_at is not None:
        raise TableRefusal("closed", _("This table is closed."))
    if match.status != Match.Status.WAITING:
        raise TableRefusal("started", _("The match has already started."))


def _own_seat(match: Match, user: User) -> Seat:
    seat = match.seats.filter(user=user).first()
    if seat is None:
        raise TableRefusal("not_seated", _("You do not sit at this table."), 403)
    return seat


def _seat_house_players(match: Match) -> None:
    taken = set(match.seats.values_list("number", flat=True))
    free = [number for number in variant_named(match.variant).seats() if number not in taken]
    used = set(match.seats.values_list("house", flat=True))
    names = secrets.SystemRandom().sample([name for name in HOUSE_PLAYERS if name not in used], len(free))
    for number, name in zip(free, names, strict=True):
        Seat.objects.create(match=match, number=number, house=name, ready=True)


def _start_if_complete(match: Match, now: int, shuffle: Shuffle | None) -> None:
    ready = match.seats.filter(ready=True).count()
    if ready == variant_named(match.variant).hands:
        start_match(match, now=now, shuffle=shuffle)
