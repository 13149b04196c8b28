"""What becomes of seats, tables and matches when an account is deleted (N03)."""

import pytest

from games import selectors
from games.models import Grant, Seat, Table
from games.services import people, tables
from games.statistics import past_matches
from tests.games.factories import ALICE, BOB, CAROL, DAVE, PEOPLE, SECOND, a_match, a_table, person

pytestmark = pytest.mark.django_db


def who(table: Table) -> dict[int, str]:
    return {seat.number: seat.name for seat in Seat.objects.filter(match=table.match).select_related("user")}


class TestDeletedAccount:
    """N03."""

    def delete(self, name: str) -> None:
        from accounts import services

        services.delete_account(user=person(name))

    def test_a_waiting_seat_is_freed(self) -> None:
        table = a_table("alice", "bob", access="private")
        tables.join(token=table.invite_token, user=person("bob"))
        alice = person("alice")
        self.delete("alice")
        assert who(table) == {BOB: "bob"}
        assert Table.objects.get(pk=table.pk).host == person("bob")
        assert not Grant.objects.filter(user=alice).exists()

    def test_a_finished_match_keeps_the_seat_under_a_number(self) -> None:
        live = a_match()
        live.wait(91 * SECOND).expire()
        self.delete("bob")
        names = selectors.names(live.row.table.match)
        assert names == ("alice", "Deleted account 1", "carol", "dave")
        alice = person("alice")
        assert [tally.match for tally in past_matches(alice, alice)] == [live.match]

    def test_a_running_match_ends_by_its_clock(self) -> None:
        live = a_match()
        self.delete("bob")
        assert live.row.status == "running"
        live.grand(seats=[ALICE, CAROL, DAVE]).wait(91 * SECOND).expire()
        assert live.row.end_seats == [BOB]

    def test_a_wish_for_a_rematch_is_a_refusal(self) -> None:
        live = a_match()
        live.wait(91 * SECOND).expire()
        tables.rematch(table=live.row.table, user=person("bob"), wants=True, now=live.now)
        self.delete("bob")
        assert live.row.table.match.status == "waiting"

    def test_the_export_lists_ones_own_matches(self) -> None:
        live = a_match()
        assert people.export(person("alice")) == []
        live.wait(91 * SECOND).expire()
        (mine,) = people.export(person("alice"))
        assert mine["code"] == live.match.code and mine["players"] == list(PEOPLE)
        assert people.export(person("eve")) == []
