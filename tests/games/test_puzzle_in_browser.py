"""A puzzle in the browser: its goal and its keys in sight on a small phone, a hint, the cards, solved, the next one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.puzzles import Aim, puzzles
from games.services import lessons
from games.times import now_ms
from tests.a11y.axe import faults
from tests.games.factories import ALICE, Live, person
from tests.games.looking import Look, raised
from tests.games.test_controls_in_sight import BAR, HIDDEN, KEYS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PATIENCE = 60_000
PUZZLE = next(each for each in puzzles() if each.moves == 1 and each.is_open and each.goal.aim is not Aim.WISH)
SIZES = [(320, 568), (390, 844), (740, 360), (1280, 800)]


def test_a_hint_solves_it_and_leads_on(look: Look) -> None:
    table = lessons.start_lesson(user=person("alice"), slug=PUZZLE.slug)
    page = look(ALICE, Live(table.match, now_ms()), 320, 568)
    expect(page.locator(".coach__title span")).to_have_text(f"Puzzle {PUZZLE.number}: your move", timeout=PATIENCE)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(HIDDEN, [f"{KEYS}, {BAR}, .coach button", width, height]) == [], (width, height)
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#puzzle-more")
    expect(page.locator("#puzzle-aid dl")).to_be_visible()
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
