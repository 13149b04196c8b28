"""Hands and keys in a real browser: suggestions, typed commands, dialogs that keep the focus, an order that stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.times import now_ms
from tests.games.conftest import look  # noqa: F401
from tests.games.factories import ALICE, BOB, Live, in_play
from tests.games.looking import PATIENCE, Look, raised, says

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def live() -> Live:
    live = in_play(now=now_ms())
    live.play(ALICE, "2j")
    return live


def focused(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement.closest('section, form')?.id ?? ''"))


def test_suggestions_by_key_and_by_tap(look: Look, live: Live) -> None:  # noqa: F811
    page = look(BOB, live)
    page.keyboard.press("h")
    expect(page.locator("#hand input:checked")).to_have_count(1)
    assert raised(page) == ["3w"]
    expect(page.locator("#spoken")).to_have_text("3 of Sword, beats the 2 of Jade", timeout=PATIENCE)
    page.locator('[data-do="hint"]').click()
    expect(page.locator('#hand input[value="5w"]')).to_be_checked()
    says(page, "5 of Sword, beats the 2 of Jade")
    page.keyboard.press("Enter")
    expect(page.locator(".say__now")).to_have_text("carol is thinking")


def test_suggestions_switched_off_stay_off(look: Look, live: Live) -> None:  # noqa: F811
    page = look(BOB, live)
    page.keyboard.press("m")
    page.locator('[data-do="hints"]').click()
    expect(page.locator('[data-do="hints"]')).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(page.locator('[data-do="hint"]')).to_be_hidden()
    page.keyboard.press("h")
    page.keyboard.press("/")
    expect(page.locator("#typed")).to_be_visible()
    assert raised(page) == []


def test_a_command_is_typed_and_answered_in_words(look: Look, live: Live) -> None:  # noqa: F811
    """Letters typed there are no keys of the table; Esc closes it."""
    page = look(BOB, live)
    page.keyboard.press("/")
    page.keyboard.type("pbt")
    page.keyboard.press("Enter")
    expect(page.locator("#typed-answer")).to_contain_text("“pbt” is no command.")
    expect(page.locator("#key-call span")).to_have_text("Tichu")
    page.locator("#typed-text").fill("play 3")
    page.keyboard.press("Enter")
    expect(page.locator("#typed-answer")).to_have_text("You play 3 of Sword.")
    expect(page.locator("#spoken")).to_have_text("You play 3 of Sword.", timeout=PATIENCE)
    expect(page.locator(".say__now")).to_have_text("carol is thinking")
    page.keyboard.press("Escape")
    expect(page.locator("#typed")).to_be_hidden()


def test_a_typed_call_takes_a_yes(look: Look, live: Live) -> None:  # noqa: F811
    """G11: Enter alone never calls."""
    page = look(BOB, live)
    page.keyboard.press("/")
    page.keyboard.type("tichu")
    page.keyboard.press("Enter")
    expect(page.locator("#typed-answer")).to_contain_text("type: tichu yes")
    assert not live.state.deal.tichu[BOB]


@pytest.mark.parametrize(("key", "panel"), [("m", "menu"), ("?", "help")])
def test_open_dialogs_keep_the_focus(look: Look, live: Live, key: str, panel: str) -> None:  # noqa: F811
    """And give it back to the button that opens them."""
    page = look(BOB, live)
    page.keyboard.press(key)
    for _ in range(20):
        page.keyboard.press("Tab")
        assert page.evaluate("id => document.getElementById(id).contains(document.activeElement)", panel)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("h")
    page.keyboard.press("p")
    assert raised(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(f"#{panel}")).to_be_hidden()
    assert page.evaluate("() => document.activeElement.dataset.do") == "menu"


def test_the_accounts_order_counts_until_another_is_chosen_here(look: Look, live: Live) -> None:  # noqa: F811
    page = look(BOB, live)
    first = "() => document.querySelector('#hand .hcard').dataset.code"
    assert page.evaluate(first) == "Dr"
    page.keyboard.press("s")
    page.reload()
    assert page.evaluate(first) == "3w"
    User.objects.filter(username="bob").update(sort="rank-down")
    page.reload()
    assert page.evaluate(first) == "3w"
    User.objects.filter(username="bob").update(sort="suit")
    page.reload()
    assert page.evaluate(first) == "Dr"
