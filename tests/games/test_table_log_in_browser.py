"""The log of a phone: a sheet that stays while others play, and what a page was told before it opened its socket."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.times import now_ms
from tests.games.factories import ALICE, BOB, CAROL, in_play
from tests.games.looking import Look, is_shown

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("width", "height"), [(360, 640), (740, 360)], ids=str)
def test_the_log_stays_open_while_others_play(look: Look, width: int, height: int) -> None:
    """G04: it closes by its own button, and gives the focus back to where it was opened from."""
    live = in_play(now=now_ms())
    page = look(CAROL, live, width, height)
    page.locator('[data-do="menu"]').click()
    page.locator('#menu [data-do="log"]').click()
    live.play(ALICE, "2j")
    is_shown(page, live)
    expect(page.locator("#side")).to_have_class(re.compile("is-open"))
    expect(page.locator("#side .tale li").last).to_be_in_viewport()
    expect(page.locator("#side .tale li").last).to_contain_text("2 of Jade")
    expect(page.locator("#hand")).to_be_hidden()
    page.locator('#side [data-do="close"]').click()
    expect(page.locator("#side")).to_be_hidden()
    expect(page.locator("#hand")).to_be_visible()
    expect(page.locator('#bar [data-do="menu"]')).to_be_focused()
    live.play(BOB, "3w")
    is_shown(page, live)
    expect(page.locator("#side")).to_be_hidden()
