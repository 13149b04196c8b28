"""How many rounds a second are simulated, and how good house players are; `measure()` gives the rows of the table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from statistics import mean, median, quantiles, stdev
from time import process_time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

from games.bots import choose  # noqa: E402
from games.engine.state import MatchState  # noqa: E402
from games.engine.view import view_for  # noqa: E402
from tests.bots.rounds import new_match, play_round, score_of  # noqa: E402
from tests.engine.playouts import random_match  # noqa: E402

SEED, MATCHES, ROUNDS, SAMPLES = 1, 2, 1_000, 40
STEADY = ("steady",) * 4


def measure() -> Iterator[tuple[str, str]]:
    """(what, figure) for each line of the table; processor time of one core."""
    yield "rounds of `simulate`", f"{simulated_rounds():.1f} per second and core"
    yield "rounds of four house players, without services", f"{house_rounds():.1f} per second and core"
    yield "random rounds, engine alone", f"{random_rounds():.1f} per second and core"
    times = sorted(decision_times())
    worst = quantiles(times, n=100)[98]
    yield "a house player's decision in turn", f"median {median(times):.1f} ms, p99 {worst:.1f} ms"
    scores = score_of(("steady", "chance") * 2, ROUNDS, SEED)
    error = stdev(scores) / len(scores) ** 0.5
    yield f"house players against chance, {ROUNDS:,} rounds", f"{mean(scores):+.0f} ± {error:.0f} points a round"


def simulated_rounds() -> float:
    """Rounds per second of whole matches through services and database, its making not counted."""
    django.setup()
    from games.management.commands.simulate import simulate
    from games.management.scratch import scratch_database

    with scratch_database():
        started = process_time()
        lines = [line for number in range(1, MATCHES + 1) for line in simulate(SEED, number, 1000)]
        spent = process_time() - started
    return sum(line.startswith('{"ev":"round",') for line in lines) / spent


def house_rounds() -> float:
    """Rounds per second without services and database: engine, views and house players."""
    rng = Random(SEED)
    started = process_time()
    for _ in range(SAMPLES):
        list(play_round(new_match(), STEADY, rng))
    return SAMPLES / (process_time() - started)


def random_rounds() -> float:
    """Rounds per second of the engine: whatever is legal is judged, booked and scored, nobody looks or thinks."""
    started = process_time()
    steps = [step for seed in range(SAMPLES) for step in random_match(seed, rounds=1)]
    spent = process_time() - started
    return sum(bool(step.after.results) for step in steps) / spent


def decision_times() -> Iterator[float]:
    """Milliseconds of every choice that was owed, in some rounds."""
    rng = Random(SEED)
    for _ in range(SAMPLES // 2):
        for step in play_round(new_match(), STEADY, rng):
            yield from _thinking(step.state)


def _thinking(state: MatchState) -> Iterator[float]:
    for seat in state.to_act():
        view = view_for(state, seat)
        started = process_time()
        choose(view, Random(0))
        yield (process_time() - started) * 1000


if __name__ == "__main__":
    for what, figure in measure():
        print(f"{what:52} {figure}")
