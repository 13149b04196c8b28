"""Presence: ten seconds of silence are offline; the table is told when somebody goes and comes back."""

from collections.abc import Callable

import pytest
from django.core.cache import cache

from games import presence
from games.models import Pulse, Seat, Table
from games.times import from_ms
from tests.games.factories import NOW, PEOPLE, SECOND, Live, a_match, seat_of

pytestmark = pytest.mark.django_db


def revision(live: Live) -> int:
    return Table.objects.get(pk=live.row.table_id).revision


def test_who_shows_up_is_online_for_ten_seconds() -> None:
    seat = seat_of(a_match().match, "bob")
    presence.touch(seat.pk, NOW)
    assert presence.online([seat.pk, 999], NOW + 10 * SECOND) == {seat.pk}
    assert presence.online([seat.pk], NOW + 10 * SECOND + 1) == frozenset()


def test_the_table_is_told_when_somebody_comes_and_goes_and_not_between() -> None:
    live = a_match()
    seat = seat_of(live.match, "bob")
    first = revision(live)
    presence.touch(seat.pk, NOW)
    assert revision(live) == first + 1
    for second in range(1, 30):
        presence.touch(seat.pk, NOW + second * SECOND)
        presence.sweep(NOW + second * SECOND)
    assert revision(live) == first + 1
    presence.sweep(NOW + 60 * SECOND)
    assert revision(live) == first + 2
    assert not Seat.objects.get(pk=seat.pk).online
    presence.touch(seat.pk, NOW + 61 * SECOND)
    assert revision(live) == first + 3


def test_signs_of_life_rarely_touch_the_database(django_assert_num_queries: object) -> None:
    seat = seat_of(a_match().match, "bob")
    presence.touch(seat.pk, NOW)
    with django_assert_num_queries(0):  # type: ignore[operator]
        for second in range(1, 55, 5):
            presence.touch(seat.pk, NOW + second * SECOND)
    presence.touch(seat.pk, NOW + 60 * SECOND)
    assert Seat.objects.get(pk=seat.pk).last_seen == from_ms(NOW + 60 * SECOND)


def test_a_lost_socket_is_not_a_lost_seat() -> None:
    """T07, C13: nothing of it is in the log, and polling alone keeps one online."""
    live = a_match()
    seat = seat_of(live.match, "bob")
    head = live.row.head
    presence.touch(seat.pk, NOW)
    presence.leave(seat.pk)
    presence.sweep(NOW + SECOND)
    presence.touch(seat.pk, NOW + 2 * SECOND)
    assert Seat.objects.get(pk=seat.pk).online
    assert live.row.head == head


def test_seats_of_ended_matches_are_left_alone() -> None:
    live = a_match()
    seat = seat_of(live.match, "bob")
    presence.touch(seat.pk, NOW)
    live.wait(91 * SECOND).expire()
    told = revision(live)
    presence.sweep(live.now)
    assert revision(live) == told


def emptied(live: Live) -> None:
    """Redis has been started anew, or the one process of the embedded default."""
    cache.clear()
    live.wait(SECOND)


def out_of_order(live: Live) -> None:
    """For eight seconds the site did not answer; the cache lived on."""
    live.sweep()
    live.wait(8 * SECOND)


@pytest.mark.parametrize("restarted", [emptied, out_of_order])
def test_nobody_is_said_to_be_offline_by_our_fault(restarted: Callable[[Live], None]) -> None:
    """T07, T15: after a restart everybody has first the time to come back; who is really away is shown after it."""
    live = a_match()
    Pulse.objects.create(at=NOW, since=0)
    live.sweep()
    live.wait(presence.SHOWN_AGAIN)
    Pulse.objects.update(at=live.now)
    seats = [seat_of(live.match, name) for name in PEOPLE]
    for seat in seats:
        presence.touch(seat.pk, live.now)
    restarted(live)
    live.wait(3 * SECOND)
    told, back = revision(live), live.now
    live.sweep()
    assert Seat.objects.filter(online=True).count() == 4 and revision(live) in (told, told + 1), "one for the credit"
    told = revision(live)
    while live.now < back + presence.SHOWN_AGAIN - 2 * SECOND:
        live.wait(2 * SECOND)
        for seat in seats[:3]:
            presence.touch(seat.pk, live.now)
        live.sweep()
        assert Seat.objects.filter(online=True).count() == 4 and revision(live) == told
    live.wait(4 * SECOND).sweep()
    assert set(Seat.objects.filter(online=False)) == {seats[3]} and revision(live) == told + 1
