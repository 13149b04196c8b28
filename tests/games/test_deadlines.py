"""Deadlines: judged once, never early, whoever wakes the judge; nobody loses time that the service took."""

import logging

import pytest
from django.db import OperationalError

from games import log
from games.engine import commands as c
from games.engine.reasons import IllegalMove, Reason
from games.engine.state import Phase
from games.models import Match, Pulse
from games.services import deadlines, health
from tests.games.factories import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    NOW,
    SECOND,
    Live,
    a_match,
    a_practice,
    assert_rebuilds,
    in_play,
)

pytestmark = pytest.mark.django_db

TURN = 90 * SECOND
"""A turn with the whole reserve behind it."""
GRACE = 500


def refusal_of(live: Live, command: c.Command, *, received_at: int) -> Reason:
    with pytest.raises(IllegalMove) as found:
        live.do(command, received_at=received_at)
    return found.value.reason


def a_pass(live: Live, seat: int) -> c.Command:
    return c.Pass(seat, live.state.decision)


class TestForfeit:
    def test_it_happens_exactly_once(self) -> None:
        """T05, T08: the player is away, a worker is alive; asked three times, it is recorded once."""
        live = in_play()
        live.wait(TURN + GRACE)
        for _ in range(3):
            live.expire()
        live.sweep()
        assert live.kinds[-2:] == ["time_ran_out", "match_forfeited"]
        assert live.kinds.count("match_forfeited") == 1
        row = live.row
        assert (row.status, row.winner, row.end_reason, row.end_seats) == ("forfeited", 1, "time", [ALICE])
        assert row.deadline is None and row.ended_at is not None
        assert not row.seats.filter(live=True).exists()
        assert_rebuilds(live.match)

    def test_nobody_judges_before_the_grace_is_over(self) -> None:
        live = in_play()
        live.wait(TURN + GRACE - 1).expire()
        live.sweep()
        assert live.row.status == Match.Status.RUNNING

    def test_a_late_submit_forfeits_without_any_worker(self) -> None:
        """Another player's command looks at the clock first."""
        live = in_play()
        live.wait(TURN + GRACE)
        assert refusal_of(live, c.CallTichu(BOB), received_at=live.now) is Reason.OVER
        assert live.row.status == Match.Status.FORFEITED

    def test_ones_own_late_command_forfeits(self) -> None:
        live = in_play()
        live.wait(TURN + GRACE)
        lead = c.Play(ALICE, live.state.deal.hands[ALICE][1:2], live.state.decision)
        assert refusal_of(live, lead, received_at=live.now) is Reason.OVER
        assert live.kinds.count("match_forfeited") == 1

    def test_silence_on_the_grand_question_forfeits_too(self) -> None:
        """RULES O1: the earliest deadline counts; here three share it and both teams are among them (O2)."""
        live = a_match().grand(seats=[BOB])
        live.wait(TURN + GRACE).expire()
        row = live.row
        assert (row.status, row.winner, row.end_seats) == ("no_result", None, [ALICE, CAROL, DAVE])
        assert_rebuilds(live.match)

    def test_partners_who_share_the_deadline_lose_once(self) -> None:
        live = a_match().grand(seats=[BOB, DAVE])
        live.wait(TURN + GRACE).expire()
        row = live.row
        assert (row.status, row.winner, row.end_seats) == ("forfeited", 1, [ALICE, CAROL])
        assert live.kinds.count("match_forfeited") == 1

    def test_a_task_for_an_answered_decision_has_no_effect(self) -> None:
        """T08, T13: it was armed for decision 17, and 18 is open."""
        live = in_play()
        live.wait(20 * SECOND).play(ALICE, "2j")
        live.now = NOW + TURN + GRACE
        live.expire()
        assert live.row.status == Match.Status.RUNNING
        assert live.state.to_act() == {BOB}

    def test_a_hundred_queued_ticks_are_one(self) -> None:
        """T09."""
        live = in_play()
        live.wait(TURN + GRACE)
        for _ in range(100):
            live.sweep()
        assert live.kinds.count("match_forfeited") == 1
        assert Pulse.objects.get().at == live.now


class TestReceivedAt:
    """RULES O4: what reached the server before the deadline counts, even if it is handled after it."""

    def test_a_play_received_in_time_counts_when_handled_late(self) -> None:
        """T06."""
        live = in_play()
        live.wait(TURN + 5 * SECOND)
        lead = c.Play(ALICE, live.state.deal.hands[ALICE][1:2], live.state.decision)
        live.do(lead, received_at=NOW + TURN)
        assert live.state.to_act() == {BOB}
        assert live.clock.reserves[ALICE] == 0

    def test_somebody_elses_bomb_received_in_time_counts_too(self) -> None:
        live = in_play()
        live.play(ALICE, "2j")
        live.wait(TURN + 5 * SECOND)
        live.bomb(CAROL, "9j9w9p9s", received_at=NOW + TURN - 1)
        assert live.row.status == Match.Status.RUNNING
        assert live.state.to_act() == {DAVE}

    def test_the_grace_gives_nobody_time(self) -> None:
        """Received after the deadline, handled before it may be judged: refused, and forfeited in due time."""
        live = in_play()
        live.wait(TURN + 300)
        lead = c.Play(ALICE, live.state.deal.hands[ALICE][1:2], live.state.decision)
        assert refusal_of(live, lead, received_at=NOW + TURN + 1) is Reason.TOO_LATE
        assert live.row.status == Match.Status.RUNNING
        live.wait(200).expire()
        assert live.row.status == Match.Status.FORFEITED

    def test_a_partners_bomb_does_not_save_who_has_run_out(self) -> None:
        live = in_play()
        live.play(ALICE, "2j")
        live.wait(TURN + 300)
        bomb = c.PlayBomb(DAVE, live.state.deal.hands[DAVE][:4], live.state.plays)
        assert refusal_of(live, bomb, received_at=live.now) is Reason.TOO_LATE

    def test_used_time_is_counted_from_when_it_was_received(self) -> None:
        live = in_play()
        live.wait(50 * SECOND)
        lead = c.Play(ALICE, live.state.deal.hands[ALICE][1:2], live.state.decision)
        live.do(lead, received_at=NOW + 40 * SECOND)
        assert live.clock.reserves[ALICE] == 50 * SECOND


class TestPause:
    def paused(self) -> Live:
        live = in_play()
        live.play(ALICE, "Kj")
        live.play(BOB, "Aj")
        return live.pass_(CAROL, DAVE, ALICE)

    def test_the_sweep_collects_the_trick(self) -> None:
        live = self.paused()
        live.wait(3 * SECOND + GRACE).sweep()
        assert live.kinds[-1] == "trick_taken"
        assert live.state.to_act() == {BOB}

    def test_not_before_the_grace(self) -> None:
        live = self.paused()
        live.wait(3 * SECOND + GRACE - 1).sweep()
        assert live.state.phase is Phase.PAUSE

    def test_a_submit_collects_first(self) -> None:
        live = self.paused()
        decision = live.state.decision
        live.wait(3 * SECOND + GRACE)
        assert refusal_of(live, c.Pass(BOB, decision), received_at=live.now) is Reason.STALE
        assert live.kinds[-1] == "trick_taken"

    def test_a_bomb_received_in_the_pause_counts_when_handled_after_it(self) -> None:
        live = self.paused()
        end = live.clock.until or 0
        live.wait(4 * SECOND)
        live.bomb(CAROL, "9j9w9p9s", received_at=end)
        assert live.state.phase is Phase.PLAY and live.state.to_act() == {DAVE}

    def test_a_bomb_received_after_the_pause_is_refused_without_collecting(self) -> None:
        live = self.paused()
        head = live.row.head
        live.wait(3 * SECOND + 300)
        bomb = c.PlayBomb(CAROL, _cards(live, CAROL, "9"), live.state.plays)
        assert refusal_of(live, bomb, received_at=live.now) is Reason.TOO_LATE
        assert live.row.head == head

    def test_a_bomb_long_after_the_pause_finds_the_trick_collected(self) -> None:
        live = self.paused()
        live.wait(10 * SECOND)
        bomb = c.PlayBomb(CAROL, _cards(live, CAROL, "9"), live.state.plays)
        assert refusal_of(live, bomb, received_at=live.now) is Reason.NOTHING_TO_BOMB
        assert live.kinds[-1] == "trick_taken"

    def test_looking_at_bombs_holds_nothing_up(self) -> None:
        """T11: the trick is collected on time whatever a seat looks at."""
        live = self.paused()
        for _ in range(20):
            refusal_of(live, c.PlayBomb(CAROL, (), live.state.plays), received_at=live.now)
        live.wait(3 * SECOND + GRACE).sweep()
        assert live.kinds[-1] == "trick_taken"


class TestReadyGate:
    def test_the_next_round_is_dealt_after_the_gate_and_nobody_loses(self) -> None:
        """RULES O7."""
        live = in_play().to_ready_gate()
        live.do(c.Ready(ALICE))
        live.wait(30 * SECOND + GRACE).sweep()
        assert live.state.rounds == 2 and live.state.phase is Phase.GRAND
        assert live.row.status == Match.Status.RUNNING


class TestOutage:
    """RULES O5: time in which the service could not answer is given back, in one entry."""

    def swept(self) -> Live:
        """A match whose first decision is open, in a process that sweeps."""
        live = in_play()
        live.sweep()
        return live

    def test_a_stale_pulse_credits_and_never_forfeits(self) -> None:
        live = self.swept()
        live.wait(TURN + 10 * SECOND).sweep()
        assert live.row.status == Match.Status.RUNNING
        assert live.kinds[-1] == "clock_credited"
        assert live.row.deadline == live.now + TURN
        live.wait(100).sweep()
        assert live.kinds.count("clock_credited") == 1
        assert_rebuilds(live.match)

    def test_a_submit_is_judged_by_clocks_that_stand_still(self) -> None:
        live = self.swept()
        live.wait(TURN + 10 * SECOND)
        live.play(ALICE, "2j")
        assert live.kinds[-1] == "combination_played" and "clock_credited" not in live.kinds
        assert live.clock.reserves[ALICE] == 60 * SECOND

    def test_the_end_of_an_outage_gives_back_the_whole_of_it_in_one_entry(self) -> None:
        """T16: the web is well meanwhile, and people play on; beat or all workers are down. Nobody has less time."""
        live = self.swept()
        live.wait(40 * SECOND).play(ALICE, "2j")
        live.wait(70 * SECOND).play(BOB, "Tj")
        live.wait(10 * SECOND).expire()
        assert live.clock.reserves == (60 * SECOND,) * 4
        live.wait(4 * SECOND).sweep()
        assert [entry.event.ms for entry in log.load(live.match.pk) if hasattr(entry.event, "ms")] == [124 * SECOND]
        assert live.clock.opened[CAROL] == live.now
        assert_rebuilds(live.match)

    def test_a_pause_in_an_outage_ends_after_it_and_can_be_bombed(self) -> None:
        """RULES O6."""
        live = self.swept()
        live.play(ALICE, "Kj")
        live.pass_(BOB, CAROL, DAVE)
        live.wait(60 * SECOND).expire()
        assert live.state.phase is Phase.PAUSE
        live.bomb(ALICE, "4j4w4p4s")
        assert live.state.phase is Phase.PLAY
        assert sorted(entry.at for entry in log.load(live.match.pk)) == [e.at for e in log.load(live.match.pk)]

    def test_a_submit_within_its_own_time_needs_no_credit(self) -> None:
        live = self.swept()
        live.wait(20 * SECOND).play(ALICE, "2j")
        assert "clock_credited" not in live.kinds

    def test_a_deadline_task_does_nothing_in_an_outage(self) -> None:
        live = self.swept()
        head = live.row.head
        live.wait(TURN + 10 * SECOND).expire()
        assert live.row.status == Match.Status.RUNNING and live.row.head == head

    def test_a_short_stall_is_no_outage(self) -> None:
        live = self.swept()
        live.wait(4 * SECOND).sweep()
        assert "clock_credited" not in live.kinds

    def test_a_restart_costs_nobody_anything(self) -> None:
        """The first sweep of a process credits the gap, however short, since the last pulse."""
        live = self.swept()
        before = live.row.deadline or 0
        deadlines.forget_process()
        live.wait(3 * SECOND).sweep()
        assert live.row.deadline == before + 3 * SECOND
        assert live.kinds.count("clock_credited") == 1

    def test_a_pause_survives_a_restart(self) -> None:
        """RULES O6."""
        live = in_play()
        live.play(ALICE, "Kj")
        live.pass_(BOB, CAROL, DAVE)
        live.wait(SECOND).sweep()
        deadlines.forget_process()
        live.wait(60 * SECOND).sweep()
        assert live.state.phase is Phase.PAUSE
        assert live.clock.until == live.now + 2 * SECOND

    def test_nothing_is_credited_where_no_clock_runs(self) -> None:
        live = self.swept()
        live.wait(TURN + GRACE)
        Pulse.objects.update(at=live.now)
        live.sweep()
        over = live.row.head
        live.wait(60 * SECOND).sweep()
        assert live.row.head == over

    def test_the_age_of_the_pulse_is_what_went_by_since_the_last_sweep(self) -> None:
        assert health.pulse_age(NOW) is None
        deadlines.expire_due(NOW)
        assert health.pulse_age(NOW + health.STALE_PULSE) == health.STALE_PULSE

    def test_a_late_tick_never_turns_the_pulse_back(self) -> None:
        deadlines.expire_due(NOW)
        deadlines.expire_due(NOW - 2 * SECOND)
        assert Pulse.objects.get().at == NOW


class TestSweep:
    @pytest.mark.parametrize(
        ("fault", "wait"),
        [(RuntimeError, deadlines.PUSHED_AHEAD), (OperationalError, deadlines.TRIED_AGAIN)],
    )
    def test_a_match_that_fails_holds_up_no_other(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: type[Exception], wait: int
    ) -> None:
        broken = in_play()
        judge = deadlines.match_expire

        def fails(*, match_id: int, now: int) -> None:
            if match_id == broken.match.pk:
                raise fault("broken")
            judge(match_id=match_id, now=now)

        fine = _second_match()
        monkeypatch.setattr(deadlines, "match_expire", fails)
        fine.wait(TURN + GRACE)
        with caplog.at_level(logging.ERROR):
            fine.sweep()
        assert fine.row.status == Match.Status.FORFEITED
        assert broken.row.status == Match.Status.RUNNING
        assert broken.row.deadline == fine.now + wait
        assert "could not be judged" in caplog.text

    def test_a_house_player_never_loses_on_time(self) -> None:
        """RULES O10: the sweep wakes it instead."""
        live = a_practice()
        live.grand(seats=[ALICE])
        assert live.row.deadline is None
        while live.state.phase is Phase.GRAND:
            live.wait(600 * SECOND)
            Pulse.objects.update(at=live.now)
            live.sweep()
        assert live.row.status == Match.Status.RUNNING
        assert live.kinds.count("grand_answered") == 4


def _second_match() -> Live:
    from games.services import tables
    from tests.games.factories import HANDS, a_table, person, stacked

    people = ("frank", "grace", "heidi", "ivan")
    table = a_table(*people)
    for name in people:
        tables.set_ready(table=table, user=person(name), now=NOW, shuffle=stacked(HANDS))
    return Live(table.match).grand().exchange()


def _cards(live: Live, seat: int, rank: str) -> tuple[object, ...]:
    return tuple(each for each in live.state.deal.hands[seat] if each.code[0] == rank)
