"""One person and three house players: by keyboard alone, and with the socket cut off. The first round is played as well
as one can; then Anna lets the others win, so that a whole match takes no evening."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.evening import open_practice, play_on
from tests.browser.helping import giving_way
from tests.browser.robot import Guest, KeyboardGuest
from tests.playing import Site

pytestmark = pytest.mark.browser


def test_a_practice_match_is_played_by_keyboard_alone(site: Site, database: Path, arrive: Callable[..., Guest]) -> None:
    anna = arrive("Anna", kind=KeyboardGuest)
    anna.sign_up(site.url)
    code = open_practice(anna, site)
    state = play_on({0: anna}, database, code, choose=giving_way({0}))
    assert max(state.totals) >= 500
    expect(anna.page.locator("#sheet .won")).to_be_visible()


def test_a_practice_match_is_played_with_the_socket_blocked(
    site: Site, database: Path, arrive: Callable[..., Guest]
) -> None:
    """Polling shows everything, a little later."""
    anna = arrive("Anna", 360, 640)
    anna.context.route_web_socket("**/ws/**", lambda socket: socket.close(code=1011))
    anna.sign_up(site.url)
    code = open_practice(anna, site)
    state = play_on({0: anna}, database, code, choose=giving_way({0}))
    assert max(state.totals) >= 500
    expect(anna.page.locator("#sheet .won")).to_be_visible()
