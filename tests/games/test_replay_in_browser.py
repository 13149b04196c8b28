"""What only a browser can show of the replay: keys, autoplay, history, and that nothing is loaded anew."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games import log, replay
from games.engine import commands as c
from games.rules import DECK
from tests.games.played import RandomMatch, store
from tests.games.test_replay_page import known_cards
from tests.games.visiting import browser_of

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


@pytest.mark.parametrize("eyes", ["0", "open"])
def test_a_step_made_in_place_is_the_page_of_that_step(
    page: Page, round_log: tuple[str, replay.RoundLog], eyes: str
) -> None:
    """BUGLOG F01, and stepping needs no request once the frames have come."""
    base, whole = round_log
    asked: list[str] = []
    page.goto(f"{base}0/?as={eyes}")
    expect(page.locator("#replay[data-framed]")).to_have_count(1)
    page.on("request", lambda request: asked.append(request.url))
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight", "End", "ArrowLeft", "Home", "ArrowDown"):
        page.keyboard.press(key)
        assert [url for url in asked if "/matches/" in url] == [], key
        step = page.locator("#replay").get_attribute("data-step")
        assert page.evaluate(SAME_AS, f"{base}{step}/?as={eyes}") == "", (key, step)
        asked.clear()


SAME_AS = """async (address) => {
  const html = await (await fetch(address, { headers: { "HX-Request": "true" } })).text();
  const there = new DOMParser().parseFromString(html, "text/html").getElementById("replay");
  const here = document.getElementById("replay").cloneNode(true);
  const both = [here, there];
  for (const root of both) {
    root.removeAttribute("data-framed");
    root.querySelectorAll(".rp__js, time, [name=csrfmiddlewaretoken]").forEach((element) => element.remove());
    root.normalize();
    root.querySelectorAll("[class]").forEach((each) => each.setAttribute("class", [...each.classList].join(" ")));
  }
  const all = both.map((root) => [root, ...root.querySelectorAll("*")]);
  const shape = (element) => element?.cloneNode(false);
  const differs = all[0].findIndex((element, at) => !shape(element).isEqualNode(shape(all[1][at]) ?? null));
  if (differs >= 0) return all.map((elements) => shape(elements[differs])?.outerHTML).join(" / ");
  return here.textContent.replace(/\\s+/g, "") === there.textContent.replace(/\\s+/g, "") ? "" : "other words";
}"""


def test_the_note_goes_with_the_step_and_drafts_wait(context: BrowserContext, live_server: object) -> None:
    """Stepping turns the form to the note of the step; what is half written waits there, and is saved by its button."""
    played = RandomMatch(9).play_rounds(1)
    played.do(c.VoidMatch("a test"))
    match = store(played)
    context.add_cookies([session_of("alice", str(live_server))])
    page, base = context.new_page(), f"{live_server}/matches/{match.code}/1/"
    page.goto(f"{base}3/?as=0")
    expect(page.locator("#replay[data-framed]")).to_have_count(1)
    page.locator("#note summary").click()
    page.locator("#note-text").fill("half a thought")
    page.locator("#go-next").click()
    expect(page.locator("#note-text")).to_have_value("")
    page.locator("#note-text").fill("Home, End and 3 are only letters here")
    page.locator("#note-text").press("Home")
    page.locator("#note-shared").check()
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(f"{base}4/?as=0#note")
    expect(page.locator("#note-text")).to_have_value("Home, End and 3 are only letters here")
    expect(page.locator("#note-link")).to_have_value(re.compile(r"/1/4/\?as=0&comment=."))
    expect(page.locator("#replay[data-framed]")).to_have_count(1)
    page.locator("#go-prev").click()
    expect(page.locator("#note-text")).to_have_value("")
    expect(page.locator("#note-link")).to_be_hidden()
    page.locator("#go-next").click()
    expect(page.locator("#note-link")).to_be_visible()
    page.goto(page.locator("#note-link").input_value())
    expect(page.locator("#comment")).to_contain_text("only letters here")
    expect(page.locator("#replay[data-framed]")).to_have_count(1)
    page.locator("#go-next").click()
    expect(page.locator("#comment")).to_be_hidden()


def session_of(name: str, site: str) -> Any:
    cookie = browser_of(name).cookies["sessionid"]
    return {"name": "sessionid", "value": cookie.value, "url": site}


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


def test_what_could_have_been_stays_open_from_step_to_step(page: Page, round_log: tuple[str, replay.RoundLog]) -> None:
    base, whole = round_log
    turns = [frame.step for frame in replay.frames(whole, 0) if frame.view.turn == 0 and frame.view.phase == "play"]
    page.goto(f"{base}{turns[0]}/?as=0")
    expect(page.locator("#replay[data-framed]")).to_have_count(1)
    page.locator("#review summary").click()
    expect(page.locator("#review dl")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#review dl")).to_be_visible()


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
