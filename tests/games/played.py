"""Whole matches for tests of replays: played by a seeded random player through the engine, stored through the log."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from accounts.models import User
from games import log
from games.engine import commands as c
from games.engine import events as e
from games.engine.decide import decide, start
from games.engine.evolve import begin, evolve
from games.engine.options import Options
from games.engine.state import MatchState, Phase
from games.models import Match, Seat, Table
from games.times import to_ms
from tests.engine.playouts import random_command
from tests.factories import UserFactory

PEOPLE = ("alice", "bob", "carol", "dave")
BEGAN = datetime(2026, 11, 20, 20, 4, tzinfo=UTC)

Batch = tuple[int, tuple[e.Event, ...]]


@dataclass
class RandomMatch:
    """A match in the making; `batches` are (at, events), one for each command, `last` is the latest command.
    `options` may be others than the offered ones."""

    seed: int
    target: int = 500
    kinds: tuple[str, ...] = ("person",) * 4
    options: Options | None = None

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.at = to_ms(BEGAN)
        self.batches: list[Batch] = []
        (first,) = start(c.StartMatch("nanking", Options(self.target), self.kinds))
        assert isinstance(first, e.MatchStarted)
        first = replace(first, options=self.options or first.options)
        self.batches.append((self.at, (first,)))
        self.state: MatchState = begin(first)
        self.last: c.Command | None = None

    def do(self, command: c.Command) -> None:
        self.last = command
        self.at += self.random.randrange(500, 9_000)
        events = decide(self.state, command)
        for event in events:
            self.state = evolve(self.state, event)
        self.batches.append((self.at, events))

    def step(self) -> None:
        """One more command by whoever may act."""
        self.do(random_command(self.state, self.random))

    def play_rounds(self, count: int) -> "RandomMatch":
        """Play until so many rounds are scored, or the match is over."""
        while len(self.state.results) < count and self.state.phase is not Phase.OVER:
            self.step()
        return self

    def play_out(self) -> "RandomMatch":
        while self.state.phase is not Phase.OVER:
            self.step()
        return self

    def play_until(self, phase: Phase, *, rounds: int = 0) -> "RandomMatch":
        """Play on, after `rounds` finished rounds, until the match waits for this."""
        self.play_rounds(rounds)
        while self.state.phase is not phase:
            self.step()
        return self


def cast() -> tuple[User, ...]:
    """alice, bob, carol, dave sit on 0 to 3; eve never may."""
    return tuple(User.objects.filter(username=name).first() or UserFactory(username=name) for name in PEOPLE)


def store(played: RandomMatch, *, access: str = Table.Access.PUBLIC, people: Sequence[User] = ()) -> Match:
    """The played match in the database, log and projections."""
    return _store(played, played.batches, access, people or cast())


def store_but_last(played: RandomMatch, *, people: Sequence[User] = ()) -> Match:
    """The same public match as it was before its last command."""
    return _store(played, played.batches[:-1], Table.Access.PUBLIC, people or cast())


def _store(played: RandomMatch, batches: Sequence[Batch], access: str, people: Sequence[User]) -> Match:
    table = Table.objects.create(target=played.target, access=access, host=people[0], created_at=BEGAN)
    match = Match.objects.create(table=table, options={}, created_at=BEGAN)
    Seat.objects.bulk_create(Seat(match=match, number=number, user=user) for number, user in enumerate(people))
    for at, events in batches:
        log.append(match, match.head, events, at)
    match.refresh_from_db()
    return match
