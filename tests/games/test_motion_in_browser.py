"""What moves at the table: once for each event, never after a reload, never where somebody wants it still."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.times import now_ms
from tests.games.factories import ALICE, BOB, CAROL, DAVE, Live, a_match, in_play
from tests.games.looking import PATIENCE, Look, is_shown

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COUNT = """
window.effects = [];
document.addEventListener("tichu:effect", ({ detail }) => window.effects.push(`${detail.sort} ${detail.kind}`));
"""
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach((each) => { window.shifted += each.value; }))
  .observe({ type: "layout-shift", buffered: true });
"""


def moved(page: Page) -> list[str]:
    found: list[str] = page.evaluate("() => window.effects.filter((each) => each.startsWith('motion'))")
    return found


def watching(look: Look, seat: int, live: Live, motion: str = "no-preference") -> Page:
    page = look(seat, live, script=COUNT + SHIFTS, motion=motion)
    expect(page.locator("#say")).to_be_visible()
    return page


def a_trick(page: Page, live: Live) -> None:
    """Two play, a bomb falls, three pass, it is collected; every step is seen."""
    for step in (
        lambda: live.play(ALICE, "2j"),
        lambda: live.play(BOB, "3w"),
        lambda: live.bomb(CAROL, "9j9w9p9s"),
        lambda: live.pass_(DAVE, ALICE, BOB),
    ):
        step()
        is_shown(page, live)
    live.now = now_ms()
    live.collect()
    is_shown(page, live)


def test_each_event_moves_once_and_none_after_a_reload(look: Look) -> None:
    """G06"""
    live = in_play(now=now_ms())
    page = watching(look, BOB, live)
    a_trick(page, live)
    assert moved(page) == ["motion play", "motion play", "motion bomb", "motion taken"]
    page.evaluate("() => htmx.ajax('GET', document.getElementById('table').dataset.state, { swap: 'none' })")
    page.reload()
    live.play(CAROL, "Jj")
    is_shown(page, live)
    assert moved(page) == ["motion play"]


def test_nothing_moves_where_motion_is_reduced(look: Look) -> None:
    """G07: the same trick, and everything stands in its place."""
    live = in_play(now=now_ms())
    page = watching(look, BOB, live, motion="reduce")
    a_trick(page, live)
    assert moved(page) == []
    assert page.evaluate("() => document.getAnimations().length") == 0
    expect(page.locator(".trick--gone")).to_have_count(0)
    expect(page.locator("#trick .lay")).to_have_text("carol leads")


def test_the_collected_trick_goes_without_a_trace(look: Look) -> None:
    """It takes no room and no press while it goes, and nothing of it stays."""
    live = in_play(now=now_ms())
    page = watching(look, BOB, live)
    a_trick(page, live)
    expect(page.locator(".trick--gone")).to_have_count(0)
    expect(page.locator(".felt.is-bombed")).to_have_count(0)
    assert page.evaluate("() => window.shifted") <= 0.02


def test_exchange_and_calls_move_once(look: Look) -> None:
    live = a_match(now=now_ms())
    page = watching(look, ALICE, live)
    live.grand(DAVE)
    is_shown(page, live)
    live.exchange()
    expect(page.locator("#hand .is-new")).to_have_count(3, timeout=PATIENCE)
    assert moved(page) == ["motion grand", "motion exchange"]


def test_what_was_missed_while_the_line_was_lost_is_not_played_back(look: Look) -> None:
    """G06: after a reconnect the table stands as it is; only what follows moves."""
    live = in_play(now=now_ms())
    page = watching(look, BOB, live)
    page.context.set_offline(True)
    expect(page.locator("#notice h2")).to_have_text("Reconnecting…", timeout=PATIENCE)
    live.play(ALICE, "2j")
    page.context.set_offline(False)
    is_shown(page, live)
    assert moved(page) == []
    live.play(BOB, "3w")
    is_shown(page, live)
    assert moved(page) == ["motion play"]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_last_play_of_a_round_is_seen_before_the_sheet(look: Look, motion: str) -> None:
    """F04: it lies there for two seconds, the keys answer meanwhile, and the summary names it too."""
    live = in_play(now=now_ms())
    live.to_last_play()
    page = watching(look, BOB, live, motion=motion)
    live.now = now_ms()
    live.to_ready_gate()
    expect(page.locator("#table")).to_have_class("table is-lingering", timeout=PATIENCE)
    expect(page.locator("#trick .is-top")).to_be_visible()
    expect(page.locator("#sheet .sheet")).to_be_hidden()
    expect(page.locator("#key-main")).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator("#sheet .sheet")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#sheet .minis")).to_contain_text("Last play")
    page.reload()
    expect(page.locator("#sheet .sheet")).to_be_visible()
    expect(page.locator("#table.is-lingering")).to_have_count(0)
