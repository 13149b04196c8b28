"""German needs a third more room than English, and finds it on the smallest phone (BUGLOG G15)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from games.engine import commands as c
from games.times import now_ms
from tests.games.factories import Live, a_match, a_table, in_play
from tests.games.looking import PATIENCE, Look

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHOTS = os.environ.get("LANGUAGE_SHOTS", "")
TOO_WIDE = """() => {
    const wide = [];
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > room) wide.push(`page ${document.documentElement.scrollWidth}`);
    for (const each of document.querySelectorAll("h1, h2, p, a, button, label, .key *, .seat *, .tool, .slot *")) {
        const box = each.getBoundingClientRect();
        if (!box.width || getComputedStyle(each).visibility === "hidden" || each.closest(".sr, .skip, .toc")) continue;
        if (box.right > room + 1 || box.left < -1) wide.push(`out ${each.className} ${each.textContent.trim()}`);
    }
    for (const each of document.querySelectorAll(".key, .key *, .say__now, .btn")) {
        if (each.closest(".sr") || !each.clientWidth || each.matches("bdi")) continue;
        if (each.scrollWidth > each.clientWidth) wide.push(`cut ${each.className} ${each.textContent.trim()}`);
    }
    for (const each of document.querySelectorAll("#line span"))
        if (each.scrollHeight > each.clientHeight + 2) wide.push(`short ${each.textContent.trim()}`);
    return wide;
}"""


def fits(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")
    assert page.evaluate(TOO_WIDE) == [], name


def gifts(live: Live) -> Live:
    """Bob's Dragon takes the trick of the Mah Jong's eight."""
    live.play(0, "Mj", wish=8)
    live.play(1, "8j")
    live.pass_(2, 3)
    live.play(0, "Kj")
    live.play(1, "Dr")
    return live.pass_(2, 3, 0)


def called() -> Live:
    live = a_match(now=now_ms())
    live.do(c.AnswerGrand(2, call=True))
    return live


def wished() -> Live:
    live = in_play(now=now_ms())
    live.play(0, "Mj", wish=8)
    return live


STATES: dict[str, tuple[int, Callable[[], Live]]] = {
    "grand": (0, called),
    "exchange": (0, lambda: a_match(now=now_ms()).grand()),
    "lead": (0, lambda: in_play(now=now_ms())),
    "wish": (1, wished),
    "waiting for others": (0, wished),
    "pause": (0, lambda: gifts(in_play(now=now_ms()))),
    "gift": (1, lambda: gifts(in_play(now=now_ms())).collect()),
    "round": (0, lambda: in_play(now=now_ms()).to_ready_gate()),
}


@pytest.mark.parametrize("state", STATES)
def test_a_table_in_german_fits_a_small_phone(look: Look, state: str) -> None:
    seat, made = STATES[state]
    live = made()
    User.objects.update(language="de")
    page = look(seat, live, 360, 640)
    expect(page.locator("html")).to_have_attribute("lang", "de", timeout=PATIENCE)
    expect(page.locator("#keys .key")).to_have_count(4, timeout=PATIENCE)
    fits(page, state)


def test_a_waiting_table_and_its_menu_in_german_fit_too(look: Look) -> None:
    table = a_table("alice", "bob", access="private", now=now_ms())
    User.objects.update(language="de")
    page = look(0, Live(table.match), 360, 640)
    fits(page, "waiting")
    page.keyboard.press("m")
    expect(page.locator("#menu")).to_be_visible(timeout=PATIENCE)
    fits(page, "menu")
    page.locator("#menu").get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en", timeout=PATIENCE)
    assert page.url.endswith(f"/tables/{table.code}/"), "one stays at the table"


@pytest.fixture
def german(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="de-CH", reduced_motion="reduce")
    yield context.new_page()
    context.close()


PAGES = [
    "/",
    "/lobby/",
    "/rules/",
    "/rules/sheets/scoring/",
    "/puzzles/",
    "/puzzles/1/",
    "/puzzles/40/",
    "/leaderboard/",
    "/privacy/",
    "/accounts/sign-up/",
    "/accounts/sign-in/",
    "/nowhere/",
]


def test_pages_in_german_fit_a_small_phone(german: Page, live_server: object) -> None:
    a_table("alice", "bob", now=now_ms())
    for path in PAGES:
        german.goto(f"{live_server}{path}")
        assert german.locator("html").get_attribute("lang") == "de"
        fits(german, f"page-{path.strip('/').replace('/', '-') or 'start'}")
