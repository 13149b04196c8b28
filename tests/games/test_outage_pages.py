"""What pages say while the clocks stand still: a calm banner everywhere, which comes and goes by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from django.test import Client
from playwright.sync_api import expect

from games.services import deadlines, health
from games.times import now_ms
from tests.filled_forms import filled
from tests.games.at_table import HTMX, seated_in_play
from tests.games.factories import ALICE, PEOPLE, a_sealed_match, in_play, longest, person
from tests.games.looking import PATIENCE, Look
from tests.games.test_consumers import Socket
from tests.games.visiting import browser_of
from tichu_site.cache import PatientRedisCache
from tichu_site.heart import Heart

BANNER = "Our fault: all clocks stand still"


def stop() -> int:
    """The service has not been well for a minute, and this process knows; since when."""
    since = now_ms() - 60_000
    deadlines.expire_due(since)
    health.look(now_ms())
    return since


def go_on() -> None:
    deadlines.expire_due(now_ms())
    health.look(now_ms())


def says_so(browser: Client, page: str) -> bool:
    """In a banner, or where table-line.js reads it."""
    return bool(re.search(rf'<b>{BANNER}|id="now" hidden data-stopped="\d', browser.get(page).content.decode()))


@pytest.mark.django_db
class TestBanner:
    def test_it_stands_on_every_page_and_goes(self) -> None:
        live = in_play(now=now_ms())
        replay = f"/matches/{a_sealed_match('erin', 'frank', 'grace', 'heidi', now=now_ms() - 600_000).code}/1/0/"
        pages = ["/", "/lobby/", "/rules/", "/accounts/", f"/tables/{live.match.table.code}/", replay]
        browser = browser_of("alice")
        assert not any(says_so(browser, page) for page in pages)
        stop()
        assert [page for page in pages if not says_so(browser, page)] == []
        go_on()
        assert not says_so(browser, "/lobby/")

    def test_the_lobby_learns_it_while_it_stands_there(self) -> None:
        browser = Client()
        asked = browser.get("/lobby/tables/", headers=HTMX)
        version = asked.content.decode().split("since=")[1].split('"')[0]
        assert browser.get("/lobby/tables/", {"since": version}, headers=HTMX).status_code == 204
        stop()
        assert BANNER in browser.get("/lobby/tables/", {"since": version}, headers=HTMX).content.decode()
        go_on()
        assert browser.get("/lobby/tables/", {"since": version}, headers=HTMX).status_code == 204

    def test_the_table_learns_it_by_asking(self) -> None:
        """Without a socket, and whether or not anything else is new."""
        sat = seated_in_play()
        url = sat.url("state")
        sat.browsers[ALICE].get(url, headers=HTMX)
        sat.match.table.refresh_from_db()
        newest = {"since": sat.match.table.revision}
        assert sat.browsers[ALICE].get(url, newest, headers=HTMX).status_code == 204
        since = stop()
        answer = sat.browsers[ALICE].get(url, newest, headers=HTMX)
        assert answer.status_code == 200 and f'data-stopped="{since}"' in answer.content.decode()
        knows = newest | {"stopped": "1"}
        assert sat.browsers[ALICE].get(url, knows, headers=HTMX).status_code == 204
        go_on()
        answer = sat.browsers[ALICE].get(url, knows, headers=HTMX)
        assert answer.status_code == 200 and 'data-stopped=""' in answer.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.broker
async def test_an_open_socket_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.consumers.SIGN_OF_LIFE", 0.05)
    live = await sync_to_async(lambda: in_play(now=now_ms()))()
    user: Any = await sync_to_async(person)("alice")
    async with Socket(user or AnonymousUser(), live.match.table.code) as socket:
        assert 'data-stopped=""' in await socket.frame()
        since = await sync_to_async(stop)()
        await socket.frames_until(f'data-stopped="{since}"')
        await sync_to_async(go_on)()
        await socket.frames_until('data-stopped=""')


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_open_table_says_it_and_its_clock_stands(look: Look) -> None:
    """T10: without a reload, and so it goes; what is raised stays raised."""
    live = in_play(now=now_ms())
    page = look(ALICE, live, 390, 844)
    page.locator('#hand input[value="Kj"]').check(force=True)
    since = stop()
    expect(page.locator("#notice h2")).to_have_text(BANNER, timeout=PATIENCE)
    expect(page.locator("#lamp")).to_have_attribute("title", "Clocks stopped")
    shown = page.locator("#say .clock").inner_text()
    page.evaluate("() => new Promise(done => setTimeout(done, 1200))")
    assert page.locator("#say .clock").inner_text() == shown == "0:30"  # no more than the whole time
    assert page.evaluate("window.tichu.stopped") == since
    go_on()
    expect(page.locator("#notice")).to_contain_text(re.compile(r"stood still for \d:\d\d; nobody"), timeout=PATIENCE)
    page.evaluate("() => { tichu.stopped = tichu.now(); tichu.settle(); }")  # and once more, before that has gone
    expect(page.locator("#notice")).to_contain_text(re.compile(r"every second since \d+:\d\d:\d\d"))
    page.evaluate("() => { tichu.stopped = 0; tichu.settle(); }")
    expect(page.locator("#notice h2")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("#lamp")).to_have_attribute("title", "Connected")
    assert page.locator('#hand input[value="Kj"]').is_checked()


@pytest.mark.django_db
def test_a_database_that_does_not_answer_is_503_and_polite(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: object, **__: object) -> None:
        raise OperationalError("connection to server at 10.0.0.7 failed for user tichu")

    monkeypatch.setattr("accounts.views.account.render", down)
    client.raise_request_exception = False
    answer = client.get("/privacy/")
    assert answer.status_code == 503 and answer["Retry-After"] == "5"
    assert BANNER in answer.content.decode() and "10.0.0.7" not in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_moves_are_taken_while_the_cache_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """D16: Redis is away; signs of life and limits are lost for a while, no action is."""
    from django.core.cache import caches

    sat = seated_in_play()
    away = PatientRedisCache("redis://127.0.0.1:1/0", {})
    monkeypatch.setattr(PatientRedisCache, "failed_at", float("-inf"))
    monkeypatch.setattr(caches._connections, "default", away, raising=False)  # type: ignore[attr-defined]
    assert away.get("anything", "nothing") == "nothing" and away.add("x", 1) and away.incr("x") == 1
    form, data = filled(longest(sat.state, ALICE))
    assert sat.post(ALICE, form, data).status_code == 200
    assert sat.state.to_act() != {ALICE} and len(PEOPLE) == 4


@pytest.mark.django_db
async def test_a_web_process_whose_loop_hangs_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The heart asks the loop that has to answer the players."""
    import asyncio

    shown: list[int] = []
    monkeypatch.setattr(health, "show_web", shown.append)
    monkeypatch.setattr("tichu_site.heart.PATIENCE", 0.05)

    async def application(scope: object, receive: object, send: object) -> None:
        return None

    heart = Heart(application)
    await heart({}, None, None)
    await asyncio.to_thread(heart.beat, look=False)
    assert len(shown) == 1
    heart.beat(look=False)  # on the loop's own thread: it cannot answer meanwhile
    assert len(shown) == 1
