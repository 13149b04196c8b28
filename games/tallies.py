"""Writing the tallies of a match as it goes: part of its projections, derived from the log alone."""

from __future__ import annotations

from games.engine import events as e
from games.engine.clock import Clock
from games.engine.state import MatchState, RoundState
from games.engine.variants import variant_named
from games.models import Match, Seat, Tally

COUNTS = ["rounds", "points", "against", "firsts", "tichu", "tichu_made", "grand", "grand_made", "doubles", "doubled",
          "bombs", "turns", "thought"]  # fmt: skip


def begin_tallies(match: Match) -> None:
    """Empty tallies for everybody in the match who has an account."""
    Tally.objects.filter(match=match).delete()
    users = {seat.number: seat.user_id for seat in Seat.objects.filter(match=match)}
    partners = variant_named(match.variant).partners
    Tally.objects.bulk_create(
        Tally(match=match, seat=seat, user_id=user, partner_id=_only(partners(seat), users))
        for seat, user in users.items()
        if user is not None
    )


def _only(partners: tuple[int, ...], users: dict[int, int | None]) -> int | None:
    return users.get(partners[0]) if len(partners) == 1 else None


def add_round(match: Match, event: e.RoundScored, after: MatchState, clock: Clock) -> None:
    """Add a scored round to everybody's tally."""
    rows = list(Tally.objects.filter(match=match))
    for row in rows:
        _add_result(row, event, after.variant.team_of(row.seat, event.number))
        _add_calls(row, event, after.deal)
        row.bombs += _bombs(after.deal, row.seat)
        row.turns += clock.turns[row.seat]
        row.thought += clock.thought[row.seat]
    Tally.objects.bulk_update(rows, COUNTS)


def _add_result(row: Tally, event: e.RoundScored, team: int) -> None:
    row.rounds += 1
    row.points += event.score[team]
    row.against += sum(event.score) - event.score[team]
    row.firsts += event.order[0] == row.seat
    if event.team_victory:
        won = event.cards[team] > 0
        row.doubles += won
        row.doubled += not won


def _add_calls(row: Tally, event: e.RoundScored, round_: RoundState) -> None:
    made = event.order[0] == row.seat
    if round_.grand[row.seat]:
        row.grand += 1
        row.grand_made += made
    elif round_.tichu[row.seat]:
        row.tichu += 1
        row.tichu_made += made


def _bombs(round_: RoundState, seat: int) -> int:
    plays = (told for _, told in round_.story if isinstance(told, e.CombinationPlayed))
    return sum(play.seat == seat and play.combination.is_bomb for play in plays)


def end_tallies(match: Match) -> None:
    """The match has ended: whether it counts, and for whom it was won."""
    rows = list(Tally.objects.filter(match=match))
    team_of = variant_named(match.variant).team_of
    kind = _kind(match)
    public = not match.practice and not match.table.is_private
    for row in rows:
        row.kind, row.ended_at, row.public = kind, match.ended_at, public
        row.won = match.winner is not None and team_of(row.seat) == match.winner
    Tally.objects.bulk_update(rows, ["kind", "ended_at", "public", "won"])


def _kind(match: Match) -> Tally.Kind:
    """House players first: whatever was played with them stays apart (BUGLOG F11)."""
    if match.has_house or match.practice:
        return Tally.Kind.HOUSE
    if Seat.objects.filter(match=match, user=None).exists():
        return Tally.Kind.APART
    ends = {Match.Status.FINISHED: Tally.Kind.COUNTED, Match.Status.FORFEITED: Tally.Kind.FORFEITED}
    return ends.get(Match.Status(match.status), Tally.Kind.APART)
