"""A site that is as old as its first version comes forward to the newest with everything that was played on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.executor import MigrationExecutor

from accounts.names import keys_of
from games import log
from games.engine import codec
from games.engine import events as e
from games.engine.state import Phase
from games.models import Hand, Match, Rating, Round, Seat, Table, Tally
from tests.games.factories import assert_rebuilds
from tests.games.played import BEGAN, PEOPLE, RandomMatch
from tests.games.visiting import browser_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

FIRST = [("accounts", "0001_initial"), ("games", "0001_tables_matches_and_the_log")]
SCHEMA = "of_old"


@contextmanager
def empty_database(folder: Path) -> Iterator[None]:
    """A database without a table for this thread: a file of its own, or a schema of its own in PostgreSQL."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE SCHEMA {SCHEMA}; SET search_path TO {SCHEMA}")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute(f"SET search_path TO public; DROP SCHEMA {SCHEMA} CASCADE")
        return
    databases, ours = connections.settings, connections[DEFAULT_DB_ALIAS]
    before = databases[DEFAULT_DB_ALIAS]
    databases[DEFAULT_DB_ALIAS] = before | {"NAME": str(folder / "old.sqlite3")}
    connections[DEFAULT_DB_ALIAS] = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        databases[DEFAULT_DB_ALIAS], connections[DEFAULT_DB_ALIAS] = before, ours


def migrated(targets: list[tuple[str, str]]) -> Any:
    """Bring the database there; the models as they were then."""
    return MigrationExecutor(connection).migrate(targets).apps


def everything() -> list[tuple[str, str]]:
    return MigrationExecutor(connection).loader.graph.leaf_nodes()


def first_version(event: e.Event) -> tuple[str, int, dict[str, Any]]:
    """As the first version of the site wrote it down: deals had no seal yet."""
    kind, _version, payload = codec.encode(event)
    if isinstance(event, e.HandsDealt):
        payload = {name: value for name, value in payload.items() if name != "salt"}
    return kind, 1, payload


def put_down(then: Any, played: RandomMatch, people: list[Any], status: str) -> int:
    """The match as rows of those days: its log, and what it was to its table; no round, no hand, no tally."""
    table = then.get_model("games", "Table").objects.create(
        code=f"table{played.seed:03}", invite_token=f"token-{played.seed}", target=500, access="public",
        host_id=people[0].pk, created_at=BEGAN,
    )  # fmt: skip
    match = then.get_model("games", "Match").objects.create(
        table_id=table.pk, code=f"match{played.seed:05}", options={"target": 500}, status=status, created_at=BEGAN,
    )  # fmt: skip
    seat = then.get_model("games", "Seat")
    seat.objects.bulk_create(
        seat(match_id=match.pk, number=number, user_id=user.pk, live=status == "running")
        for number, user in enumerate(people)
    )
    action, number = then.get_model("games", "Action"), 0
    for at, events in played.batches:
        for event in events:
            number += 1
            kind, version, payload = first_version(event)
            seated = getattr(event, "seat", None)
            action.objects.create(
                match_id=match.pk, sequence=number, at=at, kind=kind, version=version, payload=payload, seat=seated
            )
    then.get_model("games", "Match").objects.filter(pk=match.pk).update(head=number)
    return int(match.pk)


def people_of(then: Any, names: list[str]) -> list[Any]:
    user = then.get_model("accounts", "User")
    keys = [keys_of(name) for name in names]
    joined = datetime(2026, 1, 1, tzinfo=UTC)
    return [
        user.objects.create(username=name, name_key=key.key, name_look=key.look, date_joined=joined)
        for name, key in zip(names, keys, strict=True)
    ]


def test_matches_of_the_first_version_are_played_on_in_the_newest(tmp_path: Path) -> None:
    """One that is over and one in play: logs, results, statistics and pages are there after the update."""
    over = RandomMatch(3).play_out()
    running = RandomMatch(4).play_until(Phase.PLAY, rounds=1)
    with empty_database(tmp_path):
        then = migrated(FIRST)
        first = put_down(then, over, people_of(then, list(PEOPLE)), "finished")
        second = put_down(then, running, people_of(then, ["earl", "fred", "gina", "hans"]), "running")
        log.forget()
        migrated(everything())
        call_command("rebuild_projections", verbosity=0)
        for pk, played in ((first, over), (second, running)):
            match = Match.objects.get(pk=pk)
            assert log.current(pk).state == played.state
            assert match.is_over == (played.state.phase is Phase.OVER) and match.totals == list(played.state.totals)
            assert Round.objects.filter(match=match, scored=True).count() == len(played.state.results)
            assert_rebuilds(match)
        assert Match.objects.get(pk=second).deadline is not None, "the clocks run on"
        assert Tally.objects.filter(match=first, kind="counted").count() == 4 and Rating.objects.count() == 6
        assert Seat.objects.filter(match=second, live=True).count() == 4
        assert Hand.objects.filter(round__match=first).exists()
        for path in (f"/matches/match{3:05}/", f"/matches/match{3:05}/1/0/", "/players/alice/", "/lobby/"):
            assert browser_of("bob").get(path).status_code == 200, path
        assert browser_of("earl").get(f"/tables/table{4:03}/").status_code == 200
        assert Table.objects.get(pk=1).pace == Table.Pace.NORMAL


def test_every_migration_can_be_reached_from_the_first_one_after_the_other(tmp_path: Path) -> None:
    """With rows in the tables at each of them: what a later constraint asks, earlier rows have."""
    with empty_database(tmp_path):
        then = migrated(FIRST)
        put_down(then, RandomMatch(5).play_out(), people_of(then, list(PEOPLE)), "finished")
        loader = MigrationExecutor(connection).loader
        steps = [key for key in loader.graph.forwards_plan(loader.graph.leaf_nodes("games")[0]) if key[0] == "games"]
        for number, step in enumerate(steps[1:], start=1):
            then = migrated([step, *loader.graph.leaf_nodes("accounts")])
            people = people_of(then, [f"{name}{number}" for name in PEOPLE])
            put_down(then, RandomMatch(5 + number).play_rounds(1), people, "running")
        assert Match.objects.count() == len(steps)
        assert {
            log.current(pk).state.rounds for pk in Match.objects.filter(status="running").values_list("pk", flat=True)
        }
