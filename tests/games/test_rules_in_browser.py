"""The rules page in a browser: search as one types, anchors that lead out of it, contents, and paper."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.a11y.axe import faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PATIENCE = 30_000
SHOTS = os.environ.get("RULES_SHOTS", "")
LEFT = "#book [data-place]:not([hidden])"
COVERED = """(id) => {
    const box = document.getElementById(id).getBoundingClientRect();
    const aid = document.querySelector(".rules__aid").getBoundingClientRect();
    return [box.top >= -1 && box.top < innerHeight, getComputedStyle(document.querySelector(".rules__aid")).position,
            box.top >= aid.bottom - 1 || box.left >= aid.right];
}"""


@pytest.fixture
def rules(browser: Browser, live_server: object) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    page.goto(f"{live_server}/rules/")
    yield page
    context.close()
    assert complaints == []


def test_search_anchors_and_contents(rules: Page) -> None:
    """One visit: a search, its count, no search, a link out of it, the contents of a phone, an address that is kept."""
    field, found = rules.locator("#find-words"), rules.locator("#found")
    whole = rules.locator(LEFT).count()
    field.fill("dragon bomb")
    expect(found).to_have_text(f"{rules.locator(LEFT).count()} places found", timeout=PATIENCE)
    assert 0 < rules.locator(LEFT).count() < whole
    expect(rules.locator("#dragon-bombed")).to_be_visible()
    expect(rules.locator("#seats")).to_be_hidden()
    assert rules.url.endswith("/rules/?q=dragon+bomb")
    assert faults(rules) == []

    field.fill("backgammon")
    expect(found).to_have_text("Nothing found. Try another word.", timeout=PATIENCE)
    expect(rules.locator("#rulings")).to_be_hidden()

    field.fill("tunnel")
    expect(found).to_have_text("1 place found", timeout=PATIENCE)
    field.press("Enter")
    rules.locator("#time-line p a").first.click()
    expect(field).to_have_value("")
    expect(rules.locator("#disconnection")).to_be_in_viewport(timeout=PATIENCE)
    assert rules.url.endswith("/rules/#disconnection")
    assert rules.locator(LEFT).count() == whole

    rules.locator(".contents--fold summary").click()
    assert faults(rules) == []
    rules.locator('.contents--fold a[href="#ruled-wish"]').click()
    expect(rules.locator(".contents--fold nav")).to_be_hidden()
    assert rules.evaluate(COVERED, "ruled-wish") == [True, "sticky", True]

    rules.set_viewport_size({"width": 1280, "height": 800})
    rules.locator('.contents--side a[href="#winning"]').click()
    assert rules.evaluate(COVERED, "winning") == [True, "sticky", True]
    expect(rules.locator(".contents--fold")).to_be_hidden()

    rules.locator("#bomb-rivals summary").click()
    expect(rules.locator("#bomb-rivals p")).to_be_hidden()
    rules.evaluate("location.hash = '#bomb-rivals'")
    expect(rules.locator("#bomb-rivals p")).to_be_in_viewport(timeout=PATIENCE)


def test_a_shared_search_is_shown_and_can_be_left(rules: Page) -> None:
    """The server has hidden the rest; the script takes over from there, on paper only the text remains."""
    rules.goto(f"{rules.url}?q=tunnel")
    expect(rules.locator("#find-words")).to_have_value("tunnel")
    expect(rules.locator("#found")).to_have_text("1 place found")
    assert rules.locator(LEFT).count() == 1
    rules.locator("#find-words").fill("")
    expect(rules.locator("#seats")).to_be_visible()
    expect(rules.locator("#found-all")).to_have_count(0)
    rules.emulate_media(media="print")
    expect(rules.locator(".rules__aid")).to_be_hidden()
    expect(rules.locator("#time-line p")).to_be_visible()
