"""Learn in two minutes: four cards to leaf through, an example that the engine plays as told, and a way to a round."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.engine import events as e
from games.views.positions import PARTNER_LEADS
from tests.a11y.conftest import Visit, visit  # noqa: F401
from tests.builders import A, B, C, D, Playing, a_round
from tests.games.visiting import browser_of, words

pytestmark = pytest.mark.django_db

CARDS = ["deal", "exchange", "play", "score"]
FIRST_ROUND = "/learn/first-round/"


@pytest.fixture
def page(client: Client) -> str:
    return client.get("/learn/").content.decode()


def test_four_cards_one_exception_one_example(page: str) -> None:
    assert re.findall(r'<section class="lesson" id="(\w+)"', page)[:4] == CARDS
    said = words(page.encode())
    assert "Double victory: if both partners are out first and second" in said
    assert "Sometimes the best play is to pass" in said
    assert page.count("<details") == 4, "the special cards open on their own"


def test_it_refuses_post(client: Client) -> None:
    assert client.post("/learn/").status_code == 405


def test_back_and_next_lead_through_the_cards_without_a_script(page: str) -> None:
    steps = re.findall(r'<section class="lesson" id="(\w+)".*?</section>', page, re.S)[:4]
    ways = [re.findall(r'href="#(\w+)"', part) for part in page.split('<section class="lesson"')[1:5]]
    stops = [*steps, "partner"]
    assert ways == [[*([stops[at - 1]] if at else []), stops[at + 1]] for at in range(4)]
    assert 'id="partner"' in page


def test_what_it_points_to_stands_in_the_rules(client: Client, page: str) -> None:
    rules = client.get("/rules/").content.decode()
    anchors = set(re.findall(r'href="/rules/#([\w-]+)"', page))
    assert anchors >= {"faq", "combinations", "wish", "dog", "phoenix", "dragon"}
    assert all(f'id="{anchor}"' in rules for anchor in anchors)


def test_it_stands_in_the_main_navigation(client: Client, page: str) -> None:
    assert '<a href="/learn/" aria-current="page">Learn</a>' in page
    assert '<a href="/learn/">Learn</a>' in client.get("/lobby/").content.decode()


# --- The first round


def test_a_guest_signs_up_and_comes_back_to_the_first_round(client: Client, page: str) -> None:
    (link,) = re.findall(r'id="first-round" href="([^"]+)"', page)
    assert link.startswith("/accounts/sign-up/?next=")
    wanted = {"username": "Lea", "password": "a long enough one", "next": FIRST_ROUND}
    answer = client.post(link, wanted)
    assert (answer.status_code, answer["Location"]) == (302, FIRST_ROUND)
    assert client.get(FIRST_ROUND).status_code == 200


def test_a_member_starts_it_with_one_press() -> None:
    browser = browser_of("alice")
    page = browser.get("/learn/").content.decode()
    assert re.search(rf'action="{FIRST_ROUND}">.*?id="first-round"', page, re.S)
    assert browser.post(FIRST_ROUND)["Location"].startswith("/tables/")


# --- The example, played


def the_position() -> Playing:
    """PARTNER_LEADS with hands for the others that fit what the text says of them."""
    hands = {A: PARTNER_LEADS.hand, B: "9j7p6w5s2s2j", C: "4j4w", D: "JsTw9w7s6j"}
    playing = a_round(hands, trick=f"C:{PARTNER_LEADS.top} D:pass", to_act=A)
    counts = {plate.place: plate.count for plate in PARTNER_LEADS.plates}
    assert [len(playing.round.hands[seat]) for seat in (B, C, D)] == [counts["e"], counts["n"], counts["w"]]
    return playing


def test_passing_lets_the_partner_out_first() -> None:
    playing = the_position()
    playing.pass_(A, B)
    playing.collect()
    assert playing.turn == C
    playing.play(C, "4j4w")
    assert playing.round.out == (C,)
    assert "AjAs" in playing.hand(A)


def test_beating_the_partner_leaves_the_partner_waiting() -> None:
    playing = the_position()
    playing.play(A, "AjAs")
    playing.pass_(B, C, D)
    playing.collect()
    assert playing.turn == A
    assert playing.hand(A) == "3w8j8p"
    assert playing.round.out == ()


def test_the_aces_are_still_there_when_an_opponent_beats_the_queens() -> None:
    hands = {A: PARTNER_LEADS.hand, B: "KjKp6w5s2s2j", C: "4j4w", D: "JsTw9w7s6j"}
    playing = a_round(hands, trick=f"C:{PARTNER_LEADS.top} D:pass", to_act=A)
    playing.pass_(A)
    playing.play(B, "KjKp")
    playing.pass_(C, D)
    playing.play(A, "AjAs")
    assert isinstance(playing.last(e.CombinationPlayed), e.CombinationPlayed)
    assert playing.top == "AjAs"


# --- On a phone


def fits(page: Page, name: str, height: int) -> None:
    """The card stands whole in the window, and nothing scrolls inside it."""
    box = page.locator(f"#{name}").bounding_box()
    assert box is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= page.viewport_size["width"] + 1  # type: ignore[index]
    assert box["y"] >= -1 and box["y"] + box["height"] <= height + 1, (name, box)
    inside = page.locator(f"#{name}").evaluate(
        "it => [it.scrollHeight - it.clientHeight, it.scrollWidth - it.clientWidth]"
    )
    assert inside == [0, 0], name


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("locale", ["en", "de"])
def test_each_card_fits_a_phone_and_leads_on_without_a_script(visit: Visit, locale: str) -> None:  # noqa: F811
    """360 by 640, no JavaScript: one thumb's press leads to the next card, which needs no scrolling."""
    page = visit("/learn/#deal", java_script_enabled=False, locale=locale)
    for name, following in zip(CARDS, [*CARDS[1:], "partner"], strict=True):
        expect(page.locator(f"#{name} .lesson__way a").last).to_be_in_viewport(ratio=1)
        fits(page, name, 640)
        page.locator(f'#{name} a[href="#{following}"]').click()
    expect(page.locator("#partner")).to_be_in_viewport()
    page.locator("#special summary").last.click()
    expect(page.locator("#special details").last).to_have_attribute("open", "")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
