"""`submit`: the only way a command reaches a match, for people, house players, deadlines and the public API."""

from __future__ import annotations

from games import log
from games.engine import clock as clocks
from games.engine import commands as c
from games.engine.decide import decide, start
from games.engine.evolve import fold
from games.engine.options import ClockRules, Options
from games.engine.reasons import IllegalMove, Reason
from games.lessons import lesson_named
from games.log import Current, StaleHead
from games.models import Match
from games.services.commit import Shuffle, Submitted, commit, evolved, with_deal
from games.services.overtime import catch_up, check_time, standing
from games.times import now_ms

ATTEMPTS = 5
UNTIMED = (c.VoidMatch, c.CreditClocks)
"""Commands that no deadline concerns."""


def submit(
    *, match_id: int, command: c.Command, received_at: int, now: int | None = None, shuffle: Shuffle | None = None
) -> Submitted:
    """Judge `command` as it reached the server at `received_at` (ms), write what it causes and tell everybody.

    What time has brought about before comes first (RULES O4). Raises IllegalMove, and then the command has
    changed nothing; log.NotStarted before the match begins. `shuffle` replaces the fair one (simulations, tests).
    """
    now = max(received_at, now_ms()) if now is None else now
    for _ in range(ATTEMPTS):
        try:
            return _once(match_id, command, received_at, now, shuffle)
        except StaleHead:
            continue
    raise IllegalMove(Reason.STALE)


def start_match(match: Match, *, now: int, shuffle: Shuffle | None = None) -> None:
    """Begin a match whose seats are all taken and deal the first round; raises log.StaleHead when it has begun."""
    kinds = tuple("house" if seat.is_house else "person" for seat in match.seats.order_by("number"))
    lesson = lesson_named(match.table.lesson)
    told = lesson.begun(kinds, options_of(match)) if lesson else ()
    begun = told or start(c.StartMatch(match.variant, options_of(match), kinds))
    commit(match, None, with_deal(match, fold(begun), begun, shuffle), now)


def options_of(match: Match) -> Options:
    """What was agreed when the table was opened."""
    return Options(match.options["target"], ClockRules(**match.options["clock"]))


def _once(match_id: int, command: c.Command, received_at: int, now: int, shuffle: Shuffle | None) -> Submitted:
    match = Match.objects.select_related("table").get(pk=match_id)
    current = log.current(match_id)
    if not isinstance(command, UNTIMED):
        now = standing(match, current, now=now)
        received_at = min(received_at, now)
        if not _in_time(current, received_at):
            current = catch_up(match, current, now=now, shuffle=shuffle)
        check_time(current, command, received_at=received_at)
    events = decide(current.state, command)
    after = evolved(current.state, events)
    written, revision = commit(match, current, with_deal(match, after, events, shuffle), _moment(current, received_at))
    return Submitted(written.head, revision, written.state)


def _in_time(current: Current, received_at: int) -> bool:
    """Nothing was due when the command reached the server; it counts even if it is handled later (RULES O4)."""
    deadline = clocks.next_deadline(current.clock, current.state)
    return deadline is None or received_at <= deadline


def _moment(current: Current, received_at: int) -> int:
    """When the command happened: when it reached the server, but not before its question was put."""
    return max(received_at, *(opened for opened in current.clock.opened if opened is not None), 0)
