"""BrettspielWelt logs as stories: one after another, as many matches as the file holds.

Nothing is decided anew: what was done there is booked as it was done (`evolve`), and counted as it was counted. The
judge is only asked what it would have said, so that a round played by another custom can be marked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.engine.reasons import gettext_noop as _
from games.engine.record import RecordFault
from games.engine.said import Said
from games.importing.bsw_lines import SEATS, Told, rounds
from games.importing.bsw_telling import Teller
from games.importing.story import Story, named
from games.importing.story import Told as Found


def read(raw: bytes) -> Iterator[Found]:
    """The matches of the file. With the first fault it ends: where the next match begins is not known then."""
    try:
        yield from _stories(_text(raw))
    except RecordFault as fault:
        yield fault


def _text(raw: bytes) -> str:
    """Logs come in UTF-8 or in Latin-1."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    if "\0" in text:
        raise RecordFault(
            text[: text.index("\0")].count("\n") + 1, Said(_("the line holds characters that are no text"))
        )
    return text


def _stories(text: str) -> Iterator[Story]:
    """A match ends when it is decided, with a round that was broken off, or with the file."""
    told: list[Told] = []
    teller = Teller()
    for each in rounds(text):
        told.append(each)
        teller.tell(each)
        if teller.is_over or each.result is None:
            yield _story(told, teller)
            told, teller = [], Teller()
    if told:
        yield _story(told, teller)


def _story(told: list[Told], teller: Teller) -> Story:
    line = told[0].line
    return Story(
        line=line,
        players=named(line, tuple(_name(told, seat) for seat in range(SEATS)), SEATS),
        played_at=None,
        events=tuple(teller.events),
        times=None,
        finished=teller.is_over,
        differences=tuple(teller.differences),
    )


def _name(told: list[Told], seat: int) -> str:
    """The seat is the person, whose nick may change: the one that is written most often."""
    nicks = Counter(nick for each in told for number, nick in each.names if number == seat)
    return nicks.most_common(1)[0][0] if nicks else ""
