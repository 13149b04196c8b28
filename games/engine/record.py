"""A whole match as portable text (RECORD.md): `export` writes it, `replay` reads and verifies it.

Pure: bytes and lines come in from and go out to the caller. Replaying drives the one judge (`decide`) with what the
record says was done, and compares every number in it; the events it yields are those an import would store.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from games.engine.events import Event, HandsDealt, MatchStarted
from games.engine.reasons import gettext_noop as _
from games.engine.record_export import About, export
from games.engine.record_lines import MatchLine
from games.engine.record_reading import LONGEST_LINE, RecordFault, read_line
from games.engine.record_replay import Replay
from games.engine.said import Said


@dataclass(frozen=True, slots=True)
class Record:
    """One verified record: its first line, the events of the match, whether it was told to its end, and when each
    event happened (ms since the beginning; None where no line has a time)."""

    about: MatchLine
    events: tuple[Event, ...]
    finished: bool
    times: tuple[int, ...] | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """Who sat where: "person", "house" or "program"."""
        started = self.events[0]
        assert isinstance(started, MatchStarted), "a record begins with its match line"
        return started.kinds


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a file of sound records holds; `sealed` deals fit their seals (seal.py)."""

    records: int
    unfinished: int
    deals: int = field(default=0, compare=False)
    sealed: int = field(default=0, compare=False)


def replay(raw_lines: Iterable[bytes]) -> Iterator[Record]:
    """The records of a file, one after another, each checked line by line; raises RecordFault at the first fault.

    A record that breaks off is yielded as unfinished.
    """
    current: Replay | None = None
    number = 0
    for number, raw in enumerate(raw_lines, start=1):
        line, moment = read_line(number, raw)
        if isinstance(line, MatchLine):
            if current is not None:
                yield _record(current)
            current = Replay(number, line, moment)
        elif current is None:
            raise RecordFault(number, Said(_("a record begins with its match line")))
        else:
            current.take(number, line, moment)
    if current is None:
        raise RecordFault(max(number, 1), Said(_("the file holds no record")))
    yield _record(current)


def verify(raw_lines: Iterable[bytes]) -> Verdict:
    """Replay all records of a file and count them; raises RecordFault at the first fault."""
    found = [(record.finished, *_deals(record)) for record in replay(raw_lines)]
    deals, sealed = sum(each[1] for each in found), sum(each[2] for each in found)
    return Verdict(len(found), sum(not finished for finished, *_ in found), deals, sealed)


def _deals(record: Record) -> tuple[int, int]:
    """How many deals there are, and how many of them under a seal (which has been checked)."""
    dealt = [event for event in record.events if isinstance(event, HandsDealt)]
    return len(dealt), sum(bool(event.salt) for event in dealt)


def _record(done: Replay) -> Record:
    return Record(done.about, tuple(done.events), done.is_finished, done.times)


__all__ = ["LONGEST_LINE", "About", "Record", "RecordFault", "Verdict", "export", "replay", "verify"]
