"""POST /tables/new/: a table for friends or for everybody."""

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Match, Table
from games.views import lobby
from tests.games.visiting import (
    SCRIPT,
    SCRIPT_SHOWN,
    SIGN_IN,
    browser_of,
    open_table,
    person,
    seats_of,
    start_match,
    words,
)

pytestmark = pytest.mark.django_db
GOOD = {"access": "private", "target": "1000", "title": "Thursday night"}


@pytest.fixture
def browser() -> Client:
    cache.clear()
    return browser_of("alice")


def test_it_opens_a_table_and_lands_there(browser: Client) -> None:
    answer = browser.post("/tables/new/", GOOD)
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/tables/{table.code}/"
    assert (table.access, table.target, table.title, table.host) == ("private", 1000, "Thursday night", person("alice"))
    assert seats_of(table) == {0: "alice"}
    assert len(table.invite_token) >= 22, "128 bits or more (E08)"


def test_it_shows_the_form_with_the_clock(browser: Client) -> None:
    page = browser.get("/tables/new/")
    assert page.status_code == 200
    assert "your team loses the match" in words(page.content)
    assert Table.objects.count() == 0


@pytest.mark.parametrize("access", ["public", "private"])
def test_the_link_that_led_here_has_chosen_already(browser: Client, access: str) -> None:
    page = browser.get(f"/tables/new/?access={access}").content.decode()
    assert f'value="{access}" checked' in page
    assert page.count(" checked") == 4  # and the normal clock, and that one may watch


def test_a_stranger_signs_in_first(client: Client) -> None:
    assert client.get("/tables/new/").headers["Location"] == f"{SIGN_IN}/tables/new/"
    assert client.post("/tables/new/", GOOD).headers["Location"] == f"{SIGN_IN}/tables/new/"
    assert Table.objects.count() == 0


@pytest.mark.parametrize("missing", ["access", "target"])
def test_a_missing_choice_is_said_at_the_field(browser: Client, missing: str) -> None:
    answer = browser.post("/tables/new/", {**GOOD, missing: ""})
    assert answer.status_code == 422
    assert "Please choose one of these." in words(answer.content)
    assert "Thursday night" in answer.content.decode(), "what was typed stays"
    assert Table.objects.count() == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"access": "club"},
        {"target": "750"},
        {"target": "9" * 40},
        {"target": "-1"},
        {"access": "\x00"},
        {"target": "x"},
    ],
)
def test_only_what_is_offered(browser: Client, wrong: dict[str, str]) -> None:
    assert browser.post("/tables/new/", {**GOOD, **wrong}).status_code == 422
    assert Table.objects.count() == 0


def test_no_name_is_fine(browser: Client) -> None:
    assert browser.post("/tables/new/", {"access": "public", "target": "500"}).status_code == 302
    assert "alice's table" in words(browser.get("/lobby/").content).replace("alice 's", "alice's")


def test_a_name_has_forty_characters(browser: Client) -> None:
    assert browser.post("/tables/new/", {**GOOD, "title": "ü" * 40}).status_code == 302
    answer = browser.post("/tables/new/", {**GOOD, "title": "ü" * 41})
    assert answer.status_code == 422
    assert "at most 40 characters" in words(answer.content)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Two   words ", "Two words"),
        ("line\nbreak\tand tab", "line break and tab"),
        ("\u200b\u200b", ""),
        ("\u202eteltit", "teltit"),
        ("김철수", "김철수"),
        (SCRIPT, SCRIPT),
    ],
)
def test_a_name_is_tidied(browser: Client, typed: str, kept: str) -> None:
    assert browser.post("/tables/new/", {**GOOD, "title": typed}).status_code == 302
    assert Table.objects.get().title == kept


def test_a_name_shows_literally_in_the_form_too(browser: Client) -> None:
    """E10"""
    page = browser.post("/tables/new/", {**GOOD, "access": "", "title": SCRIPT}).content.decode()
    assert SCRIPT not in page
    assert SCRIPT_SHOWN in page


def test_a_running_match_holds_its_player(browser: Client) -> None:
    """C19, RULES O8: the reason stands on the page, nothing is opened."""
    start_match(open_table("alice"), "bob", "carol", "dave")
    answer = browser.post("/tables/new/", GOOD)
    assert answer.status_code == 409
    assert "You are in a running match. Return to it first." in words(answer.content)
    assert Table.objects.count() == 1


def test_a_waiting_seat_is_given_up(browser: Client) -> None:
    """C17: one seat a person."""
    first = open_table("alice")
    browser.post("/tables/new/", GOOD)
    first.refresh_from_db()
    assert first.closed_at is not None
    assert Match.objects.filter(seats__user=person("alice")).count() == 1


def test_too_many_tables_are_too_fast(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "OPENED", 2)
    for _ in range(2):
        assert browser.post("/tables/new/", GOOD).status_code == 302
    answer = browser.post("/tables/new/", GOOD)
    assert answer.status_code == 429
    assert Table.objects.filter(closed_at=None).count() == 1


def test_it_answers_no_other_method(browser: Client) -> None:
    assert browser.put("/tables/new/").status_code == 405
    assert browser.delete("/tables/new/").status_code == 405


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "access": st.sampled_from(["public", "private"]) | st.text(max_size=8),
            "target": st.sampled_from(["500", "1000"]) | st.text(max_size=8),
            "title": st.text(max_size=45),
            "variant": st.text(max_size=5),
            "host": st.integers().map(str),
        },
    )
)
def test_whatever_is_sent_the_answer_is_an_answer(browser: Client, data: dict[str, str]) -> None:
    cache.clear()
    answer = browser.post("/tables/new/", data)
    assert answer.status_code in {302, 422}
    if answer.status_code == 302:
        table = Table.objects.latest("pk")
        assert table.host == person("alice")
        assert table.target in {500, 1000}
        assert len(table.title) <= 40
        assert table.title.isprintable()
