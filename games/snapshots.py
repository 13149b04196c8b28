"""The rows of a table as they were at its revision, kept per process.

Whatever a table's page can show raises the table's revision in the same transaction, so rows read at a revision hold
until it is raised. Whoever looks next, four sockets after each move among them, asks for the revision alone.
"""

from __future__ import annotations

import copy
import threading
from dataclasses import dataclass

from django.db import connection
from django.db.models import Prefetch, Q, QuerySet

from accounts.models import User
from games.kept import Kept
from games.models import Match, Seat, Table, Watcher
from games.talk_rows import Block, Words

KEPT = 2_000
"""Tables kept per process, about 10 KB each."""
LOCKS = 64
WORDS = 40
"""The last things said, kept and shown."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table, its newest match, that match's seats with their users loaded, what was said there last, and who of
    those concerned has blocked whom (owner, other), and the users looking on. Only to be read."""

    table: Table
    match: Match
    words: tuple[Words, ...] = ()
    blocks: frozenset[tuple[int, int]] = frozenset()
    watchers: frozenset[int] = frozenset()

    def copied(self) -> Snapshot:
        """One of one's own: nothing that is set on its table or match reaches others. The seats are shared."""
        table, match = copy.copy(self.table), copy.copy(self.match)
        match.table, table.match = table, match
        return Snapshot(table, match, self.words, self.blocks, self.watchers)


def snapshot(code: str) -> Snapshot | None:
    """The table now; None when there is none. Inside a transaction it is read anew: what that changed may yet be
    rolled back, and then nobody else may see it."""
    if connection.in_atomic_block:
        return _read(code)
    kept = _kept.get(code)
    if kept is None or kept.table.revision != _revision(code):
        kept = _read_once(code, kept)
    return kept.copied() if kept else None


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches with their seats, by number, and the users on them."""
    return matches.prefetch_related(Prefetch("seats", Seat.objects.select_related("user").order_by("number")))


_TABLE = "SELECT * FROM games_table WHERE code = %s"
_MATCH = "SELECT * FROM games_match WHERE table_id = %s ORDER BY id DESC LIMIT 1"
_SEATS = "SELECT * FROM games_seat WHERE match_id = %s ORDER BY number"
_USERS = "SELECT * FROM accounts_user WHERE id IN (SELECT user_id FROM games_seat WHERE match_id = %s) OR id = %s"
"""After every move: putting these together with the ORM takes four times as long as they do."""


def _read(code: str) -> Snapshot | None:
    """The table's row first: the match may then be newer than the revision, but never older."""
    table = next(iter(Table.objects.raw(_TABLE, [code])), None)
    if table is None:
        return None
    match = next(iter(Match.objects.raw(_MATCH, [table.pk])))
    seats = list(Seat.objects.raw(_SEATS, [match.pk]))
    users = {user.pk: user for user in User.objects.raw(_USERS, [match.pk, table.host_id or 0])}
    seats = [seat for seat in seats if seat.user_id is None or seat.user_id in users]  # else it was just given up
    for seat in seats:
        seat.match, seat.user = match, users.get(seat.user_id or 0)
    table.host = users.get(table.host_id or 0)
    prefetched = match.seats.all()
    prefetched._result_cache = seats
    match.__dict__["_prefetched_objects_cache"] = {"seats": prefetched}
    match.table, table.match = table, match
    words = tuple(reversed(Words.objects.filter(match=match).select_related("user").order_by("-pk")[:WORDS]))
    watchers = Watcher.objects.filter(table=table).values_list("user_id", flat=True) if table.watchable else ()
    return Snapshot(table, match, words, _blocks({*users, *(each.user_id for each in words)}), frozenset(watchers))


def _blocks(concerned: set[int]) -> frozenset[tuple[int, int]]:
    blocks = Block.objects.filter(Q(owner__in=concerned) | Q(other__in=concerned))
    return frozenset(blocks.values_list("owner_id", "other_id"))


def _read_once(code: str, before: Snapshot | None) -> Snapshot | None:
    """Of all who find the table changed at the same moment, one reads it."""
    with _locks[hash(code) % LOCKS]:
        kept = _kept.get(code)
        if kept is before or kept is None or kept.table.revision != _revision(code):
            kept = _read(code)
            if kept is not None:
                _kept.put(code, kept)
        return kept


def _revision(code: str) -> int | None:
    with connection.cursor() as cursor:  # at every look at every table, so not put together by the ORM each time
        cursor.execute("SELECT revision FROM games_table WHERE code = %s", [code])
        row = cursor.fetchone()
    return int(row[0]) if row else None


_kept = Kept[str, Snapshot](KEPT)
_locks = tuple(threading.Lock() for _ in range(LOCKS))
