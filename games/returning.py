"""The way back: the one live match or waiting table of a person, for the bar on every page.

Says only what the person's own seat may know: in the phases where all decide at once, nobody else is named (RULES B4).
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from django.urls import reverse

from games import selectors
from games.engine import clock as clocks
from games.engine.codec import UnreadableEvent
from games.engine.state import Phase
from games.log import Current, NotStarted, current
from games.models import Match, Seat
from games.puzzles import puzzle_of_slug
from games.selectors import Viewer

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """Where to return to; `waiting_names` wait for this person alone, whose time is all gone at `deadline_ms`."""

    url: str
    is_running: bool
    is_lesson: bool = False
    is_puzzle: bool = False
    waiting_names: str = ""
    deadline_ms: int | None = None


def running_match_of(user: Viewer) -> RunningMatch | None:
    """One query when there is none."""
    seat = selectors.live_seat(user)
    if seat is None:
        return None
    url = reverse("games:table", args=[seat.match.table.code])
    if seat.match.status != Match.Status.RUNNING:
        return RunningMatch(url, is_running=False)
    if slug := seat.match.table.lesson:
        return RunningMatch(url, is_running=True, is_lesson=True, is_puzzle=puzzle_of_slug(slug) is not None)
    try:
        return _running(url, seat, current(seat.match_id))
    except (NotStarted, UnreadableEvent):
        log.exception("the return bar cannot read match %s", seat.match_id)
        return RunningMatch(url, is_running=True)


def _running(url: str, seat: Seat, now: Current) -> RunningMatch:
    state = now.state
    if seat.number not in state.to_act():
        return RunningMatch(url, is_running=True)
    deadline = clocks.seat_deadline(now.clock, state, seat.number)
    alone = state.phase in (Phase.PLAY, Phase.GIFT)
    return RunningMatch(url, True, waiting_names=_others(seat) if alone else "", deadline_ms=deadline)


def _others(seat: Seat) -> str:
    others = seat.match.seats.select_related("user").exclude(pk=seat.pk).exclude(user=None)
    return ", ".join(other.name for other in others)
