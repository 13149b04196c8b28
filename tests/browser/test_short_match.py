"""Four people in four browsers: from sign-up over a whole short match to the result page and the replay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from games import bots
from games.engine import commands as c
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from tests.browser.robot import Guest, wait_for, wait_for_head
from tests.browser.truth import truth_of
from tests.playing import Site

pytestmark = pytest.mark.browser

SIZES = ((1280, 800), (360, 640), (740, 360), (390, 844))


def open_private_table(host: Guest, site: Site) -> tuple[str, str]:
    """(code of the table, invite link)."""
    host.page.goto(f"{site.url}/tables/new/")
    host.page.check("input[name=access][value=private]")
    host.page.check("input[name=target][value='500']")
    host.page.click("main form button[type=submit]")
    host.page.wait_for_url("**/tables/*/")
    path = host.page.get_attribute("[data-copy-path]", "data-copy-path")
    return host.page.url.rstrip("/").rpartition("/")[2], f"{site.url}{path}"


def seat_everybody(guests: list[Guest], site: Site) -> str:
    """The first opens a private table, the others come by its link and pick a seat; all press Ready."""
    code, link = open_private_table(guests[0], site)
    for number, guest in enumerate(guests[1:], start=1):
        guest.page.goto(link)
        guest.page.wait_for_url(f"**/tables/{code}/")
        assert guest.page.locator("#key-main[aria-disabled=true], .sit--free").count()  # the link seats nobody
        guest.page.click(f".sit--free[value='{number}']")
        expect(guest.page.locator("#key-main")).to_contain_text("Ready")
    for guest in guests:
        guest.key("main")
    return code


def next_command(state: MatchState, rng: Random) -> c.Command | None:
    """What somebody who has to act would do now; None while nobody has to."""
    waiting = set(range(4)) - state.ready if state.phase is Phase.READY else state.to_act()
    for seat in sorted(waiting):
        if (command := bots.choose(view_for(state, seat), rng)) is not None:
            return command
    return None


def play_to_the_end(guests: list[Guest], database: Path, code: str) -> MatchState:
    rng = Random(7)
    while True:
        wait_for(lambda: truth_of(database, code).state is not None, "the match starts")
        truth = truth_of(database, code)
        assert truth.state is not None
        if truth.state.phase is Phase.OVER:
            return truth.state
        command = next_command(truth.state, rng)
        if command is None:
            wait_for_head(database, code, truth.head)
            continue
        guest = guests[command.seat]  # type: ignore[union-attr]
        guest.sees(truth.state.decision)
        guest.perform(command)
        wait_for_head(database, code, truth.head)


def test_four_browsers_play_a_short_match_to_the_result_and_step_through_it(
    site: Site, database: Path, arrive: Callable[..., Guest]
) -> None:
    guests = [arrive(name, *size) for name, size in zip(("Anna", "Beat", "Carla", "Dario"), SIZES, strict=True)]
    for guest in guests:
        guest.sign_up(site.url)
    code = seat_everybody(guests, site)
    state = play_to_the_end(guests, database, code)
    for guest in guests:
        sheet = guest.page.locator("#sheet .won")
        expect(sheet).to_be_visible()
        assert max(state.totals) >= 500
        expect(guest.page.locator("#sheet .big")).to_contain_text(str(max(state.totals)))
    anna = guests[0]
    anna.page.click("#sheet a[href*='/matches/']")
    anna.page.wait_for_url("**/matches/**")
