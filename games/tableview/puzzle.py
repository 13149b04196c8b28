"""What the table of a puzzle shows besides the match: hints, open hands, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from games import puzzles
from games.engine.state import Phase
from games.engine.view import MatchView
from games.puzzle_words import goal_word, kind_word
from games.puzzles import ME, Position, Puzzle, Standing
from games.tableview.plates import Plate
from games.tableview.setting import Setting
from games.tableview.sheets import PuzzleEnd, Sheet


@dataclass(frozen=True, slots=True)
class PuzzleAid:
    """What the coach of a puzzle offers: a first hint ("" = none now), and the addresses to begin again and to see
    the solution."""

    hint: str
    again: str
    solution: str


def puzzle_aid(setting: Setting, view: MatchView) -> PuzzleAid | None:
    """The aid to the puzzle at this table; None at any other table."""
    puzzle = puzzles.puzzle_of_slug(setting.lesson)
    if puzzle is None:
        return None
    position = puzzles.position_told(puzzle, view.story)
    return PuzzleAid(
        hint=_hint(puzzle, position) if view.phase is not Phase.OVER else "",
        again=_again(puzzle),
        solution=_solution(puzzle),
    )


def _hint(puzzle: Puzzle, position: Position) -> str:
    if position.turn != ME or puzzles.standing(puzzle, position) is not Standing.OPEN:
        return ""
    act = puzzles.a_right_act(puzzle, position)
    return kind_word(act) if act else ""


def with_open_hands(setting: Setting, view: MatchView, plates: tuple[Plate, ...]) -> tuple[Plate, ...]:
    """The plates with the cards of their seats, where the puzzle at this table is one with open hands."""
    puzzle = puzzles.puzzle_of_slug(setting.lesson)
    if puzzle is None or not puzzle.is_open:
        return plates
    hands = puzzles.position_told(puzzle, view.story).hands
    return tuple(replace(plate, shown=tuple(sorted(hands[plate.number], reverse=True))) for plate in plates)


def _again(puzzle: Puzzle) -> str:
    return reverse("games:puzzle_start", args=[puzzle.number])


def _solution(puzzle: Puzzle) -> str:
    return reverse("games:puzzle", args=[puzzle.number]) + "?solution#solution"


def puzzle_sheet(setting: Setting, view: MatchView) -> Sheet | None:
    """The sheet at the end of a puzzle; None at any other table and moment."""
    puzzle = puzzles.puzzle_of_slug(setting.lesson)
    if puzzle is None or view.phase is not Phase.OVER:
        return None
    is_solved = puzzle.goal.verdict(puzzles.position_told(puzzle, view.story)) is True
    following = puzzles.puzzle_numbered(puzzle.number + 1)
    end = PuzzleEnd(
        goal=goal_word(puzzle),
        is_solved=is_solved,
        again=_again(puzzle),
        solution=_solution(puzzle),
        following=reverse("games:puzzle", args=[following.number]) if following else "",
    )
    return Sheet("puzzle", _("Solved!") if is_solved else _("Not solved this time"), puzzle=end)
