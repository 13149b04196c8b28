"""Reserves, who is thinking since when, and the next deadline (RULES O). All times are given, in milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine import events as e
from games.engine.options import ClockRules
from games.engine.state import MatchState, Phase

GRACE = 500
"""Nobody judges a deadline before it is this much past (RULES O4)."""

HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of a match, indexed by seat.

    `reserves`: milliseconds left; `public`: what the table may see of them (in the Grand Tichu phase the
    reserves at its start, RULES B4); `opened`: when the seat's open decision began, None = not thinking;
    `until`: when the pause or the ready-gate ends; `turns` and `thought`: this round's answered decisions in turn
    and the milliseconds they took.
    """

    reserves: tuple[int, ...]
    public: tuple[int, ...]
    opened: tuple[int | None, ...]
    until: int | None = None
    turns: tuple[int, ...] = ()
    thought: tuple[int, ...] = ()


def new_clock(state: MatchState) -> Clock:
    """Full reserves, nobody thinking."""
    full = (state.options.clock.reserve,) * len(state.kinds)
    none = (0,) * len(full)
    return Clock(full, full, (None,) * len(full), turns=none, thought=none)


def allowance(phase: Phase, rules: ClockRules) -> int:
    """The decision's own time in this phase (RULES O1)."""
    match phase:
        case Phase.GRAND:
            return rules.grand
        case Phase.EXCHANGE:
            return rules.exchange
        case Phase.GIFT:
            return rules.gift
        case _:
            return rules.turn


def pause_length(state: MatchState) -> int:
    """3 s, but 1 s where the public card counts rule every bomb out (RULES G9, O6)."""
    rules = state.options.clock
    return rules.pause if any(len(hand) >= 4 for hand in state.deal.hands) else rules.short_pause


def advance(clock: Clock, before: MatchState, after: MatchState, event: e.Event, at: int) -> Clock:
    """The clocks after `event` happened at `at`: closed decisions are booked, new ones opened."""
    if isinstance(event, e.ClockCredited):
        return _credited(clock, after, event.ms, at)
    thinking_before, thinking_after = before.to_act(), after.to_act()
    same = before.decision == after.decision
    reserves = list(clock.reserves)
    opened = list(clock.opened)
    for seat in range(len(opened)):
        goes_on = same and seat in thinking_before and seat in thinking_after
        if seat in thinking_before and not goes_on:
            reserves[seat] = max(0, reserves[seat] - _overrun(clock, before, seat, at))
            opened[seat] = None
        if seat in thinking_after and not goes_on:
            opened[seat] = at
    public = clock.public if after.phase is Phase.GRAND else tuple(reserves)
    turns, thought = _thinking(clock, before, event, at)
    return Clock(tuple(reserves), public, tuple(opened), _until(clock, before, after, at), turns, thought)


def _thinking(clock: Clock, before: MatchState, event: e.Event, at: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Decisions in turn and their milliseconds, with the one that `event` answers; a deal begins anew."""
    if isinstance(event, e.HandsDealt):
        return (0,) * len(clock.opened), (0,) * len(clock.opened)
    if not isinstance(event, e.CombinationPlayed | e.Passed) or event.seat not in before.to_act():
        return clock.turns, clock.thought
    opened = clock.opened[event.seat]
    if opened is None:
        return clock.turns, clock.thought
    return _more(clock.turns, event.seat, 1), _more(clock.thought, event.seat, max(0, at - opened))


def _more(values: tuple[int, ...], seat: int, amount: int) -> tuple[int, ...]:
    return (*values[:seat], values[seat] + amount, *values[seat + 1 :])


def _overrun(clock: Clock, state: MatchState, seat: int, at: int) -> int:
    opened = clock.opened[seat]
    return 0 if opened is None else max(0, at - opened - allowance(state.phase, state.options.clock))


def _until(clock: Clock, before: MatchState, after: MatchState, at: int) -> int | None:
    if after.phase not in (Phase.PAUSE, Phase.READY):
        return None
    if before.phase is after.phase and before.decision == after.decision:
        return clock.until
    return at + (pause_length(after) if after.phase is Phase.PAUSE else after.options.clock.ready)


def _credited(clock: Clock, state: MatchState, ms: int, at: int) -> Clock:
    """Everything that was running began `ms` later, though never in the future (RULES O5)."""
    opened = tuple(None if start is None else _later(start, ms, at) for start in clock.opened)
    if clock.until is None:
        return replace(clock, opened=opened)
    length = pause_length(state) if state.phase is Phase.PAUSE else state.options.clock.ready
    return replace(clock, opened=opened, until=_later(clock.until - length, ms, at) + length)


def _later(start: int, ms: int, at: int) -> int:
    return min(start + ms, max(start, at))


def reserve_from(clock: Clock, state: MatchState, seat: int) -> int | None:
    """When the seat's own time for the open decision ends and its reserve begins to run; None without a clock."""
    opened, rules = clock.opened[seat], state.options.clock
    return None if opened is None or rules.is_off else opened + allowance(state.phase, rules)


def seat_deadline(clock: Clock, state: MatchState, seat: int) -> int | None:
    """When clock and reserve of this seat are gone; None while it owes nothing, or has no clock."""
    start = reserve_from(clock, state, seat)
    return None if start is None else start + clock.reserves[seat]


def next_deadline(clock: Clock, state: MatchState) -> int | None:
    """The next instant at which something happens by time alone; None in a finished match."""
    if state.phase is Phase.OVER:
        return None
    deadlines = [clock.until] if clock.until is not None else []
    return min([*deadlines, *_due(clock, state).values()], default=None)


def _due(clock: Clock, state: MatchState) -> dict[int, int]:
    """Deadlines of all who owe a decision, programs too; house players never lose on time (RULES O10)."""
    found = {}
    for seat in state.to_act():
        deadline = seat_deadline(clock, state, seat)
        if deadline is not None and state.kinds[seat] != HOUSE:
            found[seat] = deadline
    return found


def ran_out(clock: Clock, state: MatchState, now: int) -> tuple[int, ...]:
    """The seats whose deadline counts at `now`: those sharing the earliest one that has passed (RULES O2)."""
    due = _due(clock, state)
    earliest = min(due.values(), default=None)
    if earliest is None or earliest + GRACE > now:
        return ()
    return tuple(sorted(seat for seat, deadline in due.items() if deadline == earliest))


def is_due(clock: Clock, now: int) -> bool:
    """Has the pause or the ready-gate ended, grace included (RULES O4)?"""
    return clock.until is not None and clock.until + GRACE <= now
