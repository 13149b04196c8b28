"""The commands, given whatever somebody may give them: an exit code and words, never a traceback, nothing stored."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from games.models import Match
from tests.hostile.world import RECORD, marks
from tests.importing import logs

LOG = logs.SHORT
POSITION = b'{"id": "1", "hand": "2j7wDr", "top": {"cards": "5s"}, "wish": null}\n'
seen: Counter[str] = Counter()


def outcome(command: str, *arguments: str) -> tuple[int, str]:
    """Exit code and whatever was said; any other exception goes on and fails the test."""
    out, err = io.StringIO(), io.StringIO()
    seen[command] += 1
    try:
        call_command(command, *arguments, stdout=out, stderr=err)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue() + err.getvalue()
    except CommandError as refused:
        return 1, str(refused)
    return 0, out.getvalue() + err.getvalue()


def searching(test: Callable[..., None]) -> Callable[..., None]:
    examples = hypothesis.settings().max_examples // 2
    return hypothesis.settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))(test)


@st.composite
def spoiled(draw: st.DrawFn, whole: bytes) -> bytes:
    """A good file with a piece of it replaced, cut off, or doubled; or something else altogether."""
    at, length = draw(st.integers(0, len(whole))), draw(st.integers(0, 400))
    piece = draw(
        st.one_of(st.binary(max_size=20), st.sampled_from((b"", b"\x00", b"\xff", b"9" * 5_000, b"[" * 9_000)))
    )
    kinds = (whole[:at] + piece + whole[at + length :], whole[:at] + whole[at - length :], piece, whole[:at])
    return draw(st.sampled_from(kinds))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("command", "good"), [("verify_record", RECORD), ("import_record", RECORD), ("import_bsw", LOG)]
)
def test_files_that_are_none(command: str, good: Path, tmp_path: Path) -> None:
    """E07: each gets a line with what is wrong; what isn't sound is not stored. The sound ones of a file stay,
    and each of these has a line that says so."""
    whole, refused = good.read_bytes(), Counter[bool]()

    @searching
    @given(spoiled(whole))
    def tried(raw: bytes) -> None:
        if raw == whole:
            return
        (tmp_path / "file").write_bytes(raw)
        before, matches = marks(), Match.objects.count()
        code, said = outcome(command, str(tmp_path / "file"))
        assert said.strip() and "Traceback" not in said
        imported = sum(line.startswith("imported ") for line in said.splitlines())
        assert Match.objects.count() == matches + imported
        assert imported or marks() == before, "a refused file stores nothing at all"
        refused[code != 0 and not imported] += 1

    tried()
    assert refused[True] > refused[False], "most of these files are spoiled"


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["verify_record", "import_record", "import_bsw"])
def test_what_is_no_file(command: str, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none", tmp_path / ("n" * 5_000), Path("/dev/null"), tmp_path / "a\ud800b"):
        code, said = outcome(command, str(path))
        assert code == 1 and said.strip(), path


def test_positions_that_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    @searching
    @given(spoiled(POSITION * 3))
    def tried(raw: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
        code, said = outcome("legal_plays")
        assert code in (0, 1) and "Traceback" not in said

    tried()


ARGUMENTS = (
    "",
    "0",
    "-1",
    "1e9",
    "9" * 30,
    "x",
    "--",
    "--all",
    "--seed",
    "--matches=0",
    "--target=7",
    "--out",
    "--owner=\x00",
    "ÿ",
)


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["simulate", "backup", "restore", "play", "rebuild_projections"])
def test_arguments_that_are_none(command: str, tmp_path: Path) -> None:
    """Nothing is begun: every one of these is refused by itself or lacks what must be there."""
    before = marks()
    for argument in ARGUMENTS:
        if command == "rebuild_projections" and argument in ("--all", "--"):
            continue
        arguments = {"play": f"--port={argument}", "backup": f"--x={argument}", "restore": f"--x={argument}"}
        code, said = outcome(command, arguments.get(command, argument))
        assert code == 1 and said.strip()
    assert marks() == before


def test_how_many_were_sent() -> None:
    """For whoever reads the figures (`-s`)."""
    print(f"\n{seen.total()} calls of commands: {dict(seen)}")
