"""Tables: opening, sitting, getting ready, starting. A refusal is polite and changes nothing."""

import pytest
from django.contrib.auth.models import AnonymousUser

from games import selectors
from games.models import Grant, Match, Seat, Table
from games.services import tables
from tests.games.factories import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    NOW,
    PEOPLE,
    SECOND,
    Live,
    a_match,
    a_practice,
    a_table,
    assert_rebuilds,
    person,
    refusal,
    who,
)

pytestmark = pytest.mark.django_db

MINUTE = 60 * SECOND


def status(match: Match) -> str:
    return Match.objects.get(pk=match.pk).status


def is_closed(table: Table) -> bool:
    return Table.objects.get(pk=table.pk).closed_at is not None


class TestOpen:
    def test_the_host_sits_south(self) -> None:
        table = a_table("alice", title="  Friday  ", access="private")
        assert who(table) == {ALICE: "alice"}
        assert (table.title, table.access, table.match.status) == ("Friday", "private", "waiting")
        assert len(table.code) == 8 and len(table.invite_token) >= 22, "128 bits are 22 characters"

    @pytest.mark.parametrize("target", [0, -1, 499, 10**12, True, "", "500", None])
    def test_it_accepts_only_the_lengths_offered(self, target: object) -> None:
        """T12."""
        found = refusal(tables.open_table, host=person("alice"), target=target, access="public")
        assert (found.code, found.status) == ("options", 422)
        assert not Table.objects.exists()

    @pytest.mark.parametrize("options", [{"access": "secret"}, {"variant": "poker"}, {"title": "x" * 41}])
    def test_it_accepts_only_what_is_offered(self, options: dict[str, str]) -> None:
        wanted = {"target": 500, "access": "public"} | options
        assert refusal(tables.open_table, host=person("alice"), **wanted).status == 422

    def test_opening_gives_up_a_waiting_seat_elsewhere(self) -> None:
        first = a_table("alice")
        second = a_table("alice")
        assert who(second) == {ALICE: "alice"}
        assert is_closed(first)

    def test_twenty_tables_opened_and_left_leave_room_for_another(self) -> None:
        """C18."""
        for _ in range(20):
            table = a_table("alice")
            tables.stand(table=table, user=person("alice"), now=NOW)
        assert selectors.open_tables(AnonymousUser()) == []
        assert [each.pk for each in [a_table("alice")]] == [each.pk for each in selectors.open_tables(AnonymousUser())]


class TestSit:
    def test_it_takes_a_free_seat(self) -> None:
        table = a_table("alice")
        before = table.revision
        tables.sit(table=table, user=person("bob"), seat=CAROL, now=NOW)
        assert who(table) == {ALICE: "alice", CAROL: "bob"}
        assert Table.objects.get(pk=table.pk).revision > before

    def test_it_refuses_a_taken_seat(self) -> None:
        table = a_table("alice")
        assert refusal(tables.sit, table=table, user=person("bob"), seat=ALICE).code == "taken"
        assert who(table) == {ALICE: "alice"}

    @pytest.mark.parametrize("seat", [-1, 4, 99])
    def test_it_refuses_a_seat_that_is_none(self, seat: int) -> None:
        assert refusal(tables.sit, table=a_table("alice"), user=person("bob"), seat=seat).status == 422

    def test_changing_the_seat_frees_the_old_one_and_takes_readiness_back(self) -> None:
        table = a_table("alice", "bob")
        tables.set_ready(table=table, user=person("bob"))
        tables.sit(table=table, user=person("bob"), seat=DAVE, now=NOW)
        assert who(table) == {ALICE: "alice", DAVE: "bob"}
        assert not Seat.objects.get(user=person("bob")).ready

    def test_sitting_down_elsewhere_gives_up_the_waiting_seat(self) -> None:
        """C17, RULES O8."""
        first, second = a_table("alice", "bob"), a_table("carol")
        tables.sit(table=second, user=person("bob"), seat=BOB, now=NOW)
        assert who(first) == {ALICE: "alice"} and who(second) == {ALICE: "carol", BOB: "bob"}

    def test_a_running_match_holds_its_players(self) -> None:
        """C17."""
        a_match()
        table = a_table("eve")
        found = refusal(tables.sit, table=table, user=person("alice"), seat=BOB)
        assert (found.code, found.message) == ("running", "You are in a running match. Return to it first.")
        for service in (tables.open_practice, lambda user: tables.open_table(host=user, target=500, access="public")):
            assert refusal(service, user=person("alice")).code == "running"

    def test_a_refused_seat_keeps_the_old_one(self) -> None:
        first, second = a_table("alice", "bob"), a_table("carol")
        refusal(tables.sit, table=second, user=person("bob"), seat=ALICE, now=NOW)
        assert who(first) == {ALICE: "alice", BOB: "bob"}

    def test_nobody_sits_down_at_a_match_that_runs(self) -> None:
        live = a_match()
        assert refusal(tables.sit, table=live.row.table, user=person("eve"), seat=ALICE).code == "started"


class TestStand:
    def test_it_frees_the_seat(self) -> None:
        table = a_table("alice", "bob")
        tables.stand(table=table, user=person("bob"), now=NOW)
        assert who(table) == {ALICE: "alice"}

    def test_the_next_person_becomes_host(self) -> None:
        table = a_table("alice", "bob", "carol", access="private")
        tables.stand(table=table, user=person("alice"), now=NOW)
        table.refresh_from_db()
        assert table.host == person("bob")
        assert selectors.table_for(person("alice"), table.code).seat is None, "whoever was host may come back"

    def test_a_table_without_people_closes(self) -> None:
        table = a_table("alice", access="private")
        tables.fill_with_house(table=table, user=person("alice"), now=NOW)
        match = table.match
        tables.stand(table=table, user=person("alice"), now=NOW)
        assert is_closed(table) and status(match) == "abandoned"
        assert not Seat.objects.filter(match=match).exists()

    def test_only_before_the_start(self) -> None:
        """RULES O9: there is no resigning."""
        live = a_match()
        assert refusal(tables.stand, table=live.row.table, user=person("alice")).code == "started"

    def test_who_does_not_sit_cannot_stand_up(self) -> None:
        assert refusal(tables.stand, table=a_table("alice"), user=person("eve")).status == 403


class TestReady:
    def test_the_match_starts_when_all_four_are_ready(self) -> None:
        live = a_match()
        row = live.row
        assert (row.status, row.has_house, row.practice) == ("running", False, False)
        assert live.kinds == ["match_started", "hands_dealt"]
        assert live.state.options.target == 500
        assert_rebuilds(row)

    def test_three_are_not_enough_and_readiness_can_be_taken_back(self) -> None:
        table = a_table(*PEOPLE)
        for name in PEOPLE[:3]:
            tables.set_ready(table=table, user=person(name), now=NOW)
        tables.set_ready(table=table, user=person("alice"), ready=False, now=NOW)
        tables.set_ready(table=table, user=person("dave"), now=NOW)
        assert status(table.match) == "waiting"

    def test_pressing_twice_is_harmless(self) -> None:
        table = a_table("alice")
        tables.set_ready(table=table, user=person("alice"))
        revision = Table.objects.get(pk=table.pk).revision
        tables.set_ready(table=table, user=person("alice"))
        assert Table.objects.get(pk=table.pk).revision == revision

    def test_who_was_away_at_the_start_comes_back_to_the_own_seat(self) -> None:
        """C03."""
        live = a_match()
        seat = selectors.live_seat(person("carol"))
        assert seat is not None and (seat.match_id, seat.number) == (live.match.pk, CAROL)

    def test_the_clock_of_the_site_is_pinned(self, settings: object) -> None:
        settings.TICHU_CLOCKS = settings.TICHU_CLOCKS | {"turn": 12.5}  # type: ignore[attr-defined]
        assert a_match().state.options.clock.turn == 12_500


class TestHouse:
    def test_practice_starts_at_once(self) -> None:
        live = a_practice()
        row = live.row
        assert (row.status, row.has_house, row.practice) == ("running", True, True)
        names = selectors.names(row.table.match)
        assert names[0] == "alice" and len(set(names)) == 4
        assert live.state.kinds == ("person", "house", "house", "house")
        assert selectors.running_tables() == [] and selectors.open_tables(AnonymousUser()) == []

    def test_the_host_fills_a_private_table(self) -> None:
        table = a_table("alice", "bob", access="private")
        tables.set_ready(table=table, user=person("alice"))
        tables.fill_with_house(table=table, user=person("alice"), now=NOW)
        assert status(table.match) == "waiting"
        tables.set_ready(table=table, user=person("bob"), now=NOW)
        assert Live(table.match).state.kinds == ("person", "person", "house", "house")

    def test_only_the_host_and_only_a_private_table(self) -> None:
        private, public = a_table("alice", "bob", access="private"), a_table("carol")
        assert refusal(tables.fill_with_house, table=private, user=person("bob")).status == 403
        assert refusal(tables.fill_with_house, table=public, user=person("carol")).code == "public"

    def test_a_house_player_is_due_after_the_start(self) -> None:
        live = a_practice()
        row = live.row
        assert row.house_due is not None and NOW + 800 <= row.house_due <= NOW + 2_500

    def test_a_practice_match_can_be_ended(self) -> None:
        """RULES O9."""
        live = a_practice()
        tables.end_practice(table=live.row.table, user=person("alice"), now=NOW)
        row = live.row
        assert (row.status, row.end_reason) == ("voided", "practice ended")
        tables.end_practice(table=row.table, user=person("alice"), now=NOW)
        assert selectors.live_seat(person("alice")) is None
        assert_rebuilds(row)

    def test_no_other_match_can_be_ended_and_by_nobody_else(self) -> None:
        assert refusal(tables.end_practice, table=a_match().row.table, user=person("alice")).status == 403
        practice = a_practice("eve").row.table
        assert refusal(tables.end_practice, table=practice, user=person("alice")).status == 403


class TestJoin:
    def test_the_link_seats_nobody(self) -> None:
        table = a_table("alice", access="private")
        assert tables.join(token=table.invite_token, user=person("bob")) == table
        tables.join(token=table.invite_token, user=person("bob"))
        assert who(table) == {ALICE: "alice"}
        assert Grant.objects.filter(user=person("bob")).count() == 1
        assert selectors.table_for(person("bob"), table.code).seat is None

    def test_a_dead_link_is_refused(self) -> None:
        table = a_table("alice", access="private")
        tables.stand(table=table, user=person("alice"), now=NOW)
        for token in (table.invite_token, "", "nonsense"):
            assert refusal(tables.join, token=token, user=person("bob")).status == 404
