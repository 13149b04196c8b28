"""Decision times, the reserve, the pause and the gate (RULES O, G9; positions of section 12), in milliseconds."""

from dataclasses import replace

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.clock import (
    GRACE,
    advance,
    is_due,
    new_clock,
    next_deadline,
    ran_out,
    reserve_from,
    seat_deadline,
)
from games.engine.evolve import evolve
from games.engine.reasons import IllegalMove, Reason
from games.engine.state import MatchState
from games.engine.view import view_for
from games.rules import parse_cards
from tests.builders import SEATS, A, B, C, D, Playing, a_match, a_round, refused
from tests.positions import position

TURN, GRAND, EXCHANGE, GIFT, RESERVE = 30_000, 30_000, 45_000, 20_000, 60_000
FOURS = "4j4w4p4s"


class Timed:
    """A match with clocks; every act has a time. Whoever is to act has been asked at 0."""

    def __init__(self, playing: Playing) -> None:
        self.playing = playing
        opened = tuple(0 if seat in playing.state.to_act() else None for seat in SEATS)
        self.clock = replace(new_clock(playing.state), opened=opened)

    @property
    def state(self) -> MatchState:
        return self.playing.state

    def at(self, time: int, command: c.Command) -> None:
        before = self.state
        for event in self.playing.do(command):
            after = evolve(before, event)
            self.clock = advance(self.clock, before, after, event, time)
            before = after

    def play(self, time: int, seat: int, laid: str) -> None:
        self.at(time, c.Play(seat, parse_cards(laid), self.state.decision))

    def pass_(self, time: int, *seats: int) -> None:
        for seat in seats:
            self.at(time, c.Pass(seat, self.state.decision))

    def deadline(self, seat: int) -> int | None:
        return seat_deadline(self.clock, self.state, seat)

    def ran_out(self, now: int) -> tuple[int, ...]:
        return ran_out(self.clock, self.state, now)


@position("T202")
def test_when_the_decisions_own_time_is_gone_the_reserve_runs():
    """RULES O1: he may still act."""
    timed = Timed(a_round({A: "5j9j"}, to_act=A))
    assert reserve_from(timed.clock, timed.state, A) == TURN
    assert timed.ran_out(TURN + GRACE) == ()
    timed.play(TURN + 20_000, A, "5j")
    assert timed.clock.reserves == (RESERVE - 20_000, RESERVE, RESERVE, RESERVE)


@position("T203")
def test_with_clock_and_reserve_gone_the_match_is_lost():
    """RULES O2: no automatic pass or card; recorded once, with the reason."""
    timed = Timed(a_round({A: "5j9j"}, to_act=A))
    assert timed.ran_out(TURN + RESERVE + GRACE) == (A,)
    hand = timed.playing.hand(A)
    timed.at(TURN + RESERVE + GRACE, c.RunOut((A,)))
    assert timed.state.outcome == e.MatchForfeited((A,), winner=1, reason="time")
    assert (timed.playing.hand(A), timed.ran_out(10**9)) == (hand, ())
    with refused(Reason.OVER, timed.playing):
        timed.at(10**9, c.RunOut((A,)))


def test_nobody_judges_a_deadline_before_its_grace_has_passed():
    """RULES O4, BUGLOG T06."""
    timed = Timed(a_round({}, to_act=A))
    assert timed.ran_out(TURN + RESERVE + GRACE - 1) == ()
    assert timed.ran_out(TURN + RESERVE + GRACE) == (A,)


def test_an_act_that_came_in_time_counts_though_it_is_judged_in_the_grace():
    """RULES O4: the grace gives nobody extra time; what is used is what the server received."""
    timed = Timed(a_round({A: "5j9j"}, to_act=A))
    timed.play(TURN + RESERVE, A, "5j")
    assert timed.clock.reserves[A] == 0
    assert timed.deadline(A) is None


def test_a_refused_act_changes_no_deadline():
    """RULES O3, BUGLOG T01: to the millisecond."""
    timed = Timed(a_round({B: "6j9j"}, trick="A:7j", to_act=B))
    before = timed.deadline(B)
    with pytest.raises(IllegalMove):
        timed.play(29_000, B, "6j")
    assert timed.deadline(B) == before


def test_calls_give_nobody_time():
    timed = Timed(a_round({B: "6j9j"}, trick="A:7j", to_act=B))
    timed.at(10_000, c.CallTichu(B))
    timed.at(11_000, c.CallTichu(D))
    assert timed.deadline(B) == TURN + RESERVE


def test_one_players_exchange_restarts_nobodys_clock():
    """RULES O3, BUGLOG T02."""
    playing = a_match()
    playing.grand()
    timed = Timed(playing)
    gives = tuple(zip((A, C, D), [each for each in playing.round.hands[B] if not each.is_special], strict=False))
    timed.at(10_000, c.ExchangeCards(B, gives))
    assert [timed.deadline(seat) for seat in SEATS] == [
        EXCHANGE + RESERVE,
        None,
        EXCHANGE + RESERVE,
        EXCHANGE + RESERVE,
    ]


def test_one_players_grand_answer_restarts_nobodys_clock():
    timed = Timed(a_match())
    timed.at(10_000, c.AnswerGrand(B, call=False))
    assert [timed.deadline(seat) for seat in SEATS] == [GRAND + RESERVE, None, GRAND + RESERVE, GRAND + RESERVE]


def test_in_the_grand_phase_nobody_sees_another_seats_clock_or_reserve_move():
    """RULES B4."""
    timed = Timed(a_match())
    timed.at(GRAND + 15_000, c.AnswerGrand(B, call=False))
    seen = view_for(timed.state, A, timed.clock).seats
    assert [(seat.clock.reserve, seat.clock.deadline) for seat in seen[1:]] == [(RESERVE, None)] * 3
    assert seen[A].clock.deadline == GRAND + RESERVE
    for seat in (A, C, D):
        timed.at(GRAND + 16_000, c.AnswerGrand(seat, call=False))
    reserves = [seat.clock.reserve for seat in view_for(timed.state, A, timed.clock).seats]
    assert reserves == [RESERVE - 16_000, RESERVE - 15_000, RESERVE - 16_000, RESERVE - 16_000]


def test_a_bomb_gives_the_next_turn_its_full_time_and_used_reserve_stays_used():
    """RULES O1, BUGLOG R15."""
    timed = Timed(a_round({C: FOURS + "2j"}, trick="A:7j", to_act=B))
    timed.at(TURN + 5_000, c.PlayBomb(C, timed.playing.round.hands[C][1:], timed.state.plays))
    assert timed.clock.reserves == (RESERVE, RESERVE - 5_000, RESERVE, RESERVE)
    assert (timed.deadline(B), timed.deadline(D)) == (None, TURN + 5_000 + TURN + RESERVE)


def test_the_reserve_is_one_for_the_whole_match():
    """RULES O1, BUGLOG T16: shared by all decisions, never refilled."""
    timed = Timed(a_round({A: "5j9jKj", B: "6j2j", C: "2w3w", D: "2p3p"}, to_act=A))
    timed.play(TURN + 10_000, A, "5j")
    timed.play(50_000, B, "6j")
    timed.pass_(51_000, C, D)
    timed.play(51_000 + TURN + 25_000, A, "9j")
    assert timed.clock.reserves[A] == RESERVE - 35_000


def test_the_gift_has_its_own_time():
    timed = Timed(a_round({A: "2j3j"}, trick="B:Kj A:Dr B:pass C:pass D:pass", to_act=None))
    timed.at(1_000, c.CollectTrick(timed.state.decision))
    assert timed.deadline(A) == 1_000 + GIFT + RESERVE


def test_players_of_both_teams_out_of_time_together_end_the_match_without_a_result():
    """RULES O2."""
    timed = Timed(a_match())
    due = GRAND + RESERVE + GRACE
    assert timed.ran_out(due) == SEATS
    timed.at(due, c.RunOut(SEATS))
    assert timed.state.outcome == e.MatchForfeited(SEATS, winner=None, reason="time")


def test_team_mates_out_of_time_together_lose_once_and_are_both_named():
    """RULES O2."""
    timed = Timed(a_match())
    for seat in (B, D):
        timed.at(1_000, c.AnswerGrand(seat, call=False))
    assert timed.ran_out(GRAND + RESERVE + GRACE) == (A, C)
    timed.at(GRAND + RESERVE + GRACE, c.RunOut((A, C)))
    assert timed.state.outcome == e.MatchForfeited((A, C), winner=1, reason="time")


def test_the_earliest_deadline_counts():
    """RULES O2: whose reserve was smaller ran out first."""
    timed = Timed(a_match())
    timed.clock = replace(timed.clock, reserves=(RESERVE, 7_000, 9_000, RESERVE))
    assert timed.ran_out(10**6) == (B,)


def test_only_who_owes_a_decision_can_run_out():
    """RULES O3, BUGLOG T07, T08: a late or repeated judgement does nothing."""
    timed = Timed(a_round({A: "5j9j"}, to_act=A))
    for seats in ((B,), (A, B), ()):
        with refused(Reason.TIME, timed.playing):
            timed.at(0, c.RunOut(seats))
    timed.play(1_000, A, "5j")
    assert timed.ran_out(TURN + RESERVE + GRACE) == ()
    with refused(Reason.TIME, timed.playing):
        timed.at(TURN + RESERVE + GRACE, c.RunOut((A,)))


def test_a_house_player_never_loses_on_time():
    """RULES O10."""
    playing = a_match()
    playing.state = replace(playing.state, kinds=("person", "house", "house", "house"))
    timed = Timed(playing)
    timed.at(1_000, c.AnswerGrand(A, call=False))
    assert timed.ran_out(10**9) == ()
    assert next_deadline(timed.clock, timed.state) is None


@pytest.mark.parametrize(("hands", "length"), [({B: "2w3w4w6w"}, 3_000), ({B: "2w3w4w"}, 1_000)])
def test_the_pause_is_short_only_where_nobody_can_hold_a_bomb(hands, length):
    """RULES G9, O6: by public card counts alone."""
    timed = Timed(a_round(hands, trick="A:Kj B:pass C:pass", to_act=D))
    timed.pass_(10_000, D)
    assert timed.clock.until == 10_000 + length
    assert [timed.deadline(seat) for seat in SEATS] == [None] * 4  # no clock runs in it
    assert next_deadline(timed.clock, timed.state) == 10_000 + length
    assert not is_due(timed.clock, 10_000 + length + GRACE - 1)
    assert is_due(timed.clock, 10_000 + length + GRACE)


def test_a_bomb_ends_the_pause_and_the_next_one_is_full_again():
    """RULES G9."""
    timed = Timed(a_round({C: FOURS + "2j"}, trick="A:Kj B:pass C:pass", to_act=D))
    timed.pass_(10_000, D)
    timed.at(12_000, c.PlayBomb(C, timed.playing.round.hands[C][1:], timed.state.plays))
    assert timed.clock.until is None
    assert timed.deadline(D) == 12_000 + TURN + RESERVE
    timed.pass_(13_000, D, A, B)
    assert timed.clock.until == 14_000  # nobody holds four cards any more


def test_a_call_in_the_pause_does_not_lengthen_it():
    timed = Timed(a_round({B: "2w3w4w6w"}, trick="A:Kj B:pass C:pass", to_act=D))
    timed.pass_(10_000, D)
    timed.at(12_000, c.CallTichu(B))
    assert timed.clock.until == 13_000


def test_the_gate_between_rounds_is_thirty_seconds_and_forfeits_nobody():
    """RULES O7: being ready does not move it."""
    timed = Timed(a_round({C: "3j", D: "2j"}, out=[A, B], to_act=C))
    timed.play(10_000, C, "3j")
    timed.at(15_000, c.Ready(A))
    assert timed.clock.until == 40_000
    assert timed.ran_out(10**9) == ()


def test_lost_time_is_given_back():
    """RULES O5: nobody has less than when the outage began."""
    timed = Timed(a_round({}, trick="A:7j", to_act=B))
    left = timed.deadline(B) - 5_000
    timed.at(25_000, c.CreditClocks(20_000))
    assert timed.deadline(B) - 25_000 == left
    assert isinstance(timed.playing.log[-1], e.ClockCredited)


def test_a_credit_lengthens_the_pause_too():
    timed = Timed(a_round({B: "2w3w4w6w"}, trick="A:Kj B:pass C:pass", to_act=D))
    timed.pass_(10_000, D)
    timed.at(20_000, c.CreditClocks(9_000))
    assert timed.clock.until == 22_000


def test_a_credit_never_gives_more_than_a_full_decision():
    """RULES O5: who was asked in the middle of the outage begins now."""
    timed = Timed(a_round({}, trick="A:7j", to_act=B))
    timed.at(3_000, c.CreditClocks(20_000))
    assert timed.deadline(B) == 3_000 + TURN + RESERVE


def test_a_view_shows_deadlines_in_server_time():
    """BUGLOG T04: a decision just opened shows its full time."""
    timed = Timed(a_round({A: "5j9j"}, to_act=A))
    timed.play(7_000, A, "5j")
    clock = view_for(timed.state, None, timed.clock).seats[B].clock
    assert (clock.reserve_from, clock.deadline, clock.own_time) == (7_000 + TURN, 7_000 + TURN + RESERVE, TURN)


def test_a_finished_match_has_no_deadline():
    timed = Timed(a_round({}, to_act=A))
    timed.at(1_000, c.VoidMatch("testing"))
    assert next_deadline(timed.clock, timed.state) is None
