"""Every control of every phase is in sight on short and wide phones: nobody scrolls to play (BUGLOG G01)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.times import now_ms
from tests.a11y.test_table_states import dragon, waiting
from tests.games.factories import ALICE, BOB, CAROL, HANDS, Live, a_match, in_play
from tests.games.looking import Look, is_shown, raise_

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = [(320, 568), (360, 640), (740, 360), (853, 551)]
HIDDEN = """([selector, width, height]) => [...document.querySelectorAll(selector)].filter((each) => {
    const shown = each.matches("input") ? each.closest("label") ?? each : each;
    const box = shown.getBoundingClientRect();
    if (!box.width) return false;
    if (box.left < -1 || box.top < -1 || box.right > width + 1 || box.bottom > height + 1) return true;
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !(over && (shown.contains(over) || over.contains(shown)));
}).map((each) => `${each.id || each.name || each.className} ${each.textContent.trim()}`)"""
KEYS = "#keys .key"
BAR = "#bar button, #bar a"


def wish_picker(page: Page) -> None:
    raise_(page, "Mj")
    expect(page.locator("#picker .rank").first).to_be_visible()


def phoenix_picker(page: Page) -> None:
    raise_(page, *TWO_READINGS)
    expect(page.locator('#picker input[name="reading"]').first).to_be_attached()


TWO_READINGS = ("9j", "9w", "Jj", "Jw", "Ph")


def on_lead_with_two_readings() -> Live:
    """Whoever holds the Mah Jong leads: here with two pairs and the Phoenix beside it."""
    mine, theirs = HANDS[ALICE], HANDS[CAROL]
    swap = dict(zip(("4j", "4w", "4p", "4s", "5j"), ("9j", "9w", "Jj", "Jw", "Ph"), strict=True))
    back = {new: old for old, new in swap.items()}

    def changed(hand: str, to: dict[str, str]) -> str:
        return "".join(to.get(hand[at : at + 2], hand[at : at + 2]) for at in range(0, len(hand), 2))

    return in_play((changed(mine, swap), HANDS[BOB], changed(theirs, back), HANDS[3]), now=now_ms())


STATES: dict[str, tuple[Callable[[], Live], int, str, int, Callable[[Page], None] | None]] = {
    "waiting": (lambda: waiting(3), ALICE, ".sit--free, .seat__sit, .ask .btn", 1, None),
    "waiting, a visitor": (lambda: waiting(2), CAROL, ".sit--free", 2, None),
    "grand": (lambda: a_match(now=now_ms()), ALICE, "#key-call, #key-main", 2, None),
    "exchange": (lambda: a_match(now=now_ms()).grand(), ALICE, ".slot", 3, None),
    "wish": (lambda: in_play(now=now_ms()), ALICE, "#picker .rank", 14, wish_picker),
    "phoenix": (on_lead_with_two_readings, ALICE, "#picker label", 2, phoenix_picker),
    "dragon": (dragon, BOB, ".gift", 2, None),
}


CUT = """() => {
    const [panel, now, line] = ["#say", ".say__now", "#line span"].map((each) => document.querySelector(each));
    const end = panel.getBoundingClientRect().bottom;
    const isCut = now.scrollWidth > now.clientWidth + 1 || now.scrollHeight > now.clientHeight + 2;
    return { isCut, over: line.getBoundingClientRect().bottom > end + 1, height: panel.offsetHeight };
}"""
FULL_HOUSE = "KjKwKp4j4w"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [320, 360, 390])
def test_the_headline_ends_in_no_dots_on_a_phone(look: Look, width: int, language: str) -> None:
    """G01, G04: the longest name of what is to be beaten takes a second row; the panel keeps its height."""
    live = in_play(now=now_ms())
    User.objects.filter(username="bob").update(language=language)
    page = look(BOB, live, width, 640)
    before = page.evaluate(CUT)
    live.play(ALICE, FULL_HOUSE)
    is_shown(page, live)
    found = page.evaluate(CUT)
    assert found == before == {"isCut": False, "over": False, "height": before["height"]}


@pytest.mark.parametrize(("width", "height"), [(740, 360), (1280, 800)], ids=str)
def test_no_tool_lies_over_the_arrow_of_the_ring(look: Look, width: int, height: int) -> None:
    """The arrow that says who plays next stands left of the middle of the felt's lower edge."""
    page = look(ALICE, in_play(now=now_ms()), width, height)
    felt = page.locator(".felt").bounding_box()
    assert felt is not None
    middle = felt["x"] + felt["width"] / 2
    for tool in page.locator(".tool").all():
        at = tool.bounding_box()
        assert at is None or at["x"] + at["width"] < middle - 44 or at["x"] > middle


@pytest.mark.parametrize(("width", "height"), SIZES, ids=str)
@pytest.mark.parametrize("state", STATES)
def test_every_control_of_the_phase_is_in_sight(look: Look, state: str, width: int, height: int) -> None:
    """G01: the keys, the bar, and what this phase alone asks for: seats, slots, ranks, readings, whom to give to."""
    make, seat, controls, at_least, prepare = STATES[state]
    page = look(seat, make(), width, height)
    expect(page.locator("#key-main")).to_be_visible()
    if prepare:
        prepare(page)
    assert page.locator(controls).count() >= at_least
    assert page.evaluate(HIDDEN, [f"{KEYS}, {BAR}, {controls}", width, height]) == []
    assert page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0
