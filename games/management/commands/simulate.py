"""House players play whole matches through the real services, and a record of each is written.

Shuffler, house players and clock are seeded or counted on, so the same seed and version give the same bytes.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import log
from games.bots import HOUSE_PLAYERS
from games.engine.clock import GRACE
from games.engine.record import About, export
from games.engine.variants import DEFAULT_VARIANT, variant_named
from games.management.scratch import scratch_database
from games.models import Match
from games.services import house
from games.services.deadlines import match_expire
from games.services.tables import open_house_table

VARIANT = DEFAULT_VARIANT
FIRST_MOMENT = 946_684_800_000
"""Where the clock of a simulation begins, in ms: the year 2000."""
CODE = "abcdefghjkmnpqrstuvwxyz23456789"
CHANGING = ("status", "house_due", "deadline", "totals")
BAR = 30

Tell = Callable[[Match], None]


class Command(BaseCommand):
    help = "Let house players play whole matches and write a record of each: DIR/1.tichu.jsonl, DIR/2.tichu.jsonl …"
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--matches", type=_at_least_one, default=1, metavar="N", help="how many (default 1)")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="a whole number (default 1)")
        parser.add_argument("--target", type=int, choices=(500, 1000), default=1000, help="points (default 1000)")
        parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder for the records")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["out"]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._simulate(folder, options["matches"], options["seed"], options["target"])
        except OSError as fault:
            raise CommandError(f"{fault.filename or folder}: {fault.strerror or fault}") from fault

    def _simulate(self, folder: Path, matches: int, seed: int, target: int) -> None:
        bar = ProgressBar(matches, target)
        with scratch_database(), bar:
            for number in range(1, matches + 1):
                text = "".join(line + "\n" for line in simulate(seed, number, target, bar.tell))
                (folder / f"{number}.tichu.jsonl").write_text(text, encoding="utf-8", newline="\n")
        self.stdout.write(f"{matches} record{'s' if matches > 1 else ''} in {folder}")


def simulate(seed: int, number: int, target: int, tell: Tell = lambda match: None) -> Iterator[str]:
    """Play match `number` of this seed to its end on the current database, and give the lines of its record."""
    rng = Random(f"{seed}/{number}")
    code = "".join(rng.choices(CODE, k=10))
    names = tuple(rng.sample(HOUSE_PLAYERS, variant_named(VARIANT).hands))
    table = open_house_table(target=target, code=code, names=names, now=FIRST_MOMENT, shuffle=rng.shuffle)
    match = Match.objects.get(table=table)
    while match.status == Match.Status.RUNNING:
        _pass_time(match, rng)
        match.refresh_from_db(fields=CHANGING)
        tell(match)
    return export([entry.event for entry in log.load(match.pk)], About(players=names))


def _pass_time(match: Match, rng: Random) -> None:
    """Set the clock to the next moment at which anything is due, and let it happen."""
    deadline = None if match.deadline is None else match.deadline + GRACE
    if match.house_due is not None and (deadline is None or match.house_due <= deadline):
        house.move(match_id=match.pk, now=match.house_due, shuffle=rng.shuffle)
    elif deadline is not None:
        match_expire(match_id=match.pk, now=deadline, shuffle=rng.shuffle)
    else:
        raise RuntimeError("nobody will ever move in this match")


class ProgressBar:
    """How far the matches are, on stderr: by the better team's points on the way to the target."""

    def __init__(self, matches: int, target: int) -> None:
        self._matches = matches
        self._target = target
        self._done = 0
        self._rounds = 0
        self._shown: tuple[int, ...] | None = None
        self._began = monotonic()

    def __enter__(self) -> None:
        self._began = monotonic()

    def __exit__(self, *fault: object) -> None:
        sys.stderr.write("\n")

    def tell(self, match: Match) -> None:
        """A match has moved on."""
        totals = tuple(match.totals)
        over = match.status != Match.Status.RUNNING
        if not over and totals == self._shown:
            return
        self._rounds += bool(any(totals))
        self._shown = totals
        self._done += over
        part = 0.0 if over else min(0.99, max(0, *totals) / self._target)
        self._show(self._done + part)

    def _show(self, done: float) -> None:
        filled = round(BAR * done / self._matches)
        pace = self._rounds / max(monotonic() - self._began, 0.001)
        bar = "#" * filled + "." * (BAR - filled)
        sys.stderr.write(f"\r[{bar}] {self._done}/{self._matches} matches, {pace:.1f} rounds/s ")
        sys.stderr.flush()


def _at_least_one(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return number
