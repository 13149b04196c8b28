"""What a screen reader hears of the table: events in sentences, each once, in one polite region outside every swap."""

from __future__ import annotations

import pytest
from django.conf import settings as site_settings
from playwright.sync_api import Page, expect

from games.engine import commands as c
from games.times import now_ms
from tests.games.factories import ALICE, BOB, CAROL, DAVE, Live, a_match, in_play
from tests.games.looking import PATIENCE, Look, is_shown, raise_

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LISTEN = """
window.said = [];
document.addEventListener("DOMContentLoaded", () => ["spoken", "alert"].forEach((id) => {
  const place = document.getElementById(id);
  const hear = () => { if (place.textContent) window.said.push(`${id === "alert" ? "! " : ""}${place.textContent}`); };
  new MutationObserver(hear).observe(place, { childList: true, characterData: true, subtree: true });
}));
"""


def said(page: Page) -> list[str]:
    """All that was said so far; what is urgent begins with an exclamation mark."""
    found: list[str] = page.evaluate("() => window.said")
    return found


def hears(page: Page, *texts: str) -> None:
    """These were said, in this order and nothing else; then the page is heard anew."""
    where = "alert" if texts[-1].startswith("! ") else "spoken"
    expect(page.locator(f"#{where}")).to_have_text(texts[-1].removeprefix("! "), timeout=PATIENCE)
    assert said(page) == list(texts)
    page.evaluate("() => { window.said = []; }")


def test_events_are_said_in_sentences_each_once(look: Look) -> None:
    """G10: a pass is said with what comes next; an own play is not repeated."""
    live = in_play(now=now_ms())
    page = look(DAVE, live, script=LISTEN)
    live.play(ALICE, "KjKwKp")
    hears(page, "alice plays three Kings, 11 cards left.")
    live.pass_(BOB)
    is_shown(page, live)
    assert said(page) == []
    live.do(c.CallTichu(CAROL))
    hears(page, "! bob passes. carol calls Tichu.")
    live.now = now_ms()  # dave's time begins
    live.bomb(CAROL, "9j9w9p9s")
    hears(page, "! carol bombs: four 9s. Your turn: beat the four 9s. 30 seconds.")
    live.pass_(DAVE, ALICE, BOB)
    is_shown(page, live)
    live.now = now_ms()
    live.collect()
    hears(page, "alice passes. bob passes. carol takes the trick.")
    page.reload()
    expect(page.locator("#say")).to_be_visible()
    assert said(page) == []


def test_the_live_regions_stand_outside_every_swap(look: Look) -> None:
    """G10: one polite place; no region that is swapped is live, and no clock."""
    live = in_play(now=now_ms())
    page = look(ALICE, live)
    expect(page.locator('[role="status"], [aria-live="polite"], [role="log"]')).to_have_count(1)
    expect(
        page.locator("#table :is([role=status], [role=alert], [role=log], [role=timer], [aria-live])")
    ).to_have_count(0)
    expect(page.locator("#table .clock:not([aria-hidden])")).to_have_count(0)


def test_the_same_words_twice_are_said_twice(look: Look) -> None:
    """G10"""
    live = in_play(now=now_ms())
    page = look(BOB, live, script=LISTEN)
    for _ in range(2):
        page.locator("#key-third").click(force=True)
        hears(page, "It is not your turn.")


def test_raised_cards_are_named_once(look: Look) -> None:
    """DESIGN 5: when the selection settles; not again because somebody else has played."""
    live = in_play(now=now_ms())
    page = look(CAROL, live, script=LISTEN)
    raise_(page, "9j", "9w")
    hears(page, "Ready for your turn: pair of 9s.")
    live.play(ALICE, "KjKw")
    is_shown(page, live)
    hears(page, "alice plays a pair of Kings, 12 cards left.")
    live.pass_(BOB)
    expect(page.locator("#spoken")).to_have_text(
        "Pair of 9s is too low: needs a pair higher than Kings.", timeout=PATIENCE
    )
    assert sum("Pair of 9s" in each for each in said(page)) == 1


def test_clocks_are_said_at_ten_seconds_and_at_the_reserve_only(look: Look, settings: object) -> None:
    """G10: nothing else of them, however long they run."""
    settings.TICHU_CLOCKS = site_settings.TICHU_CLOCKS | {"turn": 12}  # type: ignore[attr-defined]
    live = in_play(now=now_ms())
    page = look(BOB, live, script=LISTEN)
    live.now = now_ms()
    live.play(ALICE, "2j")
    reserve = "! Your reserve is running: it lasts for the whole match. 60"
    expect(page.locator("#alert")).to_have_text(reserve.removeprefix("! "), timeout=PATIENCE)
    clocks = " ".join(each.removeprefix("! ") for each in said(page) if each.startswith("! "))
    assert clocks == f"Your turn: beat the 2 of Jade. 12 seconds. 10 seconds. {reserve.removeprefix('! ')}"


def test_the_exchange_and_the_end_of_a_round_are_said(look: Look) -> None:
    live = a_match(now=now_ms())
    page = look(BOB, live, script=LISTEN)
    live.now = now_ms()  # bob's time for the exchange begins
    live.grand()
    hears(page, "! Give one card to each player. 45 seconds.")
    live.exchange()
    hears(page, "From alice Dragon, from dave 8 of Sword, from carol 8 of Jade.")
    live.to_last_play()
    is_shown(page, live)
    live.now = now_ms()
    page.evaluate("() => { window.said = []; }")
    live.to_ready_gate()
    expect(page.locator("#spoken")).to_contain_text("Round 1 is over", timeout=PATIENCE)
    assert sum("Round 1 is over" in each for each in said(page)) == 1


def test_the_end_of_a_match_is_said(look: Look) -> None:
    live: Live = in_play(now=now_ms())
    page = look(BOB, live, script=LISTEN)
    live.now = (live.row.deadline or 0) + 1_000
    live.expire()
    hears(page, "Match over: 0 to 0")
