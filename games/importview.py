"""The page of somebody's imported matches, as values for its template."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import selectors
from games.engine.variants import variant_named
from games.import_words import fault_words
from games.models import Import, Seat
from games.replay_words import points_pair
from games.services.imports import Outcome
from games.wording import listed


@dataclass(frozen=True, slots=True)
class ImportLine:
    """One match of the shelf; `played_at` None where nobody wrote it down."""

    code: str
    sides: str
    result: str
    rounds: int
    source: str
    played_at: datetime | None
    is_shared: bool
    is_odd: bool
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a file: how many matches are new or known already, and what was refused, in sentences."""

    taken: str
    refused: tuple[str, ...]


def shelf(user: User) -> QuerySet[Import]:
    """What the user has imported, latest first."""
    seats = Prefetch("match__seats", Seat.objects.select_related("user").order_by("number"))
    rounds = Count("match__rounds", filter=Q(match__rounds__scored=True))
    mine = Import.objects.filter(owner=user).select_related("match").prefetch_related(seats)
    return mine.annotate(rounds_played=rounds).order_by("-pk")


def line_of(imported: Import) -> ImportLine:
    """One line of the list."""
    match = imported.match
    names = selectors.names(match)
    sides = [listed([names[seat] for seat in team]) for team in variant_named(match.variant).teams(1)]
    return ImportLine(
        code=match.code,
        sides=_("%(some)s against %(others)s") % {"some": sides[0], "others": sides[1]},
        result=points_pair(match.totals) if match.totals else "–",
        rounds=getattr(imported, "rounds_played", 0),
        source=imported.get_source_display(),
        played_at=match.started_at if imported.dated else None,
        is_shared=imported.shared,
        is_odd=bool(imported.differences),
        is_whole=imported.whole,
    )


def report(outcomes: Iterable[Outcome]) -> Report:
    """The outcomes in words."""
    found = tuple(outcomes)
    new = sum(each.is_new for each in found)
    known = sum(bool(each.code) and not each.is_new for each in found)
    parts = []
    if new:
        parts.append(ngettext("%(n)d match imported.", "%(n)d matches imported.", new) % {"n": new})
    if known:
        said = ngettext("%(n)d match was here already.", "%(n)d matches were here already.", known)
        parts.append(said % {"n": known})
    return Report(" ".join(parts), tuple(fault_words(each.fault) for each in found if each.fault is not None))
