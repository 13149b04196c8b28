"""How long a table is out of date after its page comes back: from a tunnel, from sleep with a dead socket, by the back
button, and after the site was started anew. Somebody has played meanwhile, in a tab that was not away.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from playwright.sync_api import Browser, Page, WebSocketRoute, sync_playwright

from games.engine.state import Phase
from tests.browser.evening import is_answered, next_command, open_practice, play_on
from tests.browser.robot import Guest, wait_for
from tests.browser.truth import truth_of
from tests.conftest import find_chromium
from tests.playing import MANAGE, Site, clean_environment, playing

TIMES = 7
AWAY = 4
"""Seconds: longer than the page asks when it has no socket, shorter than anybody's time."""
PACE = "0.2"
SLEPT = """(slept) => { // false: goes to sleep, true: a minute later
  const clock = window.clock ??= performance.now.bind(performance);
  performance.now = () => clock() + (slept ? 60000 : 0);
  Object.defineProperty(document, "hidden", { configurable: true, get: () => !slept });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOWS = "(number) => document.getElementById('say')?.dataset.decision === number"

Trial = Callable[["Evening"], float]


class Evening:
    """One person at a practice table with two browsers: `away` goes and comes back, `here` plays on."""

    def __init__(self, site: Site, database: Path, browser: Browser) -> None:
        self.site, self.database, self.dead = site, database, False
        contexts = browser.new_context(), browser.new_context()
        self.here = Guest("Anna", contexts[0].new_page(), contexts[0])
        self.here.sign_up(site.url)
        self.code = open_practice(self.here, site)
        play_on({0: self.here}, database, self.code, until=Phase.PLAY)
        contexts[1].add_cookies(contexts[0].cookies())  # type: ignore[arg-type]
        self.away = contexts[1].new_page()
        self.away.route_web_socket("**/ws/**", self._connected)
        self.away.goto(self.here.page.url)

    def _connected(self, route: WebSocketRoute) -> None:
        server, opened = route.connect_to_server(), self.dead
        server.on_message(lambda message: None if self.dead and not opened else route.send(message))

    def something_happens(self) -> None:
        """An own move, and all that follows until the next."""
        state = truth_of(self.database, self.code).state
        assert state is not None
        command = next_command(state, {0: self.here}, Random(7))
        assert command is not None
        self.here.sees(state.decision)
        self.here.perform(command)
        wait_for(partial(is_answered, state, command, self.database, self.code), "it arrives")
        wait_for(self.is_asked, "the next question")

    def is_asked(self) -> bool:
        state = truth_of(self.database, self.code).state
        return state is not None and next_command(state, {0: self.here}, Random(7)) is not None

    def until_current(self, since: float) -> float:
        """Milliseconds from `since` until the page shows the question that is open."""
        state = truth_of(self.database, self.code).state
        assert state is not None
        self.away.wait_for_function(SHOWS, arg=str(state.decision), polling="raf")
        return (time.perf_counter() - since) * 1000


def tunnel(evening: Evening) -> float:
    evening.away.context.set_offline(True)
    evening.something_happens()
    time.sleep(AWAY)
    began = time.perf_counter()
    evening.away.context.set_offline(False)
    return evening.until_current(began)


def sleep(evening: Evening) -> float:
    evening.dead = True
    evening.away.evaluate(SLEPT, False)
    evening.something_happens()
    began = time.perf_counter()
    evening.away.evaluate(SLEPT, True)
    spent = evening.until_current(began)
    evening.dead = False
    evening.away.reload()
    return spent


def back(evening: Evening) -> float:
    evening.away.goto(f"{evening.site.url}/rules/")
    evening.something_happens()
    began = time.perf_counter()
    evening.away.go_back()
    return evening.until_current(began)


def restart(evening: Evening) -> float:
    """From the first answer of the new process on."""
    evening.something_happens()
    evening.site.stop(signal.SIGTERM)
    time.sleep(AWAY)
    command = [sys.executable, MANAGE, "play", "--port", str(evening.site.port)]
    environment = clean_environment(SQLITE_PATH=str(evening.database), TICHU_HOUSE_PACE=PACE)
    evening.site.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, text=True)
    evening.site.wait_until_it_answers()
    began = time.perf_counter()
    wait_for(lambda: _is_connected(evening.away), "the page is connected")
    return evening.until_current(began)


def _is_connected(page: Page) -> bool:
    return page.locator("#lamp.lamp--ok").count() == 1


TRIALS: dict[str, Trial] = {
    "out of a tunnel": tunnel,
    "woken up, its socket dead": sleep,
    "by the back button": back,
    "the site started anew, from its first answer": restart,
}


def measure() -> Iterator[tuple[str, str]]:
    """(what, how long until the table is current); the goal is three seconds."""
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        database = Path(place) / "site.sqlite3"
        with playing(database, TICHU_HOUSE_PACE=PACE) as site:
            evening = Evening(site, database, browser)
            for what, trial in TRIALS.items():
                spent = sorted(trial(evening) for _ in range(TIMES))
                yield f"current again, {what}", f"median {median(spent):.0f} ms, worst {spent[-1]:.0f} ms"
        browser.close()
