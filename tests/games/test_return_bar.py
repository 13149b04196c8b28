"""The way back to one's match, on every page, and nothing in it that the seat may not know."""

import logging
import re

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games import log
from games.engine import commands as c
from games.engine.codec import UnreadableEvent
from games.engine.state import Phase
from games.models import Match
from games.returning import RunningMatch, running_match_of
from games.services import play, tables
from games.times import now_ms
from tests.factories import UserFactory
from tests.games.visiting import browser_of, open_table, person, start_match, words

pytestmark = pytest.mark.django_db
PAGES = ("/", "/lobby/", "/rules/", "/tables/new/", "/practice/", "/players/alice/", "/accounts/", "/privacy/")
RUNNING = "Your match is running."


@pytest.fixture
def match() -> Match:
    cache.clear()
    return start_match(open_table("alice"), "bob", "carol", "dave")


def submit(match: Match, command: c.Command) -> None:
    play.submit(match_id=match.pk, command=command, received_at=now_ms())


def play_until_lead(match: Match) -> int:
    """Answer and exchange until somebody leads; the number of that seat."""
    for seat in range(4):
        submit(match, c.AnswerGrand(seat, call=False))
    for seat in range(4):
        state = log.current(match.pk).state
        hand = state.deal.hands[seat]
        targets = state.variant.exchange_targets(seat, 1)
        submit(match, c.ExchangeCards(seat, tuple(zip(targets, hand, strict=False))))
    state = log.current(match.pk).state
    assert state.phase is Phase.PLAY
    (leader,) = state.to_act()
    return leader


@pytest.mark.parametrize("page", PAGES)
def test_it_stands_on_every_page(match: Match, page: str) -> None:
    answer = browser_of("alice").get(page).content.decode()
    assert RUNNING in words(answer.encode())
    assert f'href="/tables/{match.table.code}/"' in answer


def test_offline_at_the_start_and_back_at_the_own_seat() -> None:
    """C03: seat taken, page closed, the match starts, sign in again."""
    cache.clear()
    table = open_table("alice")
    client = Client()
    client.force_login(person("bob"), backend="accounts.backends.NameBackend")
    tables.sit(table=table, user=person("bob"), seat=1)
    tables.set_ready(table=table, user=person("bob"))
    client.logout()
    match = start_match(table, "carol", "dave")
    assert match.status == "running"
    again = browser_of("bob")
    assert RUNNING in words(again.get("/lobby/").content)
    way = running_match_of(person("bob"))
    assert way is not None
    assert way.url == f"/tables/{table.code}/"
    assert again.get(way.url).status_code == 200


def test_a_waiting_table_is_remembered_too() -> None:
    table = open_table("alice")
    assert running_match_of(person("alice")) == RunningMatch(f"/tables/{table.code}/", is_running=False)
    assert "Your table is waiting." in words(browser_of("alice").get("/rules/").content)


def test_nobody_else_sees_it(match: Match, client: Client) -> None:
    for browser in (client, browser_of("eve")):
        assert RUNNING not in words(browser.get("/lobby/").content)


def test_it_goes_when_the_match_ends(match: Match) -> None:
    tables.void_match(match=match, by=UserFactory(username="staff", is_staff=True), reason="a test")
    assert running_match_of(person("alice")) is None


def test_it_shows_the_own_clock_with_the_reserve(match: Match) -> None:
    way = running_match_of(person("alice"))
    now = log.current(match.pk)
    assert way is not None
    assert way.deadline_ms == now.at + 30_000 + 60_000
    page = browser_of("alice").get("/lobby/").content.decode()
    assert f'data-deadline="{way.deadline_ms}"' in page


def test_all_deciding_at_once_names_nobody(match: Match) -> None:
    """RULES B4: whose answers are in is nobody's business."""
    for seat in (1, 2, 3):
        submit(match, c.AnswerGrand(seat, call=False))
    way = running_match_of(person("alice"))
    assert way is not None
    assert way.waiting_names == ""
    assert way.deadline_ms is not None
    answered = running_match_of(person("bob"))
    assert answered is not None
    assert answered.deadline_ms is None


def test_on_turn_it_names_those_who_wait(match: Match) -> None:
    leader = play_until_lead(match)
    names = ["alice", "bob", "carol", "dave"]
    for seat, name in enumerate(names):
        way = running_match_of(person(name))
        assert way is not None
        if seat == leader:
            assert way.waiting_names == ", ".join(other for other in names if other != name)
            assert way.deadline_ms is not None
        else:
            assert (way.waiting_names, way.deadline_ms) == ("", None)
    page = words(browser_of(names[leader]).get("/lobby/").content)
    assert re.search(r"Waiting for you: \w+, \w+, \w+\.", page)


def test_a_page_left_open_in_the_lobby_learns_that_it_is_ones_turn(match: Match) -> None:
    """C03: nothing waits or ends in the lobby itself, and still the page must say so."""
    browser = browser_of("alice")
    page = browser.get("/lobby/").content.decode()
    seen = re.search(r"since=(\w+)", page)
    assert seen
    ask = {"path": f"/lobby/tables/?since={seen[1]}", "headers": {"HX-Request": "true"}}
    assert browser.get(**ask).status_code == 204
    submit(match, c.AnswerGrand(0, call=False))
    answer = browser.get(**ask).content.decode()
    assert RUNNING in answer
    assert "data-deadline" not in answer


def test_house_players_do_not_wait() -> None:
    cache.clear()
    tables.open_practice(user=person("alice"))
    way = running_match_of(person("alice"))
    assert way is not None
    assert way.is_running
    assert way.waiting_names == ""


def test_one_query_when_there_is_nothing_to_return_to(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    eve = person("eve")
    with django_assert_num_queries(1):
        assert running_match_of(eve) is None


def test_a_few_queries_when_there_is(match: Match, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    alice = person("alice")
    running_match_of(alice)
    with django_assert_max_num_queries(4):
        running_match_of(alice)


def test_a_log_that_cannot_be_read_breaks_no_page(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """F12: the way back stays, the lobby too."""

    def unreadable(match_id: int) -> log.Current:
        raise UnreadableEvent("broken")

    monkeypatch.setattr("games.returning.current", unreadable)
    with caplog.at_level(logging.CRITICAL, logger="games.returning"):
        page = browser_of("alice").get("/lobby/")
    assert page.status_code == 200
    assert RUNNING in words(page.content)
