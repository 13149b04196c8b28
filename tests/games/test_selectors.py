"""The gate: who may see which table and which match."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from games import selectors
from games.models import Block
from games.services import tables
from tests.games.factories import BOB, SECOND, Live, a_match, a_practice, a_table, in_play, person

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()


def ended(**options: object) -> Live:
    live = in_play(**options)
    live.wait(91 * SECOND).expire()
    return live


class TestTable:
    def test_a_seat_is_found_by_the_session_user_only(self) -> None:
        """E06: who asks decides, nothing else."""
        live = a_match()
        code = live.row.table.code
        assert selectors.table_for(person("bob"), code).seat == BOB
        assert selectors.table_for(person("eve"), code).seat is None
        assert selectors.table_for(NOBODY, code).seat is None

    @pytest.mark.parametrize("code", ["", "zzzzzzzz", "../etc", "\x00", "a" * 5_000])
    def test_an_unknown_code_is_not_found(self, code: str) -> None:
        with pytest.raises(Http404):
            selectors.table_for(NOBODY, code)

    def test_a_private_table_is_there_for_seats_host_and_link_holders(self) -> None:
        """E08."""
        table = a_table("alice", access="private")
        for user in (person("eve"), NOBODY):
            with pytest.raises(Http404):
                selectors.table_for(user, table.code)
        tables.join(token=table.invite_token, user=person("eve"))
        assert selectors.table_for(person("eve"), table.code).seat is None
        assert selectors.table_for(person("alice"), table.code).seat == 0

    def test_it_asks_little(self, django_assert_max_num_queries: object) -> None:
        live = a_match()
        bob, code = person("bob"), live.row.table.code
        with django_assert_max_num_queries(6):  # type: ignore[operator]
            access = selectors.table_for(bob, code)
            assert selectors.names(access.match) == ("alice", "bob", "carol", "dave")
            assert access.match.table is access.table and access.table.match is access.match


class TestMatch:
    def test_its_seats_see_finished_rounds_while_it_runs(self) -> None:
        """RULES U3."""
        live = a_match()
        access = selectors.match_for(person("bob"), live.match.code)
        assert (access.seat, access.finished_only) == (BOB, True)

    def test_nobody_else_sees_a_running_match(self) -> None:
        live = a_match()
        for user in (person("eve"), NOBODY):
            with pytest.raises(Http404):
                selectors.match_for(user, live.match.code, live.match.share_key)

    def test_everybody_sees_a_finished_public_match(self) -> None:
        live = ended()
        assert selectors.match_for(NOBODY, live.match.code).seat is None
        access = selectors.match_for(person("bob"), live.match.code)
        assert (access.seat, access.finished_only) == (BOB, False)

    def test_a_finished_private_match_needs_a_seat_or_the_key(self) -> None:
        live = ended(access="private")
        for key in (None, "", "wrong", live.row.table.invite_token, "é"):
            with pytest.raises(Http404):
                selectors.match_for(person("eve"), live.match.code, key)
        assert selectors.match_for(NOBODY, live.match.code, live.match.share_key).seat is None
        assert selectors.match_for(person("bob"), live.match.code).seat == BOB

    def test_a_match_that_never_began_has_nothing_to_see(self) -> None:
        table = a_table("alice")
        with pytest.raises(Http404):
            selectors.match_for(person("alice"), table.match.code)


class TestLists:
    def test_open_tables_are_public_and_have_somebody_seated(self) -> None:
        public = a_table("alice", "bob")
        a_table("carol", access="private")
        (found,) = selectors.open_tables(AnonymousUser())
        assert found == public
        assert [seat.name for seat in found.match.seats.all()] == ["alice", "bob"]

    def test_running_tables_are_listed_without_practice(self) -> None:
        live = a_match()
        a_practice("eve")
        assert [table.match for table in selectors.running_tables()] == [live.match]
        assert selectors.open_tables(AnonymousUser()) == []

    def test_how_many_counts_what_is_listed(self) -> None:
        a_match()
        a_practice("eve")
        a_table("frank")
        a_table("gina", access="private")
        assert selectors.how_many(AnonymousUser()) == (1, 1)
        Block.objects.create(owner=person("gina"), other=person("frank"))
        assert selectors.how_many(person("gina")) == (0, 1)

    def test_lists_do_not_ask_more_for_more_tables(self, django_assert_max_num_queries: object) -> None:
        for name in ("alice", "bob", "carol", "dave", "eve"):
            a_table(name)
        with django_assert_max_num_queries(2):  # type: ignore[operator]
            assert (
                len([seat.name for table in selectors.open_tables(AnonymousUser()) for seat in table.match.seats.all()])
                == 5
            )

    def test_the_live_seat_is_the_waiting_or_running_one(self) -> None:
        assert selectors.live_seat(person("alice")) is None and selectors.live_seat(NOBODY) is None
        table = a_table("alice")
        seat = selectors.live_seat(person("alice"))
        assert seat is not None and seat.match.table == table

    def test_free_seats_have_no_name(self) -> None:
        assert selectors.names(a_table("alice").match) == ("alice", "", "", "")
