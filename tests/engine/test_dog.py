"""The Dog hands the lead over and forms no trick (RULES I; positions of section 4)."""

from games.engine import events as e
from games.engine.reasons import Reason
from games.engine.state import Phase
from games.rules import DOG
from tests.builders import A, B, C, D, a_round, refused
from tests.positions import position


@position("T087")
def test_the_dog_is_never_an_answer():
    table = a_round({C: "Dg8j"}, trick="B:5j", to_act=C)
    with refused(Reason.DOG_ANSWER, table):
        table.play(C, "Dg")


@position("T074")
def test_the_dog_cannot_be_bombed_and_the_lead_is_the_partners():
    """RULES I3."""
    table = a_round({A: "Dg2j", B: "9j9w9p9s3j"}, to_act=A)
    table.play(A, "Dg")
    assert (table.round.trick, table.turn, table.state.phase) == (None, C, Phase.PLAY)
    with refused(Reason.NOTHING_TO_BOMB, table):
        table.bomb(B, "9j9w9p9s")


@position("T089")
def test_the_lead_can_come_back_to_the_dogs_owner():
    """RULES I2: the first active seat after the partner."""
    table = a_round({A: "Dg2j"}, out=[C, D], to_act=A)
    table.play(A, "Dg")
    assert table.turn == A


def test_with_the_partner_out_the_seat_after_him_leads():
    """RULES I2, X10."""
    table = a_round({A: "Dg2j"}, out=[C], to_act=A)
    table.play(A, "Dg")
    assert table.turn == D


@position("T091")
def test_the_dog_may_be_the_last_card():
    """RULES I4."""
    table = a_round({A: "Dg"}, out=[B], to_act=A)
    table.play(A, "Dg")
    assert (table.round.out, table.turn) == ((B, A), C)


@position("T092")
def test_the_dog_as_the_third_finishers_last_card_ends_the_round():
    """RULES I4, L2: it is worth nothing and leads nothing."""
    table = a_round({A: "Dg"}, out=[B, C], piles={B: "KjKwKpKs", C: "TjTwTpTs", A: "5j5w5p5s"}, to_act=A)
    events = table.play(A, "Dg")
    scored = events[-1]
    assert isinstance(scored, e.RoundScored)
    assert [type(each) for each in events] == [e.CombinationPlayed, e.WentOut, e.RoundScored]
    assert (scored.order, scored.last, scored.tricks[A]) == ((B, C, A), D, 20)
    assert table.pile(A) >= {DOG}


def test_the_dog_as_last_card_can_make_the_double_victory():
    """BUGLOG R12."""
    table = a_round({A: "Dg", B: "KjKw", D: "TjTw"}, out=[C], to_act=A)
    events = table.play(A, "Dg")
    assert [type(each) for each in events] == [e.CombinationPlayed, e.WentOut, e.RoundScored]
    assert (events[-1].team_victory, events[-1].score) == (True, (200, 0))


@position("T093")
def test_the_mah_jongs_holder_may_lead_the_dog_first():
    """RULES K1, I1."""
    table = a_round({A: "MjDg2j"}, to_act=A)
    table.play(A, "Dg")
    assert table.turn == C


@position("T096")
def test_the_dog_counts_as_a_card_played():
    """RULES D1, I6."""
    table = a_round({A: "Dg2j3j"}, to_act=A)
    table.play(A, "Dg")
    with refused(Reason.TICHU_LATE, table):
        table.tichu(A)


def test_after_the_dog_the_partner_leads_whatever_he_likes():
    """BUGLOG R11: a pair is a pair, singles do not answer it, and it can be bombed."""
    table = a_round({A: "Dg2j", C: "5j5w2w", D: "9j6j6w2p", B: "4j4w4p4s2s"}, to_act=A)
    table.play(A, "Dg")
    table.play(C, "5j5w")
    with refused(Reason.WRONG_KIND, table):
        table.play(D, "9j")
    table.play(D, "6j6w")
    table.bomb(B, "4j4w4p4s")
    assert (table.top, table.turn) == ("4j4w4p4s", C)


def test_the_dog_lies_in_its_owners_pile_and_is_no_last_trick():
    """RULES I6."""
    table = a_round({A: "Dg2j"}, to_act=A)
    table.play(A, "Dg")
    assert (table.pile(A), table.round.last_trick) == ({DOG}, None)
