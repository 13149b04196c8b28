"""How fast pages about people stay with a million rounds behind them, and how fast a match is booked when it ends.

In a database of its own, gone afterwards: SQLite, or the server that DATABASE_URL names. `measure()` gives the rows of
the table. What came out is in docs/figures.md.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING
from urllib.parse import quote

import django

from tests.benchmarks.costs import Cost, cost_of, told

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match
    from tests.games.played import Batch

TIMES, ENDS = 15, 5


def measure() -> Iterator[tuple[str, str]]:
    """(what, figure) for each line of the table."""
    django.setup()
    from django.utils import timezone

    from games.models import Round
    from tests.benchmarks.many import fill

    with _database():
        began = perf_counter()
        people = fill(timezone.now())
        filled = f"{Round.objects.count():,} / {len(people):,}, filled in {perf_counter() - began:.0f} s"
        yield "rounds / people", filled
        for what, viewer, path in _pages(people):
            yield what, told(_asked(viewer, path))
        for what, act in _sweeps():
            yield what, told(cost_of(act) for _ in range(TIMES))
        yield from _plays(people[:4])


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


def _asked(viewer: User | None, path: str) -> Iterator[Cost]:
    from django.test import Client

    client = Client()
    if viewer is not None:
        client.force_login(viewer, "django.contrib.auth.backends.ModelBackend")
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    for _ in range(TIMES):
        yield cost_of(lambda: client.get(path))


def _sweeps() -> Iterator[tuple[str, Callable[[], None]]]:
    """What the beat does all the time."""
    from games.services.deadlines import expire_due
    from games.services.tables import sweep_tables
    from games.times import now_ms

    yield "sweep of deadlines", lambda: expire_due(now_ms())
    yield "sweep of tables", lambda: sweep_tables(now_ms())


def _plays(people: list[User]) -> Iterator[tuple[str, str]]:
    """An ordinary play, and the last one of a match: with the result, everybody's tally and, of a public match, the
    ratings of four people and two pairs."""
    from games.models import Table
    from tests.games.played import RandomMatch

    batches = RandomMatch(seed=5).play_out().batches
    last, some = len(batches) - 1, _a_play(batches)
    for what, place, access in (
        ("an ordinary play", some, Table.Access.PUBLIC),
        ("the last play of a private match", last, Table.Access.PRIVATE),
        ("the last play of a public match, which is rated", last, Table.Access.PUBLIC),
    ):
        yield what, told([_play(batches[: place + 1], people, access) for _ in range(ENDS)])


def _a_play(batches: list[Batch]) -> int:
    """Where in the middle of the match nothing but cards on the table happens."""
    from games.engine import events as e

    later = range(len(batches) // 2, len(batches))
    return next(at for at in later if [type(event) for event in batches[at][1]] == [e.CombinationPlayed])


def _play(batches: list[Batch], people: list[User], access: str) -> Cost:
    from games import log
    from games.models import Seat
    from games.services.commit import commit

    *before, (at, events) = batches
    match = _so_far(before, people, access)
    current = log.current(match.pk)
    cost = cost_of(lambda: commit(match, current, events, at))
    Seat.objects.filter(match=match).update(live=False)  # the same people sit at the next one
    return cost


def _so_far(batches: list[Batch], people: list[User], access: str) -> Match:
    from games import log
    from games.models import Match, Seat, Table

    table = Table.objects.create(target=500, access=access, created_at="2026-11-20T20:04Z")
    match = Match.objects.create(table=table, options={}, created_at="2026-11-20T20:04Z")
    Seat.objects.bulk_create(Seat(match=match, number=number, user=user) for number, user in enumerate(people))
    for at, events in batches:
        log.append(match, match.head, events, at)
    match.refresh_from_db()
    return match


if __name__ == "__main__":
    for what, figure in measure():
        print(f"{what:52} {figure}")
