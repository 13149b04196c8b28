"""A real site for each test, with short pauses so that a match does not take an evening, and real browsers."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.robot import SHIFTS, Guest
from tests.playing import Site, playing

CLOCKS = "pause=0.1,short_pause=0.05,ready=20"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "site.sqlite3"


@pytest.fixture
def site(database: Path) -> Iterator[Site]:
    with playing(database, TICHU_CLOCKS=CLOCKS, TICHU_HOUSE_PACE="0.05", SIGN_UPS_PER_HOUR="1000") as running:
        yield running


@pytest.fixture
def arrive(browser: Browser) -> Iterator[Callable[..., Guest]]:
    """arrive(name, width=…, height=…): a guest with a browser of their own; at the end nobody's console complained."""
    guests: list[Guest] = []

    def arrive(name: str, width: int = 1280, height: int = 800, kind: type[Guest] = Guest) -> Guest:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        context.add_init_script(SHIFTS)
        guests.append(kind(name, context.new_page(), context))
        return guests[-1]

    yield arrive
    for guest in guests:
        guest.context.close()
    assert not [fault for guest in guests for fault in guest.faults]
