"""Bombs in and out of turn, in the pause, and where there is nothing to bomb (RULES G; positions of section 3)."""

import pytest

from games.engine import commands as c
from games.engine.reasons import Reason
from games.engine.state import Phase
from tests.builders import A, B, C, D, a_match, a_round, refused
from tests.positions import position

FOURS = "4j4w4p4s"
NINES = "9j9w9p9s"


@position("T066")
def test_one_may_bomb_ones_own_trick_in_the_pause():
    """RULES G5, G6."""
    table = a_round({A: FOURS + "2j"}, trick="A:Kj B:pass C:pass D:pass", to_act=None)
    table.bomb(A, FOURS)
    assert (table.state.phase, table.top, table.turn) == (Phase.PLAY, FOURS, B)


@position("T067")
def test_a_bomb_in_the_pause_reopens_the_trick_after_the_bomber():
    """RULES G4, G5: he had passed."""
    table = a_round({C: FOURS + "2j"}, trick="A:Kj B:pass C:pass D:pass", to_act=None)
    table.bomb(C, FOURS)
    assert (table.state.phase, table.turn, table.round.trick.passed) == (Phase.PLAY, D, frozenset())
    table.pass_(D, A, B)
    table.collect()
    assert (table.turn, len(table.pile(C))) == (C, 5)


@position("T070")
def test_the_right_to_lead_cannot_be_bombed():
    """BUGLOG R27."""
    table = a_round({A: "KjKwKpKs2j", C: "3j3w"}, to_act=C)
    with refused(Reason.NOTHING_TO_BOMB, table):
        table.bomb(A, "KjKwKpKs")


@position("T071")
def test_a_bomb_may_be_led_and_only_higher_bombs_answer_it():
    """RULES G3, BUGLOG R27: as an ordinary play."""
    table = a_round({C: "KjKwKpKs2j", D: "AjAw3jQjQwQpQs", A: "AsApTjTwTpTs"}, to_act=C)
    with refused(Reason.NOTHING_TO_BOMB, table):
        table.bomb(C, "KjKwKpKs")
    table.play(C, "KjKwKpKs")
    with refused(Reason.ON_BOMB, table):
        table.play(D, "AjAw")
    with refused(Reason.BOMB_TOO_LOW, table):
        table.play(D, "QjQwQpQs")
    with refused(Reason.BOMB_TOO_LOW, table):
        table.bomb(A, "TjTwTpTs")


@position("T072")
def test_before_the_first_lead_there_is_nothing_to_bomb():
    table = a_match({B: "Mj", D: FOURS})
    table.grand()
    for seat in (A, B, C, D):
        own = [each.code for each in table.round.hands[seat] if each.rank != 4 and not each.is_special]
        table.exchange(seat, dict(zip([other for other in (A, B, C, D) if other != seat], own, strict=False)))
    assert table.turn == B
    with refused(Reason.NOTHING_TO_BOMB, table):
        table.bomb(D, FOURS)


@position("T073")
def test_nothing_is_bombed_in_the_exchange_or_on_eight_cards():
    """RULES C2, BUGLOG R27."""
    table = a_match({A: "AjAwApAs"})
    with refused(Reason.NOTHING_TO_BOMB, table):
        table.bomb(A, "AjAwApAs")
    table.grand()
    with refused(Reason.NOTHING_TO_BOMB, table):
        table.bomb(A, "AjAwApAs")


@position("T075")
def test_a_partners_play_may_be_bombed():
    """RULES G4."""
    table = a_round({C: "5j5w5p5s2j"}, trick="A:9j", to_act=B)
    table.bomb(C, "5j5w5p5s")
    assert (table.top, table.turn) == ("5j5w5p5s", D)


@position("T076")
def test_last_cards_may_be_bombed_but_the_place_stands():
    """RULES G7."""
    table = a_round({A: "Kj", B: FOURS + "2j"}, to_act=A)
    table.play(A, "Kj")
    table.bomb(B, FOURS)
    table.pass_(C, D)
    table.collect()
    assert (table.round.out, table.turn, len(table.pile(B))) == ((A,), B, 5)


@position("T078")
def test_the_play_that_ends_the_round_by_double_victory_cannot_be_bombed():
    """RULES L3, G7."""
    table = a_round({B: FOURS + "2j", C: "Kj"}, out=[A], to_act=C)
    table.play(C, "Kj")
    assert table.state.phase is Phase.READY
    with refused(Reason.NOTHING_TO_BOMB, table):
        table.bomb(B, FOURS)


def test_the_third_finishers_play_cannot_be_bombed():
    """RULES L2, G7."""
    table = a_round({C: "Kj", D: FOURS + "2j"}, out=[A, B], to_act=C)
    table.play(C, "Kj")
    assert table.state.phase is Phase.READY
    with refused(Reason.NOTHING_TO_BOMB, table):
        table.bomb(D, FOURS)


@position("T079")
def test_who_is_out_cannot_bomb():
    """RULES L1, G7."""
    table = a_round({}, out=[A], trick="B:9j", to_act=C)
    with refused(Reason.OUT, table):
        table.bomb(A, FOURS)


@position("T085")
def test_the_trick_of_somebody_who_is_out_can_be_bombed_in_the_pause():
    table = a_round({C: FOURS + "2j"}, out=[A], trick="A:Kj B:pass C:pass D:pass", to_act=None)
    table.bomb(C, FOURS)
    table.pass_(D, B)
    table.collect()
    assert (table.turn, len(table.pile(C)), len(table.pile(A))) == (C, 5, 0)


def test_somebody_may_go_out_with_a_bomb_thrown_out_of_turn():
    """BUGLOG R13: play goes on after him, he takes the trick, the next active seat leads."""
    table = a_round({A: NINES, B: "2j3j", C: "2w3w", D: "Kj2p"}, trick="A:5j B:6j C:pass", to_act=D)
    table.bomb(A, NINES)
    assert (table.round.out, table.turn) == ((A,), B)
    table.pass_(B, C, D)
    table.collect()
    assert (table.turn, len(table.pile(A))) == (B, 6)


def test_a_bomb_moves_the_turn_behind_the_bomber():
    """BUGLOG R15: the one who was to act no longer is; his late pass changes nothing."""
    table = a_round({C: "7j7w7p7s2j", A: "3j3w"}, trick="B:Dr C:pass D:pass", to_act=A)
    asked = table.state.decision
    table.bomb(C, "7j7w7p7s")
    assert table.turn == D
    with refused(Reason.STALE, table):
        table.do(c.Pass(A, asked))
    with refused(Reason.NOT_YOUR_TURN, table):
        table.pass_(A)


def test_of_two_bombs_for_the_same_top_the_first_counts():
    """RULES G8, BUGLOG R28: the second is refused and must be meant anew."""
    table = a_round({A: FOURS + "2j", C: NINES + "2w"}, trick="B:Kj", to_act=C)
    meant_for = table.state.plays
    table.bomb(A, FOURS, on=meant_for)
    with refused(Reason.TABLE_CHANGED, table):
        table.bomb(C, NINES, on=meant_for)
    table.bomb(C, NINES)
    assert table.top == NINES


def test_passes_and_calls_do_not_change_the_table_a_bomb_is_meant_for():
    """RULES G8: only a new top does."""
    table = a_round({A: FOURS + "2j"}, trick="B:Kj", to_act=C)
    meant_for = table.state.plays
    table.pass_(C)
    table.tichu(D)
    table.bomb(A, FOURS, on=meant_for)
    assert table.top == FOURS


def test_a_bomb_by_the_seat_on_turn_is_an_ordinary_play_whichever_button_sent_it():
    """RULES K10, K7: so the wish binds it."""
    table = a_round({B: "8jKjKwKpKs"}, trick="A:Mj", to_act=B, wish="8")
    with refused(Reason.WISH_BINDS, table):
        table.bomb(B, "KjKwKpKs")
    with refused(Reason.WISH_BINDS, table):
        table.play(B, "KjKwKpKs")


def test_every_pause_can_be_bombed_again():
    table = a_round(
        {A: "2j3j4j5j6j Kw", C: FOURS.replace("4j", "") + NINES}, trick="B:Kj C:pass D:pass A:pass", to_act=None
    )
    table.bomb(C, NINES)
    table.pass_(D, A, B)
    assert table.state.phase is Phase.PAUSE
    table.bomb(A, "2j3j4j5j6j")
    table.pass_(B, C, D)
    table.collect()
    assert (table.turn, len(table.pile(A))) == (A, 10)


@pytest.mark.parametrize("laid", ["8j8w8pPh", "8j8w8p", "4j5j6j7j8w"])
def test_only_real_bombs_are_thrown(laid):
    """RULES G1."""
    table = a_round({C: "4j5j6j7j8j8w8pPh2j"}, trick="A:9j", to_act=B)
    with refused(Reason.NO_COMBINATION if laid == "8j8w8pPh" else Reason.NOT_A_BOMB, table):
        table.bomb(C, laid)


def test_the_dog_leaves_nothing_to_bomb():
    """RULES G3, I3, BUGLOG R11."""
    table = a_round({A: "Dg2j", B: FOURS + "3j"}, to_act=A)
    table.play(A, "Dg")
    with refused(Reason.NOTHING_TO_BOMB, table):
        table.bomb(B, FOURS)
