"""The statistics of a profile page as its template shows them: whose, of when, and with whom."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from accounts.models import User
from games.replay_words import seconds
from games.selectors import Viewer
from games.statistics import Apart, Numbers, Period, WithPartner, apart_of, numbers_of, partners_of, sums_of, tallies_of
from games.wording import signed


@dataclass(frozen=True, slots=True)
class Choice:
    """A period to choose: its key and address."""

    period: Period
    query: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the profile shows: `numbers` of all matches, or of those with `partner`; `played` in any way at all."""

    numbers: Numbers
    partner: User | None
    partners: tuple[WithPartner, ...]
    apart: Apart
    choices: tuple[Choice, ...]
    period: Period

    @property
    def played(self) -> bool:
        return bool(self.numbers.matches or self.apart.any or self.period is not Period.ALL)

    @property
    def thought(self) -> str:
        return seconds(self.numbers.thought_a_turn)

    @property
    def tichu_points(self) -> str:
        return signed(self.numbers.tichu_points)

    @property
    def grand_points(self) -> str:
        return signed(self.numbers.grand_points)


def build(owner: User, viewer: Viewer, period: Period, partner: str | None, now: datetime) -> Statistics:
    """`partner`: the name the address asks for; without such a partner it is all matches."""
    sums = sums_of(tallies_of(owner, viewer, period, now))
    partners = tuple(partners_of(sums))
    chosen = next((each for each in partners if partner and _address_name(each.partner) == partner), None)
    return Statistics(
        numbers=chosen.numbers if chosen else numbers_of(sums),
        partner=chosen.partner if chosen else None,
        partners=partners,
        apart=apart_of(sums),
        choices=tuple(_choice(each, period, chosen) for each in Period),
        period=period,
    )


def _address_name(user: User) -> str | None:
    """Deleted accounts have no name to ask for."""
    return None if user.deleted_number else user.username


def _choice(period: Period, now: Period, chosen: WithPartner | None) -> Choice:
    asked = {"period": period.value} | ({"with": chosen.partner.username} if chosen else {})
    return Choice(period, urlencode(asked), period is now)
