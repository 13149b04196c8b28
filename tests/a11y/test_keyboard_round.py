"""A complete round by keyboard alone, and what a screen reader finds on the page at every decision (BUGLOG G09).

`tests/golden/keyboard_round.txt` holds the accessible text. When it changes on purpose, delete the file, run this
test once and read the new one: what stands there is what somebody hears.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from playwright.sync_api import Page, expect

from games.engine import commands as c
from games.engine.state import Phase
from games.rules import rank_code
from games.tableview.selection import NO_WISH_CODE
from games.times import now_ms
from tests.games.conftest import look  # noqa: F401
from tests.games.factories import ALICE, SEATS, Live, a_match, gives_for, longest
from tests.games.looking import PATIENCE, Look, is_shown

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GOLDEN = Path(__file__).parent.parent / "golden" / "keyboard_round.txt"
OTHERS = [seat for seat in SEATS if seat != ALICE]
SLOTS = {1: "to_right", 2: "to_partner", 3: "to_left"}
FAR = 70
"""More stops than any page has."""


class Reader:
    """Alice: no mouse, and everything written down that the page says at each of her decisions."""

    def __init__(self, page: Page, live: Live) -> None:
        self.page, self.live = page, live
        self.heard: list[str] = []

    def hear(self, moment: str) -> None:
        self.heard.append(f"== {moment}\n{plain(self.page.locator('#table').aria_snapshot())}\n")

    def walk_to(self, selector: str, key: str = "Tab") -> None:
        for _ in range(FAR):
            if self.page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} never leads to {selector}")

    def raise_(self, code: str) -> None:
        self.walk_to("#hand .hcard:nth-child(1 of :not([hidden])) input", "ArrowLeft")
        self.walk_to(f'#hand input[value="{code}"]', "ArrowRight")
        self.page.keyboard.press("Space")

    def give(self, code: str, slot: str) -> None:
        self.raise_(code)
        self.walk_to(f"[data-slot={slot}]", "Shift+Tab")
        self.page.keyboard.press("Space")

    def perform(self, command: c.Command) -> None:
        match command:
            case c.Pass():
                self.page.keyboard.press("p")
            case c.GiveTrick(to=to):
                self.walk_to(f".gift[value='{to}']")
                self.page.keyboard.press("Space")
            case c.Play():
                self.play(command)
            case _:
                raise AssertionError(command)

    def play(self, command: c.Play) -> None:
        for card in command.cards:
            self.raise_(card.code)
        if command.wish is not None:
            self.choose("wish", NO_WISH_CODE if command.wish == c.NO_WISH else rank_code(command.wish))
        if command.reading is not None and self.page.locator("#picker input[name=reading]").count():
            self.choose("reading", rank_code(command.reading))
        expect(self.page.locator("#key-main")).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
        self.page.keyboard.press("Enter")

    def choose(self, name: str, value: str) -> None:
        expect(self.page.locator(f"#picker input[name={name}][value='{value}']")).to_have_count(1, timeout=PATIENCE)
        self.walk_to(f"#picker input[name={name}]", "Shift+Tab")
        self.walk_to(f"#picker input[name={name}][value='{value}']", "ArrowRight")
        self.page.keyboard.press("Space")
        expect(self.page.locator(f"#picker input[name={name}][value='{value}']")).to_be_checked()


def plain(snapshot: str) -> str:
    """Without addresses, ticking clocks, and who is online: nobody else has a browser here."""
    lines = [line for line in snapshot.splitlines() if "/url:" not in line]
    text = re.sub(r"\b\d:\d\d\b", "0:00", "\n".join(lines))
    text = re.sub(r"offline(, at most 0:00)? · ", "", text)
    return re.sub(r"(: |, )offline(, at most 0:00)?\b", "", text)


def test_a_round_by_keyboard_reads_as_it_did(look: Look, settings: object) -> None:  # noqa: F811
    """G09"""
    settings.TICHU_CLOCKS = site_settings.TICHU_CLOCKS | {"turn": 600}  # type: ignore[attr-defined]
    live = a_match(now=now_ms())
    alice = Reader(look(ALICE, live, 1280, 800), live)
    before_the_play(alice)
    while live.state.phase not in (Phase.READY, Phase.OVER):
        live.now = now_ms()
        if live.state.phase is Phase.PAUSE:
            live.collect()
        elif live.state.to_act() == {ALICE}:
            on_turn(alice)
        else:
            (seat,) = live.state.to_act()
            live.do(longest(live.state, seat))
    expect(alice.page.locator("#sheet .sheet")).to_be_visible(timeout=PATIENCE)
    alice.hear("the round is over")
    alice.page.keyboard.press("Enter")
    expect(alice.page.locator("#key-main")).to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
    assert ALICE in live.state.ready
    compare("\n".join(alice.heard))


def before_the_play(alice: Reader) -> None:
    live = alice.live
    alice.hear("Grand Tichu?")
    alice.page.keyboard.press("Enter")
    expect(alice.page.locator(".say__now")).to_have_text("Waiting for the other answers", timeout=PATIENCE)
    live.grand(seats=OTHERS)
    expect(alice.page.locator("#tray .slots")).to_be_visible(timeout=PATIENCE)
    alice.hear("the exchange")
    places = live.state.variant.places(ALICE)
    for to, card in gives_for(live.hands)[ALICE]:
        alice.give(card.code, SLOTS[places.index(to)])
    alice.walk_to("#hand input", "ArrowRight")
    alice.page.keyboard.press("Enter")
    expect(alice.page.locator(".say__now")).to_have_text("1 of 4 have chosen", timeout=PATIENCE)
    live.exchange(seats=OTHERS)


def on_turn(alice: Reader) -> None:
    live = alice.live
    decision = live.state.decision
    is_shown(alice.page, live)
    alice.hear(f"decision {decision}")
    alice.perform(longest(live.state, ALICE))
    expect(alice.page.locator("#say")).not_to_have_attribute("data-decision", str(decision), timeout=PATIENCE)
    assert live.state.decision != decision


def compare(heard: str) -> None:
    if not GOLDEN.exists():
        GOLDEN.write_text(heard, encoding="utf-8")
        pytest.fail(f"{GOLDEN.name} is written anew: read it, then run again")
    assert heard == GOLDEN.read_text(encoding="utf-8")
