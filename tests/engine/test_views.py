"""What a seat, or a watcher, may know (RULES U, B4)."""

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.reasons import Reason
from games.engine.view import view_for
from tests.builders import SEATS, A, B, C, D, a_match, a_round, cards

FOURS = "4j4w4p4s"


def middle():
    """B has laid a pair of eights on A's sevens; D is out."""
    return a_round({A: "2j3j4j", B: "2w3w", C: FOURS}, trick="A:7j7w B:8j8w", out=[D], to_act=C, wish="K", tichu=[B])


@pytest.mark.parametrize("viewer", [A, B, C, D, None])
def test_everybody_sees_what_is_public(viewer):
    """RULES U1."""
    view = view_for(middle().state, viewer)
    assert [seat.count for seat in view.seats] == [3, 2, 4, 0]
    assert [seat.call for seat in view.seats] == ["", "tichu", "", ""]
    assert [seat.out for seat in view.seats] == [0, 0, 0, 1]
    assert (view.wish, view.wisher, view.turn, view.top.rank) == (13, A, C, 8)
    assert [(act.seat, act.combination.rank) for act in view.trick.acts] == [(A, 7), (B, 8)]


@pytest.mark.parametrize("viewer", [A, B, C, D, None])
def test_nobody_sees_another_hand(viewer):
    """RULES U2: not even who is out."""
    state = middle().state
    view = view_for(state, viewer)
    assert view.hands == tuple(state.deal.hands[seat] if seat == viewer else None for seat in SEATS)


def test_a_watcher_has_no_hand_and_nothing_to_do():
    view = view_for(middle().state, None)
    assert (view.viewer, view.hand, view.mine, view.fresh) == (None, (), None, frozenset())


def test_the_six_undealt_cards_are_nobodys():
    """RULES U2, B2."""
    table = a_match()
    assert view_for(table.state, A).hand == table.round.firsts[A]
    assert [seat.count for seat in view_for(table.state, A).seats] == [8] * 4


def test_points_in_collected_tricks_stay_secret_during_the_round():
    """RULES U2."""
    table = a_round({}, trick="A:KjKw B:pass C:pass D:pass", to_act=None)
    table.collect()
    view = view_for(table.state, A)
    assert [event.points for _, event in view.story if isinstance(event, e.TrickTaken)] == [0]
    assert view.last_trick.cards == cards("KjKw")


def test_open_hands_are_for_the_replay():
    """RULES U3."""
    state = middle().state
    assert view_for(state, None, open_hands=True).hands == state.deal.hands


def test_after_the_round_the_seats_see_what_was_left_over_and_watchers_do_not():
    """RULES U3."""
    table = a_round({C: "3j", D: "2jKj"}, out=[A, B], to_act=C)
    table.play(C, "3j")
    assert view_for(table.state, A).left_over == cards("2jKj")
    assert view_for(table.state, None).left_over is None
    assert view_for(table.state, A).results[-1].hand_points == 10


def test_what_the_viewer_may_do_is_what_the_judge_says():
    """One judge: the keys ask it and give its reason."""
    mine = view_for(middle().state, C).mine
    assert (mine.to_act, mine.passing, mine.bomb, mine.tichu) == (True, None, None, None)
    assert [bomb.cards for bomb in mine.bombs] == [cards(FOURS)]
    waiting = view_for(middle().state, A).mine
    assert (waiting.to_act, waiting.passing.reason, waiting.tichu.reason) == (
        False,
        Reason.NOT_YOUR_TURN,
        Reason.TICHU_LATE,
    )
    assert waiting.bomb.reason is Reason.NO_BOMB


def test_the_bomb_key_says_why_it_is_dark():
    lead = a_round({A: FOURS + "2j"}, to_act=A)
    assert view_for(lead.state, A).mine.bomb.reason is Reason.NOTHING_TO_BOMB
    low = a_round({A: FOURS + "2j"}, trick="B:9j9w9p9s", to_act=C)
    assert view_for(low.state, A).mine.bomb.reason is Reason.BOMB_TOO_LOW
    assert view_for(low.state, A).mine.any_bombs[0].cards == cards(FOURS)


def test_a_binding_wish_is_shown_to_the_one_it_binds():
    """RULES K5."""
    table = a_round({B: "8j9j", C: "8w9w"}, trick="A:7j", to_act=B, wish="8")
    assert [view_for(table.state, seat).mine.wish_binds for seat in SEATS] == [False, True, False, False]
    assert view_for(table.state, B).mine.passing.reason is Reason.WISH_BINDS_PASS


def test_each_seat_sees_itself_first_and_the_others_in_order_of_play():
    """RULES A2, BUGLOG R29."""
    for viewer in SEATS:
        view = view_for(middle().state, viewer)
        assert [view.seats[seat].place for seat in view.places] == [0, 1, 2, 3]
        assert view.places == (viewer, *middle().state.variant.after(viewer))
        assert [seat.number for seat in view.seats if seat.is_partner] == [view.places[2]]


def test_targets_are_shown_to_the_giver_only():
    """RULES J2."""
    table = a_round({A: "2j"}, trick="B:Kj A:Dr B:pass C:pass D:pass", to_act=None)
    table.collect()
    assert view_for(table.state, A).targets == (B, D)
    assert view_for(table.state, C).targets == view_for(table.state, None).targets == ()


def test_an_ended_match_says_so_and_asks_nobody():
    table = middle()
    table.do(c.VoidMatch("testing"))
    view = view_for(table.state, A)
    assert view.outcome == e.MatchVoided("testing")
    assert not any(seat.to_act for seat in view.seats)
    assert view.mine.tichu.reason is Reason.OVER
    assert view.hands[B] is None
