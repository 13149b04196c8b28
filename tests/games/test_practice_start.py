"""POST /practice/: one press seats three house players around you and starts."""

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Match, Table
from games.views import lobby
from tests.games.visiting import SIGN_IN, browser_of, open_table, person, start_match, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser() -> Client:
    cache.clear()
    return browser_of("alice")


def test_one_press_and_the_match_runs(browser: Client) -> None:
    answer = browser.post("/practice/")
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/tables/{match.table.code}/"
    assert (match.status, match.practice, match.table.target) == ("running", True, 500)
    assert [bool(seat.house) for seat in match.seats.all()] == [False, True, True, True]
    assert match.seats.get(number=0).user == person("alice")


def test_the_classic_length_can_be_had(browser: Client) -> None:
    browser.post("/practice/", {"target": "1000"})
    assert Table.objects.get().target == 1000


@pytest.mark.parametrize("target", ["750", "x", "", "-500", "\x00"])
def test_another_length_is_the_short_one(browser: Client, target: str) -> None:
    assert browser.post("/practice/", {"target": target}).status_code == 302
    assert Table.objects.get().target == 500


def test_looking_starts_nothing(browser: Client) -> None:
    page = browser.get("/practice/")
    assert page.status_code == 200
    assert "Practice match" in words(page.content)
    assert Match.objects.count() == 0


def test_a_stranger_signs_in_and_comes_back(client: Client) -> None:
    for answer in (client.get("/practice/"), client.post("/practice/")):
        assert answer.headers["Location"] == f"{SIGN_IN}/practice/"
    assert Match.objects.count() == 0


def test_a_running_match_holds_its_player(browser: Client) -> None:
    """C19, RULES O8"""
    start_match(open_table("alice"), "bob", "carol", "dave")
    answer = browser.post("/practice/", follow=True)
    assert "You are in a running match. Return to it first." in words(answer.content)
    assert Match.objects.count() == 1


def test_a_double_click_is_one_match(browser: Client) -> None:
    for _ in range(2):
        browser.post("/practice/")
    assert Match.objects.count() == 1


def test_too_many_are_too_fast(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "OPENED", 0)
    assert browser.post("/practice/").status_code == 429
    assert Match.objects.count() == 0


def test_it_answers_no_other_method(browser: Client) -> None:
    assert browser.put("/practice/").status_code == 405
