"""GET /join/<token>/: the invite link opens the door and seats nobody."""

import pytest
from django.test import Client

from games.models import Grant, Seat, Table
from games.services import tables
from tests.games.visiting import SCRIPT, SCRIPT_SHOWN, browser_of, open_table, person, seats_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return open_table("alice", access="private", title="Thursday night")


def link(table: Table) -> str:
    return f"/join/{table.invite_token}/"


def test_signed_out_it_shows_the_title_and_sign_in_only(client: Client, table: Table) -> None:
    """What a link preview gets: no names, no seats, no code."""
    tables.sit(table=table, user=person("bob"), seat=2)
    page = client.get(link(table))
    text = words(page.content)
    assert page.status_code == 200
    assert "Thursday night" in text
    assert "your team loses the match" in text, "the clock rule before anybody sits"
    for secret in ("alice", "bob", table.code):
        assert secret not in page.content.decode()
    assert '<meta name="robots" content="noindex">' in page.content.decode()
    for door in ("sign-in", "sign-up"):
        assert f'href="/accounts/{door}/?next=%2Fjoin%2F{table.invite_token}%2F"' in page.content.decode()


def test_a_preview_robot_takes_no_seat_and_leaves_no_grant(client: Client, table: Table) -> None:
    for method in (client.get, client.head):
        assert method(link(table)).status_code == 200
    assert seats_of(table) == {0: "alice"}
    assert Grant.objects.count() == 0


def test_signed_in_it_leads_to_the_table_and_seats_nobody(table: Table) -> None:
    answer = browser_of("bob").get(link(table))
    assert answer.headers["Location"] == f"/tables/{table.code}/"
    assert seats_of(table) == {0: "alice"}
    assert Grant.objects.get().user == person("bob")


def test_opening_it_twice_is_the_same_as_once(table: Table) -> None:
    browser = browser_of("bob")
    for _ in range(2):
        assert browser.get(link(table)).status_code == 302
    assert Grant.objects.count() == 1


def test_two_people_with_the_link_are_two_people(table: Table) -> None:
    """C16: same link, same second: each is who they are."""
    for name in ("bob", "carol"):
        assert browser_of(name).get(link(table)).status_code == 302
    tables.sit(table=table, user=person("bob"), seat=1)
    tables.sit(table=table, user=person("carol"), seat=2)
    assert seats_of(table) == {0: "alice", 1: "bob", 2: "carol"}


def test_the_link_leaves_a_seat_elsewhere_alone(table: Table) -> None:
    open_table("bob")
    browser_of("bob").get(link(table))
    assert Seat.objects.filter(user=person("bob"), live=True).exclude(match__table=table).exists()


def test_a_dead_link_says_so(client: Client, table: Table) -> None:
    tables.stand(table=table, user=person("alice"))
    for browser in (client, browser_of("bob")):
        answer = browser.get(link(table))
        assert answer.status_code == 404
        assert "This table no longer exists. Open a new one?" in words(answer.content)
    assert Grant.objects.count() == 0


@pytest.mark.parametrize("token", ["x", "0" * 32, "a" * 500, "-_-", "null"])
def test_a_guessed_link_opens_nothing(client: Client, table: Table, token: str) -> None:
    """E08"""
    assert client.get(f"/join/{token}/").status_code == 404
    assert client.get(f"/join/{table.code}/").status_code == 404
    assert client.get(f"/join/{table.invite_token[:-1]}/").status_code == 404


@pytest.mark.parametrize("path", ["/join/%00/", "/join/a%2Fb/", "/join/%F0%9F%98%80/", "/join//", "/join/"])
def test_garbage_is_not_found(client: Client, table: Table, path: str) -> None:
    assert client.get(path).status_code == 404


def test_it_refuses_post(client: Client, table: Table) -> None:
    assert client.post(link(table)).status_code == 405
    assert browser_of("bob").post(link(table)).status_code == 405


def test_a_title_shows_literally_even_in_the_preview(client: Client) -> None:
    """E10"""
    page = client.get(link(open_table("carol", access="private", title=SCRIPT))).content.decode()
    assert SCRIPT not in page
    assert page.count(SCRIPT_SHOWN) == 3, "title, preview and heading"
