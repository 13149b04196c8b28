"""Looks for puzzles in rounds that people or house players have played, and writes a book of them, one a line.

The search decides what is a puzzle; here it is only chosen which of them make a varied book of rising difficulty.
The book of this site, games/puzzles/data/rounds.jsonl, is what one run writes; the same options write the same bytes:

    python3 manage.py make_puzzles tests/data/records/real-*.jsonl --simulated 100
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games import bots
from games.engine.decide import judge, with_consequences
from games.engine.record import RecordFault, replay
from games.engine.state import MatchState
from games.engine.view import view_for
from games.management.housed import house_round
from games.management.mining import MOST_CARDS, Found, puzzles_in, rounds_of
from games.puzzles.book import LEVELS, Puzzle, start_of, write_puzzle
from games.puzzles.goals import ME, Aim
from games.puzzles.position import position_of
from games.puzzles.solver import Solver
from games.puzzles.telling import Course

BOOK = settings.BASE_DIR / "games" / "puzzles" / "data" / "rounds.jsonl"
MOST_SHORT = 0.3
"""Puzzles with a single decision fill no more than this part of the book."""


class Command(BaseCommand):
    help = "Find puzzles in records and in rounds of house players, and write the best of them, easy ones first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("records", nargs="*", type=Path, metavar="RECORD")
        parser.add_argument("--simulated", type=int, default=0, metavar="N", help="and N rounds of house players")
        parser.add_argument("--out", type=Path, default=BOOK, metavar="FILE", help="the book to write")
        parser.add_argument("--count", type=int, default=48, metavar="N", help="how many puzzles (default 48)")
        parser.add_argument("--cards", type=int, default=MOST_CARDS, metavar="N", help="held by all together, at most")

    def handle(self, *args: Any, **options: Any) -> None:
        found: list[Graded] = []
        try:
            for number, (course, is_real) in enumerate(_rounds(options["records"], options["simulated"])):
                rng = Random(number)
                there = puzzles_in(course, rng, is_real=is_real, most_cards=options["cards"])
                found += _best_of([Graded(each, rng) for each in there])
                if number % 20 == 0:
                    self.stdout.write(f"{number} rounds, {len(found)} puzzles")
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


def _rounds(paths: list[Path], simulated: int) -> Iterator[tuple[Course, bool]]:
    """All rounds of all records, whatever order they were named in, then those of house players; real are those of
    files that say so by their name."""
    for path in sorted(paths, key=lambda each: each.name):
        for record in replay(path.read_bytes().splitlines(keepends=True)):
            yield from ((course, _is_real(path)) for course in rounds_of(record.events))
    for number in range(simulated):
        yield from ((course, False) for course in rounds_of(house_round(number)))


def _is_real(path: Path) -> bool:
    return path.name.startswith("real-")


def _best_of(found: list[Graded]) -> list[Graded]:
    """At most two puzzles of one round, of different kinds."""
    best: dict[tuple[str, bool, bool], Graded] = {}
    for each in sorted(found, key=lambda one: -one.worth):
        best.setdefault(each.kind, each)
    return list(best.values())[:2]


def _chosen(found: list[Graded], count: int) -> list[Graded]:
    """A varied book, easy ones first: the kinds take turns, each with its best; one question to each position."""
    asked: set[object] = set()
    short, chosen = 0, list[Graded]()
    for each in _in_turns(found):
        is_short, position = each.puzzle.moves < 2, start_of(each.puzzle)[1]
        if len(chosen) < count and position not in asked and short + is_short <= MOST_SHORT * count:
            asked.add(position)
            short += is_short
            chosen.append(each)
    return sorted(chosen, key=lambda one: one.difficulty)


def _in_turns(found: list[Graded]) -> Iterable[Graded]:
    """The best of every kind, then the second best, and so on, while a kind has any."""
    kinds: defaultdict[tuple[str, bool, bool], list[Graded]] = defaultdict(list)
    for each in sorted(found, key=lambda one: -one.worth):
        kinds[each.kind].append(each)
    turns = zip_longest(*(kinds[kind] for kind in sorted(kinds)))
    return (each for each in chain.from_iterable(turns) if each is not None)


def _numbered(chosen: list[Graded]) -> Iterator[Puzzle]:
    for place, each in enumerate(chosen):
        level = LEVELS[place * len(LEVELS) // len(chosen)]
        yield replace(each.puzzle, number=place + 1, level=level)
