"""What must hold for every match, whatever was killed: each check says what it found wrong, in a sentence."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from tests.chaos.hits import Hit
from tests.chaos.players import Tale, key_of_event

NOTICED = 5_500
"""A shorter outage (ms) need not be."""


def faults_of(match_id: int, tale: Tale, hits: Sequence[Hit]) -> Iterator[str]:
    """Everything that is wrong with one match."""
    from games import log

    entries = log.load(match_id)
    if [entry.sequence for entry in entries] != list(range(1, len(entries) + 1)):
        yield "the log has a gap"
        return
    steps = list(folded(entries))
    yield from _illegal(match_id, entries)
    yield from _projections(match_id)
    yield from _acknowledged(match_id, steps, tale)
    yield from _pauses(steps)
    yield from _clocks(steps)
    yield from _unfair(steps)
    yield from _not_given_back(steps, hits)


def phases_struck(match_id: int, hits: Sequence[Hit]) -> Iterator[tuple[int, str]]:
    """(number of the blow, phase this match was in), for each blow that fell while it was played. As the log has it,
    and not as somebody saw it who looks a few times a second."""
    from games import log

    steps = list(folded(log.load(match_id)))
    for number, hit in enumerate(hits):
        earlier = [after for entry, _, after in steps if entry.at <= hit.at]
        if earlier and earlier[-1].phase.value != "over":
            yield number, earlier[-1].phase.value


def saved(match_id: int) -> int:
    """How many players would have lost on time if nothing had been given back: without one, that nobody has lost says
    nothing."""
    from games import log

    steps = list(folded(log.load(match_id)))
    reserve = steps[0][2].options.clock.reserve
    return sum(ms > reserve for ms in _used(steps, credited=False).values())


def folded(entries: Sequence[Any]) -> Iterator[tuple[Any, Any, Any]]:
    """(entry, state before it, state after it); the first has no state before."""
    from games.engine.evolve import begin, evolve

    before = None
    for entry in entries:
        after = begin(entry.event) if before is None else evolve(before, entry.event)
        yield entry, before, after
        before = after


def _illegal(match_id: int, entries: Sequence[Any]) -> Iterator[str]:
    """The judge of records, who knows the rules but not our code that played."""
    from games.engine.record import About, RecordFault, export, verify

    lines = export((entry.event for entry in entries), About(("a", "b", "c", "d"), "", str(match_id)), None)
    try:
        verdict = verify(f"{line}\n".encode() for line in lines)
    except RecordFault as fault:
        yield f"the log is not legal: {fault}"
        return
    if verdict.sealed != verdict.deals:
        yield f"only {verdict.sealed} of {verdict.deals} deals fit their seals"


def _projections(match_id: int) -> Iterator[str]:
    from games.models import Match
    from tests.games.factories import assert_rebuilds

    try:
        assert_rebuilds(Match.objects.get(pk=match_id))
    except AssertionError as fault:
        yield f"a projection differs from its rebuilding: {fault}"


def _acknowledged(match_id: int, steps: Sequence[tuple[Any, Any, Any]], tale: Tale) -> Iterator[str]:
    """Nothing acknowledged is lost or was acknowledged twice, and nothing stands there twice."""
    found = Counter(key for entry, before, _ in steps if (key := key_of_event(entry.event, before)) is not None)
    yield from (f"stands {count} times in the log: {key}" for key, count in found.items() if count > 1)
    for (match, key), count in tale.acknowledged.items():
        if match == match_id and found[key] == 0:
            yield f"was acknowledged and is lost: {key}"
        if match == match_id and count > 1:
            yield f"was acknowledged {count} times: {key}"


def _pauses(steps: Sequence[tuple[Any, Any, Any]]) -> Iterator[str]:
    from games.engine import events as e

    taken = Counter(
        (before.rounds, before.decision) for entry, before, _ in steps if isinstance(entry.event, e.TrickTaken)
    )
    yield from (f"a trick was collected {count} times" for count in taken.values() if count > 1)


def _clocks(steps: Sequence[tuple[Any, Any, Any]]) -> Iterator[str]:
    """Time used ≤ allowance + reserve + credits, reckoned from the log alone and not by the site's own clock."""
    reserve = steps[0][2].options.clock.reserve
    used = _used(steps, credited=True)
    yield from (f"seat {seat} used {ms} ms of {reserve} ms reserve" for seat, ms in used.items() if ms > reserve)


def _used(steps: Sequence[tuple[Any, Any, Any]], *, credited: bool) -> Counter[int]:
    """Milliseconds of the reserve, by seat."""
    used = Counter[int]()
    for seat, overrun in _overruns(steps, credited):
        used[seat] += overrun
    return used


def _overruns(steps: Sequence[tuple[Any, Any, Any]], credited: bool) -> Iterator[tuple[int, int]]:
    """(seat, ms beyond its own time) for each decision a person has answered."""
    from games.engine import events as e
    from games.engine.clock import allowance

    opened: dict[int, tuple[int, int]] = {}  # since when, and the decision
    for entry, before, after in steps:
        if isinstance(entry.event, e.ClockCredited):
            if not credited:
                continue
            opened = {s: (min(at + entry.event.ms, max(at, entry.at)), number) for s, (at, number) in opened.items()}
            continue
        owing = after.to_act() if after.phase.value != "over" else frozenset()
        for seat, (at, number) in list(opened.items()):
            if seat not in owing or number != after.decision:
                yield seat, max(0, entry.at - at - allowance(before.phase, before.options.clock))
                del opened[seat]
        for seat in owing - opened.keys():
            if after.kinds[seat] == "person":
                opened[seat] = entry.at, after.decision


def _unfair(steps: Sequence[tuple[Any, Any, Any]]) -> Iterator[str]:
    """The players always answer in their own time: whoever lost on time lost it by our fault."""
    from games.engine import events as e

    yield from (
        f"a forfeit of seats {entry.event.seats}" for entry, _, _ in steps if isinstance(entry.event, e.TimeRanOut)
    )


def _not_given_back(steps: Sequence[tuple[Any, Any, Any]], hits: Sequence[Hit]) -> Iterator[str]:
    """Who was on the clock all through an outage has got its whole length back once all was well again, which it was
    before the next blow."""
    from games.engine import events as e

    for hit, following in zip_longest(hits, hits[1:]):
        if not hit.plan.ends or hit.lasted < NOTICED:
            continue
        earlier = [step for step in steps if step[0].at <= hit.since]
        later = [step for step in steps if step[0].at > hit.since]
        if not earlier or not _on_the_clock(earlier[-1][2]):
            continue
        moved = [step for step in later if not isinstance(step[0].event, e.ClockCredited)]
        if moved and moved[0][0].at <= hit.until:
            continue  # somebody was answered in the middle of it: beat or a worker alone was down
        until = following.at if following else math.inf
        if later and later[-1][2].phase.value == "over" and later[-1][0].at <= hit.until + hit.recovered * 1000:
            continue  # its last move came before the sweep, and no clock has run since
        given = sum(s[0].event.ms for s in later if isinstance(s[0].event, e.ClockCredited) and s[0].at <= until)
        if given < hit.lasted:
            around = "; ".join(_told(step, hit) for step in (*earlier[-3:], *later[:6]))
            yield f"{hit.lasted} ms without {hit.plan.name} {hit.plan.how}, and only {given} ms given back: {around}"


def _told(step: tuple[Any, Any, Any], hit: Hit) -> str:
    """One entry of the log, for whoever has to find out: ms since the beginning of the outage, and who is next."""
    entry, _, after = step
    owing = after.to_act() if after.phase.value != "over" else ()
    who = "+".join(f"{seat}{after.kinds[seat][0]}" for seat in sorted(owing))
    return f"{entry.at - hit.since} {type(entry.event).__name__} → {after.phase.value} {who}"


def _on_the_clock(state: Any) -> bool:
    return state.phase.value != "over" and any(state.kinds[seat] == "person" for seat in state.to_act())
