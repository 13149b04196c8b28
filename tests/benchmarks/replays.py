"""How fast a replay opens, whatever the length of its match; `measure()` gives the rows of the table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from statistics import median
from time import perf_counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

SHORT, LONG, TIMES = 3, 30, 30


def measure() -> Iterator[tuple[str, str]]:
    """(what, figure) for each line of the table; a page is asked for as a guest does, in this process."""
    django.setup()
    from games.management.scratch import scratch_database

    with scratch_database():
        for rounds in (SHORT, LONG):
            code = _stored(rounds)
            for number in (1, rounds):
                yield f"replay of {rounds} rounds: round {number} opens", _opening(f"/matches/{code}/{number}/40/?as=0")


def _stored(rounds: int) -> str:
    """The code of a match of so many rounds that everybody may look at."""
    from games.engine import commands as c
    from tests.factories import UserFactory
    from tests.games.played import store

    played = _endless()(rounds).play_rounds(rounds)
    played.do(c.VoidMatch("a test"))
    return store(played, people=[UserFactory() for _ in range(4)]).code


def _endless() -> type:
    """Random matches that no target ends."""
    from games.engine import events as e
    from games.engine.evolve import begin
    from games.engine.options import Options
    from tests.games.played import RandomMatch

    class Endless(RandomMatch):
        def __post_init__(self) -> None:
            super().__post_init__()
            at, (first,) = self.batches.pop()
            assert isinstance(first, e.MatchStarted)
            first = e.MatchStarted(first.variant, Options(1_000_000), first.kinds, first.rules_version)
            self.batches.append((at, (first,)))
            self.state = begin(first)

    return Endless


def _opening(path: str) -> str:
    from django.test import Client

    client, spent = Client(), list[float]()
    for _ in range(TIMES + 3):
        started = perf_counter()
        answer = client.get(path)
        spent.append((perf_counter() - started) * 1000)
        assert answer.status_code == 200
    spent = sorted(spent[3:])
    return f"median {median(spent):.1f} ms, worst {spent[-1]:.1f} ms, {len(answer.content) / 1024:.0f} KB"


if __name__ == "__main__":
    for what, figure in measure():
        print(f"{what:52} {figure}")
