"""Reading, and the only doors to a table and a match: who may see what. Refusals are Http404 or PermissionDenied."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery
from django.http import Http404

from accounts.models import User
from games.engine.variants import variant_named
from games.models import ENDED, Grant, Import, Match, Round, Seat, Table, Tally
from games.snapshots import snapshot, with_seats
from games.talk_rows import Block, Words

Viewer = User | AnonymousUser

NAMED = ("match", "number", "house", "known_as", "user__username", "user__deleted_number")
"""The columns of a seat and its user that names are made of; lists of many seats read no others."""


@dataclass(frozen=True, slots=True)
class TableAccess:
    """A table somebody may see, its newest match, and the number of their seat in it (None: a watcher). `before`
    is the code of the match that somebody without a seat has just played here, "" without one. `words`: what the
    reader may hear of what was said; `blocked`: the seats of people the reader has blocked; `watching`: the reader
    is one of those `watchers` who look on without hands."""

    table: Table
    match: Match
    seat: int | None
    before: str = ""
    reader: int | None = None
    words: tuple[Words, ...] = ()
    blocked: frozenset[int] = frozenset()
    watching: bool = False
    watchers: int = 0


@dataclass(frozen=True, slots=True)
class MatchAccess:
    """A match somebody may see, and the number of their seat in it (None: a watcher). `finished_only`: it still
    runs, so only its finished rounds may be shown (RULES U3)."""

    match: Match
    seat: int | None
    finished_only: bool = False


def table_for(user: Viewer, code: str) -> TableAccess:
    """The gate of every table page: a private table is there for its host, its seats and holders of the link."""
    _refuse_unreadable(code)
    seen = snapshot(code)
    if seen is None:
        raise Http404
    table, match = seen.table, seen.match
    seat = seat_of(match, user)
    if table.is_private and seat is None and not _invited(table, user):
        raise Http404
    waits = match.status == Match.Status.WAITING
    before = _played_before(table, user) if waits and seat is None else ""
    deaf = _deaf_to(user.pk, seen.blocks)
    heard = tuple(each for each in seen.words if each.user_id not in deaf)
    blocked = frozenset(each.number for each in match.seats.all() if (user.pk, each.user_id) in seen.blocks)
    looking_on = seen.watchers - {each.user_id for each in match.seats.all()}
    watching = user.pk in looking_on and not waits and table.closed_at is None
    return TableAccess(table, match, seat, before, user.pk, heard, blocked, watching, len(looking_on))


def revision_of(code: str) -> int:
    """The newest revision of a table; -1 where there is none. A number, and nothing else is told."""
    found = Table.objects.filter(code=code).values_list("revision", flat=True).first()
    return -1 if found is None else found


def _deaf_to(reader: int | None, blocks: frozenset[tuple[int, int]]) -> frozenset[int]:
    """Whose words the reader does not hear: a block is deaf both ways."""
    ours = frozenset(other for owner, other in blocks if owner == reader)
    return ours | frozenset(owner for owner, other in blocks if other == reader)


def _played_before(table: Table, user: Viewer) -> str:
    """The match before the waiting one, if the user played in it: its result went with the seats."""
    last = Match.objects.filter(table=table, status__in=ENDED).order_by("-pk").first()
    return last.code if last is not None and seat_of(last, user) is not None else ""


def _refuse_unreadable(code: str) -> None:
    if "\x00" in code:  # PostgreSQL takes no such text, not even to compare
        raise Http404


def match_for(user: Viewer, code: str, share_key: str | None = None) -> MatchAccess:
    """The gate of match and replay pages (RULES U3): the four seats from the first round's end on; everybody once
    a public match is over, holders of the share key once a private one is. An imported match is its owner's, and
    everybody's once it is shared."""
    _refuse_unreadable(code)
    match = with_seats(Match.objects.filter(code=code)).select_related("table", "imported").first()
    if match is None or match.head == 0:
        raise Http404
    imported = import_of(match)
    if imported is not None:
        return _imported(match, imported, user)
    seat = seat_of(match, user)
    if seat is not None:
        return MatchAccess(match, seat, finished_only=not match.is_over)
    if not match.is_over or (match.table.is_private and not _is_key(match, share_key)):
        raise Http404
    return MatchAccess(match, None)


def _imported(match: Match, imported: Import, user: Viewer) -> MatchAccess:
    if not imported.shared and (user.pk is None or imported.owner_id != user.pk):
        raise Http404
    return MatchAccess(match, None)


def own_import(user: Viewer, code: str) -> Import:
    """The gate of what an owner does with an imported match."""
    _refuse_unreadable(code)
    found = Import.objects.filter(match__code=code, owner=user.pk) if user.is_authenticated else Import.objects.none()
    imported = found.select_related("match", "match__table").first()
    if imported is None:
        raise Http404
    return imported


def import_of(match: Match) -> Import | None:
    """Where an imported match comes from; None for one that was played here."""
    found: Import | None = getattr(match, "imported", None)
    return found


def _is_key(match: Match, share_key: str | None) -> bool:
    return share_key is not None and secrets.compare_digest(match.share_key.encode(), share_key.encode())


def _invited(table: Table, user: Viewer) -> bool:
    if not user.is_authenticated:
        return False
    return table.host_id == user.pk or Grant.objects.filter(table=table, user=user).exists()


def seat_of(match: Match, user: Viewer) -> int | None:
    """The number of the user's seat in the match."""
    if not user.is_authenticated:
        return None
    return next((seat.number for seat in match.seats.all() if seat.user_id == user.pk), None)


def names(match: Match) -> tuple[str, ...]:
    """Names by seat number; "" for a free seat."""
    by_number = {seat.number: seat.name for seat in match.seats.all()}
    return tuple(by_number.get(number, "") for number in _numbers(match))


def _numbers(match: Match) -> range:
    return variant_named(match.variant).seats()


def open_tables(viewer: Viewer) -> list[Table]:
    """Public tables that wait, with somebody seated, oldest first; `table.match` has its seats loaded. Without those
    where somebody sits whom the viewer has blocked or who has blocked the viewer: neither is told."""
    waiting = _listed(Match.Status.WAITING).select_related("table__host").order_by("table__created_at")
    apart = kept_apart_from(viewer)
    return [table for table in _tables(waiting) if not _sits_apart(table.match, viewer, apart)]


def kept_apart_from(viewer: Viewer) -> frozenset[int]:
    """The people whom a block, in whichever direction, keeps from meeting the viewer at a public table."""
    if not viewer.is_authenticated:
        return frozenset()
    blocks = Block.objects.filter(Q(owner=viewer) | Q(other=viewer)).values_list("owner_id", "other_id")
    return frozenset(pk for pair in blocks for pk in pair if pk != viewer.pk)


def _sits_apart(match: Match, viewer: Viewer, apart: frozenset[int]) -> bool:
    seated = {seat.user_id for seat in match.seats.all()}
    return viewer.pk not in seated and not apart.isdisjoint(seated)


def running_tables() -> list[Table]:
    """Public tables at which a match runs, latest first; `table.match` has its seats and `round_number` loaded."""
    newest = Round.objects.filter(match=OuterRef("pk")).order_by("-number").values("number")[:1]
    running = _listed(Match.Status.RUNNING).annotate(round_number=Subquery(newest))
    return _tables(running.order_by("-started_at"))


def how_many(viewer: Viewer) -> tuple[int, int]:
    """How many tables `open_tables` and `running_tables` list; who only wants the numbers reads no seats."""
    waiting = len(open_tables(viewer)) if kept_apart_from(viewer) else _listed(Match.Status.WAITING).count()
    return waiting, _listed(Match.Status.RUNNING).count()


def _listed(status: Match.Status) -> QuerySet[Match]:
    public = Match.objects.filter(
        status=status, practice=False, table__access=Table.Access.PUBLIC, table__closed_at=None
    )
    taken = public.filter(pk__in=Seat.objects.filter(live=True).values("match"))
    seats = Prefetch("seats", Seat.objects.select_related("user").only("online", *NAMED).order_by("number"))
    return taken.select_related("table").prefetch_related(seats)


def _tables(matches: QuerySet[Match]) -> list[Table]:
    for match in matches:
        match.table.match = match
    return [match.table for match in matches]


def invited_table(token: str) -> Table | None:
    """The table an invite link leads to, None once it is closed."""
    return Table.objects.filter(invite_token=token, closed_at=None).first()


def live_seat(user: Viewer) -> Seat | None:
    """The user's seat in a waiting or running match, with match and table; there is at most one (RULES O8)."""
    if not user.is_authenticated:
        return None
    return Seat.objects.filter(user=user, live=True).select_related("match", "match__table").first()


def last_match(user: Viewer) -> Match | None:
    """The match the user played last, practice apart, with its seats and its table (index tally_history)."""
    if not user.is_authenticated:
        return None
    mine = Tally.objects.filter(user=user, match__practice=False).exclude(kind=Tally.Kind.OPEN)
    latest = mine.order_by("-ended_at", "-match_id").values_list("match_id", flat=True).first()
    return with_seats(Match.objects.filter(pk=latest)).select_related("table").first() if latest else None
