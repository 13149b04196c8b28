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
from games.engine.state import MatchState, Phase
from games.engine.variants import DEFAULT_VARIANT, variant_named
from games.log import Current
from games.management.scratch import scratch_database
from games.models import Match
from games.services import house
from games.services.attention import looks
from games.services.deadlines import match_expire
from games.services.tables import open_house_table

VARIANT = DEFAULT_VARIANT
FIRST_MOMENT = 946_684_800_000
"""Where the clock of a simulation begins, in ms: the year 2000."""
CODE = "abcdefghjkmnpqrstuvwxyz23456789"
BAR = 30

Tell = Callable[[MatchState], None]


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


def simulate(seed: int, number: int, target: int, tell: Tell = lambda state: None) -> Iterator[str]:
    """Play match `number` of this seed to its end on the current database, and give the lines of its record."""
    rng = Random(f"{seed}/{number}")
    code = "".join(rng.choices(CODE, k=10))
    names = tuple(rng.sample(HOUSE_PLAYERS, variant_named(VARIANT).hands))
    table = open_house_table(target=target, code=code, names=names, now=FIRST_MOMENT, shuffle=rng.shuffle)
    match = Match.objects.get(table=table)
    current = log.current(match.pk)
    while current.state.phase is not Phase.OVER:
        tell(current.state)
        current = _pass_time(match, current, rng)
    tell(current.state)
    return export([entry.event for entry in log.load(match.pk)], About(players=names))


def _pass_time(match: Match, before: Current, rng: Random) -> Current:
    """The match after the next thing that happened: a move, or what time does where nobody wants to move.

    The clock jumps to the last look of the house players: they still look in the order of their delays.
    """
    if moments := looks(match.code, before):
        house.move(match_id=match.pk, now=max(moments.values()), shuffle=rng.shuffle)
        after = log.current(match.pk)
        if after.head != before.head:
            return after
    if before.clock.until is None:
        raise RuntimeError("nobody will ever move in this match")
    match_expire(match_id=match.pk, now=before.clock.until + GRACE, shuffle=rng.shuffle)
    return log.current(match.pk)


class ProgressBar:
    """How far the matches are, on stderr: by the better team's points on the way to the target."""

    def __init__(self, matches: int, target: int) -> None:
        self._matches = matches
        self._target = target
        self._done = 0
        self._rounds = 0
        self._shown = 0
        self._began = monotonic()

    def __enter__(self) -> None:
        self._began = monotonic()

    def __exit__(self, *fault: object) -> None:
        sys.stderr.write("\n")

    def tell(self, state: MatchState) -> None:
        """A match has moved on."""
        over = state.phase is Phase.OVER
        rounds = len(state.results)
        if rounds == self._shown:
            return
        self._rounds += rounds > self._shown
        self._shown = 0 if over else rounds
        self._done += over
        part = 0.0 if over else min(0.99, max(0, *state.totals) / self._target)
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
