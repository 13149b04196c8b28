"""What becomes of tables: rematch, vanishing, deleted accounts, voided matches."""

import pytest

from games import selectors
from games.engine.state import Phase
from games.models import Block, Match, Seat, Table
from games.services import tables
from games.times import from_ms
from tests.games.factories import (
    BOB,
    NOW,
    PEOPLE,
    SECOND,
    Live,
    a_match,
    a_practice,
    a_table,
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


class TestRematch:
    def over(self) -> Live:
        live = a_match()
        live.wait(91 * SECOND).expire()
        assert live.row.is_over
        return live

    def want(self, live: Live, *names: str, wants: bool = True) -> None:
        for name in names:
            table = Table.objects.get(pk=live.row.table_id)
            tables.rematch(table=table, user=person(name), wants=wants, now=live.now, shuffle=live.shuffle)

    def test_it_starts_when_all_four_agree(self) -> None:
        live = self.over()
        self.want(live, "alice", "bob", "carol")
        assert live.row.table.match == live.match
        self.want(live, "dave")
        again = live.row.table.match
        assert again != live.match and again.status == "running"
        assert who(live.row.table) == dict(enumerate(PEOPLE))
        assert status(live.match) == "no_result", "the first match keeps its result"
        assert Seat.objects.filter(match=live.match, live=False, wants_rematch=None).count() == 4

    @pytest.mark.parametrize(("owner", "other"), [("dave", "alice"), ("alice", "dave")])
    def test_a_block_between_two_of_them_is_a_refusal(self, owner: str, other: str) -> None:
        """Whoever presses first is told, in words that tell of no block, and the seats are free."""
        live = self.over()
        Block.objects.create(owner=person(owner), other=person(other))
        refused = refusal(tables.rematch, table=live.row.table, user=person("bob"), wants=True, now=live.now)
        assert refused.code == "apart" and "block" not in refused.message.lower()
        assert live.row.table.match.status == "waiting" and who(live.row.table) == {}

    def test_a_block_does_not_count_at_a_private_table_nor_one_of_somebody_else(self) -> None:
        live = a_match(access="private")
        live.wait(91 * SECOND).expire()
        for owner, other in (("dave", "alice"), ("bob", "eve")):
            Block.objects.create(owner=person(owner), other=person(other))
        self.want(live, *PEOPLE)
        assert live.row.table.match.status == "running"

    def test_one_refusal_frees_the_seats_and_the_table_waits_again(self) -> None:
        live = self.over()
        self.want(live, "alice", "bob")
        self.want(live, "carol", wants=False)
        again = live.row.table.match
        assert again.status == "waiting" and not again.seats.exists()
        found = refusal(tables.rematch, table=live.row.table, user=person("dave"), wants=True, now=live.now)
        assert found.code == "not_seated"
        tables.sit(table=live.row.table, user=person("eve"), seat=BOB, now=live.now)
        assert Table.objects.get(pk=live.row.table_id).host == person("eve"), "the first to sit down is host"

    def test_sitting_down_elsewhere_is_a_refusal(self) -> None:
        live = self.over()
        self.want(live, "alice", "bob")
        tables.sit(table=a_table("eve"), user=person("bob"), seat=BOB, now=live.now)
        assert live.row.table.match.status == "waiting"

    def test_whoever_is_back_at_another_running_match_cannot_agree(self) -> None:
        live = self.over()
        tables.open_practice(user=person("bob"), now=live.now)
        assert refusal(tables.rematch, table=live.row.table, user=person("bob"), wants=True, now=live.now).code == (
            "running"
        )

    def test_only_for_ten_minutes(self) -> None:
        live = self.over()
        self.want(live, "alice")
        live.wait(10 * MINUTE + SECOND)
        found = refusal(tables.rematch, table=live.row.table, user=person("bob"), wants=True, now=live.now)
        assert found.code == "closed"
        tables.sweep_tables(live.now)
        assert is_closed(live.row.table)

    def test_not_while_the_match_runs_and_not_for_watchers(self) -> None:
        live = a_match()
        assert refusal(tables.rematch, table=live.row.table, user=person("alice"), wants=True).code == "not_over"
        assert refusal(tables.rematch, table=live.row.table, user=person("eve"), wants=True).status == 403

    def test_house_players_always_agree(self) -> None:
        live = a_practice()
        tables.end_practice(table=live.row.table, user=person("alice"), now=NOW)
        self.want(live, "alice")
        again = live.row.table.match
        assert (again.status, again.has_house, again.practice) == ("running", True, True)


class TestSweep:
    def test_a_deserted_table_vanishes_after_ten_minutes(self) -> None:
        """C18."""
        table = a_table("alice", "bob")
        tables.sweep_tables(NOW + 10 * MINUTE - SECOND)
        assert not is_closed(table)
        match = table.match
        tables.sweep_tables(NOW + 10 * MINUTE)
        assert is_closed(table) and status(match) == "abandoned"
        assert selectors.live_seat(person("alice")) is None

    def test_a_table_with_somebody_there_stays_for_two_hours(self) -> None:
        table = a_table("alice")
        Seat.objects.update(last_seen=from_ms(NOW + 115 * MINUTE))
        tables.sweep_tables(NOW + 119 * MINUTE)
        assert not is_closed(table)
        tables.sweep_tables(NOW + 120 * MINUTE)
        assert is_closed(table)

    def test_a_running_match_is_never_swept(self) -> None:
        live = a_match()
        tables.sweep_tables(NOW + 300 * MINUTE)
        assert live.row.status == "running"


class TestVoid:
    def test_the_staff_ends_a_running_match_with_a_reason(self) -> None:
        live = a_match()
        staff = person("grace")
        staff.is_staff = True
        tables.void_match(match=live.row, by=staff, reason=" a broken server ", now=NOW)
        row = live.row
        assert (row.status, row.end_reason, row.winner) == ("voided", "a broken server", None)
        assert live.kinds[-1] == "match_voided" and live.state.phase is Phase.OVER
        assert refusal(tables.void_match, match=row, by=staff, reason="again").code == "not_running"

    def test_nobody_else_and_not_without_a_reason(self) -> None:
        live = a_match()
        assert refusal(tables.void_match, match=live.row, by=person("alice"), reason="I lose").status == 403
        staff = person("grace")
        staff.is_staff = True
        assert refusal(tables.void_match, match=live.row, by=staff, reason="  ").status == 422
        assert live.row.status == "running"
