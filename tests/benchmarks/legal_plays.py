"""How many positions a second the rules answer on one core; `measure()` gives the rows of the benchmark table."""

from collections.abc import Callable, Iterable
from random import Random
from time import process_time

from games.rules import DECK, Card, Combination, legal_plays, owes_wish

SEED, LEADS, HAND = 1, 4_000, 14

Position = tuple[tuple[Card, ...], Combination | None, int | None]


def random_leads(count: int = LEADS, seed: int = SEED) -> list[Position]:
    """Random hands of fourteen that are to lead."""
    rng = Random(seed)
    return [(tuple(rng.sample(DECK, HAND)), None, None) for _ in range(count)]


def random_answers(count: int = LEADS, seed: int = SEED) -> list[Position]:
    """Random hands of fourteen that face a random play of another hand while an 8 is wished for."""
    rng = Random(seed)
    positions: list[Position] = []
    for _ in range(count):
        deck = rng.sample(DECK, 2 * HAND)
        top = rng.choice([play for play in legal_plays(deck[:HAND], None, None) if play.rank])
        positions.append((tuple(deck[HAND:]), top, 8))
    return positions


def measure() -> list[tuple[str, str]]:
    """(what, figure) for each line of the table."""
    leads, answers = random_leads(), random_answers()
    return [
        ("legal plays of a 14-card lead", _rate(legal_plays, leads)),
        ("legal plays of a 14-card answer under a wish", _rate(legal_plays, answers)),
        ("wish owed by a 14-card answer", _rate(owes_wish, answers)),
    ]


def _rate(function: Callable[..., object], positions: Iterable[Position]) -> str:
    """Processor time, the best of three passes, so that a busy machine disturbs less."""
    asked = list(positions)
    times = []
    for _ in range(3):
        started = process_time()
        for position in asked:
            function(*position)
        times.append(process_time() - started)
    return f"{len(asked) / min(times):,.0f} per second and core"


if __name__ == "__main__":
    for what, figure in measure():
        print(f"{what:50} {figure}")
