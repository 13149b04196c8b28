"""House players: choose(view, rng) -> Command. They see what a person in their seat sees (RULES O10).

A new house player is one file with a `choose` and one line in STRATEGIES.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.bots import chance, steady
from games.bots.names import HOUSE_PLAYERS, delay_ms
from games.engine.commands import Command
from games.engine.view import MatchView

Strategy = Callable[[MatchView, Random], Command | None]

STRATEGIES: dict[str, Strategy] = {
    "steady": steady.choose,
    "chance": chance.choose,
}
DEFAULT = "steady"


def choose(view: MatchView, rng: Random, strategy: str = DEFAULT) -> Command | None:
    """What the viewer's seat does now: always legal, None when it owes nothing and wants nothing.

    A call is a command of its own: after it the seat is asked again.
    """
    return STRATEGIES[strategy](view, rng)


__all__ = ["DEFAULT", "HOUSE_PLAYERS", "STRATEGIES", "Strategy", "choose", "delay_ms"]
