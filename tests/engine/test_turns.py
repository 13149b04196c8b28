"""Whose turn it is, passing, and who takes a trick (RULES H; positions of section 3)."""

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.reasons import Reason
from games.engine.state import Phase
from games.rules import card
from tests.builders import A, B, C, D, Playing, a_match, a_round, refused
from tests.positions import position


@position("T059")
def test_the_leader_cannot_pass():
    table = a_round({A: "5j7w"}, to_act=A)
    with refused(Reason.MUST_LEAD, table):
        table.pass_(A)


@position("T060")
def test_a_pass_does_not_lock_a_player_out():
    """RULES H2."""
    table = a_round({A: "2j3w", B: "9j2w", C: "Tj2p", D: "2s3p"}, trick="B:4j C:pass D:6j A:pass", to_act=B)
    table.play(B, "9j")
    table.play(C, "Tj")
    assert (table.top, table.turn) == ("Tj", D)


def test_everybody_is_asked_until_all_others_have_passed_in_a_row():
    """BUGLOG R14: A 5, B 8, C passes, D is asked, then A again; earlier passes count for nothing."""
    table = a_round({A: "5j9w2p", B: "8jTw2j", C: "Jj2w", D: "3j4w"}, to_act=A)
    table.play(A, "5j")
    table.play(B, "8j")
    table.pass_(C)
    assert table.turn == D
    table.pass_(D)
    assert table.turn == A
    table.play(A, "9w")
    table.play(B, "Tw")
    assert table.turn == C
    table.play(C, "Jj")
    table.pass_(D, A)
    assert table.state.phase is Phase.PLAY
    table.pass_(B)
    assert table.state.phase is Phase.PAUSE
    table.collect()
    assert (table.turn, table.pile(C)) == (C, set(table.round.last_trick.cards))


@position("T062")
def test_only_the_others_still_holding_cards_must_pass():
    """RULES H3, H4."""
    table = a_round({A: "7j", B: "2j3j", C: "2w3w", D: "9j2p"}, to_act=A)
    table.play(A, "7j")
    assert table.round.out == (A,)
    table.pass_(B, C)
    table.play(D, "9j")
    assert table.turn == B  # A is skipped
    table.pass_(B, C)
    table.collect()
    assert (table.turn, len(table.pile(D))) == (D, 2)


@position("T063")
def test_a_winner_who_is_out_keeps_the_trick_and_the_next_active_seat_leads():
    table = a_round({A: "Aj"}, to_act=A)
    table.play(A, "Aj")
    table.pass_(B, C, D)
    table.collect()
    assert (table.turn, len(table.pile(A))) == (B, 1)


@position("T064")
def test_the_lead_goes_past_everybody_who_is_out():
    table = a_round({A: "Aj"}, out=[B], to_act=A)
    table.play(A, "Aj")
    assert table.round.out == (B, A)
    table.pass_(C, D)
    table.collect()
    assert table.turn == C


@position("T065")
def test_nobody_beats_his_own_top_but_with_a_bomb():
    """RULES H5."""
    table = a_round({A: "AjAw2j"}, trick="A:Kj B:pass C:pass D:pass", to_act=None)
    with refused(Reason.PAUSE, table):
        table.play(A, "Aj")


@position("T069")
def test_only_bombs_may_be_played_out_of_turn():
    table = a_round({B: "9j9w", D: "8j8w2j"}, trick="A:7j7w", to_act=B)
    with refused(Reason.NOT_YOUR_TURN, table):
        table.play(D, "8j8w")
    with refused(Reason.NOT_A_BOMB, table):
        table.bomb(D, "8j8w")


def test_only_the_seat_on_turn_passes():
    table = a_round({}, trick="A:7j7w", to_act=B)
    for seat in (A, C, D):
        with refused(Reason.NOT_YOUR_TURN, table):
            table.pass_(seat)


def test_an_answer_to_a_closed_question_is_stale():
    """The number of the decision is part of the answer; calls and bombs carry none (RULES H1)."""
    table = a_round({B: "8j9w2w"}, trick="A:7j", to_act=B)
    late = table.state.decision
    table.play(B, "8j")
    table.pass_(C, D, A)
    table.collect()
    with refused(Reason.STALE, table):
        table.do(c.Pass(B, late))


def test_collecting_before_all_have_passed_is_refused():
    table = a_round({}, trick="A:7j B:pass", to_act=C)
    with refused(Reason.COLLECT, table):
        table.collect()


def test_a_trick_is_collected_once():
    table = a_round({}, trick="A:7j B:pass C:pass D:pass", to_act=None)
    number = table.state.decision
    table.collect()
    with refused(Reason.STALE, table):
        table.do(c.CollectTrick(number))


@pytest.mark.parametrize(
    ("hand", "laid", "reason"),
    [
        ("8j9w", "", Reason.NO_CARDS),
        ("8j9w", "Kj", Reason.NOT_HELD),
        ("8j9w", "8j9w", Reason.NO_COMBINATION),
        ("6j9w", "6j", Reason.TOO_LOW),
        ("8j8w", "8j8w", Reason.WRONG_KIND),
        ("Dg8j", "Dg", Reason.DOG_ANSWER),
    ],
)
def test_a_play_that_is_none_is_refused_with_its_own_reason(hand, laid, reason):
    table = a_round({B: hand}, trick="A:7j", to_act=B)
    with refused(reason, table):
        table.play(B, laid)


def test_a_card_named_twice_is_refused():
    table = a_round({B: "8j9w"}, trick="A:7j", to_act=B)
    with refused(Reason.TWICE, table):
        table.do(c.Play(B, (card("8j"), card("8j")), table.state.decision))


@pytest.mark.parametrize(("stated", "top"), [("", "5j6w7p8sPh=9"), ("=4", "5j6w7p8sPh=4"), ("=9", "5j6w7p8sPh=9")])
def test_the_reading_of_the_phoenix_is_the_stated_one_else_the_highest(stated, top):
    """RULES F4, F5, U4, BUGLOG R05: the reading is stored in the event."""
    table = a_round({A: "5j6w7p8sPh2j"}, to_act=A)
    table.play(A, "5j6w7p8sPh" + stated)
    assert table.top == top


def test_a_reading_that_does_not_beat_the_top_or_does_not_exist_is_refused():
    """RULES F4."""
    table = a_round({B: "5j6w7p8sPh2j"}, trick="A:4j5w6p7s8j", to_act=B)
    with refused(Reason.TOO_LOW, table):
        table.play(B, "5j6w7p8sPh=4")
    with refused(Reason.READING, table):
        table.play(B, "5j6w7p8sPh=6")


def test_a_single_phoenix_keeps_the_value_it_was_laid_with():
    """RULES F1, BUGLOG R02."""
    table = a_round({B: "Ph2w", C: "KwAp2p", D: "2s3s"}, trick="A:Kj", to_act=B)
    table.play(B, "Ph")
    assert table.round.trick.top.rank == 13.5
    with refused(Reason.TOO_LOW, table):
        table.play(C, "Kw")
    table.play(C, "Ap")


def test_turns_go_to_the_right():
    """RULES A2, BUGLOG R29: South, East, North, West."""
    table = a_round({seat: f"{rank}j2{suit}" for seat, (rank, suit) in enumerate(["5j", "6w", "7p", "8s"])}, to_act=A)
    asked = []
    for seat in (A, B, C, D):
        asked.append(table.turn)
        table.play(seat, f"{'5678'[seat]}j")
    assert asked == [A, B, C, D]


def test_the_mah_jong_holder_leads_the_round_and_the_winner_of_a_trick_the_next():
    """RULES C3, H4, BUGLOG R30: whoever joined first has no say."""
    table: Playing = a_match({D: "Mj"})
    table.grand()
    table.exchange(D, {A: table.hand(D)[2:4], B: table.hand(D)[4:6], C: table.hand(D)[6:8]})
    table.exchange_all()
    assert table.turn == D
    lead = next(each.code for each in table.round.hands[D] if not each.is_special)
    table.play(D, lead)
    table.pass_(A, B, C)
    taken = table.collect()[0]
    assert isinstance(taken, e.TrickTaken)
    assert (taken.seat, taken.leader, table.turn) == (D, D, D)
