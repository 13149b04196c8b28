"""Races for real: threads on barriers against the configured database. One wins each decision, nothing is lost."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections

from games import log, selectors
from games.engine import commands as c
from games.engine.reasons import IllegalMove
from games.engine.state import Phase
from games.models import Match, Pulse, Seat
from games.rules import parse_cards
from games.services import deadlines, house, tables
from games.services.tables import TableRefusal
from tests.games.factories import (
    ALICE,
    BOB,
    CAROL,
    NOW,
    PEOPLE,
    SEATS,
    SECOND,
    Live,
    a_match,
    a_practice,
    a_table,
    assert_rebuilds,
    cast,
    gives_for,
    in_play,
    longest,
    person,
    stacked,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def race(*acts: Callable[[], Any]) -> list[str]:
    """Run all at once, each on its own thread and connection; "done", or the code of the refusal. Anything else
    is an error of the test's own."""
    barrier = threading.Barrier(len(acts))
    outcomes: list[str] = ["nothing"] * len(acts)
    faults: list[BaseException] = []

    def run(number: int, act: Callable[[], Any]) -> None:
        try:
            barrier.wait(20)
            outcomes[number] = _outcome(act)
        except BaseException as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not faults, faults
    return outcomes


def _outcome(act: Callable[[], Any]) -> str:
    try:
        act()
    except IllegalMove as refused:
        return refused.reason
    except TableRefusal as refused:
        return refused.code
    return "done"


def doing(live: Live, command: c.Command) -> Callable[[], Any]:
    return lambda: live.do(command)


def test_two_posts_of_one_decision_are_one_event() -> None:
    """D02, D03: the same play twice, and a pass with it; the rest is told that the table moved on."""
    live = in_play()
    live.play(ALICE, "2j")
    decision = live.state.decision
    play = doing(live, c.Play(BOB, parse_cards("3w"), decision))
    outcomes = Counter(race(play, play, doing(live, c.Pass(BOB, decision))))
    assert outcomes == {"done": 1, "stale": 2}
    assert_rebuilds(live.match)


def test_eight_threads_answering_for_four_seats_are_four_answers() -> None:
    live = a_match()
    acts = [doing(live, c.AnswerGrand(seat, call=False)) for seat in SEATS for _ in range(2)]
    outcomes = Counter(race(*acts))
    assert outcomes["done"] == 4
    assert set(outcomes) <= {"done", "grand_answered", "not_now"}
    assert live.state.phase is Phase.EXCHANGE
    assert live.kinds == ["match_started", "hands_dealt"] + ["grand_answered"] * 4
    assert_rebuilds(live.match)


def test_all_four_exchange_at_once() -> None:
    live = a_match().grand()
    gives = gives_for(live.hands)
    assert race(*(doing(live, c.ExchangeCards(seat, gives[seat])) for seat in SEATS)) == ["done"] * 4
    assert live.kinds.count("cards_exchanged") == 1
    assert_rebuilds(live.match)


def test_partners_never_bomb_each_other_by_accident() -> None:
    """R28: both aim at the same play; one counts, the other has to look again."""
    live = in_play()
    live.play(ALICE, "2j")
    live.play(BOB, "3w")
    top = live.state.plays
    outcomes = race(
        doing(live, c.PlayBomb(ALICE, parse_cards("4j4w4p4s"), top)),
        doing(live, c.PlayBomb(CAROL, parse_cards("9j9w9p9s"), top)),
    )
    assert Counter(outcomes) == {"done": 1, "table_changed": 1}
    assert live.state.plays == top + 1


def test_a_deadline_is_judged_once_however_many_judge_it() -> None:
    """T05, T08: three tasks, two sweeps and a move, all at the same moment."""
    live = in_play()
    live.wait(90 * SECOND + 500)
    acts: list[Callable[[], Any]] = [live.expire] * 3 + [live.sweep] * 2
    outcomes = race(*acts, doing(live, c.CallTichu(BOB)))
    assert outcomes == ["done"] * 5 + ["over"]
    assert live.kinds[-2:] == ["time_ran_out", "match_forfeited"]
    assert live.kinds.count("match_forfeited") == 1
    assert_rebuilds(live.match)


def test_a_move_in_time_and_the_deadline_tasks_agree() -> None:
    """T08: received before the deadline and handled with the judges: either it counts, or the match was over, and
    never both."""
    live = in_play()
    live.wait(90 * SECOND + 500)
    lead = c.Play(ALICE, parse_cards("2j"), live.state.decision)
    outcomes = race(live.expire, live.expire, lambda: live.do(lead, received_at=NOW + 90 * SECOND))
    played = live.kinds.count("combination_played")
    assert (outcomes[2] == "done") == (played == 1)
    assert played + live.kinds.count("match_forfeited") == 1
    assert_rebuilds(live.match)


def test_the_pause_is_collected_once() -> None:
    live = in_play()
    live.play(ALICE, "Kj")
    live.pass_(1, 2, 3)
    live.wait(3 * SECOND + 500)
    assert race(*[live.expire] * 4) == ["done"] * 4
    assert live.kinds.count("trick_taken") == 1


def test_a_hundred_queued_ticks_on_four_threads_are_one() -> None:
    """T09."""
    live = in_play()
    live.wait(90 * SECOND + 500)

    def ticks() -> None:
        for _ in range(25):
            live.sweep()

    assert race(*[ticks] * 4) == ["done"] * 4
    assert live.kinds.count("match_forfeited") == 1
    assert Pulse.objects.count() == 1


def test_an_outage_is_credited_once_by_sweeps_and_submits() -> None:
    """RULES O5."""
    live = in_play()
    live.sweep()
    live.wait(100 * SECOND)
    judge = deadlines._feel_pulse
    race(
        lambda: judge(live.now, live.now), lambda: judge(live.now, live.now), live.expire, doing(live, c.CallTichu(BOB))
    )
    credits = [entry.event.ms for entry in log.load(live.match.pk) if hasattr(entry.event, "ms")]
    assert credits == [100 * SECOND]
    assert live.row.status == Match.Status.RUNNING


def test_house_players_woken_twice_move_once() -> None:
    live = a_practice()
    live.now = (live.row.house_due or 0) + 10 * SECOND
    acts = [lambda: house.move(match_id=live.match.pk, now=live.now, shuffle=live.shuffle)] * 4
    assert race(*acts) == ["done"] * 4
    answered = live.kinds.count("grand_answered")
    assert 1 <= answered <= 3
    assert_rebuilds(live.match)


def test_twenty_matches_acting_at_once_stay_gap_free() -> None:
    """D17."""
    matches = [_match_number(number) for number in range(20)]

    def play(live: Live) -> None:
        live.grand().exchange()
        for _ in range(6):
            state = live.state
            if state.phase is Phase.PAUSE:
                live.collect()
            else:
                (seat,) = state.to_act()
                live.do(longest(state, seat))

    assert race(*(lambda live=live: play(live) for live in matches)) == ["done"] * 20
    for live in matches:
        assert live.row.head >= 2 + 4 + 5 + 6
        assert_rebuilds(live.match)


def _match_number(number: int) -> Live:
    people = [f"{name}{number}" for name in PEOPLE]
    table = a_table(*people)
    for name in people:
        tables.set_ready(table=table, user=person(name), now=NOW, shuffle=stacked())
    return Live(table.match)


class TestSeats:
    def test_five_people_want_the_last_seat(self) -> None:
        """C15."""
        table = a_table("alice", "bob", "carol")
        people = [person(name) for name in ("dave", "eve", "frank", "grace", "heidi")]
        outcomes = race(*(_sitting(table, user, 3) for user in people))
        assert Counter(outcomes) == {"done": 1, "taken": 4}
        assert Seat.objects.filter(match=table.match).count() == 4

    def test_two_people_open_the_link_together(self) -> None:
        """C16: two seats, or one polite refusal."""
        table = a_table("alice", access="private")
        people = [person("bob"), person("carol")]

        def come(user: Any, seat: int) -> None:
            tables.join(token=table.invite_token, user=user)
            tables.sit(table=table, user=user, seat=seat, now=NOW)

        assert race(lambda: come(people[0], 1), lambda: come(people[1], 2)) == ["done", "done"]
        assert selectors.names(table.match) == ("alice", "bob", "carol", "")

    def test_one_person_wants_two_tables_at_once(self) -> None:
        """C17: whatever wins, there is one seat."""
        first, second = a_table("alice"), a_table("bob")
        eve = person("eve")
        outcomes = race(_sitting(first, eve, 1), _sitting(second, eve, 2))
        assert set(outcomes) <= {"done", "elsewhere"} and "done" in outcomes
        assert Seat.objects.filter(user=eve, live=True).count() == 1

    def test_one_person_wants_two_seats_of_one_table(self) -> None:
        """C17."""
        table, eve = a_table("alice"), person("eve")
        assert race(_sitting(table, eve, 1), _sitting(table, eve, 2)) == ["done", "done"]
        assert Seat.objects.filter(user=eve).count() == 1

    def test_two_people_change_places(self) -> None:
        """Each locks the table that the other leaves: no deadlock, nobody on two seats."""
        first, second = a_table("alice", "bob"), a_table("carol", "dave")
        outcomes = race(_sitting(second, person("bob"), 2), _sitting(first, person("dave"), 2))
        assert outcomes == ["done", "done"]
        assert Seat.objects.filter(live=True).count() == 4

    def test_a_match_starts_once_when_all_press_ready_together(self) -> None:
        table = a_table(*PEOPLE)
        users = cast()
        acts = [lambda user=user: tables.set_ready(table=table, user=user, now=NOW) for user in users]
        outcomes = race(*acts, *acts)
        assert set(outcomes) <= {"done", "started"}
        assert Live(table.match).kinds == ["match_started", "hands_dealt"]

    def test_a_rematch_starts_once(self) -> None:
        live = a_match()
        live.wait(91 * SECOND).expire()
        table, users = live.row.table, cast()
        acts = [lambda user=user: tables.rematch(table=table, user=user, wants=True, now=live.now) for user in users]
        outcomes = race(*acts, *acts)
        assert set(outcomes) <= {"done", "not_over"}
        assert table.matches.count() == 2 and table.match.status == Match.Status.RUNNING

    def test_twenty_sign_in_to_practice_at_once(self) -> None:
        users = [person(f"player-{number}") for number in range(20)]
        acts = [lambda user=user: tables.open_practice(user=user, now=NOW) for user in users]
        assert race(*acts) == ["done"] * 20
        assert Match.objects.filter(status="running").count() == 20


def _sitting(table: Any, user: Any, seat: int) -> Callable[[], Any]:
    return lambda: tables.sit(table=table, user=user, seat=seat, now=NOW)


def test_the_race_runs_on_the_database_that_was_asked_for() -> None:
    assert connection.vendor in ("sqlite", "postgresql")
    if connection.vendor == "sqlite":
        assert "memory" not in str(connection.settings_dict["NAME"]), "threads need a file"
