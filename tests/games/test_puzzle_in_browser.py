"""A puzzle in the browser: its goal and its keys in sight on a small phone, a hint, the cards, solved, the next one."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from playwright.sync_api import expect

from games.puzzle_words import goal_word
from games.puzzles import Aim, Puzzle, puzzles, start_of
from games.services import lessons
from games.times import now_ms
from tests.a11y.axe import faults
from tests.games.factories import ALICE, Live, person
from tests.games.looking import Look, raised
from tests.games.test_controls_in_sight import BAR, HIDDEN, KEYS
from tests.games.test_lesson_in_browser import CUT
from tests.games.test_lesson_in_browser import SIZES as ALL_SIZES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PATIENCE = 60_000
PUZZLE = next(each for each in puzzles() if each.moves == 1 and each.is_open and each.goal.aim is not Aim.WISH)
SIZES = [(320, 568), (390, 844), (740, 360), (1280, 800)]


CORNERS = """() => [...document.querySelectorAll(".seat__open .card")].filter((card) => {
    const { left, top } = card.getBoundingClientRect();
    const over = document.elementFromPoint(left + 4, top + 4);
    return !card.contains(over) && !card.parentElement.contains(over);
}).map((card) => card.innerHTML)"""


def others(puzzle: Puzzle) -> int:
    """How many cards the fullest of the other hands holds."""
    return max(len(hand) for hand in start_of(puzzle)[1].hands[1:])


def test_open_hands_and_every_goal_find_room_at_every_size(look: Look) -> None:
    """The fullest hands of the book: each card's corner is seen, no control lies under them, and the coach's box
    cuts no goal in either language."""
    fullest = max((each for each in puzzles() if each.is_open), key=others)
    table = lessons.start_lesson(user=person("alice"), slug=fullest.slug)
    page = look(ALICE, Live(table.match, now_ms()), 320, 568)
    expect(page.locator(".seat__open .card").first).to_be_visible(timeout=PATIENCE)
    unseen = []
    for width, height in ALL_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        unseen += [f"{width}x{height}: {each}" for each in page.evaluate(CORNERS)]
        controls = f'{KEYS}, {BAR}, .coach button, .tool:not([data-do="hint"])'
        unseen += [f"{width}x{height}: {each}" for each in page.evaluate(HIDDEN, [controls, width, height])]
        unseen += [f"{width}x{height}: {each}" for each in page.evaluate(CUT, goals())]
    assert unseen == []


def goals() -> list[tuple[str, str]]:
    """The coach's title and the goal of every puzzle, in every language."""
    told = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            told += [(_("Puzzle %(puzzle)s: your move") % {"puzzle": 48}, goal_word(each)) for each in puzzles()]
    return sorted(set(told))


def test_a_hint_solves_it_and_leads_on(look: Look) -> None:
    table = lessons.start_lesson(user=person("alice"), slug=PUZZLE.slug)
    page = look(ALICE, Live(table.match, now_ms()), 320, 568)
    expect(page.locator(".coach__title span")).to_have_text(f"Puzzle {PUZZLE.number}: your move", timeout=PATIENCE)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(HIDDEN, [f"{KEYS}, {BAR}, .coach button", width, height]) == [], (width, height)
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#puzzle-more")
    page.click("#puzzle-hint summary")
    assert faults(page) == []
    page.click("#puzzle-hint [data-do=show]")
    expect(page.locator("#puzzle-aid")).to_be_hidden()
    word = PUZZLE.right[0].split(":")[1].split("=")[0]
    assert raised(page) == sorted(word[at : at + 2] for at in range(0, len(word), 2))
    page.click("#key-main")
    expect(page.locator("#sheet-title")).to_have_text("Solved!", timeout=PATIENCE)
    page.click("#sheet .btn--main")
    expect(page.locator("h1")).to_have_text(f"Puzzle {PUZZLE.number + 1}", timeout=PATIENCE)
    page.click("#solve")
    expect(page.locator(".coach__title span")).to_have_text(f"Puzzle {PUZZLE.number + 1}: your move", timeout=PATIENCE)
