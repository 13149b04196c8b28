"""What only a browser can show of the table: what a player has raised, chosen or focused is never taken away, one
press never calls, the clock is the server's. There is no socket here, so all of it comes by polling.
"""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.conf import settings as site_settings
from playwright.sync_api import Page, expect

from games import log, presence
from games.engine import commands as c
from games.models import Match
from games.services import deadlines, tables
from games.times import now_ms
from tests.browser.robot import wait_for
from tests.games.factories import ALICE, BOB, CAROL, DAVE, PEOPLE, Live, a_match, a_table, in_play, person, seat_of
from tests.games.looking import PATIENCE, Look, is_shown, raise_, raised, says

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Alice holds two bombs and leads.
TWO_BOMBS = (
    "Mj2j3j4j4w4p4s6j6w6p6sKjKw2w",
    "Dr8j8w8p8s5w5s7wTjTwTpAjAw3w",
    "9j9w9p9sPh5p5j7pJjJwJpQjQw3p",
    "Dg2p2s3s7j7sKpTsJsQpQsKsApAs",
)


@pytest.fixture
def live() -> Live:
    return in_play(now=now_ms())


# --- Nothing is taken away


def test_raised_cards_and_focus_survive_what_others_do(look: Look, live: Live) -> None:
    """C08, C09: three cards up, one focused; two others act; the same three, the same focus."""
    page = look(CAROL, live)
    raise_(page, "9j", "9w", "9p")
    page.locator('#hand input[value="9w"]').focus()
    says(page, "Ready for your turn: three 9s.")
    live.play(ALICE, "2j")
    is_shown(page, live)
    live.play(BOB, "3w")
    is_shown(page, live)
    assert raised(page) == ["9j", "9p", "9w"]
    assert page.evaluate("() => document.activeElement.value") == "9w"
    says(page, "Three 9s: only a single card can answer the 3 of Sword.")
    page.reload()
    assert raised(page) == ["9j", "9p", "9w"]


def test_cards_that_are_gone_drop_out(look: Look, live: Live) -> None:
    page = look(ALICE, live)
    raise_(page, "Kj", "Kw", "2j")
    live.play(ALICE, "2j")
    is_shown(page, live)
    assert raised(page) == ["Kj", "Kw"]


def test_a_half_made_exchange_survives(look: Look) -> None:
    """C08: two slots filled, others hand over, the page is loaded again; then it is completed."""
    live = a_match(now=now_ms()).grand()
    page = look(ALICE, live)
    given = {"to_left": "2j", "to_partner": "3j", "to_right": "Kp"}
    held = {card.code for card in live.state.deal.hands[ALICE]}
    given = dict(zip(given, sorted(held)[:3], strict=True))
    for field in ("to_left", "to_partner"):
        raise_(page, given[field])
        page.locator(f"[data-slot={field}]").click()
    expect(page.locator("#key-main small")).to_have_text("1 slot empty")
    live.exchange(seats=[BOB, CAROL])
    expect(page.locator(".seat--n .seat__last")).to_contain_text("has chosen", timeout=PATIENCE)
    for _ in range(2):
        filled = page.eval_on_selector_all("#tray input", "each => each.map(input => [input.name, input.value])")
        assert dict(filled) == given | {"to_right": ""}
        page.reload()
    raise_(page, given["to_right"])
    page.locator("[data-slot=to_right]").click()
    page.locator("#key-main").click()
    expect(page.locator(".say__now")).to_have_text("3 of 4 have chosen")
    chosen = dict(live.state.deal.chosen[ALICE] or ())
    assert [chosen[seat].code for seat in (DAVE, CAROL, BOB)] == list(given.values())


def test_a_filled_slot_gives_its_card_back(look: Look) -> None:
    live = a_match(now=now_ms()).grand()
    page = look(ALICE, live)
    code = live.state.deal.hands[ALICE][0].code
    raise_(page, code)
    page.locator("[data-slot=to_left]").click()
    expect(page.locator(f"#held-{code}")).to_be_hidden()
    page.locator("[data-slot=to_left]").click()
    expect(page.locator(f"#held-{code}")).to_be_visible()
    raise_(page, code)
    page.locator("[data-slot=to_right]").click()
    page.locator("#key-third").click()
    expect(page.locator("#key-main small")).to_have_text("3 slots empty")


def test_a_conflict_says_so_and_leaves_the_cards_raised(look: Look, live: Live) -> None:
    """DESIGN 8: the table moved on in the very moment of the press."""
    live.play(ALICE, "2j")
    page = look(BOB, live)
    page.route("**/state/**", lambda route: route.fulfill(status=204))
    raise_(page, "3w")
    says(page, "3 of Sword, beats the 2 of Jade")
    live.bomb(CAROL, "9j9w9p9s")
    page.locator("#key-main").click()
    says(page, "The table moved on. Your cards are still raised.")
    assert page.evaluate("tichu.holdLine"), "what the raised cards are must not take the reason's place"
    assert raised(page) == ["3w"]
    expect(page.locator(".say__now")).to_have_text("dave is thinking")


def test_an_older_fragment_never_replaces_a_newer_one(look: Look, live: Live) -> None:
    """D01"""
    page = look(ALICE, live)
    before = page.locator(".say__now").inner_text()
    page.evaluate(
        """() => htmx.swap(document.body, '<section id="say" data-rev="0" data-digest="x" hx-swap-oob="morph">'
        + 'from long ago</section>', { swapStyle: 'none' })"""
    )
    assert page.locator(".say__now").inner_text() == before  # the clock beside it ticks on


def test_a_lost_line_is_told_calmly_and_comes_back(look: Look, live: Live) -> None:
    """C06"""
    page = look(BOB, live)
    raise_(page, "3w")
    page.context.set_offline(True)
    expect(page.locator("#notice h2")).to_have_text("Reconnecting…", timeout=PATIENCE)
    live.play(ALICE, "2j")
    page.context.set_offline(False)
    is_shown(page, live)
    expect(page.locator("#notice h2")).to_have_count(0)
    assert raised(page) == ["3w"]


# --- Keys


def test_a_call_takes_two_presses_and_never_enter(look: Look, live: Live) -> None:
    """G11"""
    page = look(ALICE, live)
    page.locator("#key-call").focus()
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(page.locator("#key-call span")).to_have_text("Tichu")
    page.keyboard.press("t")
    expect(page.locator("#key-call span")).to_have_text("Tichu!")
    says(page, "+100 if you are out first, −100 if not. No way back. Esc: no.")
    page.keyboard.press("Escape")
    expect(page.locator("#key-call span")).to_have_text("Tichu")
    assert not live.state.deal.tichu[ALICE]
    page.keyboard.press("t")
    page.keyboard.press("t")
    expect(page.locator("#key-call small")).to_have_text("called")
    assert live.state.deal.tichu[ALICE]


def test_a_double_click_is_one_press(look: Look, live: Live) -> None:
    page = look(ALICE, live)
    page.locator("#key-call").dblclick()
    expect(page.locator("#key-call span")).to_have_text("Tichu!")
    assert not live.state.deal.tichu[ALICE]


def test_a_bomb_is_loaded_changed_and_thrown(look: Look) -> None:
    """R27, DESIGN 4: with several bombs a card of another one changes it; the second press throws."""
    live = in_play(TWO_BOMBS, now=now_ms())
    page = look(ALICE, live)
    live.play(ALICE, "2j")
    live.play(BOB, "3w")
    is_shown(page, live)
    page.locator("#key-bomb").click()
    expect(page.locator(".say__now")).to_have_text("Bomb loaded: four 4s")
    assert raised(page) == ["4j", "4p", "4s", "4w"]
    raise_(page, "6j")
    expect(page.locator(".say__now")).to_have_text("Bomb loaded: four 6s")
    assert raised(page) == ["6j", "6p", "6s", "6w"]
    page.locator("#key-bomb").click()
    expect(page.locator("#trick .is-top .play__what")).to_have_text("You · four 6s")


def test_a_loaded_bomb_is_unloaded_when_the_table_changes(look: Look) -> None:
    """R28: it must be meant anew."""
    live = in_play(TWO_BOMBS, now=now_ms())
    live.play(ALICE, "2j")
    page = look(ALICE, live)
    page.locator("#key-bomb").click()
    expect(page.locator("#key-bomb span")).to_have_text("Throw!")
    live.bomb(BOB, "8j8w8p8s")
    is_shown(page, live)
    expect(page.locator("#key-bomb span")).to_have_text("Bomb")


def test_a_dark_key_says_why(look: Look, live: Live) -> None:
    page = look(BOB, live)
    page.locator("#key-third").click(force=True)  # it looks disabled to the driver, not to a thumb
    says(page, "It is not your turn.")
    expect(page.locator('#line a[href$="/rules/#trick"]')).to_be_visible()


def test_the_wish_goes_with_the_mah_jong(look: Look, live: Live) -> None:
    page = look(ALICE, live)
    raise_(page, "Mj")
    says(page, "Mah Jong: choose your wish, or none.")
    page.locator('#picker input[value="8"]').check(force=True)
    says(page, "Mah Jong, wishing for an 8")
    page.keyboard.press("Enter")
    expect(page.locator(".say__now")).to_have_text("bob is thinking")
    assert live.state.deal.wish == 8
    expect(page.locator("#picker .tray")).to_have_count(0)


def test_a_play_by_keyboard_alone(look: Look, live: Live) -> None:
    page = look(ALICE, live, 1280, 800)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    code = page.evaluate("() => document.activeElement.value")
    expect(page.locator("#key-main")).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    expect(page.locator(".say__now")).to_have_text("bob is thinking")
    assert code not in {card.code for card in live.state.deal.hands[ALICE]}
    assert page.evaluate("() => document.activeElement.closest('#hand') !== null")


def test_sorting_is_remembered(look: Look, live: Live) -> None:
    """By rank down, by rank up, by suit."""
    page = look(ALICE, live, 1280, 800)
    codes = "each => each.map(label => label.dataset.code)"
    down = page.eval_on_selector_all("#hand .hcard", codes)
    page.keyboard.press("s")
    up = page.eval_on_selector_all("#hand .hcard", codes)
    assert [code[0] for code in up] == [code[0] for code in reversed(down)]
    page.keyboard.press("s")
    by_suit = page.eval_on_selector_all("#hand .hcard", codes)
    suits = [code[1] for code in by_suit if code not in ("Mj", "Dr", "Dg", "Ph")]
    assert sum(left != right for left, right in pairwise(suits)) == len(set(suits)) - 1
    page.reload()
    assert page.eval_on_selector_all("#hand .hcard", codes) == by_suit


def test_menu_and_last_trick_open_and_close_by_key(look: Look, live: Live) -> None:
    page = look(ALICE, live)
    for key, panel in (("m", "#menu"), ("?", "#help")):
        page.keyboard.press(key)
        expect(page.locator(panel)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(panel)).to_be_hidden()
    page.keyboard.press("l")
    says(page, "No trick has been taken in this round yet.")


def test_leaving_takes_two_presses(look: Look, live: Live) -> None:
    """It says that the clock goes on."""
    page = look(ALICE, live)
    page.locator("#bar [data-leave]").click()
    says(page, "The match and your clock go on without you.")
    page.locator("#bar [data-leave]").click()
    page.wait_for_url("**/lobby/")


# --- Clocks


@pytest.mark.parametrize("minutes", [-5, 5])
def test_a_wrong_clock_shows_the_servers_time(look: Look, live: Live, minutes: int) -> None:
    """T03, T04: five minutes off, and still the clock is within a second of the server's."""
    skew = f"const real = Date.now; Date.now = () => real() + {minutes * 60_000};"
    page = look(ALICE, live, script=skew)
    end = (log.current(live.match.pk).clock.opened[ALICE] or 0) + 30_000

    def is_right() -> bool:
        before = end - now_ms()
        shown = page.locator("#say .clock").inner_text()
        after = end - now_ms()
        return shown.startswith("0:") and after / 1000 - 1 <= int(shown[2:]) <= before / 1000 + 1

    wait_for(is_right, "the clock shows the server's time")  # a busy page may be late with one look, not with all


def test_ten_seconds_and_the_reserve_are_told(look: Look, settings: object) -> None:
    """A lost match is never a surprise."""
    settings.TICHU_CLOCKS = site_settings.TICHU_CLOCKS | {"turn": 1.5}  # type: ignore[attr-defined]
    live = in_play(now=now_ms())
    page = look(ALICE, live)
    says(page, re.compile("Your reserve is running"))
    expect(page.locator("#alert")).to_contain_text("Your reserve is running", timeout=PATIENCE)
    expect(page.locator("#say")).to_have_class(re.compile("is-reserve"))


def test_my_turn_is_said_once(look: Look, live: Live) -> None:
    """DESIGN 5"""
    page = look(BOB, live)
    live.play(ALICE, "2j")
    expect(page.locator("#alert")).to_have_text(
        re.compile("Your turn: beat the 2 of Jade. 30 seconds."), timeout=PATIENCE
    )
    expect(page.locator("#spoken")).to_have_text("alice plays the 2 of Jade, 13 cards left.")
    expect(page).to_have_title("● Your turn · Tichu")


# --- Nothing moves under a thumb

SIZES = [(320, 568), (360, 640), (390, 844), (740, 360), (853, 551), (1280, 800)]


@pytest.mark.parametrize(("width", "height"), SIZES, ids=lambda each: str(each))
def test_the_four_keys_stand_still_through_all_phases(look: Look, width: int, height: int) -> None:
    """G01, G04: visible without scrolling, in the same boxes, from waiting to the result."""
    table = a_table(*PEOPLE, now=now_ms())
    live = Live(table.match, now_ms())
    page = look(ALICE, live, width, height)
    first = boxes(page, width, height)
    for step in (
        lambda: [tables.set_ready(table=table, user=person(name), shuffle=live.shuffle) for name in PEOPLE],
        lambda: live.grand(),
        lambda: live.exchange(),
        lambda: live.play(ALICE, "2j"),
        lambda: live.to_ready_gate(),
        lambda: [live.do(c.Ready(seat)) for seat in range(4)],
        lambda: run_out(live),
    ):
        step()
        live.now = max(live.now, now_ms())
        page.reload()
        assert boxes(page, width, height) == first


def run_out(live: Live) -> None:
    row = Match.objects.get(pk=live.match.pk)
    deadlines.match_expire(match_id=row.pk, now=(row.deadline or 0) + 1_000)


def boxes(page: Page, width: int, height: int) -> list[tuple[int, int, int, int]]:
    found = []
    for name in ("call", "bomb", "third", "main"):
        expect(page.locator(f"#key-{name}")).to_be_visible()
        at = page.locator(f"#key-{name}").bounding_box()
        assert at is not None
        assert at["x"] >= 0 and at["y"] >= 0 and at["x"] + at["width"] <= width and at["y"] + at["height"] <= height
        found.append((round(at["x"]), round(at["y"]), round(at["width"]), round(at["height"])))
    return found


def test_the_others_read_how_long_somebody_offline_can_keep_them_waiting(look: Look) -> None:
    """T15: an offline badge, and how long it can take at most, counting down."""
    live = in_play(now=now_ms())
    page = look(BOB, live)
    left = page.locator(".seat--w.is-off [data-left]")
    expect(page.locator(".seat--w.is-off")).to_contain_text(re.compile(r"at most 1:[0-2]\d"), timeout=PATIENCE)
    first = left.inner_text()
    expect(left).not_to_have_text(first, timeout=PATIENCE)
    presence.touch(seat_of(live.match, "alice").pk)
    expect(left).to_have_count(0, timeout=PATIENCE)
