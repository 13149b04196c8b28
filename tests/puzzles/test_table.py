"""Puzzles as they are played: the right acts lead to the goal, and the defence refutes every wrong one."""

from __future__ import annotations

from random import Random

import pytest

from games.engine import commands as c
from games.engine.decide import judge, with_consequences
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from games.lessons import lesson_named
from games.lessons.puzzle import PLAYING, PuzzleLesson
from games.puzzles import (
    ME,
    SEATS,
    Act,
    Puzzle,
    Standing,
    as_command,
    position_of,
    position_told,
    puzzles,
    right_acts,
    standing,
    start_of,
)
from games.puzzles.position import acts

number = pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: str(puzzle.number))


class AtTable:
    """A puzzle on its way, moved like the site moves it: the others by their lesson, the pause by time."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.lesson = PuzzleLesson(puzzle)
        self.state: MatchState = start_of(puzzle)[0]

    @property
    def standing(self) -> Standing:
        return standing(self.puzzle, position_of(self.state))

    @property
    def is_over(self) -> bool:
        return self.lesson.is_over(view_for(self.state, ME))

    def do(self, command: c.Command) -> None:
        self.state = with_consequences(self.state, judge(self.state, command))[1]
        told = position_told(self.puzzle, view_for(self.state, ME).story)
        if self.state.phase in PLAYING:
            assert told == position_of(self.state), "the story tells the whole position"

    def act(self, act: Act) -> None:
        self.do(as_command(act, decision=self.state.decision, plays=self.state.plays))

    def to_the_person(self) -> None:
        """Let the others act until the person has to, or it is over."""
        while not self.is_over and (self.state.phase is Phase.PAUSE or self.state.deal.turn != ME):
            self.do(self._of_the_others() or c.CollectTrick(self.state.decision))

    def _of_the_others(self) -> c.Command | None:
        others = (self.lesson.choice(view_for(self.state, seat)) for seat in SEATS if seat != ME)
        return next((command for command in others if command is not None), None)

    def right(self) -> list[Act]:
        return right_acts(self.puzzle, position_of(self.state))


@number
def test_right_acts_solve_it(puzzle: Puzzle) -> None:
    table = AtTable(puzzle)
    while not table.is_over:
        assert table.standing is Standing.OPEN
        table.act(table.right()[-1])
        table.to_the_person()
    assert table.standing is Standing.SOLVED


@number
def test_wrong_acts_are_refuted(puzzle: Puzzle) -> None:
    """After a wrong first act nothing helps any more, and the coach says so."""
    rng, position = Random(puzzle.number), start_of(puzzle)[1]
    right = AtTable(puzzle).right()
    for wrong in [act for act in acts(position) if act not in right]:
        table = AtTable(puzzle)
        table.act(wrong)
        while not table.is_over:
            assert table.standing is Standing.SLIPPED
            table.to_the_person()
            if not table.is_over:
                table.act(rng.choice(acts(position_of(table.state))))
        assert table.standing is Standing.FAILED


@number
def test_the_coach_names_a_right_act(puzzle: Puzzle) -> None:
    table = AtTable(puzzle)
    coach = table.lesson.coach(view_for(table.state, ME))
    assert coach is not None and coach.suggests is not None
    table.do(coach.suggests)
    assert table.standing in (Standing.OPEN, Standing.SOLVED)


def test_the_lesson_of_a_puzzle_is_found_by_its_slug() -> None:
    puzzle = puzzles()[0]
    assert lesson_named(puzzle.slug).slug == puzzle.slug  # type: ignore[union-attr]
    assert lesson_named("puzzle-9999") is None
