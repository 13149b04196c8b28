"""Talking, looking on, and the table of last time hold WCAG 2.2 AA too (axe, zero violations)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.models import Table
from games.services import talk
from games.times import now_ms
from tests.a11y.conftest import Visit
from tests.a11y.test_table_states import faults_everywhere
from tests.games.factories import in_play, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("chatting", [False, True])
def test_the_talk_panel(visit: Visit, chatting: bool) -> None:
    live = in_play(now=now_ms())
    talk.say_phrase(table=live.match.table, user=person("bob"), phrase="nice")
    if chatting:
        live.to_ready_gate()
        talk.say(table=live.match.table, user=person("carol"), text="What a round")
    page = visit(f"/tables/{live.match.table.code}/", "alice")
    page.click('[data-do="menu"]')
    page.click('#menu [data-do="talk"]')
    page.click("#talk summary")
    found = faults_everywhere(page)
    assert not found, "\n".join(found)


def test_whoever_looks_on(visit: Visit) -> None:
    live = in_play(now=now_ms(), watchable=True)
    page = visit(f"/tables/{live.match.table.code}/", "eve")
    page.wait_for_selector(".seat--s")
    page.keyboard.press("/")
    expect(page.locator("#typed")).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator('#menu [data-do="talk"]')).to_be_visible()
    expect(page.locator('#menu [data-do="typed"]')).to_be_hidden()
    page.keyboard.press("Escape")
    found = faults_everywhere(page)
    assert not found, "\n".join(found)


def test_the_table_of_last_time(visit: Visit) -> None:
    live = in_play(access="private")
    live.wait(1_000_000).expire()
    Table.objects.update(closed_at="2026-01-01T00:00Z")
    for path in ("/lobby/", f"/matches/{live.row.code}/", "/tables/new/", "/tables/new/?access=public"):
        page = visit(path, "alice")
        page.wait_for_selector(f'[action="/matches/{live.row.code}/again/"], .create')
        found = faults_everywhere(page)
        assert not found, "\n".join(found)
