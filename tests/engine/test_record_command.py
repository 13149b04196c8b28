"""`manage.py verify_record`: one line a file, exit 1 if any failed, and no database."""

import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.engine.records import FILES, FOLDER, SHORT, fault, lines_of, raw, sealed
from tests.playing import MANAGE, clean_environment

ROUNDS = FOLDER / "real-rounds.tichu.jsonl"


def said(*paths: object) -> tuple[list[str], int]:
    """What the command prints, and its exit code."""
    out, code = StringIO(), 0
    try:
        call_command("verify_record", *map(str, paths), stdout=out)
    except SystemExit as stop:
        code = int(stop.code or 0)
    return out.getvalue().splitlines(), code


def test_a_whole_match_is_ok() -> None:
    assert said(SHORT) == ([f"ok {SHORT}"], 0)


def test_deals_are_checked_against_their_seals(tmp_path: Path) -> None:
    """--deal: what stood at the table before the first card, reckoned again without the site."""
    assert said(SHORT, "--deal") == ([f"{SHORT}:1: 4 of 4 deals have no seal (RULES A5)"], 1)
    lines = lines_of(SHORT)
    first = next(number for number, line in enumerate(lines) if line["ev"] == "round_end")
    lines = lines[: first + 1]
    lines[2] |= sealed(lines)
    path = tmp_path / "sealed.jsonl"
    path.write_bytes(b"".join(raw(lines)))
    assert said(path, "--deal") == ([f"ok {path} (1 records, 1 unfinished): 1 deals fit their seals"], 0)


@pytest.mark.parametrize(
    ("key", "change", "reason"),
    [
        ("commitment", lambda text: "0" * 64, "deal8: commitment is"),
        ("salt", lambda text: text + "x", "deal8: commitment is"),
        ("salt", lambda text: "", "belong together"),
        ("deck", lambda text: text[:-2], "not complete"),
        ("deck", lambda text: text[2:] + text[:2], "deal8: commitment is"),
    ],
)
def test_a_seal_that_does_not_fit_is_refused(key: str, change: Callable[[str], str], reason: str) -> None:
    lines = lines_of(SHORT)
    lines[2] |= sealed(lines)
    lines[2][key] = change(lines[2][key])
    found = fault(lines)
    assert found.line == 3
    assert reason in found.reason


@pytest.mark.parametrize(("at", "line"), [(0, 3), (-2, None)])
def test_a_deck_that_deals_other_hands_is_refused(at: int, line: int | None) -> None:
    """Sealed well, but not what was dealt: two cards of different hands have changed places."""
    lines = lines_of(SHORT)
    told = sealed(lines)
    codes = [told["deck"][start : start + 2] for start in range(0, 112, 2)]
    codes[at], codes[30 if at == 0 else 33] = codes[30 if at == 0 else 33], codes[at]
    deck = "".join(codes)
    lines[2] |= told | {"deck": deck, "commitment": sha256(f"s:{deck}".encode()).hexdigest()}
    found = fault(lines)
    assert (found.ruling, found.line) == ("A5", line or next(n for n, x in enumerate(lines, 1) if x["ev"] == "deal6"))


def test_several_records_and_unfinished_ones_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    lines = SHORT.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines, *lines, *lines[:50]]))
    assert said(path) == ([f"ok {path} (3 records, 1 unfinished)"], 0)
    path.write_text("".join(lines[:50]))
    assert said(path) == ([f"ok {path} (1 records, 1 unfinished)"], 0)


def test_a_fault_is_one_line_with_file_line_and_ruling(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(SHORT.read_text().replace('"score":[-120,20]', '"score":[-120,25]'))
    good = FILES[0]
    assert said(path, good) == ([f"{path}:126: score is [-120, 20], not [-120, 25] (RULES M1)", f"ok {good}"], 1)


def test_a_format_fault_cites_the_record(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(SHORT.read_text().replace('"ev":"pass"', '"ev":"fold"', 1))
    assert said(path) == ([f"{path}:9: unknown event 'fold' (RECORD)"], 1)


def test_a_file_that_cannot_be_read_is_a_fault_too(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    lines, code = said(tmp_path / "none", tmp_path, empty, "a\0b")
    assert code == 1 and len(lines) == 4
    assert all(":1: " in line and line.endswith("(RECORD)") for line in lines)


def test_one_file_is_always_one_line(tmp_path: Path) -> None:
    path = tmp_path / "two\nlines \udce4.jsonl"
    path.write_bytes(SHORT.read_bytes())
    lines, code = said(path)
    assert len(lines) == 1 and code == 0


def test_huge_lines_are_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.jsonl"
    with path.open("wb") as file:
        file.write(SHORT.read_bytes().splitlines(keepends=True)[0])
        file.truncate(300_000_000)
    assert said(path) == ([f"{path}:2: the line is longer than 65536 bytes (RECORD)"], 1)


def test_no_file_is_refused() -> None:
    with pytest.raises(CommandError, match="required"):
        call_command("verify_record")


def test_it_needs_no_database(tmp_path: Path) -> None:
    """Not even one that could be reached."""
    environment = clean_environment(SECRET_KEY="x", DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    command = [sys.executable, MANAGE, "verify_record", str(SHORT), str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines()[0] == f"ok {SHORT}"
