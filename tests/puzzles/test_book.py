"""The book of puzzles: every key is what the search finds, every course is legal, and the kinds are varied."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from importlib import resources

import pytest

from games.engine.state import Phase
from games.puzzles import ME, Aim, Puzzle, puzzle_numbered, puzzle_of_day, puzzle_of_slug, puzzles, solution, start_of
from games.puzzles.book import LEVELS, read_puzzle, write_puzzle
from games.puzzles.judging import word_of
from games.puzzles.position import acts, after, collected, interruptions
from games.puzzles.solver import Solver
from games.puzzles.sure import Sure
from games.rules import bombs_in

BOOK = puzzles()
number = pytest.mark.parametrize("puzzle", BOOK, ids=lambda puzzle: str(puzzle.number))


@number
def test_the_key_is_all_that_wins_and_nothing_else(puzzle: Puzzle) -> None:
    """Every first act is tried against every defence; with hidden hands the key is what is sure in every layout, and
    in the layout on the table everything else fails."""
    position = start_of(puzzle)[1]
    solver = Solver(puzzle.goal)
    assert puzzle.goal.verdict(position) is None
    assert tuple(word_of(act) for act in solver.right_acts(position)) == puzzle.right
    if not puzzle.is_open and puzzle.goal.aim is not Aim.WISH:
        assert tuple(word_of(act) for act in Sure(puzzle.goal).right_acts(position)) == puzzle.right


@number
def test_it_is_a_decision_of_the_person(puzzle: Puzzle) -> None:
    state, position = start_of(puzzle)
    assert (state.phase, position.turn) == (Phase.PLAY, ME)
    assert len(acts(replace(position, wish=None) if puzzle.goal.aim is Aim.WISH else position)) == puzzle.choices >= 3
    holders = {seat for seat, hand in enumerate(position.hands) if bombs_in(hand)}
    assert holders <= ({ME} if puzzle.goal.aim is Aim.WISH else set()), "a bomb out of turn would be a race"


@number
def test_its_solution_leads_to_the_goal(puzzle: Puzzle) -> None:
    position = start_of(puzzle)[1]
    for act in solution(puzzle):
        if position.turn is None and act not in interruptions(position):
            position = collected(position)
        position = after(position, act)
    if puzzle.goal.verdict(position) is None:
        position = collected(position)
    assert puzzle.goal.verdict(position) is True


def test_there_are_enough_of_rising_difficulty() -> None:
    assert len(BOOK) >= 40
    assert [puzzle.number for puzzle in BOOK] == list(range(1, len(BOOK) + 1))
    assert {puzzle.level for puzzle in BOOK} == set(LEVELS)
    assert len({puzzle.goal.aim for puzzle in BOOK}) >= 5, Counter(puzzle.goal.aim for puzzle in BOOK)
    assert len({puzzle.is_real for puzzle in BOOK}) == len({puzzle.is_open for puzzle in BOOK}) == 2
    assert {Aim.WISH, Aim.STOP_CALL} <= {puzzle.goal.aim for puzzle in BOOK}


def test_no_course_is_told_twice() -> None:
    assert len({puzzle.course for puzzle in BOOK}) == len(BOOK)


def test_a_line_is_read_as_it_is_written() -> None:
    for puzzle in BOOK:
        assert read_puzzle(json.loads(json.dumps(write_puzzle(puzzle)))) == puzzle


def test_the_book_is_small() -> None:
    folder = resources.files("games.puzzles") / "data"
    assert sum(len(each.read_bytes()) for each in folder.iterdir()) < 300_000


def test_every_puzzle_has_its_day() -> None:
    first = date(2026, 12, 1)
    days = [first + timedelta(days=each) for each in range(len(BOOK))]
    assert {puzzle_of_day(day).number for day in days} == {puzzle.number for puzzle in BOOK}
    assert puzzle_of_day(first) is puzzle_of_day(first) is not puzzle_of_day(days[1])


def test_a_puzzle_is_found_by_what_its_table_says() -> None:
    puzzle = BOOK[3]
    assert puzzle_of_slug(puzzle.slug) is puzzle_numbered(puzzle.number) is puzzle
    for slug in ("", "puzzle-", "puzzle-x", "puzzle-9999", "first-round", str(puzzle.number)):
        assert puzzle_of_slug(slug) is None
