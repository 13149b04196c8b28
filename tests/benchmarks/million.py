"""How fast pages about people stay with a million rounds behind them, and how fast a match is booked when it ends.

In a database of its own, gone afterwards: SQLite, or the server that DATABASE_URL names. `measure()` gives the rows of
the table: time in the server, as somebody waits for it, and the number of queries.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING
from urllib.parse import quote

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match

TIMES, ENDS = 15, 5


def measure() -> Iterator[tuple[str, str]]:
    """(what, figure) for each line of the table."""
    django.setup()
    from django.utils import timezone

    from games.models import Round
    from tests.benchmarks.many import fill

    with _database():
        people = fill(timezone.now())
        yield "rounds / people", f"{Round.objects.count():,} / {len(people):,}"
        for what, viewer, path in _pages(people):
            yield what, _asked(viewer, path)
        for what, act in _sweeps():
            yield what, _timed(act)
        yield "the last play of a match, with all that follows", _ends(people[:4])


@contextmanager
def _database() -> Iterator[None]:
    from django.db import connection

    from games import notify
    from games.management.scratch import scratch_database

    if connection.vendor == "sqlite":
        with scratch_database():
            yield
        return
    before = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"] = {**connection.settings_dict["TEST"], "NAME": f"bench_{os.getpid()}"}
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        with notify.muted():
            yield
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)


def _pages(people: list[User]) -> Iterator[tuple[str, User | None, str]]:
    from tests.benchmarks.many import NEAR

    keen, other, stranger, some = people[NEAR], people[NEAR + 1], people[1_000], people[500]
    for what, who in (("the keenest", keen), ("somebody", some)):
        page = f"/players/{quote(who.username)}/"
        yield f"own profile and statistics, {what}", who, page
        yield f"the same, 30 days, {what}", who, f"{page}?period=month"
        yield f"the same, a year, {what}", who, f"{page}?period=year"
        yield f"their last page of matches, {what}", who, f"{page}?page=100000"
    yield "the keenest with one partner", keen, f"/players/{keen.username}/?with={other.username}"
    yield "the keenest, looked at by a partner", other, f"/players/{keen.username}/"
    yield "the keenest, looked at by a stranger", stranger, f"/players/{keen.username}/"
    yield "the keenest, looked at by a guest", None, f"/players/{keen.username}/"
    for board in ("people", "pairs"):
        yield f"leaderboard, {board}", None, f"/leaderboard/?of={board}"
        yield f"leaderboard, {board}, last page", None, f"/leaderboard/?of={board}&page=100000"
    yield "lobby, guest", None, "/lobby/"
    yield "lobby, the keenest", keen, "/lobby/"
    yield "start page, the keenest", keen, "/"


def _asked(viewer: User | None, path: str) -> str:
    from django.db import connection
    from django.test import Client

    client, asked = Client(), list[str]()
    if viewer is not None:
        client.force_login(viewer, "django.contrib.auth.backends.ModelBackend")

    def count(execute: Callable[..., object], sql: str, *rest: object) -> object:
        asked.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return f"{_timed(lambda: client.get(path))}, {len(asked)} queries"


def _timed(act: Callable[[], object], times: int = TIMES) -> str:
    spent = []
    for _ in range(times):
        started = perf_counter()
        act()
        spent.append((perf_counter() - started) * 1000)
    return f"median {median(spent):6.1f} ms, worst {max(spent):6.1f} ms"


def _sweeps() -> Iterator[tuple[str, Callable[[], None]]]:
    """What the beat does all the time."""
    from games.services.deadlines import expire_due
    from games.services.tables import sweep_tables
    from games.times import now_ms

    yield "sweep of deadlines", lambda: expire_due(now_ms())
    yield "sweep of tables", lambda: sweep_tables(now_ms())


def _ends(people: list[User]) -> str:
    """Log, projections, tallies, ratings of people and pair."""
    from games import log
    from games.services.commit import commit
    from tests.games.played import RandomMatch

    played = RandomMatch(seed=5).play_out()
    *before, (at, events) = played.batches

    def end(match: Match) -> None:
        commit(match, log.current(match.pk), events, at)

    ready = iter([_nearly_over(before, people) for _ in range(ENDS)])
    return _timed(lambda: end(next(ready)), ENDS)


def _nearly_over(batches: list[tuple[int, tuple[object, ...]]], people: list[User]) -> Match:
    from games import log
    from games.models import Match, Seat, Table

    table = Table.objects.create(target=500, created_at="2026-11-20T20:04Z")
    match = Match.objects.create(table=table, options={}, created_at="2026-11-20T20:04Z")
    Seat.objects.bulk_create(Seat(match=match, number=number, user=user) for number, user in enumerate(people))
    for at, events in batches:
        log.append(match, match.head, events, at)  # type: ignore[arg-type]
    match.refresh_from_db()
    return match


if __name__ == "__main__":
    for what, figure in measure():
        print(f"{what:52} {figure}")
