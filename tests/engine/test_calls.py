"""Grand Tichu and Tichu: when, by whom, how often, and what they are worth (RULES B2–B4, D; positions of section 7)."""

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.reasons import Reason
from games.engine.state import Phase
from games.engine.view import view_for
from tests.builders import SEATS, A, B, C, D, a_match, a_round, refused
from tests.positions import position


@position("T141")
def test_grand_tichu_is_called_on_the_first_eight_cards():
    """RULES B1, B2."""
    table = a_match()
    assert [len(hand) for hand in table.round.hands] == [8] * 4
    table.do(c.AnswerGrand(A, call=True))
    assert table.round.grand == (True, None, None, None)


def test_the_other_six_cards_come_when_all_four_have_answered():
    """RULES B2: nobody sees a ninth card before."""
    table = a_match()
    for seat in (C, A, D):
        table.do(c.AnswerGrand(seat, call=False))
        assert all(len(hand) == 8 for hand in table.round.hands)
    assert table.state.to_act() == {B}
    table.do(c.AnswerGrand(B, call=False))
    assert [len(hand) for hand in table.round.hands] == [14] * 4
    assert table.state.phase is Phase.EXCHANGE


@position("T142")
def test_an_answer_is_final_and_the_window_closes_with_the_last_one():
    table = a_match()
    table.do(c.AnswerGrand(A, call=False))
    with refused(Reason.GRAND_ANSWERED, table):
        table.do(c.AnswerGrand(A, call=True))
    table.grand(C)
    with refused(Reason.GRAND_CLOSED, table):
        table.do(c.AnswerGrand(A, call=True))


@position("T143")
def test_a_grand_caller_adds_no_small_call():
    """RULES D3, BUGLOG R26: his partner may."""
    table = a_match()
    table.grand(A)
    with refused(Reason.TICHU_GRAND, table):
        table.tichu(A)
    table.tichu(C)
    assert table.round.tichu == (False, False, True, False)


@position("T144")
def test_partners_may_both_call_and_one_of_them_fails():
    """RULES B3, M6."""
    table = a_round({C: "3j", D: "2j"}, out=[A, B], grand=[A, C], to_act=C)
    assert table.play(C, "3j")[-1].calls == (200 - 200, 0)


@position("T145")
def test_passing_is_not_playing():
    """RULES D1, BUGLOG R25: off turn too."""
    table = a_round({A: "2j3j4j5j6w7w8w9wTpJpQpKpAp2w"}, trick="B:Kj C:pass D:pass A:pass", to_act=None)
    assert A not in table.round.played
    table.collect()
    table.play(B, table.hand(B)[:2])
    table.tichu(A)
    assert table.round.tichu[A]


@position("T146")
def test_after_ones_first_card_it_is_too_late():
    table = a_round({A: "9j2j"}, trick="D:5j", to_act=A)
    table.play(A, "9j")
    with refused(Reason.TICHU_LATE, table):
        table.tichu(A)


def test_a_bomb_is_a_first_card_too():
    """RULES D1."""
    table = a_round({A: "9j9w9p9s2j"}, trick="B:5j", to_act=C)
    table.bomb(A, "9j9w9p9s")
    with refused(Reason.TICHU_LATE, table):
        table.tichu(A)


@position("T148")
def test_tichu_may_be_called_before_the_exchange():
    table = a_match()
    table.grand()
    table.tichu(A)
    assert table.round.tichu[A]


@position("T151")
def test_a_call_in_the_exchange_leaves_committed_cards_where_they_are():
    """RULES D6."""
    table = a_match()
    table.grand()
    given = [each.code for each in table.round.hands[B] if not each.is_special][:3]
    table.exchange(B, dict(zip((A, C, D), given, strict=True)))
    committed = table.round.chosen[B]
    table.tichu(A)
    table.tichu(B)
    assert (table.round.chosen[B], table.round.tichu) == (committed, (True, True, False, False))


@position("T152")
def test_calls_are_public_at_once_and_declines_together():
    """RULES B4: of the rest only their number is told."""
    table = a_match()
    table.do(c.AnswerGrand(A, call=False))
    table.do(c.AnswerGrand(B, call=True))
    view = view_for(table.state, C)
    assert [seat.call for seat in view.seats] == ["", "grand", "", ""]
    assert view.answered == 2
    assert [seat.to_act for seat in view.seats] == [False, False, True, False]
    assert [event for _, event in view.story] == [e.GrandAnswered(B, call=True)]


def test_on_eight_cards_the_only_call_is_grand():
    """RULES D1."""
    table = a_match()
    with refused(Reason.TICHU_EIGHT, table):
        table.tichu(A)


def test_nobody_calls_twice():
    """RULES D3, BUGLOG R25."""
    table = a_match()
    table.grand()
    table.tichu(A)
    with refused(Reason.TICHU_TWICE, table):
        table.tichu(A)


def test_a_call_after_somebody_is_out_is_accepted_and_fails():
    """RULES D4, U5."""
    table = a_round({C: "2j3j"}, out=[A], to_act=B)
    table.tichu(C)
    assert view_for(table.state, C).seats[C].call_made is False


def test_a_call_is_made_by_ones_own_first_place_only():
    """RULES D5."""
    table = a_round({A: "Kj"}, tichu=[A, C], to_act=A)
    table.play(A, "Kj")
    seats = view_for(table.state, B).seats
    assert (seats[A].call_made, seats[C].call_made) == (True, False)


def test_calls_interrupt_nothing():
    table = a_round({B: "9j2j"}, trick="A:5j", to_act=B)
    before = (table.turn, table.state.decision, table.state.plays)
    table.tichu(D)
    assert (table.turn, table.state.decision, table.state.plays) == before


@pytest.mark.parametrize("seat", SEATS)
def test_between_rounds_there_is_nothing_to_call(seat):
    table = a_round({C: "Kj"}, out=[A, B], to_act=C)
    table.play(C, "Kj")
    with refused(Reason.NOT_NOW, table):
        table.tichu(seat)
