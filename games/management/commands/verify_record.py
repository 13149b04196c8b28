"""Replay records under the rules: `verify_record FILE…` says of each file whether it is sound. Needs no database."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.record import LONGEST_LINE, RecordFault, Verdict, verify
from games.management.saying import say, why_unreadable


class Command(BaseCommand):
    help = (
        "Replays records (*.tichu.jsonl) under the rules. One line a file: `ok FILE`, `ok FILE (N records, "
        "M unfinished)`, or the file's first fault as `FILE:LINE: reason (RULES Xn)`. Exits with 1 if any failed."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--deal", action="store_true", help="every deal must fit the seal shown before its cards")

    def handle(self, *args: Any, **options: Any) -> None:
        sound = [self._report(path, deal=options["deal"]) for path in options["files"]]
        if not all(sound):
            sys.exit(1)

    def _report(self, path: str, *, deal: bool) -> bool:
        """Print the file's one line; is it sound?"""
        try:
            verdict = verify(_raw_lines(path))
            if deal and verdict.sealed < verdict.deals:
                self._say(
                    f"{path}:1: {verdict.deals - verdict.sealed} of {verdict.deals} deals have no seal (RULES A5)"
                )
                return False
            self._say(f"ok {path}{_contents(verdict)}{_seals(verdict) if deal else ''}")
        except RecordFault as fault:
            self._say(f"{path}:{fault}")
            return False
        except (OSError, ValueError) as fault:
            self._say(f"{path}:1: the file cannot be read: {why_unreadable(fault)} (RECORD)")
            return False
        return True

    def _say(self, text: str) -> None:
        say(self.stdout, text)


def _contents(verdict: Verdict) -> str:
    """Nothing to add to one record told to its end."""
    if verdict.records == 1 and not verdict.unfinished:
        return ""
    return f" ({verdict.records} records, {verdict.unfinished} unfinished)"


def _seals(verdict: Verdict) -> str:
    return f": {verdict.sealed} deals fit their seals"


def _raw_lines(path: str) -> Iterator[bytes]:
    """The lines of the file; one that is too long is cut where it will be refused for it."""
    with open(os.fspath(path), "rb") as file:
        while raw := file.readline(LONGEST_LINE + 1):
            yield raw
