"""What a match's own page shows: result, rounds with calls and scores, why it ended. Made from projections, so that
it stands even where the log cannot be read (BUGLOG F12). Shows no cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine.variants import variant_named
from games.import_words import Origin, origin
from games.lessons import FINISHED
from games.models import Hand, Match, Round, Table
from games.records import has_record
from games.replay_page import Subject
from games.score_chart import Chart, chart
from games.selectors import MatchAccess, Viewer, import_of, names
from games.services.afterwards import NOBODY_PLAYED
from games.services.imports import RECORD_ENDS
from games.wording import call_word, listed, number, signed

Status = Match.Status


@dataclass(frozen=True, slots=True)
class Side:
    """One team as this page speaks of it: its people, the lines over its column, its points."""

    people: str
    column: tuple[str, ...]
    total: str


@dataclass(frozen=True, slots=True)
class Banner:
    """Both sides, ours first, and the course of the score (None before the first result)."""

    us: Side
    them: Side
    has_own: bool
    started_at: datetime | None
    chart: Chart | None


@dataclass(frozen=True, slots=True)
class Call:
    """A call as it ended: `made` None in a round that was never scored."""

    name: str
    letter: str
    made: bool | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Points:
    """What one side got in a round, and where it stands after it."""

    score: str
    total: str


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One round; without `us` and `them` it was never scored. `differs` says why an imported one isn't as ours."""

    number: str
    url: str
    calls: tuple[Call, ...]
    is_double: bool
    us: Points | None
    them: Points | None
    differs: str = ""


@dataclass(frozen=True, slots=True)
class MatchPage:
    """The page of one match."""

    heading: str
    banner: Banner
    target: str
    tags: tuple[str, ...]
    why: str
    ended_at: datetime | None
    minutes: int | None
    is_over: bool
    rounds: tuple[RoundRow, ...]
    replay_url: str
    record_url: str
    sheet_url: str
    share_path: str
    is_private: bool
    table_code: str
    again: str
    origin: Origin | None


def subject_of(access: MatchAccess, key: str, rows: Sequence[Round]) -> Subject:
    """The match as replay pages speak of it. The key goes on only where it opened the door."""
    match = access.match
    ours = variant_named(match.variant).team_of(access.seat) if access.seat is not None else 0
    return Subject(
        code=match.code,
        key=key if match.table.is_private and match.is_over and access.seat is None else "",
        names=names(match),
        houses=frozenset(seat.number for seat in match.seats.all() if seat.is_house),
        own=access.seat,
        rounds=tuple(row.number for row in rows),
        scores=tuple(_pair(row.score[ours], row.score[1 - ours]) if row.scored else "" for row in rows),
    )


def _pair(ours: int, theirs: int) -> str:
    return f"{number(ours)} : {number(theirs)}"


def visible(match: Match, *, hands: bool = False) -> list[Round]:
    """The rounds that may be looked at, with their `hands` if wanted: all of them once the match is over, else those
    that are scored (RULES U3)."""
    rows = match.rounds.order_by("number")
    rows = rows.prefetch_related("hands") if hands else rows
    return list(rows if match.is_over else rows.filter(scored=True))


def share_path(match: Match, subject: Subject) -> str:
    """The address others can open: of a private match with its share key, and only once it is over."""
    return Subject(match.code, _share_key(match), subject.names, subject.houses, None, subject.rounds).match_url()


def _share_key(match: Match) -> str:
    return match.share_key if match.table.is_private and match.is_over and import_of(match) is None else ""


def shared(match: Match, subject: Subject) -> Subject:
    """The same subject for links that are meant for others."""
    return Subject(match.code, _share_key(match), subject.names, subject.houses, subject.own, subject.rounds)


def origin_of(match: Match, viewer: Viewer) -> Origin | None:
    """Where an imported match comes from; None for one that was played here."""
    imported = import_of(match)
    if imported is None:
        return None
    return origin(imported, names(match), own=viewer.pk is not None and imported.owner_id == viewer.pk)


def build(access: MatchAccess, subject: Subject, rows: Sequence[Round], viewer: Viewer) -> MatchPage:
    """The match's page for this onlooker."""
    match, people, came = access.match, subject.names, origin_of(access.match, viewer)
    ours, theirs = _sides(match, subject)
    eyes = subject.eyes(None)
    assert eyes is not None, "without a wish there are always eyes"
    imported = import_of(match)
    return MatchPage(
        heading=_heading(match, people),
        banner=banner(match, subject, rows),
        target=str(match.table.target),
        tags=tuple(_tags(match)),
        why=_why(match, people),
        ended_at=match.ended_at if imported is None or imported.timed else None,
        minutes=_minutes(match) if imported is None or imported.timed else None,
        is_over=match.is_over,
        rounds=tuple(_row(row, people, (ours, theirs), subject.url(row.number, 0, eyes), came) for row in rows),
        replay_url=subject.url(rows[0].number, 0, eyes) if rows else "",
        record_url=subject.record_url() if has_record(match) else "",
        sheet_url=subject.sheet_url() if match.is_over else "",
        share_path=share_path(match, subject) if match.is_over and (came is None or came.shared) else "",
        is_private=match.table.is_private and came is None,
        table_code=match.table.code,
        again=reverse("games:match_again", args=[match.code]) if _may_gather(access) else "",
        origin=came,
    )


def banner(match: Match, subject: Subject, rows: Sequence[Round]) -> Banner:
    """Who plays whom, ours first, and the score so far."""
    teams, has_own = _teams(match), subject.own is not None
    ours, theirs = _sides(match, subject)
    labels = (_("Us"), _("Them")) if has_own else ("", "")
    us, them = (
        _side(match, tuple(subject.names[seat] for seat in teams[team]), team, label)
        for team, label in zip((ours, theirs), labels, strict=True)
    )
    scored = [row for row in rows if row.scored]
    our_course, their_course = ([row.total[team] for row in scored] for team in (ours, theirs))
    drawn = chart(our_course, their_course, match.table.target) if scored else None
    imported = import_of(match)
    started_at = match.started_at if imported is None or imported.dated else None
    return Banner(us, them, has_own=has_own, started_at=started_at, chart=drawn)


def _side(match: Match, people: tuple[str, ...], team: int, label: str) -> Side:
    total = match.totals[team] if match.totals else 0
    return Side(" · ".join(people), (label,) if label else people, number(total))


def _teams(match: Match) -> tuple[tuple[int, ...], ...]:
    return variant_named(match.variant).teams(1)


def _sides(match: Match, subject: Subject) -> tuple[int, int]:
    """The numbers of our team and of theirs; for somebody who didn't play, the first team's view."""
    ours = variant_named(match.variant).team_of(subject.own) if subject.own is not None else 0
    return ours, 1 - ours


def _heading(match: Match, people: Sequence[str]) -> str:
    teams = [listed([people[seat] for seat in team]) for team in _teams(match)]
    if match.winner is not None:
        words = {"winners": teams[match.winner], "losers": teams[1 - match.winner]}
        won = _("%(winners)s beat %(losers)s")
        return (_("%(winners)s win by forfeit") if match.status == Status.FORFEITED else won) % words
    words = {"some": teams[0], "others": teams[1]}
    return _("%(some)s against %(others)s") % words


def _minutes(match: Match) -> int | None:
    """How long the match was played, rounded."""
    if match.started_at is None or match.ended_at is None:
        return None
    return round((match.ended_at - match.started_at).total_seconds() / 60)


def _may_gather(access: MatchAccess) -> bool:
    return access.seat is not None and access.match.is_over and not access.match.practice


def _tags(match: Match) -> Iterator[str]:
    if import_of(match) is not None:
        yield _("imported")
    elif match.table.is_private and not match.practice:
        yield _("private table")
    if match.table.pace != Table.Pace.NORMAL:
        yield match.table.get_pace_display()
    if match.practice:
        yield _("practice")
    elif match.has_house:
        yield _("with house players")
    if match.end_reason != RECORD_ENDS and match.status in (Status.FORFEITED, Status.VOIDED, Status.NO_RESULT):
        yield match.get_status_display()


def _why(match: Match, people: Sequence[str]) -> str:
    """Why it ended otherwise than by its score (RULES O2)."""
    out = listed([people[seat] for seat in match.end_seats])
    match match.status:
        case Status.FORFEITED:
            return _("Clock and reserve of %(names)s ran out, so the match is lost for the team.") % {"names": out}
        case Status.NO_RESULT:
            words = {"names": out}
            return _("Clock and reserve of %(names)s ran out together: both teams, so there is no result.") % words
        case Status.VOIDED if match.end_reason == FINISHED:
            return _("The lesson came to its end.")
        case Status.VOIDED if match.practice:
            return _("The practice match was ended before its end.")
        case Status.VOIDED if match.end_reason == NOBODY_PLAYED:
            return _("Nobody had played for two hours, so the match was ended without a result.")
        case Status.VOIDED if match.end_reason == RECORD_ENDS:
            return ""  # said where the import is
        case Status.VOIDED if match.end_reason:
            return _("The match was ended without a result: %(reason)s") % {"reason": match.end_reason}
        case Status.VOIDED:
            return _("The match was ended without a result.")
        case _:
            return ""


def _row(row: Round, people: Sequence[str], teams: tuple[int, int], url: str, came: Origin | None) -> RoundRow:
    us, them = (_points(row, team) for team in teams)
    calls = tuple(_call(row, hand, people[hand.seat]) for hand in row.hands.all() if hand.call)
    differs = came.differs.get(row.number, "") if came else ""
    return RoundRow(str(row.number), url, calls, row.team_victory, us, them, differs)


def _points(row: Round, team: int) -> Points | None:
    return Points(signed(row.score[team]), number(row.total[team])) if row.scored else None


def _call(row: Round, hand: Hand, name: str) -> Call:
    made = hand.place == 1 if row.scored else None
    words = {"name": name, "call": call_word(hand.call)}
    sentence = {
        True: _("%(name)s called %(call)s and made it"),
        False: _("%(name)s called %(call)s and lost it"),
        None: _("%(name)s called %(call)s"),
    }[made]
    return Call(name, "G" if hand.call == Hand.Call.GRAND else "T", made, sentence % words)
