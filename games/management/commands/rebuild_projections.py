"""Make projections anew from the logs, of matches that lack tallies or with `--all` of every one; then the ratings."""

from __future__ import annotations

import logging
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import OperationalError
from django.db.models import Exists, OuterRef

from games import log
from games.models import Match, Seat, Tally
from games.services.attention import next_look
from games.services.rating import rate_again
from games.writing import write

faults = logging.getLogger(__name__)


class Command(BaseCommand):
    help = (
        "Rebuilds status, result, rounds, hands, tallies and deadlines of matches from their logs: of those that lack "
        "tallies, or with --all of every match; then lets all rated matches tell the ratings anew. May be run again at "
        "any time. Matches whose logs cannot be read are left as they are, and named."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help="every match that has begun")

    def handle(self, *args: Any, **options: Any) -> None:
        found = log.begun()
        if not options["all"]:
            found = found.filter(~Exists(Tally.objects.filter(match=OuterRef("pk"))), Exists(_people()))
        keys = list(found.order_by("pk").values_list("pk", flat=True))
        broken = [code for code in map(_rebuild, keys) if code]
        rated = rate_again() if len(keys) > len(broken) or _unrated().exists() else 0
        self.stdout.write(f"{len(keys) - len(broken)} matches rebuilt, {rated} rated")
        if broken:
            self.stderr.write(f"Left as they are, for their logs cannot be read: {', '.join(broken)}")


def _unrated() -> Any:
    """Matches that should have moved the ratings: a run before this one was broken off."""
    counted = Tally.objects.filter(match=OuterRef("pk"), kind=Tally.Kind.COUNTED, public=True)
    return Match.objects.filter(Exists(counted), status=Match.Status.FINISHED, rated=None)


def _people() -> Any:
    return Seat.objects.filter(match=OuterRef("pk")).exclude(user=None)


def _rebuild(pk: int) -> str:
    """ "" or the code of a match whose log cannot be read, which holds up no other (BUGLOG F12). The match's row is
    held meanwhile, so that nobody can add to its log."""
    code = ""
    try:
        with write():
            match = Match.objects.select_for_update(of=("self",)).select_related("table").get(pk=pk)
            code = match.code
            log.reproject(match, lambda match, current: next_look(match.code, current))
    except OperationalError:
        raise
    except Exception as fault:
        faults.error("match %s: its log cannot be read (%s)", code, type(fault).__name__)
        return code
    return ""
