"""A guest in a real browser who signs up, sits down and plays by pressing what is on the page."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from games.engine import commands as c
from games.engine.variants import variant_named
from games.rules import format_cards, parse_cards, rank_code
from games.tableview.selection import NO_WISH_CODE
from games.tableview.tray import FIELDS
from tests.browser.truth import truth_of

SHIFTS = """
window.shifts = [];
let asking = 0; // own requests under way
let own = 0; // until when what moves is the work of an own press, however late its answer came
document.addEventListener("htmx:beforeRequest", ({ detail }) => { asking += detail.requestConfig.verb === "post"; });
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.verb !== "post") return;
  asking -= 1;
  own = performance.now() + 500;
});
const told = ({ node }) => node?.id || node?.className || node?.nodeName || "gone";
new PerformanceObserver((list) => list.getEntries().forEach((each) => {
  const isOwn = each.hadRecentInput || asking > 0 || each.startTime < own;
  if (!isOwn) window.shifts.push([each.startTime, each.value, each.sources.map(told).join(" ")]);
})).observe({ type: "layout-shift", buffered: true });
"""
PASSWORD = "correct horse battery"
PATIENCE = 60
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
        expected = re.search(
            r"status of 4(09|22)|WebSocket|ERR_|htmx:(afterRequest|sendError|responseError|timeout)", text
        )
        if kind == "error" and not expected:
            self.faults.append(f"{self.name}: {text}")

    def sign_up(self, url: str, then: str = "/lobby/") -> None:
        self.page.goto(f"{url}/accounts/sign-up/?next={then}")
        self.page.fill("input[name=username]", self.name)
        self.page.fill("input[name=password]", PASSWORD)
        self.page.click("main form button[type=submit]")
        self.page.wait_for_url(f"**{then}")

    def forget_shifts(self) -> None:
        """What has shifted until now doesn't count."""
        self.page.evaluate("() => { window.shifts = []; }")

    def shifted(self) -> tuple[float, list[str]]:
        """How much of the page shifted without a press of one's own, and what: the worst five seconds."""
        shifts = self.page.evaluate("() => window.shifts")
        spans = [[each for each in shifts if start <= each[0] < start + 5000] for start, *_ in shifts]
        return max(((sum(each[1] for each in span), [each[2] for each in span]) for span in spans), default=(0, []))

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
        places = variant_named("nanking").places(command.seat)
        cards = {to: card.code for to, card in command.gives}
        for place, slot in FIELDS.items():
            self._give(cards[places[place]], slot)
        expect(self.page.locator("#key-main")).not_to_have_attribute("aria-disabled", "true")
        self.key("main")

    def _give(self, card: str, slot: str) -> None:
        self.page.click(f".hcard[data-code='{card}']")
        self.page.click(f"[data-slot='{slot}']")

    def _play(self, command: c.Play) -> None:
        self.raise_cards(format_cards(command.cards))
        key = self.page.locator("#key-main[data-for]")
        if command.wish is not None:
            self._choose("wish", NO_WISH_CODE if command.wish == c.NO_WISH else rank_code(command.wish))
        expect(key).to_be_visible()
        if command.reading is not None:
            reading = rank_code(command.reading)
            if self.page.locator(f"#picker input[name=reading][value='{reading}']").count():
                self._choose("reading", reading)
        expect(key).not_to_have_attribute("aria-disabled", "true")
        self.key("main")

    def _choose(self, name: str, value: str) -> None:
        self.page.locator(f"#picker label:has(input[name={name}][value='{value}'])").click()

    def raise_cards(self, codes: str) -> None:
        """Raise exactly these cards."""
        wanted = {card.code for card in parse_cards(codes)}
        for card in self.raised() ^ wanted:
            self.page.click(f".hcard[data-code='{card}']")

    def raised(self) -> set[str]:
        return {
            str(code) for code in self.page.eval_on_selector_all("#hand input:checked", "all => all.map(x => x.value)")
        }

    def hand(self) -> list[str]:
        """The cards in the order in which they lie there."""
        shown = "all => all.map(x => x.dataset.code)"
        return [str(code) for code in self.page.eval_on_selector_all("#hand .hcard:not([hidden])", shown)]

    def _bomb(self, codes: list[str]) -> None:
        self.raise_cards("".join(codes))
        self._twice("bomb")


@dataclass
class KeyboardGuest(Guest):
    """A guest without a mouse."""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def key(self, box: str) -> None:
        self.page.evaluate("document.activeElement?.blur()")
        self.press({"call": "t", "bomb": "b", "third": "p", "main": "Enter"}[box])

    def walk_to(self, selector: str, key: str = "Tab", steps: int = 90) -> None:
        """Press a key until the focus is there."""
        for _ in range(steps):
            if self.page.evaluate("wanted => document.activeElement?.matches(wanted) ?? false", selector):
                return
            self.press(key)
        raise AssertionError(f"{selector} cannot be reached with {key}")

    def raise_cards(self, codes: str) -> None:
        wrong = self.raised() ^ {card.code for card in parse_cards(codes)}
        self.page.evaluate("document.activeElement?.blur()")
        for card in filter(wrong.__contains__, self.hand()):
            self.walk_to(f"#hand input[value='{card}']", "ArrowRight", 15)
            self.press("Space")

    def perform(self, command: c.Command) -> None:
        if isinstance(command, c.GiveTrick):
            self.walk_to(f".gift[value='{command.to}']")
            self.press("Space")
            return
        super().perform(command)

    def _give(self, card: str, slot: str) -> None:
        self.raise_cards(card)
        self.walk_to(f"[data-slot='{slot}']")
        self.press("Space")

    def _choose(self, name: str, value: str) -> None:
        expect(self.page.locator(f"#picker input[name={name}][value='{value}']")).to_have_count(1)
        self.walk_to(f"#picker input[name={name}]")
        self.walk_to(f"#picker input[name={name}][value='{value}']", "ArrowRight", 15)
        self.press("Space")


def wait_for(happened: object, what: str, seconds: float = PATIENCE) -> None:
    """Wait until `happened()` is true; an event, never a fixed time."""
    end = time.monotonic() + seconds
    while not happened():  # type: ignore[operator]
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain: {what}")
        time.sleep(0.03)


def wait_for_head(database: Path, table: str, above: int) -> None:
    wait_for(lambda: truth_of(database, table).head > above, "the log did not grow")
