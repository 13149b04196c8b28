"""The log of a match: the only reader and writer of `Action`.

Appending is a compare-and-swap on the match's head; whoever loses loads again and judges again. States are
immutable, so each process keeps the latest of many matches and asks only for the entries after it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import DatabaseError, connection
from django.db.models import QuerySet

from games.engine import codec
from games.engine import events as e
from games.engine.clock import Clock, advance, new_clock, next_deadline
from games.engine.evolve import begin, evolve
from games.engine.state import MatchState, Phase
from games.kept import Kept
from games.models import Action, Immutable, Import, Match, Seat
from games.projections import Opening, opening, project, rebuild
from games.writing import write

KEPT = 2_000
"""States kept per process; one is about 13 KB."""


class StaleHead(Exception):
    """Somebody else appended first: load again, judge again."""


class NotStarted(LookupError):
    """The match has no log yet: it is waiting for its players."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a log: its number, when it happened (ms), and what."""

    sequence: int
    at: int
    event: e.Event


@dataclass(frozen=True, slots=True)
class Current:
    """A match after its entry number `head`, which happened at `at` (ms)."""

    head: int
    state: MatchState
    clock: Clock
    at: int


Mark = tuple[int, int, str]
"""Which row a kept state ends with: (pk, at, kind); it says whether that row is still the log's."""


_kept = Kept[int, tuple[Mark, Current]](KEPT)
forget = _kept.clear
"""Forget all kept states (tests)."""


def current(match_id: int) -> Current:
    """The match now; NotStarted while it has no log, codec.UnreadableEvent where it cannot be read or played on."""
    with _readable(match_id):
        kept = _kept.get(match_id)
        rows = _rows(match_id, kept[1].head if kept else 0)
        if kept and (not rows or _mark(rows[0]) != kept[0]):  # a transaction that was rolled back
            kept, rows = None, _rows(match_id, 0)
        if not rows:
            raise NotStarted(match_id)
        found = _play_on(kept[1] if kept else None, _entries(rows[1:] if kept else rows))
        _kept.put(match_id, (_mark(rows[-1]), found))
        return found


def load(match_id: int) -> list[Entry]:
    """The whole log, oldest first; raises codec.UnreadableEvent where it cannot be read."""
    with _readable(match_id):
        return _entries(_rows(match_id, 0))


@contextmanager
def _readable(match_id: int) -> Iterator[None]:
    """Whatever is wrong with a log has one name, so that it can stay with its match (BUGLOG F12)."""
    try:
        yield
    except (NotStarted, codec.UnreadableEvent, DatabaseError):
        raise
    except Exception as fault:
        raise codec.UnreadableEvent(f"match {match_id}: {type(fault).__name__}") from fault


def load_part(match_id: int, first: int, beyond: int | None) -> list[Entry]:
    """The entries from `first` up to those from `beyond` on (None: to the end), with what every part needs before
    it: how the match began, and the results of its rounds so far."""
    rows = _fetch(_PART, [match_id, 2**31 - 1 if beyond is None else beyond, first])
    return _entries(rows)


HouseDue = Callable[[Match, Current], int | None]


def append(
    match: Match,
    expected_head: int,
    events: Sequence[e.Event],
    at: int,
    *,
    before: Current | None = None,
    house_due: HouseDue = lambda match, current: None,
) -> Current:
    """Write `events`, all at the moment `at`, after entry `expected_head`, with deadline and projections; raises
    StaleHead when that is not the last one. `before` saves loading the match, `house_due` says when a house player
    is to be woken next. `match` gets the new values."""
    if before is None or before.head != expected_head:
        before = _at_head(match.pk, expected_head)
    entries = [Entry(expected_head + number, at, event) for number, event in enumerate(events, start=1)]
    after = _play_on(before, entries)
    running = after.state.phase is not Phase.OVER
    columns = {
        "head": after.head,
        "deadline": next_deadline(after.clock, after.state) if running else None,
        "house_due": house_due(match, after) if running else None,
    }
    with write():
        if Match.objects.filter(pk=match.pk, head=expected_head).update(**columns) != 1:
            raise StaleHead(match.pk)
        rows = Action.objects.bulk_create(_stored(match, before, entries))
        for name, value in columns.items():
            setattr(match, name, value)
        project(match, after.state, after.clock, events, at, found=_opening(before, entries))
    _kept.put(match.pk, (_mark(rows[-1]), after))
    return after


def reproject(match: Match, house_due: HouseDue | None = None) -> None:
    """Make all projections of a match anew from its log, and the log's own columns; of these `house_due` only where
    it is said how. Raises codec.UnreadableEvent where the log cannot be read or played on."""
    entries = load(match.pk)
    with _readable(match.pk):
        after = _play_on(None, entries)
    running = after.state.phase is not Phase.OVER
    with write():
        rebuild(match, [(entry.event, entry.at) for entry in entries])
        Seat.objects.filter(match=match).update(live=running)
        match.head, match.deadline = after.head, next_deadline(after.clock, after.state) if running else None
        if house_due is not None:
            match.house_due = house_due(match, after) if running else None
        match.save(update_fields=["head", "deadline", "house_due"])


def begun() -> QuerySet[Match]:
    """Every match that has a log."""
    return Match.objects.filter(pk__in=Action.objects.filter(sequence=1).values("match"))


def store(match: Match, happened: Sequence[tuple[int, e.Event]]) -> None:
    """Write the whole log of a match that is over, each event at its own moment (ms), with its projections; raises
    StaleHead when it has a log already. `match` gets the new values."""
    entries = [Entry(number, at, event) for number, (at, event) in enumerate(happened, start=1)]
    if not isinstance(entries[-1].event, e.MatchWon | e.MatchForfeited | e.MatchVoided):
        raise ValueError("only a match that is over is stored as a whole")
    rows = _stored(match, None, entries)
    with write():
        if Match.objects.filter(pk=match.pk, head=0).update(head=len(entries)) != 1:
            raise StaleHead(match.pk)
        Action.objects.bulk_create(rows)
        match.head = len(entries)
        rebuild(match, [(event, at) for at, event in happened])


def erase(match: Match) -> None:
    """Take away the log of an imported match, before the match itself goes. What was played here stays for ever."""
    if not Import.objects.filter(match=match).exists():
        raise Immutable("only imported matches are ever deleted")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_action WHERE match_id = %s", [match.pk])


def _opening(before: Current | None, entries: Sequence[Entry]) -> Opening | None:
    """How the round opened that is dealt among these entries; None where none is."""
    deal = next((at for at, entry in enumerate(entries) if isinstance(entry.event, e.HandsDealt)), None)
    if deal is None or (before is None and deal == 0):
        return None
    found = _play_on(before, entries[:deal])
    return opening(found.head, found.state, found.clock)


def _at_head(match_id: int, head: int) -> Current | None:
    if head == 0:
        return None
    found = current(match_id)
    if found.head != head:
        raise StaleHead(match_id)
    return found


class _Row(NamedTuple):
    pk: int
    sequence: int
    at: int
    kind: str
    version: int
    payload: dict[str, Any]


_TAIL = """
    SELECT id, sequence, at, kind, version, payload FROM games_action
    WHERE match_id = %s AND sequence >= %s ORDER BY sequence
"""
"""Asked at every look at every table, so it is not put together by the ORM each time."""

_PART = """
    SELECT id, sequence, at, kind, version, payload FROM games_action
    WHERE match_id = %s AND sequence < %s AND (sequence >= %s OR sequence = 1 OR kind = 'round_scored')
    ORDER BY sequence
"""


def _rows(match_id: int, first: int) -> list[_Row]:
    return _fetch(_TAIL, [match_id, first])


def _fetch(sql: str, values: list[int]) -> list[_Row]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [
            _Row(pk, n, at, kind, version, json.loads(text)) for pk, n, at, kind, version, text in cursor.fetchall()
        ]


def _mark(row: _Row | Action) -> Mark:
    return row.pk, row.at, row.kind


def _entries(rows: Iterable[_Row]) -> list[Entry]:
    return [Entry(row.sequence, row.at, codec.decode(row.kind, row.version, row.payload)) for row in rows]


def _play_on(before: Current | None, entries: Iterable[Entry]) -> Current:
    """The match after more entries."""
    found = before
    for entry in entries:
        found = _step(found, entry)
    assert found is not None, "a log has at least one entry"
    return found


def _step(before: Current | None, entry: Entry) -> Current:
    if before is None:
        if not isinstance(entry.event, e.MatchStarted):
            raise codec.UnreadableEvent("a log begins with match_started")
        state = begin(entry.event)
        return Current(entry.sequence, state, new_clock(state), entry.at)
    if entry.sequence != before.head + 1:
        raise codec.UnreadableEvent(f"entry {before.head + 1} is missing")
    state = evolve(before.state, entry.event)
    return Current(entry.sequence, state, advance(before.clock, before.state, state, entry.event, entry.at), entry.at)


def _stored(match: Match, before: Current | None, entries: Iterable[Entry]) -> list[Action]:
    rows, number = [], before.state.rounds if before else 0
    for entry in entries:
        number = entry.event.number if isinstance(entry.event, e.HandsDealt) else number
        kind, version, payload = codec.encode(entry.event)
        rows.append(
            Action(
                match=match,
                sequence=entry.sequence,
                round=number or None,
                seat=getattr(entry.event, "seat", None),
                at=entry.at,
                kind=kind,
                version=version,
                payload=payload,
            )
        )
    return rows
