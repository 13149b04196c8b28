"""What arrives from elsewhere while a page stands there: whatever comes in whatever order, its keys are right."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, Route, expect

from games.engine import commands as c
from games.engine.state import Phase
from games.times import now_ms
from tests.games.factories import ALICE, BOB, CAROL, DAVE, Live, a_match, in_play
from tests.games.looking import PATIENCE, Look, raise_, says

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def live() -> Live:
    return in_play(now=now_ms())


@pytest.mark.parametrize("first", [[], [BOB, CAROL], [BOB, CAROL, DAVE]])
def test_waiting_for_the_others_leads_into_the_exchange(look: Look, first: list[int]) -> None:
    """However the answers to Grand Tichu interleave, the exchange finds its key (`look` finds no fault at the end)."""
    live = a_match(now=now_ms()).grand(seats=first)
    page = look(ALICE, live)
    page.locator("#key-main").click()
    live.grand(seats=[seat for seat in (BOB, CAROL, DAVE) if seat not in first])
    expect(page.locator("#key-main small")).to_have_text("3 slots empty", timeout=PATIENCE)


def test_what_was_morphed_wrongly_is_put_right(look: Look) -> None:
    """A key that came out empty was seen once; its digest would have kept it so."""
    live = a_match(now=now_ms()).grand(seats=[BOB, CAROL, DAVE])
    page = look(ALICE, live)
    page.evaluate(
        """() => {
          const morph = Idiomorph.morph;
          Idiomorph.morph = (...all) => {
            const done = morph(...all);
            document.getElementById("key-main").replaceChildren();
            return done;
          };
        }"""
    )
    page.locator("#key-main").click()
    expect(page.locator("#key-main small")).to_have_text("3 slots empty", timeout=PATIENCE)
    code = live.state.deal.hands[ALICE][0].code
    raise_(page, code)
    page.locator("[data-slot=to_left]").click()
    expect(page.locator("#key-main small")).to_have_text("2 slots empty")


def test_the_next_round_finds_its_keys(look: Look) -> None:
    live = in_play(now=now_ms()).to_ready_gate()
    page = look(ALICE, live)
    page.locator("#key-main").click()
    expect(page.locator("#key-main")).to_contain_text("1 of 4")
    for seat in (BOB, CAROL, DAVE):
        live.do(c.Ready(seat))
    page.locator("#key-main:has-text('carry on')").click(timeout=PATIENCE)
    live.grand(seats=[BOB, CAROL, DAVE])
    expect(page.locator("#key-main small")).to_have_text("3 slots empty", timeout=PATIENCE)


def test_a_press_counts_although_the_last_answer_is_still_on_its_way(look: Look, live: Live) -> None:
    """The page has learnt the next decision by itself; one more press for the same decision would be none."""
    live.play(ALICE, "2j")
    page = look(BOB, live)
    late: list[tuple[Route, APIResponse]] = []
    page.route("**/play/", lambda route: late.append((route, route.fetch())))
    raise_(page, "3w")
    says(page, "3 of Sword, beats the 2 of Jade")
    page.locator("#key-main").click()
    expect(page.locator(".say__now")).to_contain_text("carol", timeout=PATIENCE)
    live.play(CAROL, "9j")
    live.pass_(DAVE, ALICE)
    expect(page.locator(".say__now")).to_contain_text("9 of Jade", timeout=PATIENCE)
    page.locator("#key-third").dblclick()
    expect(page.locator("#key-third small")).to_have_text("not now", timeout=PATIENCE)
    (route, answer), = late  # fmt: skip
    route.fulfill(response=answer)
    expect(page.locator("#key-third small")).to_have_text("not now")
    assert live.state.phase is Phase.PAUSE


def test_a_press_while_another_is_under_way_waits_its_turn(look: Look, live: Live) -> None:
    """Tichu and at once a card: two presses, however slow the line; a double click stays one."""
    live.play(ALICE, "2j")
    page = look(BOB, live)
    sent: list[str] = []
    held: list[Route] = []

    def hold(route: Route) -> None:
        sent.append(route.request.url.rstrip("/").rpartition("/")[2])
        held.append(route) if len(sent) == 1 else route.continue_()

    for name in ("tichu", "pass"):
        page.route(f"**/{name}/", hold)
    with page.expect_request("**/tichu/"):
        page.keyboard.press("t")
        page.keyboard.press("t")
    page.keyboard.press("p")
    page.locator("#key-third").dblclick()
    assert sent == ["tichu"]
    held[0].continue_()
    expect(page.locator(".say__now")).to_contain_text("carol", timeout=PATIENCE)
    assert sent == ["tichu", "pass"]
    assert live.kinds[-2:] == ["tichu_called", "passed"]


def test_what_follows_a_refused_press_is_not_sent(look: Look, live: Live) -> None:
    """Who typed a play that is none, and more behind it, hears why; nothing of the rest happens."""
    live.play(ALICE, "2j")
    page = look(BOB, live)
    sent: list[str | None] = []
    held: list[Route] = []

    def hold(route: Route) -> None:
        sent.append(route.request.post_data)
        held.append(route) if len(sent) == 1 else route.continue_()

    page.route("**/command/", hold)
    page.keyboard.press("/")
    with page.expect_request("**/command/"):
        page.keyboard.type("play 2 2\n")
    page.locator("#typed-text").fill("pass")
    page.keyboard.press("Enter")
    with page.expect_response("**/command/") as refused:
        held[0].continue_()
    assert refused.value.status == 422
    expect(page.locator("#typed-answer")).not_to_contain_text("Commands:", timeout=PATIENCE)
    page.wait_for_function("() => !document.querySelector('#typed i')", timeout=PATIENCE)
    assert len(sent) == 1
    expect(page.locator("#typed-text")).to_have_value("pass")
    page.keyboard.press("Enter")
    expect(page.locator(".say__now")).to_contain_text("carol", timeout=PATIENCE)
    assert len(sent) == 2
    assert live.kinds[-2:] == ["combination_played", "passed"]
