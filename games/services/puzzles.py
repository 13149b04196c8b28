"""Who has solved which puzzle, and for how many days in a row. Days are those of UTC, the same for everybody."""

from __future__ import annotations

from datetime import date, timedelta

from accounts.models import User
from games.engine.state import MatchState
from games.models import Match
from games.puzzle_rows import Solved, SolvedDay
from games.puzzles import ME, Puzzle, position_told, puzzle_of_day, puzzle_of_slug
from games.times import from_ms, now_ms
from games.writing import write


def today(now: int | None = None) -> date:
    """The day it is in UTC."""
    return from_ms(now_ms() if now is None else now).date()


def mark_solved(*, user: User, puzzle: Puzzle, now: int) -> None:
    """Note that the user has solved the puzzle at `now` (ms), also for the day if it is its puzzle; twice is once."""
    day = today(now)
    with write():
        Solved.objects.get_or_create(user=user, puzzle=puzzle.number, defaults={"at": from_ms(now)})
        if puzzle_of_day(day) == puzzle:
            SolvedDay.objects.get_or_create(user=user, day=day)


def notice(match: Match, state: MatchState, now: int) -> None:
    """Mark the puzzle at this table as solved once its goal is reached; nothing at other tables."""
    puzzle = puzzle_of_slug(match.table.lesson)
    if puzzle is None or not puzzle.goal.verdict(position_told(puzzle, state.deal.story)):
        return
    user = match.seats.get(number=ME).user
    if user is not None:
        mark_solved(user=user, puzzle=puzzle, now=now)


def solved_by(user: User) -> frozenset[int]:
    """The numbers of the puzzles this user has solved."""
    return frozenset(Solved.objects.filter(user=user).values_list("puzzle", flat=True))


def has_solved_today(user: User, now: int | None = None) -> bool:
    """Has the user solved the puzzle of the day?"""
    return SolvedDay.objects.filter(user=user, day=today(now)).exists()


def streak(user: User, now: int | None = None) -> int:
    """On how many days in a row the user has solved the puzzle of the day, up to today, or to yesterday while today's
    is still open."""
    days = frozenset(SolvedDay.objects.filter(user=user).values_list("day", flat=True))
    day = today(now)
    if day not in days:
        day -= timedelta(days=1)
    count = 0
    while day in days:
        count += 1
        day -= timedelta(days=1)
    return count


def forget(user: User) -> None:
    """Take everything about puzzles away of somebody who deletes the account."""
    Solved.objects.filter(user=user).delete()
    SolvedDay.objects.filter(user=user).delete()


def export(user: User) -> dict[str, list[object]]:
    """What is kept about the user's puzzles, as plain data; times in ISO 8601, UTC."""
    solved = Solved.objects.filter(user=user).order_by("at")
    return {
        "solved": [{"puzzle": each.puzzle, "at": each.at.isoformat()} for each in solved],
        "days": [each.day.isoformat() for each in SolvedDay.objects.filter(user=user).order_by("day")],
    }
