"""Pages as the accessibility checks open them: by anybody or by a signed-in person."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.games.conftest import fresh_process, started_tasks  # noqa: F401
from tests.games.looking import PATIENCE, session_of

PHONE = (360, 640)
Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, live_server: object) -> Iterator[Visit]:
    """visit(path, name): the page as this person sees it; without a name as a guest does."""
    contexts: list[BrowserContext] = []

    def visit(path: str, name: str = "", size: tuple[int, int] = PHONE, **more: object) -> Page:
        options = {"viewport": {"width": size[0], "height": size[1]}, "reduced_motion": "reduce"} | more
        context = browser.new_context(**options)  # type: ignore[arg-type]
        contexts.append(context)
        if name:
            context.add_cookies([{"name": "sessionid", "value": session_of(name), "url": str(live_server)}])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{live_server}{path}")
        return page

    yield visit
    for context in contexts:
        context.close()
