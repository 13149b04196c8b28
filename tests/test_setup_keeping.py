"""`backup` and `restore` of the embedded default: one moment, one file, nothing overwritten, nothing mixed up."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, connection

from games import log, notify
from games.management.scratch import scratch_database
from games.models import Match
from games.services import house, tables
from games.services.deadlines import match_expire
from tests.games.factories import assert_rebuilds
from tests.other_database import working_on
from tests.playing import MANAGE, clean_environment, playing
from tichu_site import keeping

SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 60},
    "CONN_MAX_AGE": 0,
    "CONN_HEALTH_CHECKS": False,
}


def site_on(database: Path) -> AbstractContextManager[None]:
    return working_on(**SQLITE, NAME=str(database))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: object) -> Path:
    """A database in WAL mode with a match of house players in it."""
    database = tmp_path_factory.mktemp("kept") / "site.sqlite3"
    with django_db_blocker.unblock(), scratch_database():  # type: ignore[attr-defined]
        open_match("kept")
        shutil.copy(connection.settings_dict["NAME"], database)
    with closing(sqlite3.connect(database)) as found:
        found.execute("PRAGMA journal_mode = WAL")
    return database


@pytest.fixture
def site(kept: Path, tmp_path: Path, django_db_blocker: object) -> Iterator[Path]:
    """A fresh copy of it, which this thread works on."""
    database = tmp_path / "site.sqlite3"
    shutil.copy(kept, database)
    with django_db_blocker.unblock(), site_on(database):  # type: ignore[attr-defined]
        yield database


def open_match(code: str) -> Match:
    return tables.open_house_table(target=500, code=code, names=("A", "B", "C", "D"), now=0).match


def heads(file: Path) -> tuple[int, int, int]:
    """The head as the match has it, the number of entries, and the last of them."""
    with closing(sqlite3.connect(file)) as found:
        (head,) = found.execute("SELECT max(head) FROM games_match").fetchone()
        return head, *found.execute("SELECT count(*), max(sequence) FROM games_action").fetchone()


def test_a_copy_made_under_play_is_of_one_moment(site: Path, tmp_path: Path) -> None:
    """Eight copies while house players move as fast as they can: log and projections agree in each."""
    pk = Match.objects.get().pk
    moved, stop = threading.Semaphore(0), threading.Event()

    def play() -> None:
        with notify.muted():
            while not stop.is_set():
                now = log.current(pk).at + 4_000
                moved.release(house.move(match_id=pk, now=now) or 1)
                match_expire(match_id=pk, now=now)
        connection.close()

    player = threading.Thread(target=play)
    player.start()
    try:
        seen = []
        for number in range(8):
            assert moved.acquire(timeout=60), "nobody plays"
            keeping.backup(site, tmp_path / f"{number}.sqlite3")
            seen.append(heads(tmp_path / f"{number}.sqlite3"))
    finally:
        stop.set()
        player.join()
    assert all(head == count == last for head, count, last in seen)
    assert [head for head, _, _ in seen] == sorted(head for head, _, _ in seen) and seen[-1][0] > seen[0][0]
    with site_on(tmp_path / "7.sqlite3"):
        assert_rebuilds(Match.objects.get(pk=pk))


def test_it_comes_back_as_it_was(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And what was there before is put aside, whole."""
    call_command("backup", str(tmp_path / "b.sqlite3"))
    then = heads(site)
    open_match("later")
    call_command("restore", str(tmp_path / "b.sqlite3"))
    said = capsys.readouterr().out
    assert heads(site) == then and Match.objects.count() == 1
    aside = tmp_path / "site.sqlite3.before-restore-1"
    assert str(aside) in said and "0 accounts, 1 matches" in said
    with closing(sqlite3.connect(aside)) as found:
        assert found.execute("SELECT count(*) FROM games_match").fetchone() == (2,)
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.endswith(("-wal", "-shm"))) == [
        "b.sqlite3", "site.sqlite3", "site.sqlite3.before-restore-1", "site.sqlite3.in-use"
    ]  # fmt: skip


def test_a_copy_is_for_its_owner_alone(site: Path, tmp_path: Path) -> None:
    """It holds what signs people in."""
    keeping.backup(site, tmp_path / "b.sqlite3")
    assert (tmp_path / "b.sqlite3").stat().st_mode & 0o077 == 0


def test_nothing_is_overwritten(site: Path, tmp_path: Path) -> None:
    (tmp_path / "b.sqlite3").write_text("mine")
    with pytest.raises(CommandError, match="is there already, and is not overwritten"):
        call_command("backup", str(tmp_path / "b.sqlite3"))
    assert (tmp_path / "b.sqlite3").read_text() == "mine"


def test_other_files_beside_it_are_nobodys_business(site: Path, tmp_path: Path) -> None:
    """Also one with the ending that is usual for drafts: it may be somebody's."""
    (tmp_path / "b.sqlite3.part").write_text("mine")
    keeping.backup(site, tmp_path / "b.sqlite3")
    keeping.restore(tmp_path / "b.sqlite3", site)
    assert heads(tmp_path / "b.sqlite3") == heads(site)
    assert (tmp_path / "b.sqlite3.part").read_text() == "mine" and not drafts(tmp_path)


def drafts(folder: Path) -> list[Path]:
    return list(folder.glob(".tichu-*"))


@pytest.fixture(params=["links", "no links"])
def disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of this machine's, and one as a USB stick has it (FAT, exFAT)."""

    def no_link(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    if request.param == "no links":
        monkeypatch.setattr(os, "link", no_link)


@pytest.mark.usefixtures("disk")
class TestAnyDisk:
    def test_it_is_kept(self, site: Path, tmp_path: Path) -> None:
        keeping.backup(site, tmp_path / "b.sqlite3")
        assert heads(tmp_path / "b.sqlite3") == heads(site) and not drafts(tmp_path)
        assert (tmp_path / "b.sqlite3").stat().st_mode & 0o077 == 0

    def test_of_two_at_once_one_is_made_and_one_refused(
        self, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        copy, refused = keeping._copy, "is there already, and is not overwritten"

        def meanwhile(source: Path, draft: Path) -> None:
            monkeypatch.setattr(keeping, "_copy", copy)
            keeping.backup(site, tmp_path / "b.sqlite3")
            open_match("later")
            copy(source, draft)

        monkeypatch.setattr(keeping, "_copy", meanwhile)
        then = heads(site)
        with pytest.raises(keeping.KeepingFault, match=refused):
            keeping.backup(site, tmp_path / "b.sqlite3")
        assert heads(tmp_path / "b.sqlite3") == then and not drafts(tmp_path)

    def test_what_fails_leaves_nothing(self, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The stick is full, or pulled out."""

        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "link", full)
        monkeypatch.setattr(os, "replace", full)
        there = set(tmp_path.iterdir())
        with pytest.raises(keeping.KeepingFault, match="b.sqlite3 could not be written: No space left on device."):
            keeping.backup(site, tmp_path / "b.sqlite3")
        assert set(tmp_path.iterdir()) == there


def test_a_link_to_nowhere_is_not_written_through(site: Path, tmp_path: Path) -> None:
    (tmp_path / "b.sqlite3").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(keeping.KeepingFault, match="is there already"):
        keeping.backup(site, tmp_path / "b.sqlite3")


def test_where_nothing_can_be_written_it_says_so(site: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="could not be written"):
        call_command("backup", str(tmp_path / "no" / "such" / "folder" / "b.sqlite3"))


def spoiled(kind: str, backup: Path) -> None:
    if kind == "text":
        backup.write_text("no database at all, but longer than any header of one would be" * 30)
    elif kind == "empty":
        backup.write_bytes(b"")
    elif kind == "cut":
        os.truncate(backup, backup.stat().st_size // 2)
    elif kind == "damaged":
        with open(backup, "r+b") as file:
            file.seek(backup.stat().st_size // 3)
            file.write(os.urandom(40_000))
    else:
        with closing(sqlite3.connect(backup)) as found, found:
            words = "('games', '9999_later', '')" if kind == "newer" else "('other', '0001_initial', '')"
            if kind == "foreign":
                found.execute("DELETE FROM django_migrations")
            found.execute(f"INSERT INTO django_migrations (app, name, applied) VALUES {words}")


@pytest.mark.parametrize("kind", ["missing", "text", "empty", "cut", "damaged", "newer", "foreign"])
def test_what_is_no_sound_backup_of_this_version_changes_nothing(site: Path, tmp_path: Path, kind: str) -> None:
    backup = tmp_path / "b.sqlite3"
    if kind != "missing":
        keeping.backup(site, backup)
        spoiled(kind, backup)
    then = heads(site)
    with pytest.raises(CommandError) as refused:
        call_command("restore", str(backup))
    assert heads(site) == then and not list(tmp_path.glob("*before-restore*")) and not drafts(tmp_path)
    assert ("newer version" in str(refused.value)) == (kind == "newer")


def test_a_damaged_database_can_be_replaced(site: Path, tmp_path: Path) -> None:
    """That is when it is needed most; the damaged one is kept as it is."""
    keeping.backup(site, tmp_path / "b.sqlite3")
    then = heads(site)
    connection.close()
    site.write_bytes(b"\x00" * 5_000)
    call_command("restore", str(tmp_path / "b.sqlite3"))
    assert heads(site) == then
    assert (tmp_path / "site.sqlite3.before-restore-1").read_bytes() == b"\x00" * 5_000


def test_on_a_fresh_machine_there_is_nothing_to_put_aside(site: Path, tmp_path: Path) -> None:
    keeping.backup(site, tmp_path / "b.sqlite3")
    assert keeping.restore(tmp_path / "b.sqlite3", tmp_path / "new" / "site.sqlite3") is None
    assert heads(tmp_path / "new" / "site.sqlite3") == heads(site)


def test_while_the_site_runs_it_is_copied_but_not_replaced(kept: Path, tmp_path: Path) -> None:
    """The real commands beside a real site, which serves on; once it has stopped, it can be replaced."""
    database, target = tmp_path / "site.sqlite3", tmp_path / "b.sqlite3"
    shutil.copy(kept, database)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, MANAGE, *arguments]
        environment = clean_environment(SQLITE_PATH=str(database), PYTHONWARNINGS="ignore")
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)

    with playing(database) as site:
        assert run("backup", str(target)).returncode == 0
        refused = run("restore", str(target))
        assert refused.returncode == 1 and "stop it first" in refused.stderr and "Traceback" not in refused.stderr
        assert "ok" in site.get("/healthz")
    done = run("restore", str(target))
    assert done.returncode == 0 and "0 accounts, 1 matches" in done.stdout, done.stderr


def test_on_postgresql_it_names_the_tools(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(connection._connections[DEFAULT_DB_ALIAS].__class__, "vendor", "postgresql")  # type: ignore[attr-defined]
    for command, tool in (("backup", "pg_dump"), ("restore", "pg_restore")):
        with pytest.raises(CommandError, match=tool):
            call_command(command, str(tmp_path / "b"))
