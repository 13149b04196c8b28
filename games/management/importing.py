"""What the two import commands have in common: one line for each match, and for each file that fails its fault."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from games.importing.files import Source
from games.management.saying import say, why_unreadable
from games.services import imports

LARGEST = 50_000_000


class ImportCommand(BaseCommand):
    """`source` says what the files are."""

    source: ClassVar[Source]

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--owner", metavar="NAME", help="whose private matches they become; else all may see them")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = self._owner(options["owner"])
        sound = [self._import(path, owner) for path in options["files"]]
        if not all(sound):
            sys.exit(1)

    def _owner(self, name: str | None) -> User | None:
        if name is None:
            return None
        owner = User.objects.filter(username=name).first()
        if owner is None:
            raise CommandError(f"There is no account named {name}.")
        return owner

    def _import(self, path: str, owner: User | None) -> bool:
        """Import one file; was everything in it sound?"""
        try:
            raw = _content(path)
            outcomes = imports.import_file(raw=raw, source=self.source, owner=owner)
            reports = [self._report(path, outcome) for outcome in outcomes]
            return all(reports)
        except (OSError, ValueError) as fault:
            self._say(f"{path}:1: the file cannot be read: {why_unreadable(fault)}")
        except imports.ShelfRefusal as full:
            self._say(f"{path}: {full}")
        return False

    def _report(self, path: str, outcome: imports.Outcome) -> bool:
        if outcome.fault is not None:
            self._say(f"{path}:{outcome.fault}")
            return False
        word = "imported" if outcome.is_new else "known already"
        self._say(f"{word} {path}:{outcome.line} /matches/{outcome.code}/")
        return True

    def _say(self, text: str) -> None:
        say(self.stdout, text)


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise OSError(0, f"it is larger than {LARGEST} bytes")
    return raw
