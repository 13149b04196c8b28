"""Solved puzzles and days in a row: by UTC days, once each, gone with the account."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from accounts import deletion, exports
from games.models import Solved, SolvedDay
from games.puzzles import Puzzle, puzzle_of_day, puzzles
from games.services.puzzles import has_solved_today, mark_solved, solved_by, streak, today
from games.times import to_ms
from tests.games.factories import person

pytestmark = pytest.mark.django_db
DAY = date(2026, 12, 5)


def at(day: date, hour: int = 12, minute: int = 0) -> int:
    return to_ms(datetime(day.year, day.month, day.day, hour, minute, tzinfo=UTC))


def solve_daily(name: str, day: date, hour: int = 12, minute: int = 0) -> None:
    mark_solved(user=person(name), puzzle=puzzle_of_day(day), now=at(day, hour, minute))


def another(day: date) -> Puzzle:
    """A puzzle that is not the day's."""
    return next(each for each in puzzles() if each != puzzle_of_day(day))


def test_a_solved_puzzle_is_marked_once() -> None:
    alice, puzzle = person("alice"), another(DAY)
    mark_solved(user=alice, puzzle=puzzle, now=at(DAY))
    mark_solved(user=alice, puzzle=puzzle, now=at(DAY + timedelta(days=1)))
    (row,) = Solved.objects.filter(user=alice)
    assert to_ms(row.at) == at(DAY), "the first time is kept"
    assert solved_by(alice) == {puzzle.number}
    assert solved_by(person("bob")) == frozenset()


def test_days_in_a_row_run_over_midnight_in_utc() -> None:
    """23:59 counts for one day, 00:00 for the next."""
    before = DAY - timedelta(days=1)
    solve_daily("alice", before, 23, 59)
    solve_daily("alice", DAY, 0, 0)
    assert streak(person("alice"), at(DAY)) == 2
    assert today(at(DAY, 23, 59)) == DAY


def test_today_may_still_be_open() -> None:
    """The row of days is not broken before the day is over."""
    alice = person("alice")
    for days in (3, 2, 1):
        solve_daily("alice", DAY - timedelta(days=days))
    assert streak(alice, at(DAY)) == 3
    assert not has_solved_today(alice, at(DAY))
    assert streak(alice, at(DAY + timedelta(days=1))) == 0
    solve_daily("alice", DAY)
    assert streak(alice, at(DAY)) == 4
    assert has_solved_today(alice, at(DAY))


def test_a_gap_begins_anew() -> None:
    solve_daily("alice", DAY - timedelta(days=3))
    solve_daily("alice", DAY - timedelta(days=1))
    solve_daily("alice", DAY)
    assert streak(person("alice"), at(DAY)) == 2


def test_only_the_puzzle_of_the_day_counts_for_the_day() -> None:
    """Solved before, it is still to be solved on its day; solved again on its day, it counts."""
    alice, other = person("alice"), another(DAY)
    mark_solved(user=alice, puzzle=other, now=at(DAY))
    assert streak(alice, at(DAY)) == 0
    mark_solved(user=alice, puzzle=puzzle_of_day(DAY), now=at(DAY - timedelta(days=1)))
    assert not SolvedDay.objects.filter(user=alice).exists()
    solve_daily("alice", DAY)
    assert streak(alice, at(DAY)) == 1


def test_solving_goes_with_the_account_and_into_its_export() -> None:
    solve_daily("alice", DAY)
    solve_daily("bob", DAY)
    alice = person("alice")
    kept = exports.export(alice)["puzzles"]
    assert kept["days"] == [DAY.isoformat()]
    assert [each["puzzle"] for each in kept["solved"]] == [puzzle_of_day(DAY).number]
    deletion.say_farewell(alice)
    assert (
        [row.user for row in Solved.objects.all()] == [row.user for row in SolvedDay.objects.all()] == [person("bob")]
    )
