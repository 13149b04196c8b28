"""Questions and rulings on the rules page: each answered, with its rule, and the engine agrees."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from games.rules import Kind, readings
from games.views.contents import TITLES
from games.views.disputes import RULINGS
from games.views.questions import QUESTIONS
from tests.builders import cards
from tests.games.factories import a_table
from tests.games.visiting import browser_of

ROOT = Path(__file__).resolve().parents[2]
ANSWERS = [answer for group in (*QUESTIONS, *RULINGS) for answer in group.answers]
FANS = {codes: answer for answer in ANSWERS for codes in answer.fans}
NUMBERS = re.compile(r"[A-Z]\d+")
# What the site does not offer: Grand Seigneur, a variant for many (X3).
NOT_HERE = {"X3"}

pytestmark = pytest.mark.django_db


def named() -> set[str]:
    return {number for answer in ANSWERS for number in NUMBERS.findall(answer.rulings)}


@pytest.fixture
def page(client: Client) -> str:
    return client.get("/rules/").content.decode()


def test_each_answer_lies_open_and_leads_to_its_rule(page: str) -> None:
    """Who is sent here by a link reads the answer without one more press."""
    for answer in ANSWERS:
        found = re.search(rf'<details [^>]*id="{answer.anchor}" open>.*?</details>', page, re.S)
        assert found, answer.anchor
        assert f'href="#{answer.section}"' in found[0]
        assert re.search(rf'<a class="law" href="#{answer.anchor}">.*{answer.rulings}</a>', found[0])
        assert answer.section in TITLES


PAGES = ["/", "/lobby/", "/rules/", "/leaderboard/", "/privacy/", "/nothing/lies/here/", "/accounts/",
         "/accounts/password/", "/tables/new/", "/practice/", "/players/alice/", "/imports/"]  # fmt: skip


def test_from_every_page_each_answer_is_two_clicks_away(page: str) -> None:
    """The first on Rules, the second on the answer's group in the contents; there it lies open."""
    browser, table = browser_of("alice"), a_table("alice")
    for path in (*PAGES, f"/tables/{table.code}/"):
        assert re.search(r'<a [^>]*href="/rules/"', browser.get(path).content.decode()), path
    contents = set(re.findall(r'<li><a href="#([\w-]+)"', page))
    parts = re.split(r'<h3 id="([\w-]+)"', page)
    below = dict(zip(parts[1::2], parts[2::2], strict=True))
    for group in (*QUESTIONS, *RULINGS):
        assert group.anchor in contents
        assert re.findall(r'<details [^>]*id="([\w-]+)" open>', below[group.anchor]) == [
            answer.anchor for answer in group.answers
        ]


def test_every_choice_of_ours_and_every_disagreement_is_told() -> None:
    """Where printed rules are silent (*choice*) or differ (X), the page says how it is done here."""
    text = (ROOT / "docs/rulings.md").read_text()
    rulings = re.findall(r"^- \*\*([A-Z]\d+)\*\* (.*?)(?=^- |^#|\Z)", text, re.M | re.S)
    choices = {number for number, words in rulings if "*choice*" in words}
    assert len(choices) > 10
    assert choices - named() == set()
    differing = {number: set(NUMBERS.findall(words)) for number, words in rulings if number.startswith("X")}
    assert len(differing) == 18
    untold = {number for number, ours in differing.items() if number not in NOT_HERE and not ours & named()}
    assert untold == set()


def test_every_ruling_it_names_is_proved_by_a_test() -> None:
    cited = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for numbers in re.findall(r"RULES:? ((?:[A-Z]\d+(?:–|-|, | and | to |/)?)+)", path.read_text()):
            cited |= set(NUMBERS.findall(numbers)) | spanned(numbers)
    assert named() - cited - ON_PAPER == set()


# A missed wish cannot happen: the tests of K5 prove that it is refused.
ON_PAPER = {"P4"}


def spanned(numbers: str) -> set[str]:
    """K5–K9 names the ones between too."""
    spans = re.findall(r"([A-Z])(\d+)(?:–|-| to )[A-Z]?(\d+)", numbers)
    return {f"{letter}{each}" for letter, first, last in spans for each in range(int(first), int(last) + 1)}


SHOWN = {
    "QpQs9j9wPh": ("full house", 2, 12),
    "7j8w9sTpPh": ("straight", 2, 11),
    "JjQwKsApPh": ("straight", 1, 14),
    "5p6p7p8p9p": ("flush", 1, 9),
    "5p6p7p8p9pPh": ("straight", 2, 10),
    "8j8w8p8s": ("four", 1, 8),
    "8j8w8p8sPh": None,
    "7j7w7p8j8w8s": None,
    "QjKwAs2p3j": None,
    "2w3w4w5w6w7w": ("flush", 1, 7),
    "TsJsQsKsAs": ("flush", 1, 14),
    "Mj2j3w4s5p6j": ("straight", 1, 6),
}
KINDS = {
    "full house": Kind.FULL_HOUSE,
    "straight": Kind.STRAIGHT,
    "flush": Kind.FLUSH,
    "four": Kind.FOUR,
}


def test_all_cards_shown_with_an_answer_are_looked_at() -> None:
    assert set(SHOWN) == set(FANS)


@pytest.mark.parametrize("codes", SHOWN)
def test_cards_shown_with_an_answer_are_what_it_says(codes: str) -> None:
    """RULES E2, E4, E6, E8, F2–F5: the kind, how many readings there are, and the highest."""
    found = readings(cards(codes))
    wanted = SHOWN[codes]
    if wanted is None:
        assert found == ()
    else:
        kind, count, highest = wanted
        assert {reading.kind for reading in found} == {KINDS[kind]}
        assert (len(found), max(reading.rank for reading in found)) == (count, highest)
