"""Four people in four browsers: from sign-up over a whole short match to the result page and the replay.
From the second round on two of them let the others win."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.engine.state import Phase
from tests.browser.evening import play_on, seat_everybody
from tests.browser.helping import giving_way
from tests.browser.robot import Guest
from tests.playing import Site

pytestmark = pytest.mark.browser

SIZES = ((1280, 800), (360, 640), (740, 360), (390, 844))


def test_four_browsers_play_a_short_match_to_the_result_and_step_through_it(
    site: Site, database: Path, arrive: Callable[..., Guest]
) -> None:
    guests = [arrive(name, *size) for name, size in zip(("Anna", "Beat", "Carla", "Dario"), SIZES, strict=True)]
    for guest in guests:
        guest.sign_up(site.url)
    code = seat_everybody(guests, site)
    for guest in guests:
        expect(guest.page.locator("#key-main")).to_contain_text("carry on")
        guest.forget_shifts()
    play_on(dict(enumerate(guests)), database, code, until=Phase.READY)
    assert {guest.name: guest.shifted() for guest in guests if guest.shifted()[0] > 0.02} == {}
    state = play_on(dict(enumerate(guests)), database, code, choose=giving_way({1, 3}, caller=0))
    assert max(state.totals) >= 500
    for guest in guests:
        expect(guest.page.locator("#sheet .won")).to_be_visible()
        for total in state.totals:
            expect(guest.page.locator("#sheet .big")).to_contain_text(str(total).replace("-", "−"))
    step_through(guests[1].page)


def step_through(page: Page) -> None:
    """From the result into the replay, by keys: one step on, the end, the hands opened."""
    page.click("#sheet a[href*='/matches/']")
    page.wait_for_url("**/matches/**")
    page.click("a[href*='/1/0/']")
    page.wait_for_url("**/1/0/**")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/1/1/**")
    page.keyboard.press("End")
    expect(page.locator(".steps [aria-current=step]")).to_be_visible()
    page.keyboard.press("h")
    page.wait_for_url("**as=open**")
