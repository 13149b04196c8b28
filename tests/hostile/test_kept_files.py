"""`backup` and `restore`, given whatever FILE somebody may name: words, an exit code, and the database as it was."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given

from tests.hostile.test_commands import outcome, searching, spoiled
from tests.test_setup_keeping import heads
from tichu_site import keeping


def beside(folder: Path) -> dict[str, bytes]:
    """Every file of the folder and what is in it; the lock is nobody's content."""
    lock_or_scratch = (".in-use", "-wal", "-shm")
    files = (path for path in folder.iterdir() if path.is_file() and not path.name.endswith(lock_or_scratch))
    return {path.name: path.read_bytes() for path in files}


NAMES = (
    "",
    ".",
    "none/b",
    "there/b",
    "n" * 256,
    "n" * 5_000,
    "a\0b",
    "\0",
    "a\ud800b",
    "/dev/null",
    "/proc/none",
)


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_is_no_file(site: Path, tmp_path: Path, command: str, name: str) -> None:
    (tmp_path / "there").write_text("a file, not a folder")
    path = name if name[:1] in ("", "/") else f"{tmp_path}/{name}"
    before, then = beside(tmp_path), heads(site)
    code, said = outcome(command, path)
    assert code == 1 and said.strip() and "Traceback" not in said and ".tichu-" not in said
    assert beside(tmp_path) == before and heads(site) == then


@pytest.mark.parametrize("content", [b"", b"mine", b"SQLite format 3\0", b"\0" * 5_000])
def test_backup_leaves_a_file_that_is_there(site: Path, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "b").write_bytes(content)
    before = beside(tmp_path)
    code, said = outcome("backup", str(tmp_path / "b"))
    assert code == 1 and "is not overwritten" in said and beside(tmp_path) == before


def test_restore_takes_nothing_that_is_damaged(site: Path, tmp_path: Path) -> None:
    """A good backup with a piece of it replaced, cut off or doubled. Where SQLite finds nothing wrong with it, it is
    taken, and what was there before is kept."""
    keeping.backup(site, tmp_path / "good")
    whole, ours, tally = (tmp_path / "good").read_bytes(), site.read_bytes(), Counter[bool]()
    then = heads(site)

    @searching
    @given(spoiled(whole))
    def tried(raw: bytes) -> None:
        (tmp_path / "file").write_bytes(raw)
        before = beside(tmp_path)
        code, said = outcome("restore", str(tmp_path / "file"))
        assert code in (0, 1) and said.strip() and "Traceback" not in said
        tally[code == 1] += 1
        if code == 1:
            assert beside(tmp_path) == before and heads(site) == then
        else:
            aside = tmp_path / f"{site.name}.before-restore-1"
            assert heads(aside) == then and is_sound(site)
            aside.unlink()
            site.write_bytes(ours)

    tried()
    assert tally[True]


def is_sound(file: Path) -> bool:
    with closing(sqlite3.connect(file)) as found:
        return bool(found.execute("PRAGMA integrity_check").fetchone() == ("ok",))
