"""What the page makes seen and heard of an event: its kind and the place on the page it happens at.

Knows public events only. The numbers are the story's own, so that nothing is shown twice.
"""

from __future__ import annotations

from games.engine import events as e
from games.engine.state import Phase
from games.engine.view import MatchView
from games.tableview.setting import PLACES

STAGES = (Phase.GRAND, Phase.EXCHANGE, Phase.PLAY, Phase.READY, Phase.OVER)
"""The stages of a round, which no line of the story tells."""


def kind_of(event: e.Event) -> str:
    """One word for the page's effects, "" where there is nothing to see or hear."""
    match event:
        case e.GrandAnswered():
            return "grand"
        case e.TichuCalled():
            return "tichu"
        case e.CombinationPlayed():
            return "bomb" if event.combination.is_bomb else "play"
        case e.Passed():
            return "pass"
        case e.TrickTaken(gift=False) | e.TrickGiven():
            return "taken"
        case _:
            return ""


def place_of(event: e.Event, places: tuple[int, ...]) -> str:
    """Where it happens: at the seat that acts, or that gets the trick."""
    seat = event.to if isinstance(event, e.TrickGiven) else getattr(event, "seat", None)
    return "" if seat is None else PLACES[places.index(seat)]


def stage_of(view: MatchView) -> int:
    """A number that rises with every stage of every round."""
    phase = {Phase.PAUSE: Phase.PLAY, Phase.GIFT: Phase.PLAY, Phase.DEAL: Phase.READY}.get(view.phase, view.phase)
    return view.round_number * len(STAGES) + STAGES.index(phase)
