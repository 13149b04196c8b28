"""How robots get through an evening: open a table, sit down, and play on until the match is over."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from random import Random

from playwright.sync_api import expect

from games.engine import commands as c
from games.engine.state import MatchState, Phase
from tests.browser.helping import Choose, honestly
from tests.browser.robot import Guest, wait_for, wait_for_head
from tests.browser.truth import truth_of
from tests.playing import Site


def table_code(guest: Guest) -> str:
    """The code of the table the guest is at."""
    return guest.page.url.rstrip("/").rpartition("/")[2]


def open_private_table(host: Guest, site: Site) -> str:
    """Opens a short private table; the invite link."""
    host.page.goto(f"{site.url}/tables/new/")
    host.page.check("input[name=access][value=private]")
    host.page.check("input[name=target][value='500']")
    host.page.click("main form button[type=submit]")
    host.page.wait_for_url("**/tables/*/")
    return f"{site.url}{host.page.get_attribute('[data-copy-path]', 'data-copy-path')}"


def seat_everybody(guests: list[Guest], site: Site) -> str:
    """The first opens a private table, the others come by its link and pick a seat; all press Ready."""
    link = open_private_table(guests[0], site)
    code = table_code(guests[0])
    for number, guest in enumerate(guests[1:], start=1):
        guest.page.goto(link)
        guest.page.wait_for_url(f"**/tables/{code}/")
        guest.page.click(f".sit--free[value='{number}']")  # the link itself seats nobody
        expect(guest.page.locator("#key-main")).to_contain_text("Ready")
    for guest in guests:
        guest.key("main")
    return code


def open_practice(guest: Guest, site: Site) -> str:
    """One press seats three house players; the table's code."""
    guest.page.goto(f"{site.url}/practice/")
    guest.page.click("main form button[type=submit]")
    guest.page.wait_for_url("**/tables/*/")
    return table_code(guest)


def next_command(
    state: MatchState, seats: Mapping[int, object], rng: Random, choose: Choose = honestly
) -> c.Command | None:
    """What one of these seats would do now; None while none of them has to act."""
    waiting = set(range(4)) - state.ready if state.phase is Phase.READY else state.to_act()
    for seat in sorted(waiting & seats.keys()):
        if (command := choose(state, seat, rng)) is not None:
            return command
    return None


def play_on(
    seats: Mapping[int, Guest], database: Path, code: str, until: Phase = Phase.OVER, choose: Choose = honestly
) -> MatchState:
    """Play these seats through their pages until the match is in the phase `until`; the state then."""
    rng = Random(7)
    wait_for(lambda: truth_of(database, code).state is not None, "the match starts")
    while True:
        truth = truth_of(database, code)
        assert truth.state is not None
        if truth.state.phase in (until, Phase.OVER):
            return truth.state
        command = next_command(truth.state, seats, rng, choose)
        if command is None:
            wait_for_head(database, code, truth.head)
            continue
        guest = seats[command.seat]  # type: ignore[union-attr]
        guest.sees(truth.state.decision)
        guest.perform(command)
        wait_for(partial(is_answered, truth.state, command, database, code), f"{command} arrives")


def is_answered(then: MatchState, command: c.Command, database: Path, code: str) -> bool:
    """Is what the command answers no longer the seat's question? Others may have moved meanwhile."""
    now = truth_of(database, code).state
    assert now is not None
    seat = command.seat  # type: ignore[union-attr]
    if isinstance(command, c.CallTichu):
        return now.deal.tichu[seat]
    waiting = set(range(4)) - now.ready if now.phase is Phase.READY else now.to_act()
    return now.decision != then.decision or now.phase is not then.phase or seat not in waiting
