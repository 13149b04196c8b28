"""From the lobby to a seat, through the pages: one lands at the table, and whoever comes too late reads why."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.cache import cache
from django.db import connections
from django.test import Client

from games.models import Seat, Table
from games.services import tables
from tests.games.visiting import browser_of, open_table, person, seats_of, start_match, words


@pytest.fixture(autouse=True)
def no_limit_reached() -> None:
    cache.clear()


def sit(browser: Client, table: Table, seat: int | str) -> str:
    """Press "Sit here"; what the page then says."""
    return words(browser.post(f"/tables/{table.code}/sit/", {"seat": str(seat)}, follow=True).content)


@pytest.mark.django_db
def test_one_press_and_one_sits_at_the_table() -> None:
    table = open_table("alice")
    answer = browser_of("bob").post(f"/tables/{table.code}/sit/", {"seat": "2"})
    assert answer.headers["Location"] == f"/tables/{table.code}/"
    assert seats_of(table) == {0: "alice", 2: "bob"}


@pytest.mark.django_db
def test_a_taken_seat_is_refused_in_words() -> None:
    """C19"""
    table = open_table("alice")
    tables.sit(table=table, user=person("carol"), seat=2)
    assert "This seat has just been taken." in sit(browser_of("bob"), table, 2)
    assert seats_of(table) == {0: "alice", 2: "carol"}


@pytest.mark.django_db
def test_a_running_match_holds_its_player() -> None:
    """C17, C19, RULES O8"""
    start_match(open_table("alice"), "bob", "carol", "dave")
    other = open_table("eve")
    assert "You are in a running match. Return to it first." in sit(browser_of("bob"), other, 1)
    assert seats_of(other) == {0: "eve"}


@pytest.mark.django_db
def test_sitting_elsewhere_gives_up_the_waiting_seat() -> None:
    """C17: never two seats."""
    first, second = open_table("alice"), open_table("carol")
    browser = browser_of("bob")
    for table, seat in ((first, 1), (first, 3), (second, 2)):
        sit(browser, table, seat)
    assert seats_of(first) == {0: "alice"}
    assert seats_of(second) == {0: "carol", 2: "bob"}


@pytest.mark.django_db
@pytest.mark.parametrize("seat", ["4", "-1", "x", "", "1.0", "\x00", "9" * 99])
def test_a_seat_that_is_none_changes_nothing(seat: str) -> None:
    table = open_table("alice")
    answer = browser_of("bob").post(f"/tables/{table.code}/sit/", {"seat": seat}, follow=True)
    assert answer.status_code == 200
    assert seats_of(table) == {0: "alice"}


@pytest.mark.django_db
def test_a_stranger_signs_in_and_lands_at_the_table(client: Client) -> None:
    table = open_table("alice")
    page = client.get("/lobby/").content.decode()
    door = f"/accounts/sign-in/?next=/tables/{table.code}/"
    assert f'href="{door}"' in page
    person("bob")
    answer = client.post(door, {"username": "bob", "password": "five dogs bark", "next": f"/tables/{table.code}/"})
    assert answer.headers["Location"] == f"/tables/{table.code}/"
    assert client.get(f"/tables/{table.code}/").status_code == 200
    assert seats_of(table) == {0: "alice"}, "nobody is seated by looking"


@pytest.mark.django_db
def test_a_private_table_is_hidden_from_those_without_the_link() -> None:
    """E08"""
    table = open_table("alice", access="private")
    browser = browser_of("eve")
    assert browser.get(f"/tables/{table.code}/").status_code == 404
    assert browser.post(f"/tables/{table.code}/sit/", {"seat": "1"}).status_code == 404
    assert browser.get(f"/join/{table.invite_token}/", follow=True).status_code == 200
    sit(browser, table, 1)
    assert seats_of(table) == {0: "alice", 1: "eve"}


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_five_people_press_for_the_last_seat() -> None:
    """C15: one sits, four read that it is taken, nobody meets an error."""
    table = open_table("alice")
    for seat, name in ((1, "bob"), (2, "carol")):
        tables.sit(table=table, user=person(name), seat=seat)
    browsers = [browser_of(f"guest{number}") for number in range(5)]
    gate = Barrier(len(browsers))

    def press(browser: Client) -> str:
        gate.wait(30)
        try:
            return sit(browser, table, 3)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(browsers)) as crowd:
        pages = list(crowd.map(press, browsers))
    assert sum("This seat has just been taken." in page for page in pages) == 4
    assert Seat.objects.filter(match=table.match, number=3).count() == 1
    assert Seat.objects.filter(match=table.match).count() == 4
