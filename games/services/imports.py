"""Matches brought along from elsewhere: stored as a whole or not at all, each once, shared and taken away again.

Reading is `games.importing`'s part. An imported match belongs to its owner; nobody's statistics know of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any

from django.db import IntegrityError
from django.utils.translation import gettext as _

from accounts.models import User
from games import log
from games.engine import events as e
from games.importing import RecordFault, Story, Told
from games.importing.files import READERS, Source
from games.models import Import, Match, Seat, Table
from games.times import from_ms, now_ms, to_ms
from games.writing import write

RECORD_ENDS = "the record ends here"
"""The reason in the log of a match whose record breaks off."""
MOST_MATCHES = 500
"""Of one owner."""
HOUSE, HOUSE_NAME = "house", 30


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one match of a file: its code and whether it was there before, or why it was refused.
    `line` is where it begins."""

    line: int
    code: str = ""
    is_new: bool = False
    fault: RecordFault | None = None


class ShelfRefusal(Exception):
    """There are too many matches, in one file or of one owner; nothing of the file was taken. It says so in words."""


def import_file(
    *, raw: bytes, source: Source, owner: User | None, now: int | None = None, most: int | None = None
) -> Iterator[Outcome]:
    """Store every sound match of the file; one that isn't is refused as a whole and harms no other. Without an
    owner everybody may look at them. Raises ShelfRefusal when there are more than `most` in the file, or more than
    an owner may have."""
    now = now_ms() if now is None else now
    stories = READERS[source](raw)
    if most is not None or owner is not None:
        stories = iter(_within_limits(stories, owner, most))
    for told in stories:
        if isinstance(told, RecordFault):
            yield Outcome(told.line, fault=told)
        else:
            yield _take(told, source, owner, now)


def _within_limits(stories: Iterator[Told], owner: User | None, most: int | None) -> list[Told]:
    limit = MOST_MATCHES if most is None else most
    found = list(islice(stories, limit + 1))
    if len(found) > limit:
        raise ShelfRefusal(_("There are more than %(count)d matches in this file.") % {"count": limit})
    has = owner.imports.count() if owner is not None else 0
    if has + sum(isinstance(each, Story) for each in found) > MOST_MATCHES:
        raise ShelfRefusal(_("Of imported matches, everybody can keep %(count)d.") % {"count": MOST_MATCHES})
    return found


def _take(story: Story, source: Source, owner: User | None, now: int) -> Outcome:
    digest = story.digest
    if code := _known(owner, digest):
        return Outcome(story.line, code)
    try:
        with write():
            match = _store(story, source, owner, digest, now)
    except IntegrityError:  # the same at the same moment
        return Outcome(story.line, _known(owner, digest))
    return Outcome(story.line, match.code, is_new=True)


def _known(owner: User | None, digest: str) -> str:
    found = Import.objects.filter(owner=owner, digest=digest).select_related("match").first()
    return found.match.code if found else ""


def _store(story: Story, source: Source, owner: User | None, digest: str, now: int) -> Match:
    started = _clockless(story)
    moment = from_ms(now)
    target = started.options.target
    table = Table.objects.create(target=target, access=Table.Access.PRIVATE, created_at=moment, closed_at=moment)
    match = Match.objects.create(table=table, options=asdict(started.options), created_at=moment)
    Seat.objects.bulk_create(_seats(match, story.players, started.kinds))
    Import.objects.create(
        match=match,
        owner=owner,
        source=source,
        digest=digest,
        shared=owner is None,
        dated=story.played_at is not None,
        timed=story.times is not None,
        whole=story.finished,
        differences=[asdict(each) for each in story.differences],
        at=moment,
    )
    log.store(match, _happened(story, now))
    return match


def _seats(match: Match, players: tuple[str, ...], kinds: tuple[str, ...]) -> Iterator[Seat]:
    for number, (name, kind) in enumerate(zip(players, kinds, strict=True)):
        who = {"house": name[:HOUSE_NAME]} if kind == HOUSE else {"known_as": name}
        yield Seat(match=match, number=number, live=False, **who)


def _happened(story: Story, now: int) -> list[tuple[int, e.Event]]:
    """The log to be: nobody knows which clock was played, so it has none; a record that breaks off ends without a
    result."""
    began = now if story.played_at is None else to_ms(story.played_at)
    times = story.times or (0,) * len(story.events)
    happened = [
        (began + time, event) for time, event in zip(times, (_clockless(story), *story.events[1:]), strict=True)
    ]
    return happened if story.finished else [*happened, (happened[-1][0], e.MatchVoided(RECORD_ENDS))]


def _clockless(story: Story) -> e.MatchStarted:
    started = story.events[0]
    assert isinstance(started, e.MatchStarted), "a story begins with match_started"
    return replace(started, options=replace(started.options, clock=started.options.clock.at_pace(0)))


def share(*, imported: Import, shared: bool) -> None:
    """Let everybody who has the link look at the match, or nobody but its owner."""
    Import.objects.filter(pk=imported.pk, owner__isnull=False).update(shared=shared)


def erase(*, imported: Import) -> None:
    """Take the match away, its log included. Twice is once."""
    with write():
        if Import.objects.select_for_update().filter(pk=imported.pk).first() is None:
            return
        match = imported.match
        table = match.table
        log.erase(match)
        match.delete()
        table.delete()


def forget(user: User) -> None:
    """A deleted account leaves no imported match behind."""
    for imported in Import.objects.filter(owner=user).select_related("match", "match__table"):
        erase(imported=imported)


def export(user: User) -> list[dict[str, Any]]:
    """What the user has imported, as plain data; times in ISO 8601, UTC."""
    found = Import.objects.filter(owner=user).select_related("match").prefetch_related("match__seats").order_by("pk")
    return [
        {
            "code": each.match.code,
            "source": each.source,
            "imported": each.at.isoformat(),
            "shared": each.shared,
            "players": [seat.name for seat in each.match.seats.all()],
            "totals": each.match.totals,
        }
        for each in found
    ]
