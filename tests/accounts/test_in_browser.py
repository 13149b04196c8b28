"""What only a browser can show of accounts: two tabs, the Back button, and the frame's small script."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from accounts.models import User
from tests.factories import PASSWORD, UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh profile at phone size."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, timezone_id="Asia/Seoul")
    yield context
    context.close()


@pytest.fixture
def site(live_server: object) -> str:
    UserFactory(username="alice")
    return str(live_server)


def sign_in(page: Page, site: str, name: str = "alice") -> None:
    page.goto(f"{site}/accounts/sign-in/?next=/accounts/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/accounts/")


def test_a_page_from_before_a_sign_in_elsewhere_still_works(context: BrowserContext, site: str) -> None:
    """D09: out and in again in tab B changes the token; tab A's form is sent with the current one."""
    tab_a, tab_b = context.new_page(), context.new_page()
    sign_in(tab_a, site)
    tab_b.goto(f"{site}/accounts/")
    tab_b.get_by_role("button", name="Sign out").click()
    sign_in(tab_b, site)
    tab_a.get_by_label("Cards").select_option("bold")
    tab_a.get_by_role("button", name="Save", exact=True).click()
    expect(tab_a.get_by_text("Your preferences are saved.")).to_be_visible()
    assert User.objects.get().deck == "bold"


def test_back_after_sign_out_shows_nothing_private(context: BrowserContext, site: str) -> None:
    """D12: Back leads to sign-in, and what the tab remembered is gone."""
    page = context.new_page()
    sign_in(page, site)
    page.evaluate("() => sessionStorage.setItem('cards', '7j')")
    page.reload()
    assert page.evaluate("() => sessionStorage.getItem('cards')") == "7j"
    page.get_by_role("button", name="Sign out").click()
    page.goto(f"{site}/privacy/")
    page.goto(f"{site}/accounts/")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert page.evaluate("() => sessionStorage.getItem('cards')") is None
    page.go_back()
    page.go_back()
    page.go_back()
    assert "alice" not in page.content()


def test_what_a_tab_kept_outlives_a_session_that_ran_out_for_the_same_person_alone(
    context: BrowserContext, site: str
) -> None:
    """D09, D12: kept through sign-in, but not for whoever else signs in, nor after a sign-out in another tab."""
    UserFactory(username="bob")
    tab, other = context.new_page(), context.new_page()
    kept = "() => sessionStorage.getItem('cards')"
    sign_in(tab, site)
    tab.evaluate("() => sessionStorage.setItem('cards', '7j')")
    context.clear_cookies(name="sessionid")
    tab.goto(f"{site}/privacy/")
    sign_in(tab, site)
    assert tab.evaluate(kept) == "7j"
    context.clear_cookies(name="sessionid")
    sign_in(tab, site, "bob")
    assert tab.evaluate(kept) is None

    tab.evaluate("() => sessionStorage.setItem('cards', '8s')")
    other.goto(f"{site}/accounts/")
    other.get_by_role("button", name="Sign out").click()
    expect(other.get_by_text("You are signed out.")).to_be_visible()
    tab.goto(f"{site}/privacy/")
    assert tab.evaluate(kept) is None
    assert other.evaluate(kept) is None


def test_an_ended_session_inside_a_page_goes_to_sign_in_and_back(context: BrowserContext, site: str) -> None:
    """D08: a fragment asked for after the session ended."""
    page = context.new_page()
    sign_in(page, site)
    context.clear_cookies(name="sessionid")
    page.evaluate("() => { htmx.ajax('GET', '/accounts/export/', '#main') }")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.get_by_label("Name").fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/accounts/")


def test_a_refusal_inside_a_page_is_told_in_words(context: BrowserContext, site: str) -> None:
    """C19, D09: a notice, and the page stays as it was."""
    page = context.new_page()
    sign_in(page, site)
    page.evaluate("() => { htmx.ajax('GET', '/nowhere/', '#main') }")
    expect(page.get_by_role("alert")).to_contain_text("Nothing lies here.")
    expect(page.get_by_role("heading", name="alice")).to_be_visible()


def test_times_are_shown_where_the_reader_is(context: BrowserContext, site: str) -> None:
    User.objects.update(date_joined="2026-11-30T18:05:00Z")
    page = context.new_page()
    sign_in(page, site)
    expect(page.locator("time")).to_have_text("Dec 1, 2026")


def test_the_pages_run_clean_under_the_strict_policy(context: BrowserContext, site: str) -> None:
    """No script is refused, nothing is missing, nothing is wider than a phone."""
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    sign_in(page, site)
    for path in ("/accounts/", "/accounts/password/", "/accounts/delete/", "/privacy/"):
        page.goto(site + path)
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0, path
    assert faults == []
