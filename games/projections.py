"""What plain queries need to know of a match, derived from its log: status, result, and the
rows of `Round`, `Hand` and `Tally`.

Written in the transaction of the log entry; `rebuild` makes the same rows from the log alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from games.engine import events as e
from games.engine.clock import Clock, advance, new_clock
from games.engine.evolve import begin, evolve
from games.engine.state import MatchState, Phase, RoundState
from games.models import Hand, Match, Round, Seat
from games.rules import format_cards
from games.tallies import add_round, begin_tallies, end_tallies
from games.times import from_ms

RESULT_FIELDS = [
    "variant",
    "status",
    "winner",
    "totals",
    "end_reason",
    "end_seats",
    "started_at",
    "ended_at",
    "has_house",
]
HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Opening:
    """What the deal with entry number `entry` found: the match's counters, and the reserves in ms by seat."""

    entry: int
    decision: int
    plays: int
    reserves: tuple[int, ...]


def opening(head: int, state: MatchState, clock: Clock) -> Opening:
    """The opening of a round whose deal follows entry number `head`."""
    return Opening(head + 1, state.decision, state.plays, clock.reserves)


def project(
    match: Match, after: MatchState, clock: Clock, events: Sequence[e.Event], at: int, *, found: Opening | None = None
) -> None:
    """Bring the rows of `match` to `after`, when its clocks are `clock`; saves everything but the log's own columns.
    `found` is the opening of a round that is dealt among the events."""
    fields: set[str] = set()
    for event in events:
        fields.update(_apply(match, event, after, at, found))
        if isinstance(event, e.RoundScored):
            add_round(match, event, after, clock)
    if fields:
        match.save(update_fields=sorted(fields))
    if after.phase is Phase.OVER:
        Seat.objects.filter(match=match).update(live=False, wants_rematch=None)
        end_tallies(match)


def rebuild(match: Match, entries: Iterable[tuple[e.Event, int]]) -> None:
    """Forget all projections of `match` and make them anew from its log of (event, at)."""
    Round.objects.filter(match=match).delete()
    blank = Match(table=match.table)
    for name in RESULT_FIELDS:
        setattr(match, name, getattr(blank, name))
    match.save(update_fields=RESULT_FIELDS)
    now: tuple[MatchState, Clock] | None = None
    for head, (event, at) in enumerate(entries):
        found = opening(head, *now) if now else None
        now = _after(now, event, at)
        project(match, *now, (event,), at, found=found)


def _after(found: tuple[MatchState, Clock] | None, event: e.Event, at: int) -> tuple[MatchState, Clock]:
    if found is not None:
        before, clock = found
        state = evolve(before, event)
        return state, advance(clock, before, state, event, at)
    if not isinstance(event, e.MatchStarted):
        raise ValueError("a log begins with match_started")
    state = begin(event)
    return state, new_clock(state)


def _apply(match: Match, event: e.Event, after: MatchState, at: int, found: Opening | None) -> tuple[str, ...]:
    """Book one event; the names of the changed columns of `match`."""
    match event:
        case e.MatchStarted():
            return _started(match, event, after, at)
        case e.HandsDealt():
            Round.objects.create(match=match, number=event.number, opening=asdict(found) if found else None)
        case e.RoundScored():
            _scored(match, event, after)
            match.totals = list(event.total)
            return ("totals",)
        case e.MatchWon():
            match.winner = event.team
            return _ended(match, Match.Status.FINISHED, after, at)
        case e.MatchForfeited():
            match.winner, match.end_reason, match.end_seats = event.winner, event.reason, list(event.seats)
            status = Match.Status.NO_RESULT if event.winner is None else Match.Status.FORFEITED
            return _ended(match, status, after, at)
        case e.MatchVoided():
            match.end_reason = event.reason
            return _ended(match, Match.Status.VOIDED, after, at)
    return ()


def _started(match: Match, event: e.MatchStarted, after: MatchState, at: int) -> tuple[str, ...]:
    match.variant, match.has_house = event.variant, HOUSE in event.kinds
    match.status, match.started_at, match.totals = Match.Status.RUNNING, from_ms(at), list(after.totals)
    begin_tallies(match)
    return ("variant", "has_house", "status", "started_at", "totals")


def _ended(match: Match, status: Match.Status, after: MatchState, at: int) -> tuple[str, ...]:
    match.status, match.ended_at = status, from_ms(at)
    _hands_of_broken_round(match, after)
    return ("winner", "end_reason", "end_seats", "status", "ended_at")


def _scored(match: Match, event: e.RoundScored, after: MatchState) -> None:
    row = Round.objects.get(match=match, number=event.number)
    row.scored, row.team_victory, row.order = True, event.team_victory, list(event.order)
    row.card_points, row.calls = list(event.cards), list(event.calls)
    row.score, row.total = list(event.score), list(event.total)
    row.save()
    _write_hands(row, after.deal)


def _hands_of_broken_round(match: Match, after: MatchState) -> None:
    """A match may end in the middle of a round; its hands may be looked at like all others."""
    if after.round is None:
        return
    row = Round.objects.filter(match=match, number=after.round.number, scored=False).first()
    if row is not None:
        row.order = list(after.round.out)
        row.save()
        _write_hands(row, after.round)


def _write_hands(row: Round, round_: RoundState) -> None:
    hands = (_hand(row, round_, seat) for seat in range(len(round_.hands)))
    Hand.objects.bulk_create(hands)


def _hand(row: Round, round_: RoundState, seat: int) -> Hand:
    seen_later = None not in round_.grand
    return Hand(
        round=row,
        seat=seat,
        firsts=format_cards(round_.firsts[seat]),
        later=format_cards(round_.later[seat]) if seen_later else "",
        given=[[to, card.code] for giver, to, card in round_.gives if giver == seat],
        received=[[giver, card.code] for giver, to, card in round_.gives if to == seat],
        left_over=format_cards(round_.hands[seat]),
        call=Hand.Call.GRAND if round_.grand[seat] else Hand.Call.TICHU if round_.tichu[seat] else Hand.Call.NONE,
        place=round_.out.index(seat) + 1 if seat in round_.out else None,
    )
