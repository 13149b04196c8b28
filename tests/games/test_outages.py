"""Outages: whichever part of the service is down, no seat has less time afterwards and nobody lost by it (RULES O5).

The web shows itself when a test says so; every other part is down as long as nobody sweeps.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from pytest_django import Settings

from games import log, wording
from games.engine import commands as c
from games.engine.clock import seat_deadline
from games.engine.state import Phase
from games.models import Match, Pulse
from games.services import deadlines, health
from tests.engine.playouts import random_command
from tests.games.factories import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    NOW,
    PEOPLE,
    SEATS,
    SECOND,
    Live,
    a_practice,
    assert_rebuilds,
    in_play,
)

pytestmark = pytest.mark.django_db

TURN = 90 * SECOND
GRACE = 500
LASTING = [10 * SECOND, 600 * SECOND]


def credits_of(live: Live) -> list[int]:
    return [entry.event.ms for entry in log.load(live.match.pk) if hasattr(entry.event, "ms")]


def left(live: Live) -> list[int | None]:
    """What each seat has left at this moment, in ms."""
    deadlines_now = [seat_deadline(live.clock, live.state, seat) for seat in SEATS]
    return [None if deadline is None else deadline - live.now for deadline in deadlines_now]


def tick(live: Live) -> None:
    """Half a second in which all is well."""
    live.wait(500)
    health.show_web(live.now)
    live.sweep()


@pytest.fixture
def live(settings: Settings) -> Live:
    """A match that waits for alice, on a site that is well."""
    settings.WATCH_WEB = True
    live = in_play()
    tick(live)
    return live


class TestTheWebIsDown:
    @pytest.mark.parametrize("ms", LASTING)
    def test_nobody_has_less_time_afterwards(self, live: Live, ms: int) -> None:
        """Beat, broker, worker and database are well and sweep all the time; only the players cannot come."""
        before = left(live)
        for _ in range(20):
            live.wait(ms // 20).sweep()
        assert live.row.status == Match.Status.RUNNING and credits_of(live) == []
        health.show_web(live.now)
        live.sweep()
        assert left(live) == before
        assert credits_of(live) == [ms]
        live.sweep()
        assert credits_of(live) == [ms]
        assert_rebuilds(live.match)

    def test_a_deadline_that_the_web_has_not_lived_to_see_never_counts(self, live: Live) -> None:
        """It passes within the moment in which nobody has noticed yet that the web is gone."""
        deadline = live.row.deadline or 0
        live.now = deadline - 1
        Pulse.objects.update(at=live.now)
        health.show_web(live.now)
        live.now = deadline + GRACE
        live.sweep()
        live.expire()
        assert live.row.status == Match.Status.RUNNING
        health.show_web(deadline)
        live.expire()
        assert live.row.status == Match.Status.FORFEITED

    def test_a_wake_up_collects_no_pause_that_nobody_could_bomb(self, live: Live) -> None:
        """RULES O6."""
        live.play(ALICE, "Kj")
        live.pass_(BOB, CAROL, DAVE)
        live.wait(3 * SECOND + GRACE).expire()
        assert live.state.phase is Phase.PAUSE
        health.show_web(live.now)
        live.expire()
        assert live.state.phase is Phase.PAUSE, "it has not been given back yet"
        live.sweep()
        assert live.clock.until == live.now + 3 * SECOND
        for _ in range(7):
            tick(live)
        assert live.state.phase is Phase.PLAY

    @pytest.mark.parametrize("first", ["submit", "task", "sweep"])
    @pytest.mark.parametrize("is_new", [False, True])
    def test_a_web_that_was_away_for_a_moment_costs_nobody_the_match(
        self, live: Live, first: str, is_new: bool
    ) -> None:
        """It is started anew while somebody has four seconds left; whoever comes first afterwards may come before its
        first sign of life."""
        live.wait(TURN - 4 * SECOND)
        health.show_web(live.now)
        Pulse.objects.update(at=live.now)
        had = left(live)[ALICE]
        for _ in range(8):
            live.wait(600).sweep()
        if is_new:
            health.show_web(live.now)
        acts = {"submit": lambda: live.do(c.CallTichu(BOB)), "task": live.expire, "sweep": live.sweep}
        acts.pop(first)()  # type: ignore[no-untyped-call]
        health.show_web(live.now)
        for act in (*acts.values(), live.sweep, live.expire):
            act()  # type: ignore[no-untyped-call]
        assert live.row.status == Match.Status.RUNNING
        assert left(live)[ALICE] == had and credits_of(live) == [4800]

    def test_a_web_in_another_time_is_noticed(self, live: Live, caplog: pytest.LogCaptureFixture) -> None:
        """T10: the clocks of two machines differ by more than the web may be silent; the log names the cause."""
        for _ in range(3):
            live.wait(500)
            health.show_web(live.now - 3 * SECOND)
            live.sweep()
        assert "The web's clock is 3000 ms behind" in caplog.text

    def test_a_slow_process_takes_back_no_sign_of_life(self, live: Live) -> None:
        """Each of them shows when it was asked; what another has shown meanwhile stands. A clock set back counts."""
        for shown, seen in ((live.now, live.now), (live.now - 700, live.now), (live.now - 3 * SECOND,) * 2):
            health.show_web(shown)
            assert health.web_seen(live.now) == seen

    def test_house_players_wait_too(self, settings: Settings, started_tasks: list[tuple[str, list[int], int]]) -> None:
        live = a_practice()
        settings.WATCH_WEB = True
        head = live.row.head
        started_tasks.clear()
        live.now = (live.row.house_due or 0) + SECOND
        deadlines.wake_house(match_id=live.match.pk, now=live.now)
        live.sweep()
        assert live.row.head == head and started_tasks == []
        health.show_web(live.now)
        deadlines.wake_house(match_id=live.match.pk, now=live.now)
        assert live.row.head > head

    def test_it_is_told_where_a_house_player_was_on_turn_too(self, settings: Settings) -> None:
        """Nobody there can lose, but the outage does not count as thinking, and its line stands there as elsewhere."""
        live = a_practice()
        settings.WATCH_WEB = True
        health.show_web(live.now)
        live.sweep()
        live.grand(seats=[ALICE])
        assert live.row.deadline is None and live.row.house_due is not None
        Pulse.objects.update(at=live.now)
        live.wait(124 * SECOND)
        health.show_web(live.now)
        live.sweep()
        assert credits_of(live) == [124 * SECOND]
        assert_rebuilds(live.match)

    def test_a_web_that_was_never_there_is_down(self, settings: Settings) -> None:
        settings.WATCH_WEB = True
        deadlines.expire_due(NOW)
        assert not Pulse.objects.exists()


class TestNobodySweeps:
    """Worker, beat, broker or database are down: it looks the same from the match."""

    @pytest.mark.parametrize("ms", LASTING)
    @pytest.mark.parametrize("is_new", [False, True])
    def test_nobody_has_less_time_afterwards(self, live: Live, ms: int, is_new: bool) -> None:
        """Killed and started anew, or stopped and woken up (SIGSTOP): the same."""
        before = left(live)
        live.wait(ms - 1)
        if is_new:
            deadlines.forget_process()
        health.show_web(live.now)
        live.sweep()
        assert [had is None or has is not None and has >= had - 1 for had, has in zip(before, left(live), strict=True)]
        assert left(live)[ALICE] == before[ALICE]
        assert credits_of(live) == [ms - 1]
        assert live.row.status == Match.Status.RUNNING

    @pytest.mark.parametrize("first", ["submit", "task", "sweep"])
    def test_whoever_comes_first_it_is_given_back_once(self, live: Live, first: str) -> None:
        """A whole set-up was stopped and goes on; T16: one line tells it."""
        live.wait(600 * SECOND)
        health.show_web(live.now)
        acts = {"submit": lambda: live.do(c.CallTichu(BOB)), "task": live.expire, "sweep": live.sweep}
        acts.pop(first)()  # type: ignore[no-untyped-call]
        for act in (*acts.values(), live.sweep, live.expire):
            act()  # type: ignore[no-untyped-call]
        assert credits_of(live) == [600 * SECOND]
        assert left(live)[ALICE] == TURN - GRACE
        assert_rebuilds(live.match)

    def test_a_sweep_from_before_the_outage_ends_after_it(self, live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
        """SIGSTOP in the middle of a sweep: others have credited and gone on; what it still does is as of its time."""
        judge, due, began = deadlines.match_expire, deadlines._due, live.now

        def stopped(*, match_id: int, now: int) -> None:
            live.wait(600 * SECOND)
            health.show_web(live.now)
            monkeypatch.setattr(deadlines, "match_expire", judge)
            monkeypatch.setattr(deadlines, "_due", due)
            deadlines._sweep(live.now)  # another process
            live.play(ALICE, "2j")
            judge(match_id=match_id, now=now)
            deadlines._feel_pulse(began, began)

        monkeypatch.setattr(deadlines, "match_expire", stopped)
        monkeypatch.setattr(deadlines, "_due", lambda matches, column: [live.match.pk] if column == "deadline" else [])
        deadlines.expire_due(live.now)
        assert credits_of(live) == [600 * SECOND]
        assert live.row.status == Match.Status.RUNNING
        assert left(live)[BOB] == TURN

    @pytest.mark.parametrize(("later", "lines"), [(300, 1), (60 * SECOND, 2)])
    def test_two_workers_that_come_back_at_once_tell_it_once(self, live: Live, later: int, lines: int) -> None:
        """T16: each sweeps before the other has noted it. But one that was killed in the middle has told half of it."""
        well = Pulse.objects.get().at
        live.wait(124 * SECOND)
        for wait in (0, later):
            Pulse.objects.update(at=well)
            live.wait(wait)
            health.show_web(live.now)
            live.sweep()
        assert credits_of(live) == [124 * SECOND, later]
        told = [wording.told(entry.event, wording.People(PEOPLE)) for entry in log.load(live.match.pk)]
        assert len([each for each in told if each and each.what.startswith("Clocks were stopped")]) == lines

    def test_what_follows_the_end_of_an_outage_is_not_given_back(self, live: Live) -> None:
        """A worker that felt the old pulse and comes to the match when another has ended the outage."""
        well = Pulse.objects.get().at
        live.wait(124 * SECOND)
        health.show_web(live.now)
        live.sweep()
        deadlines._credit_all(well, live.now + 300, deadlines.stopwatch())
        assert credits_of(live) == [124 * SECOND]

    def test_a_match_that_had_its_time_back_sooner_waits_for_the_others(
        self, live: Live, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """RULES O5: while one match keeps the outage from ending, no other loses time by it, and none is told twice."""
        other, before = in_play(now=live.now, people=("eve", "frank", "grace", "heidi")), left(live)
        credit, busy = deadlines.credit, iter(range(deadlines.CREDIT_ATTEMPTS))

        def in_a_crowd(match: Match, *arguments: Any) -> Any:
            if match.pk == other.match.pk and (number := next(busy, None)) is not None:
                if number == 0:
                    other.play(ALICE, "2j")
                raise log.StaleHead(match.pk)
            return credit(match, *arguments)

        monkeypatch.setattr(deadlines, "credit", in_a_crowd)
        live.wait(124 * SECOND)
        health.show_web(live.now)
        live.sweep()
        tick(live)
        assert health.pulse_age(live.now) == 0
        assert credits_of(live) == [124 * SECOND, 500] and left(live) == before

    def test_it_does_not_end_before_every_match_has_its_time_back(
        self, live: Live, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whoever acts in that very moment is quicker than the sweep, again and again; the next one goes on."""
        credit, busy = deadlines.credit, iter(range(deadlines.CREDIT_ATTEMPTS))

        def in_a_crowd(*arguments: Any) -> Any:
            if (number := next(busy, None)) is not None:
                if number == 0:
                    live.play(ALICE, "2j")
                raise log.StaleHead(live.match.pk)
            return credit(*arguments)

        monkeypatch.setattr(deadlines, "credit", in_a_crowd)
        live.wait(124 * SECOND)
        health.show_web(live.now)
        live.sweep()
        assert credits_of(live) == [] and health.pulse_age(live.now) == 124 * SECOND
        tick(live)
        assert credits_of(live) == [124 * SECOND + 500] and health.pulse_age(live.now) == 0
        assert left(live)[BOB] == TURN and live.clock.reserves[ALICE] == 60 * SECOND

    def test_giving_back_may_take_longer_than_a_pulse_stays_fresh(
        self, live: Live, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Thousands of matches: each has its time up to the moment in which it gets it, and then the outage is over."""
        before, spent = left(live), iter([2_500, 6_000])

        def stopwatch() -> Callable[[], int]:
            return lambda: next(spent)

        live.wait(124 * SECOND)
        health.show_web(live.now + 6_000)
        monkeypatch.setattr(deadlines, "stopwatch", stopwatch)
        live.sweep()
        live.wait(6_000)
        assert health.pulse_age(live.now) == 0
        tick(live)
        assert credits_of(live) == [126_500]
        assert left(live)[ALICE] == (before[ALICE] or 0) - 4_000  # it runs since

    def test_a_match_whose_log_does_not_fit_its_row_keeps_nobody_waiting(self, live: Live) -> None:
        """F12: its own time cannot be given back, that of all others is."""
        Match.objects.filter(pk=live.match.pk).update(head=5)
        live.wait(124 * SECOND)
        health.show_web(live.now)
        live.sweep()
        assert health.pulse_age(live.now) == 0

    def test_what_began_in_the_outage_gets_no_more_than_it_lost(self, settings: Settings) -> None:
        """A decision, a pause and a match: each has its whole length again, and the line tells its own time."""
        settings.WATCH_WEB = True
        health.show_web(NOW - 60 * SECOND)
        deadlines.expire_due(NOW - 60 * SECOND)
        live = in_play()
        live.play(ALICE, "Kj")
        live.pass_(BOB, CAROL, DAVE)
        live.wait(2 * SECOND)
        health.show_web(live.now)
        live.sweep()
        assert credits_of(live) == [2 * SECOND]
        assert live.clock.until == live.now + 3 * SECOND

    def test_it_is_told_at_the_table_and_in_the_replay(self, live: Live) -> None:
        """T16: a clock that has jumped is explained."""
        from games import replay
        from games.replay_words import Eyes, tell
        from tests.games.at_table import region
        from tests.games.visiting import browser_of

        live.wait(124 * SECOND)
        health.show_web(live.now)
        live.sweep()
        page = browser_of("alice").get(f"/tables/{live.match.table.code}/").content.decode()
        assert "Clocks were stopped for 2:04" in region(page, "side")
        (round_,) = replay.rounds(log.load(live.match.pk))
        told = tell(round_, len(round_.entries) - 1, ("a", "b", "c", "d"), Eyes(0, open_hands=True), now=99)
        assert told.sentence == "Clocks were stopped for 2:04; nobody lost time"


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_played_meanwhile_nobody_has_less_time(live: Live, seed: int) -> None:
    """RULES O5, BUGLOG T16: the web is well, people play at random, tasks look at the match. One entry at the end."""
    dice = Random(seed)
    for _ in range(dice.randrange(20)):
        act(live.wait(dice.randrange(4_000)), dice)
        tick(live)
    began, reserves, before, number = live.now, live.clock.reserves, left(live), live.state.decision
    credited = len(credits_of(live))
    for _ in range(dice.randrange(12)):
        live.wait(dice.randrange(6_000, 90_000))
        health.show_web(live.now)
        live.expire()
        act(live, dice)
    live.wait(6_000)
    health.show_web(live.now)
    live.sweep()
    assert live.row.status == Match.Status.RUNNING
    assert credits_of(live)[credited:] == [live.now - began]
    assert all(now >= then for now, then in zip(live.clock.reserves, reserves, strict=True))
    if live.state.decision == number:
        assert all(has is None or had is None or has >= had for has, had in zip(left(live), before, strict=True))
    times = [entry.at for entry in log.load(live.match.pk)]
    assert times == sorted(times)
    assert_rebuilds(live.match)


def act(live: Live, dice: Random) -> None:
    """Somebody answers, if anybody is asked."""
    if live.state.phase is not Phase.PAUSE:
        live.do(random_command(live.state, dice))
