"""What time alone has brought about: ended pauses, lost matches, and credits for time in which we were down.

Everybody who acts on a match comes through here first, so that being late never depends on a worker (RULES O2–O7).
"""

from __future__ import annotations

from games.engine import clock as clocks
from games.engine import commands as c
from games.engine.decide import Events, decide
from games.engine.reasons import IllegalMove, Reason
from games.engine.state import Phase
from games.log import Current, StaleHead
from games.models import Match, Pulse
from games.services.commit import Shuffle, commit, deal, evolved, with_end
from games.services.health import RESTART_GAP, longest_gap, web_seen
from games.times import to_ms


def catch_up(match: Match, current: Current, *, now: int, shuffle: Shuffle | None = None) -> Current:
    """The match after everything that is due by time at `now` (ms). Does nothing where nothing is due; raises
    log.StaleHead when somebody else was quicker."""
    now = standing(match, current, now=now)
    while events := _due(match, current, now, shuffle):
        current = commit(match, current, with_end(match, evolved(current.state, events), events), now)[0]
    return current


def standing(match: Match, current: Current, *, now: int) -> int:
    """What the clocks of this match show at `now` (ms): the same, or the moment in which an outage stopped them that
    would else cost somebody time. The sweep that ends it gives back the whole of it, once (RULES O5)."""
    if not _is_time_lost(current, now):
        return now
    gap = outage(match, now)
    return max(now - gap, current.at) if gap > 0 else now


def _due(match: Match, current: Current, now: int, shuffle: Shuffle | None) -> Events:
    """What time alone causes now: the end of a pause or of the ready-gate, or a loss (RULES O2, O6, O7)."""
    state = current.state
    if clocks.is_due(current.clock, now):
        return (
            deal(match, state, shuffle) if state.phase is Phase.READY else decide(state, c.CollectTrick(state.decision))
        )
    if seats := clocks.ran_out(current.clock, state, now):
        return decide(state, c.RunOut(seats))
    return ()


def _is_time_lost(current: Current, now: int) -> bool:
    """Is a reserve running, or a pause over? Before that an outage costs nobody anything."""
    clock, state = current.clock, current.state
    starts = [clocks.reserve_from(clock, state, seat) for seat in state.to_act()]
    moments = [start for start in (*starts, clock.until) if start is not None]
    return any(moment < now for moment in moments)


def outage(match: Match, now: int) -> int:
    """Milliseconds up to `now` in which the service was down and which this match has not been given back yet;
    0 while the pulse is fresh."""
    pulse = Pulse.objects.first()
    if pulse is None or now - pulse.at <= RESTART_GAP:
        return 0
    if now - pulse.at <= longest_gap(pulse) and now - web_seen(now) <= RESTART_GAP:
        return 0
    return lost(match, pulse.at, now)


def lost(match: Match, since: int, until: int) -> int:
    """Milliseconds of an outage from `since` to `until` that this match has run through and not been given back; not
    above 0 where there are none."""
    began = to_ms(match.started_at) if match.started_at else since
    return until - max(since, began, match.credited_until)


def credit(match: Match, current: Current, ms: int, until: int) -> Current:
    """Give back `ms` milliseconds that ended at `until`, in one log entry, once (RULES O5). Raises log.StaleHead."""
    if match.head != current.head:  # `ms` was reckoned from a row that somebody has credited meanwhile
        raise StaleHead(match.pk)
    match.credited_until = until
    return commit(match, current, decide(current.state, c.CreditClocks(ms)), until, columns=("credited_until",))[0]


def check_time(current: Current, command: c.Command, *, received_at: int) -> None:
    """Refuse what reached the server after the time for it was over, though it is too early to judge that: only
    the time before the deadline counts, and the grace is nobody's gift (RULES O4)."""
    deadline = clocks.next_deadline(current.clock, current.state)
    if deadline is None or received_at <= deadline:
        return
    match current.state.phase:
        case Phase.PAUSE if isinstance(command, c.PlayBomb):
            raise IllegalMove(Reason.TOO_LATE)
        case Phase.PAUSE | Phase.READY:
            return
        case _:
            raise IllegalMove(Reason.TOO_LATE)
