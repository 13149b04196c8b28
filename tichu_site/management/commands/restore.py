"""`restore FILE`: a backup takes the place of the embedded default's database, which is put aside."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import connections

from games.management.saying import say
from tichu_site import keeping
from tichu_site.management.commands.backup import contents, database_file


class Command(BaseCommand):
    help = "Put a backup in the place of the SQLite database. The site must not run; what was there is kept beside it."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="what `backup` has written")

    def handle(self, *args: Any, **options: Any) -> None:
        database = database_file("pg_restore")
        connections.close_all()
        try:
            aside = keeping.restore(options["file"], database)
        except keeping.KeepingFault as fault:
            raise CommandError(str(fault)) from None
        say(self.stdout, f"{database}: {contents(database)}.")
        if aside is not None:
            say(self.stdout, f"What was there before lies in {aside}.")
        self.stdout.write("Next: python3 manage.py play. No clock has run in between.")
