"""Make projections anew from the logs, of matches that lack tallies or with `--all` of every one; then the ratings."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db.models import Exists, OuterRef

from games import log
from games.models import Match, Seat, Tally
from games.services.rating import rate_again
from games.writing import write


class Command(BaseCommand):
    help = (
        "Rebuilds status, result, rounds, hands and tallies of matches from their logs: of those that lack tallies, "
        "or with --all of every match; then lets all rated matches tell the ratings anew. May be run again at any time."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help="every match that has begun")

    def handle(self, *args: Any, **options: Any) -> None:
        found = Match.objects.filter(head__gt=0)
        if not options["all"]:
            found = found.filter(~Exists(Tally.objects.filter(match=OuterRef("pk"))), Exists(_people()))
        rebuilt = sum(self._is_rebuilt(pk) for pk in list(found.order_by("pk").values_list("pk", flat=True)))
        rated = rate_again() if rebuilt or _unrated().exists() else 0
        self.stdout.write(f"{rebuilt} matches rebuilt, {rated} rated")

    def _is_rebuilt(self, pk: int) -> bool:
        """A log that cannot be read keeps no other match waiting (BUGLOG F12)."""
        try:
            _rebuild(pk)
        except Exception as fault:
            self.stderr.write(f"match {pk} cannot be rebuilt ({type(fault).__name__})")
            return False
        return True


def _unrated() -> Any:
    """Matches that should have moved the ratings: a run before this one was broken off."""
    counted = Tally.objects.filter(match=OuterRef("pk"), kind=Tally.Kind.COUNTED, public=True)
    return Match.objects.filter(Exists(counted), status=Match.Status.FINISHED, rated=None)


def _people() -> Any:
    return Seat.objects.filter(match=OuterRef("pk")).exclude(user=None)


def _rebuild(pk: int) -> None:
    """The match's row is held meanwhile, so that nobody can add to its log."""
    with write():
        log.reproject(Match.objects.select_for_update(of=("self",)).select_related("table").get(pk=pk))
