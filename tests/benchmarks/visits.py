"""What a visit costs a phone: bytes and requests of the first and of a repeated visit, and when the page answers.

A phone of 390×844 with a processor four times slower and a line of 1.6 Mbit/s (150 ms there and back), against a
running `manage.py play`. A first visit has nothing in its cache, a repeated one what the first one left there. The page
answers once its scripts have run and the last task of over 50 ms is done. Also: how much of the screen shifted while a
round of practice was played, the sum of every layout shift the browser noted.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from games.engine.state import Phase
from tests.browser.evening import open_practice, play_on
from tests.browser.robot import Guest
from tests.conftest import find_chromium
from tests.playing import Site, playing

PHONE = {"width": 390, "height": 844}
ROUND_SIZES = ((390, 844), (1280, 800))
SLOWER = 4
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
ANSWERS = """async () => {
  let last = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((each) => {
    last = Math.max(last, each.startTime + each.duration);
  })).observe({ type: "longtask", buffered: true });
  await new Promise((done) => setTimeout(done, 3000));
  return Math.max(last, performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd);
}"""
SHIFTS = """
window.shifts = [];
const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(",");
const told = ({ node, previousRect, currentRect }) =>
  `${node?.id || node?.className || node?.nodeName} ${box(previousRect)} > ${box(currentRect)}`;
new PerformanceObserver((list) => list.getEntries().forEach((each) => {
  window.shifts.push([each.value, each.hadRecentInput, each.startTime, each.sources.map(told)]);
})).observe({ type: "layout-shift", buffered: true });
"""


Shift = tuple[float, bool, float, list[str]]
"""How much shifted; whether within half a second after a press; when; what."""


@dataclass(frozen=True)
class Visit:
    """Bytes over the line, headers included; requests that went over it; milliseconds until the page answers."""

    size: int
    requests: int
    answers: float

    def __str__(self) -> str:
        return f"{self.size / 1000:6.1f} kB {self.requests:3} requests, answers after {self.answers / 1000:.2f} s"


def visit(page: Page, url: str) -> Visit:
    """Go there and count."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    sizes: list[int] = []
    line.on("Network.loadingFinished", lambda done: sizes.append(int(done["encodedDataLength"])))
    page.goto(url)
    answers = float(page.evaluate(ANSWERS))
    line.detach()
    sent = [size for size in sizes if size]  # what came from the cache has none
    return Visit(sum(sent), len(sent), answers)


def visits(browser: Browser, site: Site, state: object, path: str) -> Iterator[tuple[str, Visit]]:
    """A first and a repeated visit of somebody who is signed in."""
    context: BrowserContext = browser.new_context(viewport=PHONE, storage_state=state)  # type: ignore[arg-type]
    for which in ("first", "repeated"):
        page = context.new_page()
        yield which, visit(page, site.url + path)
        page.close()
    context.close()


def shifted(browser: Browser, site: Site, database: Path, size: tuple[int, int], name: str) -> list[Shift]:
    """Each layout shift while somebody plays one round, from the page's first paint to the round's sheet."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    guest = Guest(name, context.new_page(), context)
    guest.sign_up(site.url)
    context.add_init_script(SHIFTS)
    code = open_practice(guest, site)
    play_on({0: guest}, database, code, until=Phase.READY)
    guest.page.locator("#sheet .sheet").wait_for()
    shifts: list[Shift] = guest.page.evaluate("() => window.shifts")
    context.close()
    return shifts


def told(shifts: list[Shift]) -> str:
    """Everything, what came without a press of one's own, and the worst five seconds of that (the usual figure)."""
    unexpected = [(at, value) for value, pressed, at, _ in shifts if not pressed]
    windows = [sum(value for at, value in unexpected if start <= at < start + 5000) for start, _ in unexpected]
    parts = (sum(shift[0] for shift in shifts), sum(value for _, value in unexpected), max(windows, default=0))
    return "{:.4f}, unpressed {:.4f}, worst 5 s {:.4f}".format(*parts)


def measure() -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        database = Path(place) / "site.sqlite3"
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        with playing(database, SIGN_UPS_PER_HOUR="1000", TICHU_HOUSE_PACE="0.2") as site:
            context = browser.new_context(viewport=PHONE)
            anna = Guest("Anna", context.new_page(), context)
            anna.sign_up(site.url)
            table = f"/tables/{open_practice(anna, site)}/"
            state = context.storage_state()
            context.close()
            for what, path in (("lobby", "/lobby/"), ("table", table)):
                for which, count in visits(browser, site, state, path):
                    yield f"{which} visit to the {what}", str(count)
            for number, size in enumerate(ROUND_SIZES):
                shifts = shifted(browser, site, database, size, f"Beat{number}")
                yield f"layout shift in a round, {size[0]}×{size[1]}", told(shifts)
        browser.close()
