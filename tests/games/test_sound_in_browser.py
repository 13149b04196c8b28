"""What is heard, felt and noticed: after the first tap, from one tab, once for each event, as this device likes it.

There is no socket here, so every tab hears of everything by polling.
"""

from __future__ import annotations

import re

import pytest
from django.conf import settings as site_settings
from playwright.sync_api import Page, expect
from pytest_django import Settings

from games.engine import commands as c
from games.services import deadlines, tables
from games.times import now_ms
from tests.games.factories import ALICE, BOB, CAROL, DAVE, Live, a_match, a_table, in_play, person
from tests.games.looking import PATIENCE, Look, is_shown

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COUNT = """
window.effects = [];
document.addEventListener("tichu:effect", ({ detail }) => window.effects.push(`${detail.sort} ${detail.kind}`));
"""
HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => true });"


@pytest.fixture(autouse=True)
def unhurried(settings: Settings) -> None:
    """However slow the machine is, no clock is heard but where a test asks for it."""
    settings.TICHU_CLOCKS = site_settings.TICHU_CLOCKS | {"turn": 600}


def heard(page: Page, sort: str = "sound") -> list[str]:
    found: list[str] = page.evaluate("() => window.effects")
    return [each.split()[1] for each in found if each.startswith(f"{sort} ")]


def tap(page: Page) -> None:
    page.locator("#bar .score").click()


def listening(look: Look, seat: int, live: Live, script: str = "") -> Page:
    """A page that has been tapped and may sound."""
    page = look(seat, live, script=COUNT + script)
    tap(page)
    expect(page.locator("#table")).to_have_attribute("data-sound", "here")
    return page


def test_each_event_sounds_once_and_none_after_a_reload(look: Look) -> None:
    """G06: calls, my turn, a bomb; ordinary plays and passes are quiet."""
    live = a_match(now=now_ms())
    page = listening(look, ALICE, live)
    live.grand(DAVE)
    is_shown(page, live)
    assert heard(page) == ["grand", "turn"]
    live.exchange()
    is_shown(page, live)
    live.do(c.CallTichu(BOB))
    live.play(ALICE, "2j")
    is_shown(page, live)
    live.play(BOB, "3w")
    live.bomb(CAROL, "9j9w9p9s")
    is_shown(page, live)
    assert heard(page) == ["grand", "turn", "turn", "tichu", "bomb"]
    page.reload()
    tap(page)
    expect(page.locator("#table")).to_have_attribute("data-sound", "here")
    assert heard(page) == []
    live.pass_(DAVE)
    is_shown(page, live)
    assert heard(page) == ["turn"]


def test_nothing_sounds_before_the_first_tap(look: Look) -> None:
    live = in_play(now=now_ms())
    page = look(BOB, live, script=COUNT)
    live.play(ALICE, "2j")
    is_shown(page, live)
    assert heard(page) == []


def test_of_two_tabs_one_sounds(look: Look) -> None:
    """C02: both show every play; when the one that sounds is closed, the other takes over."""
    live = in_play(now=now_ms())
    one = listening(look, BOB, live)
    two = one.context.new_page()
    two.goto(one.url)
    tap(two)
    live.play(ALICE, "2j")
    for page in (one, two):
        is_shown(page, live)
    assert (heard(one), heard(two)) == (["turn"], [])
    one.close()
    expect(two.locator("#table")).to_have_attribute("data-sound", "here")
    live.play(BOB, "3w")
    live.bomb(CAROL, "9j9w9p9s")
    is_shown(two, live)
    assert heard(two) == ["bomb"]


def test_volume_and_silence_are_remembered(look: Look) -> None:
    """G08: kept on this device, by a control in the menu."""
    live = in_play(now=now_ms())
    page = listening(look, BOB, live)
    for _ in range(2):
        page.locator('#bar [data-do="menu"]').click()
        page.locator("#sound-volume").fill("30")
        page.keyboard.press("Escape")
        page.reload()
        expect(page.locator("#sound-volume")).to_have_value("30")
    page.locator('#bar [data-do="menu"]').click()
    expect(page.locator("#sound-on")).to_have_attribute("aria-pressed", "true")
    page.locator("#sound-on").click()
    expect(page.locator("#sound-on small")).to_have_text("off")
    page.reload()
    tap(page)
    for control in ("#sound-on", "#sound-key"):
        expect(page.locator(control)).to_have_attribute("aria-pressed", "false")
    live.play(ALICE, "2j")
    is_shown(page, live)
    assert heard(page) == []
    expect(page.locator("#sound-key use")).to_have_attribute("href", re.compile("#i-mute$"))
    page.locator("#sound-key").click()
    expect(page.locator("#sound-on")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#table")).to_have_attribute("data-sound", "here")
    live.play(BOB, "3w")
    live.bomb(CAROL, "9j9w9p9s")
    is_shown(page, live)
    assert heard(page) == ["bomb"]


@pytest.mark.parametrize(("seconds", "sound"), [(11, "urgent"), (1.5, "reserve")])
def test_ten_seconds_and_the_reserve_sound_once(look: Look, settings: Settings, seconds: float, sound: str) -> None:
    """G10: no tick but these two; a reload in the middle is quiet."""
    settings.TICHU_CLOCKS = site_settings.TICHU_CLOCKS | {"turn": seconds}
    live = in_play(now=now_ms())
    page = listening(look, BOB, live)
    live.now = now_ms()
    live.play(ALICE, "2j")
    words = {"urgent": "10 seconds.", "reserve": "Your reserve is running"}[sound]
    expect(page.locator("#alert")).to_contain_text(words, timeout=PATIENCE)
    assert heard(page) == ["turn", sound]
    page.reload()
    tap(page)
    expect(page.locator("#table")).to_have_attribute("data-sound", "here")
    expect(page.locator("#alert")).to_contain_text(words)
    assert heard(page) == []


def test_the_fourth_player_and_the_end_are_heard(look: Look) -> None:
    table = a_table("alice", "bob", "carol", now=now_ms())
    live = Live(table.match, now_ms())
    page = listening(look, ALICE, live)
    tables.sit(table=table, user=person("dave"), seat=DAVE, now=now_ms())
    expect(page.locator("#tray h2")).to_have_text("All four are here", timeout=PATIENCE)
    assert heard(page) == ["full"]
    for name in ("alice", "bob", "carol", "dave"):
        tables.set_ready(table=table, user=person(name), shuffle=live.shuffle)
    is_shown(page, live)
    deadlines.match_expire(match_id=live.match.pk, now=(live.row.deadline or 0) + 1_000)
    is_shown(page, live)
    assert heard(page) == ["full", "turn", "over"]


def test_a_hidden_tab_is_marked_and_notifies_whoever_asked_for_it(look_in_chromium: Look) -> None:
    """G08: a mark in the title that stands still; the browser is asked by a press alone."""
    live = in_play(now=now_ms())
    page = look_in_chromium(BOB, live, script=COUNT + HIDDEN)
    page.context.grant_permissions(["notifications"])
    page.reload()
    page.evaluate("() => { localStorage.setItem('notices', ''); }")
    live.play(ALICE, "2j")
    is_shown(page, live)
    expect(page).to_have_title("● Your turn · Tichu")
    assert heard(page, "notice") == []
    page.locator('#bar [data-do="menu"]').click()
    page.locator("#notices-on").click()
    expect(page.locator("#notices-on small")).to_have_text("on")
    page.keyboard.press("Escape")
    live.play(BOB, "3w")
    live.play(CAROL, "Jj")
    live.pass_(DAVE, ALICE)
    is_shown(page, live)
    assert heard(page, "notice") == ["turn"]
    assert page.title() == "● Your turn · Tichu"


@pytest.mark.parametrize("wanted", ["", "1"])
def test_vibration_only_where_it_was_asked_for(look: Look, wanted: str) -> None:
    live = in_play(now=now_ms())
    page = listening(look, BOB, live, script=f"localStorage.setItem('vibration', '{wanted}');")
    live.play(ALICE, "2j")
    is_shown(page, live)
    assert heard(page, "vibration") == (["turn"] if wanted else [])
