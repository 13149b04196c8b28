"""`backup FILE`: the embedded default's database as it is now, in one file; the site may run meanwhile."""

import argparse
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import connection

from games.management.saying import say
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
        kept_safe = "Keep it safe: it holds everything that is known of the people."
        say(self.stdout, f"{target}: {contents(target)}. {kept_safe}")


def database_file(tool: str) -> Path:
    """The file the site is kept in; on PostgreSQL a word about `tool`."""
    if connection.vendor != "sqlite":
        raise CommandError(POSTGRESQL.format(tool=tool))
    return Path(connection.settings_dict["NAME"])


def contents(file: Path) -> str:
    """How much is in it: "3 accounts, 12 matches, 4 MB"; just its size where nothing was ever kept."""
    size = f"{file.stat().st_size / 1e6:.1f} MB"
    counted = "SELECT (SELECT count(*) FROM accounts_user), (SELECT count(*) FROM games_match)"
    try:
        with closing(sqlite3.connect(file)) as found:
            people, matches = found.execute(counted).fetchone()
    except sqlite3.Error:
        return size
    return f"{people} accounts, {matches} matches, {size}"
