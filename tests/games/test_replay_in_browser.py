"""What only a browser can show of the replay: keys, autoplay, history, and that nothing is loaded anew."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games import log, replay
from games.engine import commands as c
from games.rules import DECK
from tests.games.played import RandomMatch, store
from tests.games.test_replay_page import known_cards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(params=[(360, 640), (740, 360), (1280, 800)], ids=["phone", "landscape", "desktop"])
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height})
    yield context
    context.close()


@pytest.fixture
def round_log(live_server: object) -> tuple[str, replay.RoundLog]:
    """The address of a round everybody may look at, and its log."""
    played = RandomMatch(9).play_rounds(1)
    played.do(c.VoidMatch("a test"))
    match = store(played)
    return f"{live_server}/matches/{match.code}/1/", replay.rounds(log.load(match.pk))[0]


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page that lets no fault of a script or of the content security policy go by."""
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    yield page  # type: ignore[misc]
    assert faults == []


def at(page: Page, base: str, step: int, eyes: str = "0") -> None:
    """The page shows this step, and its address says so."""
    expect(page.locator("#replay")).to_have_attribute("data-step", str(step))
    expect(page).to_have_url(f"{base}{step}/?as={eyes}")
    expect(page.locator(".steps [aria-current=step]")).to_have_attribute("id", f"step-{step}")


def test_keys_walk_by_step_trick_and_end(page: Page, round_log: tuple[str, replay.RoundLog]) -> None:
    """F03"""
    base, whole = round_log
    first_trick = replay.spans(whole)[1].first
    page.goto(f"{base}0/?as=0")
    page.evaluate("() => { document.body.dataset.kept = 'yes' }")
    for key, step in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("ArrowDown", first_trick),
                      ("ArrowUp", 0), ("ArrowLeft", 0), ("End", whole.last), ("ArrowRight", whole.last),
                      ("Home", 0)]:  # fmt: skip
        page.keyboard.press(key)
        at(page, base, step)
    assert page.evaluate("() => document.body.dataset.kept") == "yes", "the page was loaded anew"


def test_keys_pressed_faster_than_the_line_all_count(page: Page, round_log: tuple[str, replay.RoundLog]) -> None:
    base, _ = round_log
    page.goto(f"{base}0/?as=0")
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    at(page, base, 9)


def test_eyes_change_by_key_and_keep_the_step(page: Page, round_log: tuple[str, replay.RoundLog]) -> None:
    """What did I know, before what was there."""
    base, _ = round_log
    page.goto(f"{base}7/?as=0")
    for key, eyes in [("3", "2"), ("h", "open"), ("h", "2"), ("1", "0"), ("h", "open")]:
        page.keyboard.press(key)
        at(page, base, 7, eyes)
    assert page.locator(".rp__felt use[href$='#back']").count() == 0


def test_after_open_hands_nothing_of_them_stays(page: Page, round_log: tuple[str, replay.RoundLog]) -> None:
    """BUGLOG F06: viewed as East, the page's whole tree holds East's cards and what all have seen, and no other."""
    base, whole = round_log
    step = replay.spans(whole)[1].first + 3
    page.goto(f"{base}{step}/?as=0")
    page.keyboard.press("h")
    at(page, base, step, "open")
    assert codes(page) == {card.code for card in DECK}
    page.keyboard.press("2")
    at(page, base, step, "1")
    assert codes(page) <= known_cards(whole, step, 1)
    assert len(codes(page)) < 30
    expect(page.locator(".rp__felt use[href$='#back']").first).to_be_attached()


def codes(page: Page) -> set[str]:
    """Cards whose pictures are anywhere in the page, whatever is shown of them."""
    drawn: list[str] = page.eval_on_selector_all(
        "use[href*='cards']", "each => each.map(one => one.getAttribute('href').split('#')[1])"
    )
    return set(drawn) - {"back"}


def test_autoplay_runs_at_its_speed_and_stops(page: Page, round_log: tuple[str, replay.RoundLog]) -> None:
    """BUGLOG F03: it stops by itself at the end, and with any key."""
    base, whole = round_log
    page.goto(f"{base}{whole.last - 2}/?as=0")
    page.clock.install(time=0)
    page.clock.pause_at(60_000)  # time passes only where this test lets it
    page.keyboard.press("Space")
    play = page.get_by_role("button", name="Stop")
    expect(play).to_be_visible()
    page.clock.run_for(1_100)
    at(page, base, whole.last - 1)
    page.clock.run_for(1_100)
    at(page, base, whole.last)
    page.clock.run_for(1_100)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.keyboard.press("Space")
    at(page, base, 0)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.clock.run_for(5_000)
    at(page, base, 0)


def test_back_and_forward_show_whole_pages(page: Page, round_log: tuple[str, replay.RoundLog]) -> None:
    """BUGLOG D11: replay, other page, Back, Forward, reload; always the whole page, at the step of its address."""
    base, _ = round_log
    page.goto(f"{base}0/?as=0")
    page.keyboard.press("ArrowRight")
    at(page, base, 1)
    page.locator("#step-5").click()
    at(page, base, 5)
    page.goto(base.split("/matches/")[0] + "/lobby/")
    for move, step in [(page.go_back, 5), (page.go_back, 1), (page.go_forward, 5), (page.reload, 5)]:
        move()
        at(page, base, step)
        expect(page.locator("link[href*='site.css']")).to_have_count(1)
        expect(page.locator("header.head")).to_be_visible()


def test_focus_stays_on_the_key_and_the_step_is_spoken(page: Page, round_log: tuple[str, replay.RoundLog]) -> None:
    base, _ = round_log
    page.goto(f"{base}3/?as=0")
    page.locator("#go-next").focus()
    page.keyboard.press("Enter")
    at(page, base, 4)
    expect(page.locator("#go-next")).to_be_focused()
    expect(page.locator("#spoken")).to_contain_text("Step 4.")


def test_the_current_step_is_in_sight_and_nothing_hangs_over(
    page: Page, round_log: tuple[str, replay.RoundLog]
) -> None:
    base, whole = round_log
    page.goto(f"{base}{whole.last // 2}/?as=open")
    shown = page.evaluate(
        """() => {
          const list = document.getElementById("steps").getBoundingClientRect();
          const now = document.querySelector(".steps [aria-current]").getBoundingClientRect();
          return [now.top >= list.top - 1, now.bottom <= list.bottom + 1,
                  document.documentElement.scrollWidth <= document.documentElement.clientWidth];
        }"""
    )
    assert shown == [True, True, True]


def test_without_script_the_links_do_it_all(browser: Browser, round_log: tuple[str, replay.RoundLog]) -> None:
    base, _ = round_log
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{base}0/?as=0")
    expect(page.get_by_role("button", name="Play")).to_be_hidden()
    page.get_by_role("link", name=re.compile("^Step \\(")).click()
    at(page, base, 1)
    page.get_by_role("link", name="Open").click()
    at(page, base, 1, "open")
    context.close()
