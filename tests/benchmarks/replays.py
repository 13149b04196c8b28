"""How fast a replay opens, whatever the length of its match, and how fast it steps in Chromium; `measure()` gives the
rows of the table.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import django

from tests.playing import playing

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

SHORT, LONG, TIMES = 3, 30, 30
ENDLESS = 1_000_000


def measure() -> Iterator[tuple[str, str]]:
    """(what, figure) for each line of the table; pages in processor time of one core, asked for as a
    guest does."""
    django.setup()
    from games.management.scratch import scratch_database

    with scratch_database():
        for rounds in (SHORT, LONG):
            code = _stored(rounds)
            for number in (1, rounds):
                yield f"replay of {rounds} rounds: round {number} opens", _opening(f"/matches/{code}/{number}/40/?as=0")
        yield "all frames of a round, one seat's eyes", _opening(f"/matches/{code}/{rounds}/frames/?as=0")
        yield "all frames of a round, open hands", _opening(f"/matches/{code}/{rounds}/frames/?as=open")
    yield from _stepping()


def _stored(rounds: int) -> str:
    """The code of a match of so many rounds that everybody may look at."""
    from games.engine import commands as c
    from games.engine.options import Options
    from tests.factories import UserFactory
    from tests.games.played import RandomMatch, store

    played = RandomMatch(rounds, options=Options(ENDLESS)).play_rounds(rounds)
    played.do(c.VoidMatch("a test"))
    return store(played, people=[UserFactory() for _ in range(4)]).code


def _opening(path: str) -> str:
    from django.test import Client

    client, spent = Client(), list[float]()
    for _ in range(TIMES + 3):
        started = process_time()
        answer = client.get(path)
        spent.append((process_time() - started) * 1000)
        assert answer.status_code == 200
    spent = sorted(spent[3:])
    return f"median {median(spent):.1f} ms, worst {spent[-1]:.1f} ms, {len(answer.content) / 1024:.0f} KB"


def _stepping() -> Iterator[tuple[str, str]]:
    """Through the last round of a long match with open hands, key by key, at 1280 by 800."""
    from playwright.sync_api import sync_playwright

    key = secrets.token_urlsafe(32)
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "bench.sqlite3"
        code = _stored_in(database)  # before the site runs: it would end a match whose clocks stand in the past
        with playing(database, SECRET_KEY=key) as site, sync_playwright() as chromium:
            address = f"{site.url}/matches/{code}/{LONG}/0/?as=open"
            browser = chromium.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(address)
            page.wait_for_selector("#replay[data-framed]")
            yield from _steps(page)
            browser.close()


def _steps(page: Page) -> Iterator[tuple[str, str]]:
    """The processor's time tells of the page alone, the time waited also of all else that the machine does."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    spent, waited = list[float](), list[float]()
    for key in (*["ArrowRight"] * STEPS, *JUMPS * 3):
        before = _busy(session)
        waited.append(page.evaluate(STEP, key))
        spent.append(_busy(session) - before)
    yield "a step in the browser, processor time with its frames", _spread(spent)
    yield "a step in the browser, waited for", _spread(waited)


def _busy(session: CDPSession) -> float:
    """Milliseconds of processor time the page's main thread has needed."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(1000 * each["value"] for each in metrics if each["name"] == "TaskDuration")


def _spread(values: list[float]) -> str:
    values = sorted(values)
    return f"median {median(values):.1f} ms, p95 {values[int(len(values) * 0.95)]:.1f} ms, worst {values[-1]:.1f} ms"


STEPS = 40
JUMPS = ["End", "ArrowLeft", "ArrowLeft", "Home", "ArrowDown", "ArrowUp"]
STEP = """async (key) => {
  const started = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  document.body.getBoundingClientRect();
  const spent = performance.now() - started;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return spent;
}"""


def _stored_in(database: Path) -> str:
    from django.core.management import call_command
    from django.db import connections

    from games import log

    connections.close_all()
    connections["default"].settings_dict["NAME"] = str(database)
    log.forget()
    call_command("migrate", verbosity=0, interactive=False)
    code = _stored(LONG)
    connections.close_all()
    return code


if __name__ == "__main__":
    for what, figure in measure():
        print(f"{what:52} {figure}")
