"""The one file of the embedded default: a copy of it while the site runs, a copy put in its place, and who uses it.

Knows SQLite and migrations, no game. PostgreSQL has tools of its own for all this (README.md).
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite may have beside a file it writes to."""


class KeepingFault(Exception):
    """One sentence for the person in front of the screen; nothing has been changed."""


@contextmanager
def in_use(database: Path) -> Iterator[None]:
    """As long as a site runs on this file nobody puts another one in its place."""
    with open(_lock_of(database), "a") as lock:
        _hold(lock.fileno(), alone=False)
        yield


@contextmanager
def _unused(database: Path) -> Iterator[None]:
    with open(_lock_of(database), "a") as lock:
        try:
            _hold(lock.fileno(), alone=True)
        except BlockingIOError:
            raise KeepingFault("The site is running on this database: stop it first (Ctrl-C in its window).") from None
        yield


def _lock_of(database: Path) -> Path:
    return database.with_name(f"{database.name}.in-use")


def _hold(lock: int, *, alone: bool) -> None:
    with suppress(ImportError):  # where there are no such locks, SQLite's own have to do
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB if alone else fcntl.LOCK_SH)


def backup(database: Path, target: Path) -> None:
    """Copy the database as it is at one moment, whoever writes meanwhile; never over a file that is there."""
    if os.path.lexists(target):
        raise _taken(target)
    if not database.is_file():
        raise KeepingFault(f"There is no database at {database} yet.")
    try:
        with _draft(target.parent) as draft:
            _copy(database, draft)
            _publish(draft, target)
    except FileExistsError:
        raise _taken(target) from None
    except (OSError, ValueError, sqlite3.Error) as fault:
        raise KeepingFault(f"{target} could not be written: {_why(fault)}.") from fault


def _taken(target: Path) -> KeepingFault:
    return KeepingFault(f"{target} is there already, and is not overwritten.")


def _publish(draft: Path, target: Path) -> None:
    """Whole or not at all, and not where the name was taken meanwhile (FileExistsError)."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise
    except OSError:
        _move(draft, target)


def _move(draft: Path, target: Path) -> None:
    """For where there are no links (FAT, exFAT): an empty file of ours takes the name first."""
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        os.replace(draft, target)
    except OSError:
        target.unlink()
        raise


def restore(source: Path, database: Path) -> Path | None:
    """Put a backup in the place of the database; where the old one lies now, None when there was none."""
    _require_ours(source)
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        with _unused(database), _draft(database.parent) as draft:
            _copy(source, draft)
            aside = _put_aside(database) if database.exists() else None
            os.replace(draft, database)
    except (OSError, sqlite3.Error) as fault:
        raise KeepingFault(f"{database} could not be replaced: {_why(fault)}.") from fault
    return aside


@contextmanager
def _draft(folder: Path) -> Iterator[Path]:
    """An empty file there with a name of its own, for its owner alone; gone afterwards, unless it was moved."""
    handle, name = tempfile.mkstemp(prefix=".tichu-", suffix=".part", dir=folder)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for ending in ("", *BESIDE):
            with suppress(OSError):
                os.unlink(f"{name}{ending}")


def _copy(source: Path, target: Path) -> None:
    """One read transaction sees one moment. The copy is a single file."""
    with closing(_opened(source)) as live, closing(_opened(target)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        _require_sound(copy, source)
    with open(target, "rb") as written:
        os.fsync(written.fileno())


def _why(fault: Exception) -> str:
    """Without the name of a file that nobody has asked for."""
    return (fault.strerror if isinstance(fault, OSError) else None) or str(fault)


def _opened(path: Path) -> sqlite3.Connection:
    """An existing file; sqlite3.connect alone would make one."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)


def _require_sound(copy: sqlite3.Connection, source: Path) -> None:
    (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok" or copy.execute("PRAGMA foreign_key_check").fetchone():
        raise KeepingFault(f"{source} is damaged ({found}).")


def _require_ours(source: Path) -> None:
    """It is a database of this site, and not of a newer version of it."""
    if not os.path.isfile(source):  # also of names that can be none
        raise KeepingFault(f"There is no file {source}.")
    try:
        with closing(_opened(source)) as found:
            done = set(found.execute("SELECT app, name FROM django_migrations"))
            found.execute("SELECT 1 FROM accounts_user, games_match LIMIT 1")
            _require_sound(found, source)
    except sqlite3.Error as fault:
        raise KeepingFault(f"{source} is no backup of this site: {fault}.") from fault
    known = set(MigrationLoader(None).disk_migrations or {})
    if not done & known:
        raise KeepingFault(f"{source} is no backup of this site.")
    if newer := sorted(f"{app}.{name}" for app, name in done - known):
        raise KeepingFault(f"{source} comes from a newer version of the site, which knows {newer[0]}: update first.")


def _put_aside(database: Path) -> Path:
    """Move the old file away; what still lay in its journal goes into it before, unless it is damaged."""
    try:
        with closing(sqlite3.connect(database, timeout=1)) as old:
            old.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as fault:
        if "locked" in str(fault):
            raise KeepingFault("Another program has the database open: end it first.") from fault
    except sqlite3.DatabaseError:
        pass
    aside = _free_name(database)
    for ending in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            os.replace(f"{database}{ending}", f"{aside}{ending}")
    return aside


def _free_name(database: Path) -> Path:
    names = (database.with_name(f"{database.name}.before-restore-{number}") for number in count(1))
    return next(name for name in names if not name.exists())
