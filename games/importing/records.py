"""Records of RECORD.md, one or many in a file, each for itself: a bad one doesn't harm its neighbours."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from games.engine.reasons import gettext_noop as _
from games.engine.record import LONGEST_LINE, Record, RecordFault, replay
from games.engine.said import Said
from games.importing.story import LONGEST_MATCH, Story, Told, named

FIRST_YEAR, LAST_YEAR = 1900, 2200
MOST_LINES = 50_000
"""Of one record; the longest match on record has less than a tenth of it."""


def read(raw: bytes) -> Iterator[Told]:
    """Every record of the file, in order."""
    for first, lines in _split(_lines(raw)):
        try:
            yield _story(first, lines)
        except RecordFault as fault:
            yield fault


def _lines(raw: bytes) -> list[bytes]:
    lines = raw.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return lines if lines[-1] else lines[:-1]


def _split(lines: Sequence[bytes]) -> Iterator[tuple[int, Sequence[bytes]]]:
    """The file's records with the number of their first line; what stands before the first `match` is one too."""
    starts = [number for number, line in enumerate(lines) if _begins(line)]
    if not starts or starts[0] > 0:
        starts.insert(0, 0)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield start + 1, lines[start:end]


def _begins(line: bytes) -> bool:
    if b'"match"' not in line or len(line) > LONGEST_LINE:
        return False
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("ev") == "match"


def _story(first: int, lines: Sequence[bytes]) -> Story:
    if len(lines) > MOST_LINES:
        raise RecordFault(first, Said(_("a record has at most {count} lines"), count=MOST_LINES))
    try:
        (record,) = replay(lines)
    except RecordFault as fault:
        raise RecordFault(fault.line + first - 1, fault.reason, fault.ruling, fault.refused) from None
    about = record.about
    if record.times and record.times[-1] > LONGEST_MATCH:
        raise RecordFault(first, Said(_("match: by its times it lasted longer than a year")))
    return Story(
        line=first,
        players=named(first, about.players, _seats(record)),
        played_at=_moment(first, about.played_at),
        events=record.events,
        times=record.times,
        finished=record.finished,
    )


def _seats(record: Record) -> int:
    return len(record.kinds)


def _moment(first: int, text: str) -> datetime | None:
    if not text:
        return None
    moment = datetime.fromisoformat(text)
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise RecordFault(first, Said(_("match: played_at: nobody played Tichu in that year")))
    return moment.astimezone(UTC)
