"""Real browsers at a table of the test server: signed in, no socket in reach, and whatever they complain of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings as site_settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games import log
from tests.games.factories import PEOPLE, Live
from tests.games.visiting import browser_of

EXPECTED = re.compile(r"WebSocket|status of 4(04|09|22|29)|htmx:|ERR_INTERNET_DISCONNECTED|\[object Event\]")
PATIENCE = 60_000

Look = Callable[..., Page]


@contextmanager
def looking(browser: Browser, live_server: object) -> Iterator[Look]:
    """look(seat, live, width, height): the page of that seat; at the end no unexpected complaint."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def look(
        seat: int, live: Live, width: int = 360, height: int = 640, script: str = "", motion: str = "reduce"
    ) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion=motion)
        contexts.append(context)
        if script:
            context.add_init_script(script)
        context.add_cookies([{"name": "sessionid", "value": session_of(PEOPLE[seat]), "url": str(live_server)}])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda fault: faults.append(f"{fault} {fault.stack}"))
        page.on("console", lambda each: faults.append(each.text) if each.type == "error" else None)
        page.goto(f"{live_server}/tables/{live.match.table.code}/")
        return page

    yield look
    for context in contexts:
        context.close()
    unexpected = [fault for fault in faults if not EXPECTED.search(fault)]
    assert not unexpected, unexpected


def session_of(name: str) -> str:
    client: Client = browser_of(name)
    return client.cookies[site_settings.SESSION_COOKIE_NAME].value


def raise_(page: Page, *codes: str) -> None:
    for code in codes:
        page.locator(f'#hand input[value="{code}"]').check(force=True)


def raised(page: Page) -> list[str]:
    return sorted(page.eval_on_selector_all("#hand input:checked", "each => each.map(input => input.value)"))


def says(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("#line span")).to_have_text(text, timeout=PATIENCE)


def is_shown(page: Page, live: Live) -> None:
    """The page shows the decision that is open now."""
    number = str(log.current(live.match.pk).state.decision)
    expect(page.locator("#say")).to_have_attribute("data-decision", number, timeout=PATIENCE)
