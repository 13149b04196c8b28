"""Looking for puzzles: what is in the book is found again in its own round; the command writes a book that reads."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.engine import events as e
from games.engine.options import Options
from games.engine.state import Phase
from games.management.housed import house_round
from games.management.mining import puzzles_in, rounds_of
from games.puzzles import Aim, puzzles
from games.puzzles.book import KINDS, TARGET, read_puzzle, start_of
from games.puzzles.judging import word_of
from games.puzzles.solver import Solver
from games.puzzles.telling import told_again
from tests.playing import ROOT, clean_environment

RECORD = ROOT / "tests" / "data" / "records" / "real-tichulog_91-04.tichu.jsonl"


@pytest.mark.parametrize("aim", [Aim.STOP_DOUBLE, Aim.WISH, Aim.STOP_CALL])
def test_a_puzzle_is_found_in_its_own_round(aim: Aim) -> None:
    puzzle = next(each for each in puzzles() if each.goal.aim is aim)
    cards = start_of(puzzle)[1].count
    found = [each.puzzle for each in puzzles_in(puzzle.course, Random(1), is_real=True, most_cards=cards)]
    assert (puzzle.goal, puzzle.right) in [(each.goal, each.right) for each in found]


def test_the_command_writes_a_book(tmp_path: Path) -> None:
    book = tmp_path / "book.jsonl"
    call_command("make_puzzles", RECORD, out=book, cards=7, count=20)
    found = [read_puzzle(json.loads(line)) for line in book.read_text(encoding="utf-8").splitlines()]
    assert [puzzle.number for puzzle in found] == list(range(1, len(found) + 1)) != []
    for puzzle in found:
        right = Solver(puzzle.goal).right_acts(start_of(puzzle)[1])
        assert tuple(word_of(act) for act in right) == puzzle.right
        assert puzzle.is_real


def test_the_same_options_write_the_same_book(tmp_path: Path) -> None:
    """In another process, whose sets and dicts are seeded otherwise, and with the records named in another order."""
    other = RECORD.with_name("real-tichulog_91-01.tichu.jsonl")
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    call_command("make_puzzles", RECORD, other, out=here, cards=6, count=12, simulated=2)
    options = ["--out", str(there), "--cards", "6", "--count", "12", "--simulated", "2"]
    command = [sys.executable, str(ROOT / "manage.py"), "make_puzzles", str(other), str(RECORD), *options]
    environment = clean_environment(PYTHONHASHSEED="7")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert here.read_bytes() == there.read_bytes() != b""


def test_house_players_finish_their_round_and_play_it_alike_each_time() -> None:
    events = house_round(4)
    assert isinstance(events[-1], e.RoundScored)
    assert house_round(4) == events != house_round(5)
    (course,) = rounds_of(events)
    assert told_again(course, KINDS, Options(TARGET))[1].phase is Phase.PLAY


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("nothing\n")
    for path in (wrong, tmp_path / "missing.jsonl"):
        with pytest.raises(CommandError):
            call_command("make_puzzles", path, out=tmp_path / "book.jsonl")
