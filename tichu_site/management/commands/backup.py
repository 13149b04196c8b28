"""`backup FILE`: the embedded default's database as it is now, in one file; the site may run meanwhile."""

import argparse
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import connection

from tichu_site import keeping

POSTGRESQL = "This site keeps its data in PostgreSQL, which has tools of its own: {tool}. README.md says how (Backup)."


class Command(BaseCommand):
    help = "Copy the SQLite database into FILE, as it is at one moment, also while the site runs."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a file that is not there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        target: Path = options["file"]
        try:
            keeping.backup(database_file("pg_dump"), target)
        except keeping.KeepingFault as fault:
            raise CommandError(str(fault)) from None
        self.stdout.write(
            f"{target}: {contents(target)}. Keep it safe: it holds everything that is known of the people."
        )


def database_file(tool: str) -> Path:
    """The file the site is kept in; on PostgreSQL a word about `tool`."""
    if connection.vendor != "sqlite":
        raise CommandError(POSTGRESQL.format(tool=tool))
    return Path(connection.settings_dict["NAME"])


def contents(file: Path) -> str:
    """How much is in it: "3 accounts, 12 matches, 4 MB"."""
    with closing(sqlite3.connect(file)) as found:
        people, matches = (
            found.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("accounts_user", "games_match")
        )
    return f"{people} accounts, {matches} matches, {file.stat().st_size / 1e6:.1f} MB"
