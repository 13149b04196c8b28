"""Tests of games start from a process that remembers nothing, and hand no task to a broker."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.utils import translation

from games import log, notify, presence
from games.services import deadlines, health

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.games.looking import Look


@pytest.fixture(autouse=True)
def fresh_process() -> Iterator[None]:
    log.forget()
    presence.forget()
    deadlines.forget_process()
    health.forget()
    cache.clear()
    yield
    log.forget()
    translation.deactivate()  # a page asked for in German leaves its language in the thread


@pytest.fixture(autouse=True)
def started_tasks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[int], int]]:
    """What the broker would have got: (task, arguments, delay in ms), after commits only."""
    started: list[tuple[str, list[int], int]] = []
    monkeypatch.setattr(notify, "post_task", lambda *letter: started.append(letter))
    return started


@pytest.fixture
def look(browser: "Browser", live_server: object) -> "Iterator[Look]":
    """Opens a seat's page in a browser of its own: look(seat, live, width, height)."""
    from tests.games.looking import looking

    with looking(browser, live_server) as look:
        yield look


@pytest.fixture
def look_in_chromium(chromium: "Browser", live_server: object) -> "Iterator[Look]":
    """As `look`, where a page may notify."""
    from tests.games.looking import looking

    with looking(chromium, live_server) as look:
        yield look
