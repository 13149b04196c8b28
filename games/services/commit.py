"""Writing what was decided: log, projections, revision, and who is told. The lowest of the services."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games import notify
from games.engine import commands as c
from games.engine import events as e
from games.engine.clock import GRACE
from games.engine.decide import decide
from games.engine.evolve import evolve
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from games.lessons import FINISHED, lesson_named
from games.log import Current, append
from games.models import Match
from games.rules import Card
from games.services.attention import HOUSE, next_look
from games.services.puzzles import notice
from games.services.rating import rate
from games.writing import write

Shuffle = Callable[[list[Card]], None]
"""Shuffles a deck in place."""

shuffle_fairly: Shuffle = secrets.SystemRandom().shuffle
SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Submitted:
    """Where a match stands after a command: head of the log, revision of the table, state."""

    head: int
    revision: int
    state: MatchState


def commit(
    match: Match, before: Current | None, events: Sequence[e.Event], at: int, *, columns: tuple[str, ...] = ()
) -> tuple[Current, int]:
    """Append `events` at `at` (ms) and tell everybody after the commit; the match now and the table's revision.
    `columns` of the match are saved with it. Raises log.StaleHead. `match.table` should be loaded."""
    with write():
        head = before.head if before else 0
        after = append(match, head, events, at, before=before, house_due=_house_due)
        if columns:
            match.save(update_fields=columns)
        if match.status == Match.Status.FINISHED:
            rate(match)
        if match.table.lesson:
            notice(match, after.state, at)
        revision = notify.bump(match.table)
        _tell(match, after)
    return after, revision


def with_deal(
    match: Match, state: MatchState, events: Sequence[e.Event], shuffle: Shuffle | None
) -> tuple[e.Event, ...]:
    """`events`, whose outcome is `state`, and what comes next by itself: the deal (RULES B1, O7), or the end of a
    lesson. `match.table` should be loaded."""
    if state.phase is Phase.DEAL:
        return (*events, *deal(match, state, shuffle))
    return with_end(match, state, events)


def with_end(match: Match, state: MatchState, events: Sequence[e.Event]) -> tuple[e.Event, ...]:
    """`events`, whose outcome is `state`, and the end of the match if that ends the lesson given at its table."""
    lesson = lesson_named(match.table.lesson)
    if lesson is None or state.phase is Phase.OVER or not lesson.is_over(view_for(state, _learner(state))):
        return tuple(events)
    return (*events, *decide(state, c.VoidMatch(FINISHED)))


def _learner(state: MatchState) -> int:
    """The only person at the table of a lesson."""
    return next(seat for seat, kind in enumerate(state.kinds) if kind != HOUSE)


def deal(match: Match, state: MatchState, shuffle: Shuffle | None) -> tuple[e.Event, ...]:
    """The deal of a freshly shuffled deck (RULES A5), under a seal; one that somebody else shuffled, or that was
    prepared for a lesson, has none."""
    lesson = lesson_named(match.table.lesson)
    if lesson and (prepared := lesson.deck(state.rounds + 1)):
        return decide(state, c.Deal(prepared))
    deck = list(state.variant.deck())
    (shuffle or shuffle_fairly)(deck)
    return decide(state, c.Deal(tuple(deck), "" if shuffle else secrets.token_hex(SALT_BYTES)))


def evolved(state: MatchState, events: Sequence[e.Event]) -> MatchState:
    """The state after `events`."""
    for event in events:
        state = evolve(state, event)
    return state


def _house_due(match: Match, current: Current) -> int | None:
    return next_look(match.code, current)


def _tell(match: Match, after: Current) -> None:
    if match.house_due is not None:
        notify.wake_house(match.pk, after.state.decision, match.house_due - after.at)
    if after.state.phase is Phase.PAUSE and after.clock.until is not None:
        notify.arm(match.pk, after.clock.until + GRACE - after.at)
    if after.state.phase is Phase.OVER or after.head <= 2:
        notify.lobby_changed()
