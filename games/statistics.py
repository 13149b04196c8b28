"""What a person's matches add up to, alone and with each partner, as far as the reader may see those matches.

Only matches count that four people with accounts played to their target (BUGLOG F11); the others are only numbered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Count, Prefetch, Q, QuerySet, Sum

from accounts.models import User
from games.engine.variants.base import GRAND, TICHU
from games.models import Seat, Tally
from games.selectors import NAMED, Viewer

FEW = 10
"""With fewer cases a percentage would fool the reader: the count stands alone."""
PARTNERS = 12


class Period(StrEnum):
    """Which matches, by when they ended."""

    ALL = "all"
    MONTH = "month"
    YEAR = "year"

    @classmethod
    def read(cls, text: str | None) -> Period:
        """What an address asks for; anything unknown is all."""
        return next((period for period in cls if period == text), cls.ALL)

    def begins(self, now: datetime) -> datetime | None:
        """The end of a match lies after this moment; None without a limit."""
        days = {Period.MONTH: 30, Period.YEAR: 365}.get(self)
        return None if days is None else now - timedelta(days=days)


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: int
    whole: int

    @property
    def percent(self) -> int | None:
        """Rounded; None where the cases are too few."""
        return None if self.whole < FEW else round(100 * self.part / self.whole)


@dataclass(frozen=True, slots=True)
class Numbers:
    """Sums over matches, as in `Tally`; `thought` in milliseconds."""

    matches: int = 0
    won: int = 0
    rounds: int = 0
    points: int = 0
    against: int = 0
    firsts: int = 0
    tichu: int = 0
    tichu_made: int = 0
    grand: int = 0
    grand_made: int = 0
    doubles: int = 0
    doubled: int = 0
    bombs: int = 0
    turns: int = 0
    thought: int = 0

    @property
    def matches_won(self) -> Share:
        return Share(self.won, self.matches)

    @property
    def out_first(self) -> Share:
        return Share(self.firsts, self.rounds)

    @property
    def tichus_called(self) -> Share:
        return Share(self.tichu, self.rounds)

    @property
    def tichus_made(self) -> Share:
        return Share(self.tichu_made, self.tichu)

    @property
    def tichu_points(self) -> int:
        """What the calls brought (RULES M6)."""
        return TICHU * (2 * self.tichu_made - self.tichu)

    @property
    def grands_called(self) -> Share:
        return Share(self.grand, self.rounds)

    @property
    def grands_made(self) -> Share:
        return Share(self.grand_made, self.grand)

    @property
    def grand_points(self) -> int:
        """What the calls brought (RULES M6)."""
        return GRAND * (2 * self.grand_made - self.grand)

    @property
    def doubles_won(self) -> Share:
        return Share(self.doubles, self.rounds)

    @property
    def points_a_round(self) -> float:
        """Of the own team; 0 without rounds."""
        return self.points / self.rounds if self.rounds else 0.0

    @property
    def against_a_round(self) -> float:
        return self.against / self.rounds if self.rounds else 0.0

    @property
    def bombs_a_round(self) -> float:
        return self.bombs / self.rounds if self.rounds else 0.0

    @property
    def thought_a_turn(self) -> int:
        """Milliseconds; 0 without turns."""
        return round(self.thought / self.turns) if self.turns else 0


@dataclass(frozen=True, slots=True)
class Sums:
    """What the matches of one kind with one partner add up to; `partner` is a key, None without an account."""

    kind: str
    partner: int | None
    numbers: Numbers


@dataclass(frozen=True, slots=True)
class WithPartner:
    """What somebody's matches with one partner add up to."""

    partner: User
    numbers: Numbers


@dataclass(frozen=True, slots=True)
class Apart:
    """How many matches do not count, and why."""

    forfeited: int
    house: int
    without_result: int

    @property
    def any(self) -> bool:
        return bool(self.forfeited or self.house or self.without_result)


_SUMS = {name: Sum(name) for name in (each.name for each in fields(Numbers)) if name not in ("matches", "won")}


def sums_of(tallies: QuerySet[Tally]) -> tuple[Sums, ...]:
    """All that a page of statistics adds up, in one walk through the matches (index tally_of_user, since a day
    tally_history; measured in docs/figures.md)."""
    counts = {"matches": Count("pk"), "won": Count("pk", filter=Q(won=True))}
    grouped = tallies.order_by().values_list("kind", "partner").annotate(**counts, **_SUMS)
    return tuple(Sums(kind, partner, Numbers(*sums)) for kind, partner, *sums in grouped)


def numbers_of(sums: Iterable[Sums]) -> Numbers:
    """Of those that count, together."""
    counted = (astuple(each.numbers) for each in sums if each.kind == Tally.Kind.COUNTED)
    return Numbers(*map(sum, zip(*counted, strict=True)))


def partners_of(sums: Iterable[Sums]) -> list[WithPartner]:
    """The most frequent partners, most matches first."""
    found = [(each.partner, each.numbers) for each in sums if each.partner and each.kind == Tally.Kind.COUNTED]
    found = sorted(found, key=lambda each: (-each[1].matches, each[0]))[:PARTNERS]
    users = User.objects.in_bulk([partner for partner, _ in found])
    return [WithPartner(users[partner], numbers) for partner, numbers in found]


def apart_of(sums: Iterable[Sums]) -> Apart:
    """How many matches were played that do not count."""
    matches: Counter[str] = Counter()
    for each in sums:
        matches[each.kind] += each.numbers.matches
    return Apart(*(matches[kind] for kind in (Tally.Kind.FORFEITED, Tally.Kind.HOUSE, Tally.Kind.APART)))


def ended_of(owner: User, viewer: Viewer) -> QuerySet[Tally]:
    """The ended matches of `owner` that `viewer` may know of: all of one's own; of others the public ones, and those
    the viewer sat in. So what others read tells nothing of a private match (E08)."""
    ended = Tally.objects.filter(user=owner).exclude(kind=Tally.Kind.OPEN)
    if viewer.pk == owner.pk:
        return ended
    if not viewer.is_authenticated:
        return ended.filter(public=True)
    return ended.filter(Q(public=True) | Q(match__in=Seat.objects.filter(user=viewer.pk).values("match")))


def tallies_of(owner: User, viewer: Viewer, period: Period, now: datetime) -> QuerySet[Tally]:
    """Those of `ended_of` that ended in this period."""
    ended, since = ended_of(owner, viewer), period.begins(now)
    return ended if since is None else ended.filter(ended_at__gt=since)


def past_matches(user: User, viewer: Viewer) -> QuerySet[Tally]:
    """What the viewer may know of, latest first, with match, table, seats and names (index tally_history)."""
    seats = Prefetch("match__seats", Seat.objects.select_related("user").only(*NAMED).order_by("number"))
    ended = ended_of(user, viewer).select_related("match__table").prefetch_related(seats)
    return ended.order_by("-ended_at", "-match_id")
