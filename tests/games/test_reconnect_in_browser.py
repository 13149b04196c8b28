"""Coming back to a table, seen in a browser: from sleep, from sign-in, by Back, and after the site was renewed.

There is no socket here; tests/browser/test_reconnect.py has those.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.times import now_ms
from tests.factories import PASSWORD
from tests.games.factories import ALICE, BOB, Live, in_play
from tests.games.looking import PATIENCE, Look, is_shown, raise_, raised, session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
STAYS = "() => { window.stays = true; }"
STAYED = "() => window.stays === true"


@pytest.fixture
def live() -> Live:
    return in_play(now=now_ms())


def hear_nothing(page: Page) -> None:
    """As a phone that sleeps: whatever the page asks gets no answer."""
    page.route("**/state/**", lambda route: route.abort())


def hear_again(page: Page) -> None:
    page.unroute("**/state/**")


def test_a_page_that_slept_is_current_at_once(look: Look, live: Live) -> None:
    """C11: hidden while three others act; shown again it has all of it, without a reload, cards still raised."""
    page = look(BOB, live)
    page.evaluate(STAYS)
    raise_(page, "3w", "8j")
    page.evaluate(HIDE, True)
    hear_nothing(page)
    live.play(ALICE, "2j")
    live.play(BOB, "Aj")
    live.pass_(2)
    hear_again(page)
    page.evaluate(HIDE, False)
    is_shown(page, live)
    assert raised(page) == ["3w", "8j"] and page.evaluate(STAYED)


def test_what_was_missed_in_a_tunnel_is_there_without_a_reload(look: Look, live: Live) -> None:
    """C10: the line is lost while it comes to be one's turn; back again the table asks, cards still raised."""
    page = look(BOB, live)
    page.evaluate(STAYS)
    raise_(page, "3w", "8j")
    page.context.set_offline(True)
    expect(page.locator("#notice h2")).to_have_text("Reconnecting…", timeout=PATIENCE)
    live.play(ALICE, "2j")
    page.context.set_offline(False)
    is_shown(page, live)
    expect(page.locator("#notice h2")).to_have_count(0, timeout=PATIENCE)
    assert raised(page) == ["3w", "8j"] and page.evaluate(STAYED)


def test_a_page_out_of_the_browsers_memory_is_current(look: Look, live: Live) -> None:
    """C12: `pageshow` of a page that was kept while one was elsewhere."""
    page = look(BOB, live)
    hear_nothing(page)
    live.play(ALICE, "2j")
    hear_again(page)
    page.evaluate("() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    is_shown(page, live)


def test_a_session_that_ends_in_the_middle_of_a_turn(look: Look, live: Live) -> None:
    """D08, D09: the press leads to sign-in and back to the table; nothing was played, and the cards, still raised, can
    be played at the next press."""
    live.play(ALICE, "2j")
    page = look(BOB, live)
    raise_(page, "3w")
    expect(page.locator("#key-main[data-for]")).to_be_visible()
    page.context.clear_cookies(name="sessionid")
    page.locator("#key-main").click()
    page.wait_for_url("**/accounts/sign-in/**")
    head = live.current.head
    page.get_by_label("Name").fill("bob")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**/tables/{live.match.table.code}/")
    assert live.current.head == head
    expect(page.locator('#hand input[value="3w"]')).to_be_checked(timeout=PATIENCE)
    assert raised(page) == ["3w"]
    expect(page.locator("#key-main[data-for]")).to_be_visible()
    page.locator("#key-main").click()
    expect(page.locator(".say__now")).to_have_text("carol is thinking", timeout=PATIENCE)


def test_somebody_else_who_signs_in_there_finds_nothing_raised(look: Look, live: Live) -> None:
    """D09, D12: not even the names of the cards stay in the tab."""
    page = look(BOB, live)
    raise_(page, "3w")
    page.context.clear_cookies(name="sessionid")
    page.context.add_cookies([{"name": "sessionid", "value": session_of("carol"), "url": page.url}])
    page.reload()
    expect(page.locator("#hand .hcard").first).to_be_visible()
    assert raised(page) == []
    assert "3w" not in page.evaluate("() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])")


def test_back_shows_the_table_as_it_is_now_and_after_sign_out_no_card(look: Look, live: Live) -> None:
    """D11, D12: a whole page each time, never an old one; what the tab has kept of the hand goes with the user."""
    page = look(BOB, live)
    raise_(page, "3w")
    table = page.url
    page.goto(table.replace(f"/tables/{live.match.table.code}/", "/rules/"))
    live.play(ALICE, "2j")
    page.go_back()
    is_shown(page, live)
    expect(page.locator("head title")).to_have_count(1)
    assert raised(page) == ["3w"]
    page.goto(table.replace(f"/tables/{live.match.table.code}/", "/accounts/"))
    page.get_by_role("button", name="Sign out").first.click()
    page.wait_for_load_state()
    kept = page.evaluate("() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])")
    assert "3w" not in kept and "hand:" not in kept
    page.goto(table)
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.go_back()
    page.go_back()
    assert 'id="hand"' not in page.content()


def test_a_page_from_before_an_update_asks_to_be_loaded_afresh(
    look: Look, live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D19: it goes on working meanwhile, and the raised cards are there afterwards."""
    page = look(BOB, live)
    raise_(page, "3w")
    monkeypatch.setattr("games.regions.release", lambda: "the next")
    monkeypatch.setattr("games.views.table.release", lambda: "the next")
    live.play(ALICE, "2j")
    is_shown(page, live)
    expect(page.locator("#notice h2")).to_have_text("This page is older than the site.", timeout=PATIENCE)
    expect(page.locator("#key-main[data-for]")).to_be_visible()
    page.locator("[data-reload]").click()
    expect(page.locator("#notice h2")).to_have_count(0, timeout=PATIENCE)
    assert raised(page) == ["3w"]
    page.locator("#key-main").click()
    expect(page.locator(".say__now")).to_have_text("carol is thinking", timeout=PATIENCE)
