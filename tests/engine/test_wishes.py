"""Making, keeping and outliving a wish (RULES K; positions of section 6)."""

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.reasons import Reason
from games.rules import card, parse_rank
from tests.builders import NO_WISH, A, B, C, D, a_match, a_round, refused
from tests.positions import position

STRAIGHT = "Mj2j3w4p5s"


@position("T107")
@pytest.mark.parametrize("rank", ["2", "5", "T", "J", "A", NO_WISH])
def test_any_rank_or_none_may_be_wished(rank):
    """RULES K2, K3."""
    table = a_round({A: "Mj9j"}, to_act=A)
    table.play(A, "Mj", wish=rank)
    assert table.round.wish == (None if rank == NO_WISH else parse_rank(rank))
    assert (table.last(e.WishMade) is None) == (rank == NO_WISH)


@position("T108")
def test_a_straight_with_the_mah_jong_brings_the_same_wish():
    table = a_round({A: STRAIGHT + "9j"}, to_act=A)
    table.play(A, STRAIGHT, wish="9")
    assert (table.round.wish, table.round.wisher) == (9, A)


@position("T109")
def test_the_straight_that_brings_the_wish_does_not_keep_it():
    """RULES K4."""
    table = a_round({A: STRAIGHT + "9j"}, to_act=A)
    table.play(A, STRAIGHT, wish="5")
    assert table.round.wish == 5


@position("T129")
def test_a_bomb_out_of_turn_keeps_the_wish():
    """RULES K11, BUGLOG R18."""
    table = a_round({D: "AjAwApAs2j"}, trick="A:Mj", to_act=B, wish="A")
    table.bomb(D, "AjAwApAs")
    assert (table.round.wish, table.round.wisher) == (None, None)


def test_a_straight_flush_with_the_rank_keeps_the_wish():
    """BUGLOG R18."""
    table = a_round({D: "7j8j9jTjJj2w"}, trick="A:Mj", to_act=B, wish="9")
    table.bomb(D, "7j8j9jTjJj")
    assert table.round.wish is None


@position("T130")
def test_nobody_is_obliged_out_of_turn():
    """RULES K10: D is not asked; C plays on under the wish."""
    table = a_round({B: "Kj2j", D: "AjAwApAs2w"}, trick="A:5j B:6j C:9j D:pass A:pass", to_act=B, wish="A")
    table.play(B, "Kj")
    assert table.round.wish == 14


def test_a_bomb_out_of_turn_or_in_the_pause_need_not_obey():
    """RULES K10."""
    turn = a_round({C: "4j4w4p4sAw"}, trick="A:9j", to_act=B, wish="A")
    turn.bomb(C, "4j4w4p4s")
    pause = a_round({C: "4j4w4p4sAw"}, trick="A:9j B:pass C:pass D:pass", to_act=None, wish="A")
    pause.bomb(C, "4j4w4p4s")
    assert (turn.round.wish, pause.round.wish) == (14, 14)


@position("T131")
def test_a_wish_that_cannot_be_kept_any_more_stays_until_the_round_ends():
    """RULES K3, K12."""
    table = a_round({A: "Kj3j", B: "2j"}, piles={C: "6j6w6p6s"}, to_act=A, wish="6")
    table.play(A, "Kj")
    assert table.round.wish == 6


def test_a_wish_ends_with_the_round():
    """RULES K12."""
    table = a_round({C: "Kj"}, out=[A, B], to_act=C, wish="6")
    table.play(C, "Kj")
    for seat in (A, B, C, D):
        table.do(c.Ready(seat))
    table.do(c.Deal(table.state.variant.deck()))
    assert (table.round.number, table.round.wish) == (2, None)


@position("T133")
def test_the_phoenix_does_not_keep_a_wish():
    """RULES K8, K11, BUGLOG R18."""
    table = a_round({A: "5j6wPh8s9j2j"}, to_act=A, wish="7")
    table.play(A, "5j6wPh8s9j")
    assert table.round.wish == 7


@position("T134")
def test_the_mah_jong_as_last_card_brings_a_wish():
    table = a_round({A: "Mj", B: "9j2j"}, to_act=A)
    table.play(A, "Mj", wish="9")
    assert (table.round.out, table.round.wish, table.turn) == ((A,), 9, B)
    with refused(Reason.WISH_BINDS_PASS, table):
        table.pass_(B)


@position("T140")
@pytest.mark.parametrize("wish", [1, 15, 16, -1])
def test_only_ranks_can_be_wished(wish):
    """RULES K3: no Dragon, no Phoenix, no Mah Jong."""
    table = a_round({A: "Mj9j"}, to_act=A)
    with refused(Reason.WISH_RANK, table):
        table.do(c.Play(A, (card("Mj"),), table.state.decision, wish=wish))


@pytest.mark.parametrize("laid", ["Mj", STRAIGHT])
def test_the_mah_jong_without_a_word_about_a_wish_is_refused(laid):
    """RULES K2, BUGLOG R22: nothing changes, nobody else is asked, and there is no open wish."""
    table = a_round({A: STRAIGHT + "9j"}, to_act=A)
    with refused(Reason.WISH_MISSING, table):
        table.play(A, laid)
    assert (table.turn, table.hand(A)) == (A, STRAIGHT + "9j")


def test_nothing_but_the_mah_jong_brings_a_wish():
    table = a_round({A: "Mj9j"}, to_act=A)
    with refused(Reason.WISH_ALONE, table):
        table.play(A, "9j", wish="8")


def test_the_wish_is_forgotten_as_soon_as_it_is_kept():
    """BUGLOG R20, R21: enforced after passes, gone after the play."""
    table = a_round({B: "Jj2j", C: "8w3j", D: "4j3w", A: "8s9j"}, trick="A:5j", to_act=B, wish="8")
    table.pass_(B)
    with refused(Reason.WISH_BINDS_PASS, table):
        table.pass_(C)
    table.play(C, "8w")
    assert table.round.wish is None
    table.pass_(D)
    table.pass_(A)


def test_the_wish_binds_the_leader():
    """BUGLOG R19."""
    table = a_round({C: "6j6w4j5p7s8jKw"}, to_act=C, wish="6")
    with refused(Reason.WISH_BINDS, table):
        table.play(C, "Kw")
    table.play(C, "4j5p6j7s8j")
    assert table.round.wish is None


def test_the_whole_way_from_the_deal_to_a_kept_wish():
    table = a_match({A: "Mj2j3j4j", B: "2w3w4w8j", C: "2p3p4p", D: "2s3s4s"})
    table.grand()
    table.exchange_all()
    assert table.turn == A
    table.play(A, "Mj", wish="8")
    with refused(Reason.WISH_BINDS_PASS, table):
        table.pass_(B)
    table.play(B, "8j")
    assert table.round.wish is None
    assert table.refolded() == table.state
