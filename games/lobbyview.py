"""What the lobby shows: waiting tables with their seats, and matches being played. Knows rows and names, no cards."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from games import selectors
from games.engine.variants import variant_named
from games.models import Match, Seat
from games.returning import RunningMatch, running_match_of
from games.selectors import Viewer
from games.services.health import stopped_since
from games.times import to_ms

MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class SeatCard:
    """One seat of a waiting table; `name` is "" while it is free, `partner` and `mine` are as the viewer sees it."""

    number: int
    name: str = ""
    partner: str = ""
    online: bool = False
    house: bool = False
    mine: bool = False


@dataclass(frozen=True, slots=True)
class TableCard:
    """A waiting table: its seats by team, whole minutes of waiting, and whether the viewer sits there."""

    code: str
    title: str
    host: str
    target: int
    teams: tuple[tuple[SeatCard, ...], ...]
    minutes: int
    mine: bool


@dataclass(frozen=True, slots=True)
class Playing:
    """A running match: names by team, the round being played and the totals; `code` of its table if one may watch."""

    teams: tuple[tuple[str, ...], ...]
    round_number: int
    totals: tuple[int, ...]
    target: int
    code: str = ""


@dataclass(frozen=True, slots=True)
class LastTime:
    """The table the viewer played at last: with whom, and who waits there again."""

    match_code: str
    title: str
    others: tuple[str, ...]
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lobby:
    """All of it, the viewer's own way back, and whether the clocks stand still. `version` changes whenever something
    on the page does."""

    waiting: tuple[TableCard, ...]
    playing: tuple[Playing, ...]
    way_back: RunningMatch | None
    last_time: LastTime | None = None
    stopped: bool = False

    @property
    def version(self) -> str:
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


def lobby_for(viewer: Viewer, now: int) -> Lobby:
    """The lobby at `now` (ms) as `viewer` sees it."""
    way_back = running_match_of(viewer)
    return Lobby(
        waiting=tuple(_waiting(table.match, viewer, now) for table in selectors.open_tables(viewer)),
        playing=tuple(_playing(table.match) for table in selectors.running_tables()),
        way_back=way_back,
        last_time=last_time_of(viewer) if way_back is None else None,
        stopped=stopped_since(now) is not None,
    )


def last_time_of(viewer: Viewer) -> LastTime | None:
    """Offered while its table is closed or waits; house players are nobody to play with again."""
    match = selectors.last_match(viewer)
    if match is None:
        return None
    others = tuple(seat.name for seat in match.seats.all() if not seat.is_house and seat.user_id != viewer.pk)
    now = match.table.match
    waits = now.status == Match.Status.WAITING
    if not others or not (waits or match.table.closed_at):
        return None
    waiting = tuple(seat.name for seat in now.seats.all() if not seat.is_house) if waits else ()
    return LastTime(match.code, match.table.title, others, waiting)


def teams_of(match: Match) -> tuple[tuple[int, ...], ...]:
    return variant_named(match.variant).teams(1)


def _waiting(match: Match, viewer: Viewer, now: int) -> TableCard:
    taken = {seat.number: seat for seat in match.seats.all()}
    teams = tuple(tuple(_seat(number, team, taken, viewer) for number in team) for team in teams_of(match))
    return TableCard(
        code=match.table.code,
        title=match.table.title,
        host=match.table.host.display_name if match.table.host else "",
        target=match.table.target,
        teams=teams,
        minutes=max(0, now - to_ms(match.created_at)) // MINUTE,
        mine=any(seat.mine for team in teams for seat in team),
    )


def _seat(number: int, team: tuple[int, ...], taken: dict[int, Seat], viewer: Viewer) -> SeatCard:
    partner = " · ".join(taken[other].name for other in team if other != number and other in taken)
    if number not in taken:
        return SeatCard(number, partner=partner)
    seat = taken[number]
    mine = seat.user_id is not None and seat.user_id == viewer.pk
    return SeatCard(number, seat.name, partner, online=seat.online or seat.is_house, house=seat.is_house, mine=mine)


def _playing(match: Match) -> Playing:
    names = selectors.names(match)
    teams = teams_of(match)
    return Playing(
        teams=tuple(tuple(names[number] for number in team) for team in teams),
        round_number=getattr(match, "round_number", None) or 1,
        totals=tuple(match.totals) or (0,) * len(teams),
        target=match.table.target,
        code=match.table.code if match.table.watchable else "",
    )
