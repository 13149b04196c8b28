"""What a page knows of a table beside the match view: who sits where, what was agreed, where forms go."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Match, Seat, Table
from games.wording import People

PLACES = ("s", "e", "n", "w")
"""Places on the page by order of play from the viewer: below, right (plays next), opposite, left."""


@lru_cache(maxsize=8_192)
def _address(name: str, code: str) -> str:
    return reverse(name, args=[code])


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody on a seat."""

    name: str
    house: bool = False
    online: bool = True
    ready: bool = False
    wants_rematch: bool | None = None
    host: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """A table around its match. `sittings` by seat, None where nobody sits; `join` is the invite path, "" where
    there is none to show; `hosting`: the viewer may fill the table with house players; `before`: the match that
    a viewer without a seat has played here last; `timed`: clocks run for decisions;
    `watchable`: people without a seat may look on; `aids`: the table remembers for its players;
    `lesson`: the slug of the one given here."""

    code: str
    target: int
    status: str
    sittings: tuple[Sitting | None, ...]
    viewer: int | None = None
    title: str = ""
    private: bool = False
    practice: bool = False
    match_code: str = ""
    join: str = ""
    hosting: bool = False
    ended_at: datetime | None = None
    end_reason: str = ""
    closed: bool = False
    before: str = ""
    timed: bool = True
    watchable: bool = False
    aids: bool = False
    lesson: str = ""
    people: People = field(init=False)
    """The names, with something to call a free seat."""

    def __post_init__(self) -> None:
        names = tuple(each.name if each else _("free seat") for each in self.sittings)
        object.__setattr__(self, "people", People(names, self.viewer))

    def url(self, name: str) -> str:
        """The address of one of the table's forms."""
        return _address(f"games:table_{name}", self.code)

    @property
    def is_running(self) -> bool:
        return self.status == Match.Status.RUNNING

    @property
    def free(self) -> tuple[int, ...]:
        return tuple(number for number, each in enumerate(self.sittings) if each is None)

    @property
    def heading(self) -> str:
        """The table's name for headings and the title bar."""
        host = next((each.name for each in self.sittings if each and each.host), "")
        if self.lesson:
            return _("Lesson")
        if self.practice:
            return _("Practice match")
        return self.title or (_("Table of %s") % host if host else _("Table"))


def setting_of(table: Table, match: Match, viewer: int | None, seats: list[Seat], places: int) -> Setting:
    """Read the rows; `places` is how many seats the variant has."""
    by_number = {seat.number: seat for seat in seats}
    sittings = tuple(_sitting(by_number.get(number), table) for number in range(places))
    mine = sittings[viewer] if viewer is not None else None
    return Setting(
        code=table.code,
        target=table.target,
        status=match.status,
        sittings=sittings,
        viewer=viewer,
        title=table.title,
        private=table.is_private,
        practice=match.practice,
        match_code=match.code,
        join=reverse("games:join", args=[table.invite_token]) if mine and not match.practice else "",
        hosting=bool(mine and mine.host and table.is_private),
        ended_at=match.ended_at,
        end_reason=match.end_reason,
        closed=table.closed_at is not None,
        timed=table.pace != Table.Pace.NONE,
        watchable=table.watchable,
        aids=table.aids,
        lesson=table.lesson,
    )


def _sitting(seat: Seat | None, table: Table) -> Sitting | None:
    if seat is None:
        return None
    return Sitting(
        name=seat.name,
        house=seat.is_house,
        online=seat.is_house or seat.online,
        ready=seat.ready,
        wants_rematch=True if seat.is_house else seat.wants_rematch,
        host=seat.user_id is not None and seat.user_id == table.host_id,
    )
