"""Positions to solve: late decisions of real and simulated rounds, a search that knows every right answer, and what
the others do while somebody solves one. Pure, below the house players; words and rows live elsewhere.
"""

from games.puzzles.book import LEVELS, SLUG, Puzzle, puzzle_numbered, puzzle_of_day, puzzle_of_slug, puzzles, start_of
from games.puzzles.goals import ME, PARTNER, Aim, Goal
from games.puzzles.judging import (
    Standing,
    a_right_act,
    answer,
    as_command,
    position_told,
    right_acts,
    solution,
    standing,
)
from games.puzzles.position import SEATS, Act, Position, position_of

__all__ = [
    "LEVELS",
    "ME",
    "PARTNER",
    "SEATS",
    "SLUG",
    "Act",
    "Aim",
    "Goal",
    "Position",
    "Puzzle",
    "Standing",
    "a_right_act",
    "answer",
    "as_command",
    "position_of",
    "position_told",
    "puzzle_numbered",
    "puzzle_of_day",
    "puzzle_of_slug",
    "puzzles",
    "right_acts",
    "solution",
    "standing",
    "start_of",
]
