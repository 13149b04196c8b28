"""The puzzles of this site, as they lie in data/*.jsonl, one a line.

A puzzle is a round told up to a decision of the person on seat 0. Its right acts were found by the search, which
a test asks again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from games.engine.events import Event
from games.engine.options import Options
from games.engine.state import MatchState
from games.puzzles.goals import Goal, read_goal, write_goal
from games.puzzles.position import Position, position_of
from games.puzzles.telling import Course, read_gives, told_again, write_gives
from games.rules import Card, card

KINDS = ("person", "house", "house", "house")
TARGET = 500
LEVELS = range(1, 6)
_STRIDE = 0.618
"""Days go through the book in steps of this part of it, so that easy and hard ones alternate."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One position to solve. `is_open`: all hands are shown; else the solution holds however the unseen cards lie.
    `moves` counts the person's decisions, `right` are the first acts that keep the goal, in words (telling.py), and
    `solution` a whole course to it; `is_real`: from a round that people have played."""

    number: int
    goal: Goal
    course: Course
    is_open: bool
    level: int
    moves: int
    choices: int
    right: tuple[str, ...]
    solution: tuple[str, ...]
    is_real: bool

    @property
    def slug(self) -> str:
        """What a table of this puzzle says it is."""
        return f"{SLUG}{self.number}"

    def told(self) -> tuple[list[Event], MatchState]:
        """The events of a match that stands before this decision, and its state."""
        return told_again(self.course, KINDS, Options(TARGET))


SLUG = "puzzle-"


def read_puzzle(data: Mapping[str, Any]) -> Puzzle:
    """The puzzle of one line; KeyError or ValueError where it is none."""
    course = Course(
        deck=_cards_in_order(data["deck"]),
        grand=tuple(data["grand"]),
        gives=read_gives(data["gives"]),
        acts=tuple(data["acts"].split()),
    )
    return Puzzle(
        number=data["number"],
        goal=read_goal(data["goal"]),
        course=course,
        is_open=data["open"],
        level=data["level"],
        moves=data["moves"],
        choices=data["choices"],
        right=tuple(data["right"]),
        solution=tuple(data["solution"].split()),
        is_real=data["real"],
    )


def write_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """The opposite of `read_puzzle`."""
    return {
        "number": puzzle.number,
        "level": puzzle.level,
        "goal": write_goal(puzzle.goal),
        "open": puzzle.is_open,
        "moves": puzzle.moves,
        "choices": puzzle.choices,
        "right": list(puzzle.right),
        "solution": " ".join(puzzle.solution),
        "real": puzzle.is_real,
        "deck": "".join(card.code for card in puzzle.course.deck),
        "grand": list(puzzle.course.grand),
        "gives": write_gives(puzzle.course.gives),
        "acts": " ".join(puzzle.course.acts),
    }


def _cards_in_order(text: str) -> tuple[Card, ...]:
    return tuple(card(text[start : start + 2]) for start in range(0, len(text), 2))


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles, by number."""
    folder = resources.files("games.puzzles") / "data"
    files = sorted((each for each in folder.iterdir() if each.name.endswith(".jsonl")), key=lambda each: each.name)
    lines = [line for each in files for line in each.read_text("utf-8").splitlines() if line]
    return tuple(sorted((read_puzzle(json.loads(line)) for line in lines), key=lambda puzzle: puzzle.number))


@cache
def _by_number() -> dict[int, Puzzle]:
    return {puzzle.number: puzzle for puzzle in puzzles()}


def puzzle_numbered(number: int) -> Puzzle | None:
    """The puzzle with this number, if there is one."""
    return _by_number().get(number)


def puzzle_of_slug(slug: str) -> Puzzle | None:
    """The puzzle that a table with this slug is about; None where it is about something else."""
    number = slug.removeprefix(SLUG)
    return puzzle_numbered(int(number)) if slug.startswith(SLUG) and number.isdecimal() else None


def puzzle_of_day(day: date) -> Puzzle:
    """The puzzle of a UTC day, the same for everybody."""
    count = len(puzzles())
    return puzzles()[day.toordinal() * _stride(count) % count]


def _stride(count: int) -> int:
    """About the golden part of the book, and such that every puzzle has its turn."""
    return next(step for step in range(round(count * _STRIDE) or 1, 2 * count + 2) if _reaches_all(step, count))


def _reaches_all(step: int, count: int) -> bool:
    while count:
        step, count = count, step % count
    return step == 1


@lru_cache(maxsize=64)
def start_of(puzzle: Puzzle) -> tuple[MatchState, Position]:
    """Where the puzzle begins, as a match and as a position."""
    state = puzzle.told()[1]
    return state, position_of(state)
