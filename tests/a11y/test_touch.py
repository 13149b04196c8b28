"""Fingers: drag arranges and exchanges, double taps never zoom, long names stay in their plates, gifts go where they
point."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.rules import DRAGON, format_cards
from games.times import now_ms
from tests.games.conftest import look  # noqa: F401
from tests.games.factories import ALICE, BOB, HANDS, SEATS, Live, a_match, in_play
from tests.games.looking import Look, raised

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CODES = "() => [...document.querySelectorAll('#hand .hcard:not([hidden])')].map(card => card.dataset.code)"


def middle(page: Page, selector: str, dx: float = 0.2) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] * dx, box["y"] + box["height"] / 2


def drag(page: Page, card: str, onto: str) -> None:
    page.mouse.move(*middle(page, f"#held-{card}"))
    page.mouse.down()
    page.mouse.move(*middle(page, onto), steps=6)
    page.mouse.up()


def test_drag_arranges_the_hand_and_raises_nothing(look: Look) -> None:  # noqa: F811
    live = in_play(now=now_ms())
    page = look(ALICE, live, 1280, 800)
    codes = page.evaluate(CODES)
    drag(page, codes[-1], f"#held-{codes[2]}")
    moved = [*codes[:2], codes[-1], *codes[2:-1]]
    assert page.evaluate(CODES) == moved
    assert raised(page) == []
    page.reload()
    assert page.evaluate(CODES) == moved
    for _ in range(3):
        page.keyboard.press("s")
    assert page.evaluate(CODES) == codes


def test_drag_exchanges(look: Look) -> None:  # noqa: F811
    live = a_match(now=now_ms()).grand()
    page = look(ALICE, live, 1280, 800)
    first, second = page.evaluate(CODES)[:2]
    drag(page, first, "[data-slot=to_left]")
    drag(page, second, "[data-slot=to_partner]")
    expect(page.locator("#key-main small")).to_have_text("1 slot empty")
    assert page.locator('#tray input[name="to_left"]').input_value() == first
    assert page.locator('#tray input[name="to_partner"]').input_value() == second
    expect(page.locator(f"#held-{first}")).to_be_hidden()


def test_double_taps_never_zoom_and_two_fingers_may(look: Look) -> None:  # noqa: F811
    """G05"""
    live = in_play(now=now_ms())
    page = look(ALICE, live)
    allowed = page.eval_on_selector_all(
        "#hand .hcard, .key, .tool, #bar button, #bar a", "each => each.map(one => getComputedStyle(one).touchAction)"
    )
    assert set(allowed) <= {"pinch-zoom", "manipulation"}
    viewport = page.locator('meta[name="viewport"]').get_attribute("content") or ""
    assert "maximum-scale" not in viewport and "user-scalable" not in viewport


NAMES = ["W" * 30, "\u05d0" * 30, "A\u0301\u0302\u0303\u0304\u0305" * 5, "\U0001f409" * 15]


@pytest.mark.parametrize("name", NAMES, ids=["long", "right-to-left", "stacked", "emoji"])
def test_long_names_stay_in_their_plates(look: Look, name: str) -> None:  # noqa: F811
    """G12: imports may bring any name; at 360 px it is clipped, whole on a tap, and moves nothing."""
    live = in_play(now=now_ms())
    User.objects.filter(username="carol").update(username=name)
    page = look(ALICE, live)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    shown = page.locator(".seat--n .seat__name bdi")
    assert shown.get_attribute("title") == name
    plate, text = page.locator(".seat--n").bounding_box(), shown.bounding_box()
    assert plate is not None and text is not None
    assert text["x"] >= plate["x"] and text["x"] + text["width"] <= plate["x"] + plate["width"]
    assert plate["height"] < 90
    shown.click()
    line = page.locator("#line span")
    expect(line).to_have_text(name)
    assert line.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("giver", SEATS)
def test_the_gift_points_where_the_opponents_sit(look: Look, giver: int) -> None:  # noqa: F811
    """G14: for every seat the left button names who sits left, the right one who sits right."""
    live = dragon_taken_by(giver)
    page = look(giver, live)
    for side, place in (("left", "w"), ("right", "e")):
        button, seat = page.locator(f".gift--{side}"), page.locator(f".seat--{place} .seat__name bdi")
        assert button.locator("bdi").inner_text() == seat.inner_text()
        box, plate = button.bounding_box(), page.locator(f".seat--{place}").bounding_box()
        assert box is not None and plate is not None
        assert (box["x"] < 120) == (plate["x"] < 120)
    page.locator(".gift--left").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".gift--left")).to_be_visible()
    assert live.state.deal.turn == giver
    page.keyboard.press("Space")
    expect(page.locator(".gifts")).to_have_count(0)


def dragon_taken_by(giver: int) -> Live:
    """The hands go round until this seat holds the Dragon of the test deal; alice's single leads."""
    hands = tuple(HANDS[(seat - giver + BOB) % 4] for seat in SEATS)
    live = in_play(hands, now=now_ms())
    (leader,) = live.state.to_act()
    live.play(leader, "2j")
    live.play(giver, format_cards((DRAGON,)))
    live.pass_(*[(giver + step) % 4 for step in (1, 2, 3)])
    live.collect()
    live.now = now_ms()
    return live
