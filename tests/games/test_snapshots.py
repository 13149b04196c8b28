"""Rows kept per process: never older than the database, whoever changed them, and never what was rolled back."""

import threading

import pytest
from django.db import connection, transaction

from accounts import services as accounts
from games import selectors
from games.models import Match, Table
from games.services import tables
from games.snapshots import snapshot
from tests.games.factories import a_match, a_table, person

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


def names(code: str) -> tuple[str, ...]:
    seen = snapshot(code)
    assert seen is not None
    return selectors.names(seen.match)


def in_thread(do: object) -> None:
    def run() -> None:
        try:
            do()  # type: ignore[operator]
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(timeout=30)
    assert not thread.is_alive()


def test_the_second_look_asks_for_the_revision_alone(django_assert_num_queries: object) -> None:
    code = a_match().row.table.code
    names(code)
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert names(code) == ("alice", "bob", "carol", "dave")


def test_whatever_changed_is_seen_at_the_next_look() -> None:
    table = a_table("alice")
    assert names(table.code) == ("alice", "", "", "")
    in_thread(lambda: tables.sit(table=table, user=person("bob"), seat=2))
    assert names(table.code) == ("alice", "", "bob", "")
    in_thread(lambda: accounts.rename(user=person("bob"), name="Robert"))
    assert names(table.code) == ("alice", "", "Robert", "")


def test_a_match_that_ended_and_its_players_names_are_seen_too() -> None:
    live = a_match()
    code = live.row.table.code
    names(code)
    live.wait(91_000).expire()
    seen = snapshot(code)
    assert seen is not None and seen.match.is_over
    accounts.delete_account(user=person("carol"))
    assert names(code) == ("alice", "bob", "Deleted account 1", "dave")


def test_what_was_rolled_back_was_never_there() -> None:
    """The same revision comes again, with other rows."""
    table = a_table("alice")
    with transaction.atomic():
        tables.sit(table=table, user=person("bob"), seat=1)
        assert names(table.code) == ("alice", "bob", "", "")
        transaction.set_rollback(True)
    tables.sit(table=table, user=person("carol"), seat=1)
    assert names(table.code) == ("alice", "carol", "", "")


def test_what_one_caller_sets_reaches_no_other() -> None:
    code = a_match().row.table.code
    first, second = snapshot(code), snapshot(code)
    assert first is not None and second is not None
    first.table.title, first.match.status = "mine", Match.Status.VOIDED
    third = snapshot(code)
    assert third is not None
    for each in (second, third):
        assert (each.table.title, each.match.status) == ("", Match.Status.RUNNING)
        assert each.match.table is each.table and each.table.match is each.match


def test_many_at_once_agree() -> None:
    table = a_table("alice")
    names(table.code)
    tables.sit(table=table, user=person("bob"), seat=1)
    start, found = threading.Barrier(6), []

    def look() -> None:
        start.wait(timeout=30)
        found.append(names(table.code))

    threads = [threading.Thread(target=in_thread, args=[look]) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert found == [("alice", "bob", "", "")] * 6


def test_there_is_no_table_that_is_not_there() -> None:
    assert snapshot("nowhere2") is None
    table = a_table("alice")
    names(table.code)
    Match.objects.filter(table=table).delete()
    Table.objects.filter(pk=table.pk).delete()
    assert snapshot(table.code) is None
