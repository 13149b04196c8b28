"""A guest in a real browser who signs up, sits down and plays by pressing what is on the page."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from games.engine import commands as c
from games.rules import format_cards, parse_cards, rank_code
from games.tableview.selection import NO_WISH_CODE
from games.tableview.tray import FIELDS
from tests.browser.truth import truth_of

PASSWORD = "correct horse battery"
PATIENCE = 20
expect.set_options(timeout=PATIENCE * 1000)


@dataclass
class Guest:
    """One person with a browser of their own. `faults` collects what the console and the page complained of."""

    name: str
    page: Page
    context: BrowserContext
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("console", lambda message: self._note(message.type, message.text))
        self.page.on("pageerror", lambda fault: self.faults.append(f"{self.name}: {fault}"))

    def _note(self, kind: str, text: str) -> None:
        # A refusal (409, 422) and a cut line are part of the game; browsers print both as errors.
        expected = re.search(r"status of 4(09|22)|WebSocket|ERR_|htmx:(sendError|responseError|timeout)", text)
        if kind == "error" and not expected:
            self.faults.append(f"{self.name}: {text}")

    def sign_up(self, url: str, then: str = "/lobby/") -> None:
        self.page.goto(f"{url}/accounts/sign-up/?next={then}")
        self.page.fill("input[name=username]", self.name)
        self.page.fill("input[name=password]", PASSWORD)
        self.page.click("main form button[type=submit]")
        self.page.wait_for_url(f"**{then}")

    def key(self, box: str) -> None:
        """Press one of the four keys: call, bomb, third, main."""
        self.page.click(f"#key-{box}")

    def sees(self, decision: int) -> None:
        """Wait until the page asks question number `decision`."""
        expect(self.page.locator("#keys input[name=decision]")).to_have_value(str(decision))

    def perform(self, command: c.Command) -> None:
        """Do through the page what the command says."""
        match command:
            case c.AnswerGrand(call=call):
                self._twice("call") if call else self.key("main")
            case c.CallTichu():
                self._twice("call")
            case c.ExchangeCards():
                self._exchange(command)
            case c.Play():
                self._play(command)
            case c.PlayBomb(cards=cards):
                self._bomb([card.code for card in cards])
            case c.Pass():
                self.key("third")
            case c.GiveTrick(to=to):
                self.page.click(f".gift[value='{to}']")
            case c.Ready():
                self.key("main")
            case _:
                raise ValueError(f"no control says {command}")

    def _twice(self, box: str) -> None:
        """First press arms, second fires; a double click would count as one."""
        self.key(box)
        expect(self.page.locator(f"#key-{box}")).to_have_class(re.compile("armed"))
        self.page.wait_for_timeout(600)  # longer than a double click
        self.key(box)

    def _exchange(self, command: c.ExchangeCards) -> None:
        for place, slot in FIELDS.items():
            (card,) = (card for to, card in command.gives if (to - command.seat) % len(FIELDS | {0: ""}) == place)
            self.page.click(f".hcard[data-code='{card.code}']")
            self.page.click(f"[data-slot='{slot}']")
        expect(self.page.locator("#key-main")).not_to_have_attribute("aria-disabled", "true")
        self.key("main")

    def _play(self, command: c.Play) -> None:
        self.raise_cards(format_cards(command.cards))
        if command.wish is not None:
            code = NO_WISH_CODE if command.wish == c.NO_WISH else rank_code(command.wish)
            self.page.locator(f"#picker .rank:has(input[name=wish][value='{code}'])").click()
        elif command.reading is not None:
            choice = self.page.locator(
                f"#picker .choice:has(input[name=reading][value='{rank_code(command.reading)}'])"
            )
            expect(self.page.locator("#key-main[data-for]")).to_be_visible()
            if choice.count():
                choice.click()
        expect(self.page.locator("#key-main[data-for]")).not_to_have_attribute("aria-disabled", "true")
        self.key("main")

    def raise_cards(self, codes: str) -> None:
        """Raise exactly these cards."""
        wanted = {card.code for card in parse_cards(codes)}
        for card in self.raised() ^ wanted:
            self.page.click(f".hcard[data-code='{card}']")

    def raised(self) -> set[str]:
        return {
            str(code) for code in self.page.eval_on_selector_all("#hand input:checked", "all => all.map(x => x.value)")
        }

    def _bomb(self, codes: list[str]) -> None:
        self.raise_cards("".join(codes))
        self._twice("bomb")


def wait_for(happened: object, what: str, seconds: float = PATIENCE) -> None:
    """Wait until `happened()` is true; an event, never a fixed time."""
    end = time.monotonic() + seconds
    while not happened():  # type: ignore[operator]
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain: {what}")
        time.sleep(0.03)


def wait_for_head(database: Path, table: str, above: int) -> None:
    wait_for(lambda: truth_of(database, table).head > above, "the log did not grow")
