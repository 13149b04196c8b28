"""The lobby: what waits and what is played, live, for everybody; sitting asks for sign-in."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.http import urlencode
from pytest_django import DjangoAssertNumQueries

from games.lobbyview import lobby_for
from games.models import Match
from games.services import tables
from games.times import now_ms
from tests.games.visiting import SCRIPT, SCRIPT_SHOWN, browser_of, open_table, person, start_match, words

pytestmark = pytest.mark.django_db
HX = {"headers": {"HX-Request": "true"}}
MINUTE = 60_000
NOBODY = "Nobody is waiting right now, and no public match is running."


@pytest.fixture(autouse=True)
def no_limit_reached() -> None:
    cache.clear()


def version_in(page: str) -> str:
    found = re.search(r"lobby/tables/\?since=(\w+)", page)
    assert found
    return found[1]


def test_it_shows_a_waiting_table(client: Client) -> None:
    """Host, target, seats by team, waiting since, and the clock before anybody sits down."""
    table = open_table("alice", target=1000, title="Thursday club")
    tables.sit(table=table, user=person("bob"), seat=1)
    text = words(client.get("/lobby/").content)
    for said in ("1 table waits", "Thursday club", "opened by alice", "to 1000", "just opened", "30 s a move"):
        assert said in text
    card = text[text.index("Thursday club") :]
    assert card.index("alice") < card.index("against") < card.index("bob"), "South against East"
    assert "your team loses the match" in text


def test_partners_stand_together(client: Client) -> None:
    table = open_table("alice")
    tables.sit(table=table, user=person("bob"), seat=2)
    (card,) = lobby_for(person("eve"), now_ms()).waiting
    assert [[seat.name for seat in team] for team in card.teams] == [["alice", "bob"], ["", ""]]


def test_the_waiting_time_counts_whole_minutes(client: Client) -> None:
    table = open_table()
    Match.objects.filter(table=table).update(created_at=table.match.created_at - timedelta(minutes=3))
    assert "waiting 3 min" in words(client.get("/lobby/").content)


def test_an_empty_lobby_offers_three_ways(client: Client) -> None:
    page = client.get("/lobby/")
    text = words(page.content)
    assert NOBODY in text
    for said in ("Open a table and invite three people", "Practise against house players", "Learn in two minutes"):
        assert said in text
    assert b"/tables/new/?access=private" in page.content
    assert b'id="learn" href="/learn/"' in page.content


def test_private_practice_and_closed_tables_are_not_listed(client: Client) -> None:
    open_table("alice", access="private", title="Secret circle")
    tables.open_practice(user=person("bob"))
    closed = open_table("carol", title="Gone again")
    tables.stand(table=closed, user=person("carol"))
    text = words(client.get("/lobby/").content)
    assert NOBODY in text
    assert "Secret circle" not in text
    assert "Gone again" not in text


def test_a_stranger_is_asked_to_sign_in_and_comes_back_to_the_table(client: Client) -> None:
    table = open_table()
    page = client.get("/lobby/").content.decode()
    assert page.count(f'href="/accounts/sign-in/?next=/tables/{table.code}/"') == 3
    assert "<form" not in page[page.index('id="tables"') : page.index("</article>")]


def test_the_signed_in_can_sit_on_every_free_seat() -> None:
    table = open_table("alice")
    page = browser_of("eve").get("/lobby/").content.decode()
    assert f'action="/tables/{table.code}/sit/"' in page
    assert re.findall(r'name="seat" value="(\d)"', page) == ["2", "1", "3"], "partner first, as they sit"


def test_ones_own_table_is_marked() -> None:
    table = open_table("alice")
    text = words(browser_of("alice").get("/lobby/").content)
    assert "your table" in text
    assert "To the table" in text
    assert "Your table is waiting." in text
    assert f"/tables/{table.code}/" in browser_of("alice").get("/lobby/").content.decode()


def test_running_matches_are_listed(client: Client) -> None:
    start_match(open_table("alice"), "bob", "carol", "dave")
    text = words(client.get("/lobby/").content)
    assert "1 match is being played" in text
    assert "alice · carol against bob · dave" in text
    assert "Round 1 · 0 to 0 · to 500" in text


def test_titles_show_literally(client: Client) -> None:
    """E10"""
    open_table(title=SCRIPT)
    page = client.get("/lobby/").content.decode()
    assert SCRIPT not in page
    assert SCRIPT_SHOWN in page


def test_it_refuses_post(client: Client) -> None:
    assert client.post("/lobby/").status_code == 405
    assert client.post("/lobby/tables/", **HX).status_code == 405


def test_the_list_answers_204_while_nothing_is_new(client: Client) -> None:
    open_table()
    seen = version_in(client.get("/lobby/").content.decode())
    answer = client.get("/lobby/tables/", {"since": seen}, **HX)
    assert (answer.status_code, answer.content) == (204, b"")


def test_the_list_answers_once_somebody_sits_down(client: Client) -> None:
    table = open_table()
    seen = version_in(client.get("/lobby/").content.decode())
    tables.sit(table=table, user=person("bob"), seat=3)
    answer = client.get("/lobby/tables/", {"since": seen}, **HX)
    assert answer.status_code == 200
    assert "bob" in words(answer.content)
    assert "<html" not in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert client.get("/lobby/tables/", {"since": version_in(answer.content.decode())}, **HX).status_code == 204


def test_the_list_brings_the_way_back_when_the_match_starts() -> None:
    """C03: whoever waits in the lobby sees that the match has begun."""
    table = open_table("alice")
    browser = browser_of("alice")
    seen = version_in(browser.get("/lobby/").content.decode())
    start_match(table, "bob", "carol", "dave")
    answer = browser.get("/lobby/tables/", {"since": seen}, **HX).content.decode()
    assert '<div id="return" hx-swap-oob="innerHTML">' in answer
    assert "Your match is running." in answer


def test_an_open_list_turns_into_an_empty_one_and_back(client: Client) -> None:
    table = open_table("alice")
    seen = version_in(client.get("/lobby/").content.decode())
    tables.stand(table=table, user=person("alice"))
    answer = client.get("/lobby/tables/", {"since": seen}, **HX)
    assert NOBODY in words(answer.content)


def test_a_naked_visit_to_the_list_leads_to_the_lobby(client: Client) -> None:
    """D11: never a partial as a page."""
    assert client.get("/lobby/tables/").headers["Location"] == "/lobby/"


@pytest.mark.parametrize("since", ["", "0", "../..", "x" * 5000, SCRIPT, "\x00"])
def test_garbage_as_version_is_simply_old(client: Client, since: str) -> None:
    answer = client.get(f"/lobby/tables/?{urlencode({'since': since})}", **HX)
    assert answer.status_code == 200
    assert SCRIPT not in answer.content.decode()


def test_the_version_follows_the_minutes_and_nothing_else() -> None:
    open_table()
    now = now_ms() + MINUTE
    eve = person("eve")
    assert lobby_for(eve, now).version == lobby_for(eve, now + 500).version
    assert lobby_for(eve, now).version != lobby_for(eve, now + MINUTE).version


def test_more_tables_ask_no_more_of_the_database(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(8):
        open_table(f"host{number}")
    with django_assert_max_num_queries(6):
        client.get("/lobby/")


def test_twenty_tables_come_and_go() -> None:
    """C18: nothing counts tables that are gone."""
    browser = browser_of("alice")
    for _ in range(20):
        answer = browser.post("/tables/new/", {"access": "public", "target": "500"})
        assert answer.status_code == 302
        tables.stand(table=person("alice").hosted_tables.latest("pk"), user=person("alice"))
    answer = browser.post("/tables/new/", {"access": "public", "target": "500"})
    assert answer.status_code == 302
    assert "1 table waits" in words(browser.get("/lobby/").content)
