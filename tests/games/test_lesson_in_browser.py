"""The guided first round on a phone: its first trick by following the coach, then away and back again."""

from __future__ import annotations

import pytest
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Page, expect

from accounts.models import User
from games.engine.state import MatchState, Phase
from games.tableview.coach_course import COURSE
from games.tableview.coach_words import ADVICE
from games.times import now_ms
from tests.games.factories import ALICE, Live
from tests.games.learning import begun, follow, others_act
from tests.games.looking import Look, is_shown, raised
from tests.games.test_controls_in_sight import BAR, HIDDEN, KEYS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PATIENCE = 60_000
TITLE = ".coach__title span"
CUT = """(remarks) => {
    const box = document.querySelector(".coach");
    const [title, text] = [".coach__title span", ".coach__text span"].map((part) => box.querySelector(part));
    return remarks.filter(([head, words]) => {
        [title.textContent, text.textContent] = [head, words];
        const end = box.getBoundingClientRect().bottom;
        const keys = box.querySelector(".coach__keys").getBoundingClientRect();
        return text.parentElement.getBoundingClientRect().bottom > end || keys.bottom > end;
    });
}"""
SIZES = [(320, 568), (360, 640), (360, 740), (390, 844), (740, 360), (853, 551), (1280, 640), (1280, 800)]
LONG = dict.fromkeys(("right", "partner", "left", "to"), "Genmaicha") | {"rank": "eine Dame"}
LONG |= {"to_right": "Pagode-10", "to_partner": "Schwert-König", "to_left": "Pagode-9", "play": "Full House, Könige"}
LONG |= {"top": "Full House, Damen"}
"""What may stand in the blanks."""


def title(page: Page, text: str) -> None:
    expect(page.locator(TITLE)).to_have_text(text, timeout=PATIENCE)


def until_mine(live: Live) -> None:
    while ALICE not in live.state.to_act():
        others_act(live)


def test_the_first_trick_by_following_the_coach(look: Look) -> None:
    live = begun(now=now_ms())
    page = look(ALICE, live, 390, 844)
    title(page, "Round 1 of 2: eight cards first")
    expect(page.locator("#spoken")).to_contain_text("Round 1 of 2", timeout=PATIENCE)
    page.click("#coach-show")
    expect(page.locator("#key-main")).to_be_focused()
    with page.expect_response("**/grand/"):  # who goes on before has not answered yet
        page.click("#key-main")
    live.now = now_ms()
    follow(live, lambda state: state.phase is Phase.EXCHANGE)
    title(page, "Give one card to each")
    page.click("#coach-show")
    expect(page.locator("#key-main small")).to_have_text("three cards")
    page.click("#key-main")
    expect(page.locator("#key-main")).to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
    until_mine(live)
    title(page, "You lead the Mah Jong")
    page.click("#coach-show")
    assert raised(page) == ["Mj"]
    expect(page.locator('#picker input[value="Q"]')).to_be_checked(timeout=PATIENCE)
    expect(page.locator("#key-main")).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
    page.click("#key-main")
    title(page, "Your wish binds")
    until_mine(live)
    title(page, "Beat the Queen")
    page.goto(page.url.split("/tables/")[0] + "/lobby/")
    expect(page.locator(".return")).to_contain_text("Your lesson is waiting.")
    page.click("#return-link")
    title(page, "Beat the Queen")
    page.click("#coach-hide")
    expect(page.locator(".coach")).to_be_hidden()
    page.click('[data-do="menu"]')
    page.click('#menu [data-do="coach"]')
    page.keyboard.press("Escape")
    title(page, "Beat the Queen")
    expect(page.locator(".coach")).to_be_visible()


def stages() -> list[tuple[str, object]]:
    def at_turn(state: MatchState) -> bool:
        return state.phase is Phase.PLAY and state.deal.turn == ALICE

    return [
        ("grand", lambda state: state.phase is Phase.GRAND),
        ("exchange", lambda state: state.phase is Phase.EXCHANGE),
        ("lead", at_turn),
        ("answer", lambda state: at_turn(state) and bool(state.deal.trick)),
        ("ready", lambda state: state.phase is Phase.READY),
        ("gift", lambda state: state.phase is Phase.GIFT and state.deal.turn == ALICE),
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_is_in_sight_at_every_size(look: Look, language: str) -> None:
    """G01: the coach takes no control away, and none of its words is cut."""
    live = begun(now=now_ms())
    User.objects.filter(username="alice").update(language=language)
    page = look(ALICE, live)
    faults = []
    for name, reached in stages():
        follow(live, reached)  # type: ignore[arg-type]
        live.now = max(live.now, now_ms())
        is_shown(page, live)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            controls = f"{KEYS}, {BAR}, .slot, .gift, .coach button"
            hidden = page.evaluate(HIDDEN, [controls, width, height])
            faults += [f"{name} {width}x{height}: {each}" for each in hidden]
    assert faults == []
    remarks = remarks_in(language)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        faults += [f"{width}x{height}: {each}" for each in page.evaluate(CUT, remarks)]
    assert faults == []


def remarks_in(language: str) -> list[tuple[str, str]]:
    """Everything the coach of the first round can say."""
    with translation.override(language):
        return [(gettext(title) % LONG, gettext(text) % LONG) for title, text in (ADVICE | COURSE).values()]
