"""Coming back with real sockets: two tabs, a socket that only seems to be open, a tunnel, and a restart."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from games.engine import commands as c
from games.engine.state import MatchState, Phase
from tests.browser.evening import is_answered, next_command, open_practice, play_on
from tests.browser.robot import Guest, wait_for
from tests.browser.truth import truth_of
from tests.playing import MANAGE, Site, clean_environment

pytestmark = pytest.mark.browser

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
STAYS = "() => { window.stays = true; }"
STAYED = "() => window.stays === true"


class Wire:
    """What lies between a page and the site's socket: it counts sockets, and can be cut without a word."""

    def __init__(self, page: Page) -> None:
        self.opened, self.dead = 0, False
        page.route_web_socket("**/ws/**", self._connected)

    def _connected(self, route: WebSocketRoute) -> None:
        self.opened += 1
        number, server = self.opened, route.connect_to_server()
        server.on_message(lambda message: None if self.dead and number == 1 else route.send(message))


def shows(page: Page, database: Path, code: str) -> None:
    """The page asks what the log asks."""

    def current() -> bool:
        state = truth_of(database, code).state
        shown = page.locator("#say").get_attribute("data-decision")
        return state is not None and shown == str(state.decision)

    wait_for(current, "the page is current")


def asked(database: Path, code: str) -> tuple[MatchState, c.Command]:
    """Wait until seat 0 has to answer; what is asked, and what a guest there would do."""
    found: list[tuple[MatchState, c.Command]] = []

    def is_asked() -> bool:
        state = truth_of(database, code).state
        command = state and next_command(state, {0: None}, Random(7))
        if state and command:
            found.append((state, command))
        return bool(found)

    wait_for(is_asked, "it is their turn")
    return found[0]


def act(guest: Guest, database: Path, code: str) -> None:
    """Answer the next question that is put to seat 0."""
    state, command = asked(database, code)
    guest.sees(state.decision)
    guest.perform(command)
    wait_for(partial(is_answered, state, command, database, code), f"{command} arrives")


def test_tabs_and_sockets_of_one_evening(site: Site, database: Path, arrive: Callable[..., Guest]) -> None:
    """C01, C02: two tabs both live on one socket each. C12: a dead socket is replaced when the page comes back, without
    a reload."""
    anna = arrive("Anna")
    anna.sign_up(site.url)
    wires = [Wire(anna.page)]
    code = open_practice(anna, site)
    other = anna.context.new_page()
    wires.append(Wire(other))
    other.goto(anna.page.url)
    for page in (anna.page, other):
        page.evaluate(STAYS)
    play_on({0: anna}, database, code, Phase.PLAY)
    for page in (anna.page, other):
        shows(page, database, code)
    assert [wire.opened for wire in wires] == [1, 1], "neither tab throws the other out"

    wires[1].dead = True  # it says "open", and nothing comes
    other.evaluate(
        "() => { window.late = performance.now; performance.now = () => window.late.call(performance) + 1; }"
    )
    other.evaluate(HIDE, True)
    act(anna, database, code)
    other.evaluate("() => { performance.now = () => window.late.call(performance) + 60000; }")
    other.evaluate(HIDE, False)
    wait_for(lambda: wires[1].opened == 2, "a new socket")
    for page in (anna.page, other):
        shows(page, database, code)
        assert page.evaluate(STAYED), "no reload"


def test_what_is_played_while_a_page_is_in_a_tunnel(site: Site, database: Path, arrive: Callable[..., Guest]) -> None:
    """C10: the account plays on from another device. Out of the tunnel the page shows it at once, without a reload, and
    the cards that were raised are, as far as they are still there."""
    anna, phone = arrive("Anna"), arrive("Anna's phone", width=390)
    anna.sign_up(site.url)
    wire = Wire(anna.page)
    code = open_practice(anna, site)
    play_on({0: anna}, database, code, Phase.PLAY)
    phone.context.add_cookies(anna.context.cookies())  # type: ignore[arg-type]
    phone.page.goto(anna.page.url)
    anna.page.evaluate(STAYS)
    state, command = asked(database, code)
    shows(anna.page, database, code)
    going = {card.code for card in getattr(command, "cards", ())}
    kept = next(card.code for card in state.deal.hands[0] if card.code not in going)
    anna.page.locator(f"#hand input[value='{kept}']").check(force=True)
    anna.context.set_offline(True)
    wire.dead = True  # a tunnel leaves the socket open
    act(phone, database, code)
    asked(database, code)
    assert anna.page.locator("#say").get_attribute("data-decision") == str(state.decision)
    anna.context.set_offline(False)
    shows(anna.page, database, code)
    assert wire.opened == 2 and anna.page.evaluate(STAYED), "another socket, no reload"
    assert anna.raised() == {kept}


def test_the_site_is_restarted_under_an_open_page(site: Site, database: Path, arrive: Callable[..., Guest]) -> None:
    """SIGKILL, and up again on the same port: the page comes back by itself, its cards still raised, and plays on."""
    anna = arrive("Anna")
    anna.sign_up(site.url)
    code = open_practice(anna, site)
    play_on({0: anna}, database, code, Phase.PLAY)
    shows(anna.page, database, code)  # else the exchange may still stand there, whose cards go down at its end
    anna.page.evaluate(STAYS)
    card = anna.page.locator("#hand .hcard:not([hidden])").first.get_attribute("data-code")
    anna.page.locator(f"#hand input[value='{card}']").check(force=True)
    site.stop(signal.SIGKILL)
    expect(anna.page.locator("#notice h2")).to_have_text("Reconnecting…")
    command = [sys.executable, MANAGE, "play", "--port", str(site.port)]
    environment = clean_environment(SQLITE_PATH=str(database), TICHU_HOUSE_PACE="0.05")
    again = Site(subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, text=True), site.port)
    try:
        again.wait_until_it_answers()
        expect(anna.page.locator("#notice h2")).to_have_count(0)
        shows(anna.page, database, code)
        assert anna.page.evaluate(STAYED), "no reload"
        assert anna.raised() == {card}
        act(anna, database, code)
        anna.context.close()
        anna.faults.clear()  # what a browser says of a site that is down
    finally:
        again.process.terminate()
        again.process.wait(timeout=60)


def test_who_signs_out_in_another_tab_is_led_away_from_the_table(site: Site, arrive: Callable[..., Guest]) -> None:
    """D07: the site itself closes the socket, and the page that had it asks who is there."""
    anna = arrive("Anna")
    anna.sign_up(site.url)
    sockets: list[WebSocket] = []
    anna.page.on("websocket", lambda opened: sockets.append(opened))
    open_practice(anna, site)
    expect(anna.page.locator("#lamp.lamp--ok")).to_be_visible()
    assert len(sockets) == 1 and not sockets[0].is_closed()
    other = anna.context.new_page()
    other.goto(f"{site.url}/accounts/profile/")
    other.evaluate("() => document.querySelector('form[action*=\"sign-out\"]').submit()")
    expect(other).not_to_have_url(f"{site.url}/accounts/profile/")
    expect(anna.page).to_have_url(re.compile("/accounts/sign-in/"))
    assert sockets[0].is_closed()
    anna.context.close()
    anna.faults.clear()  # what a browser says of a handshake that is refused
