"""A whole match as portable text (RECORD.md): `export` writes it, `replay` reads and verifies it.

Pure: bytes and lines come in from and go out to the caller. Replaying drives the one judge (`decide`) with what the
record says was done, and compares every number in it; the events it yields are those an import would store.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.engine.events import Event, MatchStarted
from games.engine.record_export import About, export
from games.engine.record_lines import MatchLine
from games.engine.record_reading import LONGEST_LINE, RecordFault, read_line
from games.engine.record_replay import Replay


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
    """What a file of sound records holds."""

    records: int
    unfinished: int


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
            raise RecordFault(number, "a record begins with its match line")
        else:
            current.take(number, line, moment)
    if current is None:
        raise RecordFault(max(number, 1), "the file holds no record")
    yield _record(current)


def verify(raw_lines: Iterable[bytes]) -> Verdict:
    """Replay all records of a file and count them; raises RecordFault at the first fault."""
    ends = [record.finished for record in replay(raw_lines)]
    return Verdict(len(ends), ends.count(False))


def _record(done: Replay) -> Record:
    return Record(done.about, tuple(done.events), done.is_finished, done.times)


__all__ = ["LONGEST_LINE", "About", "Record", "RecordFault", "Verdict", "export", "replay", "verify"]
