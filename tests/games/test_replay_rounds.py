"""One round read alone is the same round, and what is wrong elsewhere in the log does not touch it."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import log, replay, replay_rounds
from games.engine import commands as c
from games.engine.state import Phase
from games.engine.view import MatchView
from games.models import Action, Match, Round
from games.replay import BrokenLog, RoundLog
from tests.games.played import RandomMatch, store

pytestmark = pytest.mark.django_db


def known(view: MatchView) -> MatchView:
    """The view but for what the viewer may do now: refusals are compared by identity."""
    return replace(view, mine=None)


def assert_same(one: RoundLog, other: RoundLog) -> None:
    assert (one.number, one.entries, one.is_over) == (other.number, other.entries, other.is_over)
    for seat, is_open in ((0, False), (3, True)):
        pairs = zip(
            replay.frames(one, seat, open_hands=is_open), replay.frames(other, seat, open_hands=is_open), strict=True
        )
        for here, there in pairs:
            assert (here.step, here.clock, here.thought) == (there.step, there.clock, there.thought)
            assert known(here.view) == known(there.view)


@pytest.mark.parametrize("seed", [8, 43])
def test_a_round_alone_is_the_round_of_the_whole_log(seed: int) -> None:
    """BUGLOG F01: cards, counters, clocks, results, whichever way the log is read."""
    match = store(RandomMatch(seed).play_out())
    for whole in replay.rounds(log.load(match.pk)):
        assert_same(replay_rounds.round_log(match, whole.number), whole)


def test_rows_from_before_there_were_openings_still_open() -> None:
    match = store(RandomMatch(8).play_out())
    whole = replay.rounds(log.load(match.pk))
    for lost in (1, 2):
        Round.objects.filter(match=match, number=lost).update(opening=None)
        for each in whole[:2]:
            assert_same(replay_rounds.round_log(match, each.number), each)
    log.reproject(match)
    assert None not in match.rounds.values_list("opening", flat=True)


def test_a_running_round_and_the_one_before_it() -> None:
    match = store(RandomMatch(12).play_until(Phase.PLAY, rounds=1))
    for whole in replay.rounds(log.load(match.pk)):
        assert_same(replay_rounds.round_log(match, whole.number), whole)


def test_a_match_that_was_ended_in_the_middle() -> None:
    played = RandomMatch(5).play_until(Phase.PLAY, rounds=1)
    played.do(c.VoidMatch("a test"))
    match = store(played)
    assert_same(replay_rounds.round_log(match, 2), replay.rounds(log.load(match.pk))[1])


def test_there_are_no_other_rounds() -> None:
    match = store(RandomMatch(9).play_rounds(1))
    for number in (0, 2, 99):
        with pytest.raises(LookupError):
            replay_rounds.round_log(match, number)


def test_a_fault_in_one_round_leaves_the_others_alone() -> None:
    """BUGLOG F12."""
    match = store(RandomMatch(8).play_rounds(2))
    Action.objects.create(match=match, sequence=match.head + 2, at=0, kind="passed", version=1, payload={"seat": 0})
    assert replay_rounds.round_log(match, 1).is_over
    with pytest.raises(BrokenLog):
        replay_rounds.round_log(match, 2)


def test_only_the_round_itself_is_read() -> None:
    """The cost of a round is its own: its entries, and one result for each round before it."""
    match: Match = store(RandomMatch(8).play_out())
    number = match.rounds.count()
    with CaptureQueriesContext(connection) as queries:
        last = replay_rounds.round_log(match, number)
    assert len(queries) == 2
    fetched = log.load_part(match.pk, last.entries[0].sequence, None)
    assert len(fetched) == len(last.entries) + last.number
