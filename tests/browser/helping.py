"""How robots bring a match to its end soon: those who give way let the others win, by legal commands only."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random

from games import bots
from games.engine import commands as c
from games.engine.state import MatchState, Phase
from games.engine.view import MatchView, view_for

Choose = Callable[[MatchState, int, Random], c.Command | None]


def honestly(state: MatchState, seat: int, rng: Random) -> c.Command | None:
    """What a house player would do."""
    return bots.choose(view_for(state, seat), rng)


def giving_way(losers: Collection[int], caller: int | None = None) -> Choose:
    """Losers give their best cards away and pass whenever they may, once a first round was played honestly; `caller`
    calls Grand Tichu then."""

    def choose(state: MatchState, seat: int, rng: Random) -> c.Command | None:
        command = honestly(state, seat, rng)
        if not state.results:
            return command
        if isinstance(command, c.AnswerGrand):
            return c.AnswerGrand(seat, call=seat == caller)
        return _given_way(view_for(state, seat), command) if seat in losers else command

    return choose


def _given_way(view: MatchView, command: c.Command | None) -> c.Command | None:
    if isinstance(command, c.ExchangeCards):
        return _best_to_opponents(view, command.seat)
    if view.phase is Phase.PLAY and view.mine is not None and view.mine.passing is None:
        return c.Pass(view.viewer or 0, view.decision)
    return command


def _best_to_opponents(view: MatchView, seat: int) -> c.ExchangeCards:
    partners = {other.number for other in view.seats if other.is_partner}
    cards = sorted(view.hand)
    return c.ExchangeCards(seat, tuple((to, cards.pop(0 if to in partners else -1)) for to in sorted(view.targets)))
