"""Looks for puzzles in the records of rounds and writes a book of them: games/puzzles/data/*.jsonl, one a line.

The search decides what is a puzzle; here it is only chosen which of them make a varied book of rising difficulty.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import bots
from games.engine.decide import judge, with_consequences
from games.engine.record import RecordFault, replay
from games.engine.state import MatchState
from games.engine.view import view_for
from games.management.mining import MOST_CARDS, Found, puzzles_in, rounds_of
from games.puzzles.book import LEVELS, Puzzle, write_puzzle
from games.puzzles.goals import ME, Aim
from games.puzzles.position import position_of
from games.puzzles.solver import Solver
from games.puzzles.telling import Course

MOST_OF_ONE_KIND = 0.2
"""No kind of goal fills more than this part of the book."""
MOST_SHORT = 0.2
"""Nor do puzzles with a single decision."""


class Command(BaseCommand):
    help = "Find puzzles in records and write the best of them, easy ones first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("records", nargs="+", type=Path, metavar="RECORD")
        parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the book to write")
        parser.add_argument("--count", type=int, default=48, metavar="N", help="how many puzzles (default 48)")
        parser.add_argument("--cards", type=int, default=MOST_CARDS, metavar="N", help="held by all together, at most")
        parser.add_argument("--aims", nargs="+", type=Aim, default=list(Aim), metavar="AIM", help="only such goals")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="a whole number (default 1)")
        parser.add_argument("--minutes", type=float, default=10, metavar="M", help="look no longer (default 10)")

    def handle(self, *args: Any, **options: Any) -> None:
        rng, until = Random(options["seed"]), monotonic() + 60 * options["minutes"]
        found: list[Graded] = []
        try:
            for course, is_real in _rounds(options["records"], rng):
                there = puzzles_in(course, rng, is_real=is_real, most_cards=options["cards"])
                found += _best_of([Graded(each, rng) for each in there if each.puzzle.goal.aim in options["aims"]])
                if monotonic() > until:
                    break
        except (OSError, RecordFault) as fault:
            raise CommandError(str(fault)) from fault
        lines = [json.dumps(write_puzzle(each)) for each in _numbered(_chosen(found, options["count"]))]
        options["out"].write_text("".join(line + "\n" for line in lines), encoding="utf-8", newline="\n")
        self.stdout.write(f"{len(lines)} puzzles of {len(found)} found")


class Graded:
    """A puzzle with how hard it seems, and whether a house player would go wrong in it."""

    def __init__(self, found: Found, rng: Random) -> None:
        self.puzzle = found.puzzle
        self.misleads = _goes_wrong(found.puzzle, found.state, rng)
        self.difficulty = self.puzzle.moves + 0.12 * self.puzzle.choices + 1.5 * self.misleads
        self.difficulty += 0.0 if self.puzzle.is_open else 0.7
        self.difficulty -= 2.0 if self.puzzle.goal.aim is Aim.WISH else 0.0

    @property
    def kind(self) -> tuple[str, bool, bool]:
        """What kinds of puzzles must not be too many of."""
        return self.puzzle.goal.aim, self.puzzle.goal.seat == ME, self.puzzle.is_open

    @property
    def worth(self) -> float:
        """Which is taken first: misleading ones, then long ones."""
        return self.difficulty + 2.0 * self.misleads + (1.0 if not self.puzzle.is_open else 0.0)


def _goes_wrong(puzzle: Puzzle, state: MatchState, rng: Random) -> bool:
    command = bots.choose(view_for(state, ME), rng)
    if command is None:
        return False
    following = with_consequences(state, judge(state, command))[1]
    return not Solver(puzzle.goal).wins(position_of(following))


def _rounds(paths: list[Path], rng: Random) -> Iterator[tuple[Course, bool]]:
    """All rounds of all records, shuffled; real are those of files that say so by their name."""
    rounds = [
        (course, _is_real(path))
        for path in paths
        for record in replay(path.read_bytes().splitlines(keepends=True))
        for course in rounds_of(record.events)
    ]
    rng.shuffle(rounds)
    yield from rounds


def _is_real(path: Path) -> bool:
    return path.name.startswith("real-")


def _best_of(found: list[Graded]) -> list[Graded]:
    """At most two puzzles of one round, of different kinds."""
    best: dict[tuple[str, bool, bool], Graded] = {}
    for each in sorted(found, key=lambda one: -one.worth):
        best.setdefault(each.kind, each)
    return list(best.values())[:2]


def _chosen(found: list[Graded], count: int) -> list[Graded]:
    """A varied book, easy ones first, with one question to each position."""
    kinds: Counter[object] = Counter()
    asked: set[object] = set()
    short, chosen = 0, list[Graded]()
    for each in sorted(found, key=lambda one: -one.worth):
        is_short, too_many = each.puzzle.moves < 2, kinds[each.kind] >= MOST_OF_ONE_KIND * count
        if len(chosen) == count or too_many or short + is_short > MOST_SHORT * count:
            continue
        if each.puzzle.course.acts not in asked:
            asked.add(each.puzzle.course.acts)
            kinds[each.kind] += 1
            short += is_short
            chosen.append(each)
    return sorted(chosen, key=lambda one: one.difficulty)


def _numbered(chosen: list[Graded]) -> Iterator[Puzzle]:
    for place, each in enumerate(chosen):
        level = LEVELS[place * len(LEVELS) // len(chosen)]
        yield replace(each.puzzle, number=place + 1, level=level)
