"""Rating people and pairs by public matches between four people with accounts: once, when a match ends.

The system is OpenSkill's Plackett-Luce. A person's rating is moved as a member of a team, a pair's as one player.
"""

from __future__ import annotations

from collections.abc import Sequence

from openskill.models import PlackettLuce, PlackettLuceRating

from games.models import Match, Rated, Rating, Tally
from games.writing import write

START, SCALE = 1000, 40
"""What is shown of a rating nobody knows anything about, and how many points one unit of skill is."""

_model = PlackettLuce()

Who = tuple[int, int | None]
"""The keys of a person, or of a pair in order."""


def rate(match: Match) -> bool:
    """Let an ended match move the ratings; False when it may not, or has done so already (BUGLOG F11)."""
    with write():
        tallies = list(Tally.objects.filter(match=match, kind=Tally.Kind.COUNTED, public=True).order_by("seat"))
        teams = _teams(tallies)
        if len(teams) != 2 or not Rated.objects.get_or_create(match=match)[1]:
            return False
        _move([[(pk, None) for pk in team] for team in teams])
        if all(len(team) == 2 for team in teams):
            _move([[(min(team), max(team))] for team in teams])
    return True


def rate_again() -> int:
    """Forget all ratings and let every match tell again, in the order in which they ended; how many did."""
    with write():
        Rated.objects.all().delete()
        Rating.objects.all().delete()
        counted = Match.objects.filter(tallies__kind=Tally.Kind.COUNTED, tallies__public=True).distinct()
        return sum(rate(match) for match in counted.order_by("ended_at", "pk").iterator())


def _teams(tallies: Sequence[Tally]) -> list[list[int]]:
    """The keys of winners and losers."""
    won = [tally.user_id for tally in tallies if tally.won]
    lost = [tally.user_id for tally in tallies if not tally.won]
    return [won, lost] if won and lost else []


def _move(teams: list[list[Who]]) -> None:
    """Book a match that the first of the teams won."""
    rows = _rows([who for team in teams for who in team])
    before = [[_model.rating(mu=rows[who].mu, sigma=rows[who].sigma) for who in team] for team in teams]
    after = _model.rate(before, ranks=list(range(len(teams))))
    for place, (team, ratings) in enumerate(zip(teams, after, strict=True)):
        for who, rating in zip(team, ratings, strict=True):
            _book(rows[who], rating, won=place == 0)
    Rating.objects.bulk_update(rows.values(), ["mu", "sigma", "shown", "matches", "won"])


def _rows(everybody: list[Who]) -> dict[Who, Rating]:
    """Their ratings, held until the transaction ends, always in the same order so that nobody waits in a circle."""
    fresh = _model.rating()
    rows = {}
    for first, second in sorted(everybody):
        start = {"mu": fresh.mu, "sigma": fresh.sigma, "shown": START}
        held = Rating.objects.select_for_update(of=("self",))
        rows[first, second] = held.get_or_create(first_id=first, second_id=second, defaults=start)[0]
    return rows


def _book(row: Rating, rating: PlackettLuceRating, *, won: bool) -> None:
    row.mu, row.sigma = rating.mu, rating.sigma
    row.shown = round(START + SCALE * rating.ordinal())
    row.matches += 1
    row.won += won
