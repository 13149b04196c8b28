"""The matches somebody has played, as a viewer may see them listed. Knows results and names, no cards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.urls import reverse

from games.engine.variants import variant_named
from games.models import Seat, Tally


@dataclass(frozen=True, slots=True)
class Person:
    """A name, and where it leads: house players and deleted accounts have no page of their own."""

    name: str
    is_house: bool
    url: str = ""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """One line of the history, from the player's side: totals are own team first."""

    code: str
    ended_at: datetime
    partners: tuple[Person, ...]
    opponents: tuple[Person, ...]
    totals: tuple[int, int]
    rounds: int
    status: str
    won: bool | None
    practice: bool
    has_house: bool
    private: bool

    @property
    def against(self) -> str:
        """The opponents where there is no room for a column of them."""
        return " · ".join(person.name for person in self.opponents)

    @property
    def result(self) -> str:
        return f"{self.totals[0]} : {self.totals[1]}".replace("-", "\N{MINUS SIGN}")


SHOWN = ("seat", "rounds", *(f"match__{name}" for name in (
    "code", "variant", "status", "totals", "winner", "practice", "has_house", "created_at", "ended_at", "table__access",
)))  # fmt: skip
"""The columns of a tally that a line is made of."""


def line_of(tally: Tally) -> PastMatch:
    """The match as the tally's own person remembers it."""
    match, own = tally.match, tally.seat
    variant = variant_named(match.variant)
    seats = {seat.number: seat for seat in match.seats.all()}
    team = variant.team_of(own)
    partners = variant.partners(own)
    totals = match.totals or [0] * len(variant.teams(1))
    return PastMatch(
        code=match.code,
        ended_at=match.ended_at or match.created_at,
        partners=tuple(_person(seats[number]) for number in partners if number in seats),
        opponents=tuple(
            _person(seats[number]) for number in variant.after(own) if number in seats and number not in partners
        ),
        totals=(totals[team], sum(points for number, points in enumerate(totals) if number != team)),
        rounds=tally.rounds,
        status=match.status,
        won=None if match.winner is None else match.winner == team,
        practice=match.practice,
        has_house=match.has_house,
        private=match.table.is_private,
    )


def _person(seat: Seat) -> Person:
    user = seat.user
    if user is None:
        return Person(seat.name, is_house=seat.is_house)
    return Person(seat.name, is_house=False, url="" if user.deleted_number else _page_of(user.username))


@lru_cache(maxsize=4_096)
def _page_of(username: str) -> str:
    """A list of matches names the same few people a hundred times."""
    return reverse("games:player", args=[username])
