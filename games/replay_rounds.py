"""One round of a match for its replay, read without the rounds before it: a match of thirty rounds opens as fast as
one of three. Where a row does not tell how its round opened, the whole log is taken apart instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from games import log, replay
from games.engine import events as e
from games.engine.change import replace
from games.engine.clock import Clock, new_clock
from games.engine.evolve import begin
from games.engine.state import MatchState
from games.log import Entry
from games.models import Match, Round
from games.projections import Opening
from games.replay import BrokenLog, Moment, RoundLog


def round_log(match: Match, number: int) -> RoundLog:
    """The round of this number; raises BrokenLog or codec.UnreadableEvent, whatever is wrong with its part of the log
    (BUGLOG F12), and LookupError where there is no such round."""
    found = dict(Round.objects.filter(match=match, number__in=(number, number + 1)).values_list("number", "opening"))
    here, beyond = found.get(number), found.get(number + 1)
    if here is None or (number + 1 in found and beyond is None):
        return _sought(replay.rounds(log.load(match.pk)), number)
    return _part(match, number, Opening(**here), None if beyond is None else Opening(**beyond).entry)


def _part(match: Match, number: int, opening: Opening, beyond: int | None) -> RoundLog:
    entries = log.load_part(match.pk, opening.entry, beyond)
    earlier = [entry for entry in entries if entry.sequence < opening.entry]
    before = _moment(number, opening, earlier)
    return _sought(replay.rounds_from(before, entries[len(earlier) :], opening.entry), number)


def _moment(number: int, opening: Opening, earlier: Sequence[Entry]) -> Moment:
    """The match as the deal found it, but for the hands of the round before: nobody looks at those any more."""
    first, *scored = (entry.event for entry in earlier)
    if not isinstance(first, e.MatchStarted) or len(scored) != number - 1:
        raise BrokenLog("entries are missing")
    results = tuple(each for each in scored if isinstance(each, e.RoundScored))
    state: MatchState = replace(
        begin(first), rounds=number - 1, decision=opening.decision, plays=opening.plays, results=results
    )
    state = replace(state, totals=results[-1].total) if results else state
    reserves = tuple(opening.reserves)
    clock = Clock(reserves, reserves, new_clock(state).opened)
    return Moment(state, clock)


def _sought(rounds: Sequence[RoundLog], number: int) -> RoundLog:
    found = next((each for each in rounds if each.number == number), None)
    if found is None:
        raise LookupError(number)
    return found
