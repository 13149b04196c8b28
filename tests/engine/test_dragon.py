"""The Dragon and its gift (RULES J; positions of section 5)."""

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.reasons import Reason
from games.engine.state import Phase
from games.rules import DRAGON
from tests.builders import A, B, C, D, a_round, refused
from tests.positions import position

FOURS = "4j4w4p4s"


def dragon_of_a(hand="2j3j", **more):
    """A's Dragon lies on top and everybody has passed."""
    others = " ".join(f"{'ABCD'[seat]}:pass" for seat in (B, C, D) if seat not in more.get("out", ()))
    return a_round({A: hand} | more.pop("hands", {}), trick=f"B:Kj A:Dr {others}", to_act=None, **more)


@position("T098")
def test_an_opponent_who_is_out_may_receive_the_trick():
    table = a_round({A: "2j3j"}, out=[B], trick="D:Kj A:Dr C:pass D:pass", to_act=None)
    table.collect()
    assert (table.state.phase, table.turn) == (Phase.GIFT, A)
    table.give(A, B)
    assert (DRAGON in table.pile(B), table.turn) == (True, A)


@position("T099")
def test_the_owner_chooses_even_if_he_is_out():
    """RULES J2, J3, BUGLOG R17: then the next active seat leads."""
    table = a_round({A: "Dr"}, trick="D:Kj", to_act=A)
    table.play(A, "Dr")
    table.pass_(B, C, D)
    table.collect()
    assert (table.state.phase, table.state.to_act()) == (Phase.GIFT, {A})
    table.give(A, D)
    assert (DRAGON in table.pile(D), table.turn) == (True, B)


@position("T100")
def test_a_bombed_dragon_is_not_given_away():
    """RULES J4, BUGLOG R16: the pause ends and the trick reopens."""
    table = dragon_of_a(hands={D: FOURS + "2w"})
    table.bomb(D, FOURS)
    assert table.state.phase is Phase.PLAY
    table.pass_(A, B, C)
    taken = table.collect()[0]
    assert (taken.gift, DRAGON in table.pile(D), table.turn) == (False, True, D)


@position("T101")
def test_bombing_ones_own_dragon_keeps_it():
    """RULES J4."""
    table = dragon_of_a("9j9w9p9s2j")
    table.bomb(A, "9j9w9p9s")
    table.pass_(B, C, D)
    table.collect()
    assert (DRAGON in table.pile(A), table.state.phase) == (True, Phase.PLAY)


@position("T103")
def test_the_dragon_as_the_rounds_last_play_is_still_given_away():
    """RULES J5, L2: no bomb, no other act, then scoring."""
    table = a_round({A: "Dr", D: FOURS + "2w"}, out=[C, B], trick="D:Kj", to_act=A)
    table.play(A, "Dr")
    assert (table.state.phase, table.state.to_act()) == (Phase.GIFT, {A})
    with refused(Reason.NOTHING_TO_BOMB, table):
        table.bomb(D, FOURS)
    events = table.give(A, B)
    assert [type(each) for each in events] == [e.TrickGiven, e.RoundScored]
    assert table.state.phase is Phase.READY


def test_after_the_round_has_ended_nobody_calls_while_the_gift_is_open():
    """RULES L2, D1: the round is over, only its last trick is still given away."""
    table = a_round({A: "Dr"}, out=[C, B], to_act=A)
    table.play(A, "Dr")
    assert table.state.phase is Phase.GIFT
    with refused(Reason.NOT_NOW, table):
        table.tichu(D)


@position("T104")
def test_no_gift_in_a_double_victory():
    """RULES J5, L3."""
    table = a_round({A: "Dr"}, out=[C], trick="D:Kj", to_act=A)
    events = table.play(A, "Dr")
    assert [type(each) for each in events] == [e.CombinationPlayed, e.WentOut, e.RoundScored]
    assert events[-1].score == (200, 0)


@position("T105")
def test_the_dragon_is_a_single():
    table = a_round({A: "Dr2j"}, trick="D:4j4w", to_act=A)
    with refused(Reason.WRONG_KIND, table):
        table.play(A, "Dr")


@position("T106")
def test_out_of_time_with_the_gift_open_loses_the_match():
    """RULES O2: nobody chooses for him."""
    table = dragon_of_a()
    table.collect()
    table.do(c.RunOut((A,)))
    assert table.state.outcome == e.MatchForfeited((A,), winner=1, reason="time")
    assert DRAGON not in table.pile(B) | table.pile(D)


@pytest.mark.parametrize("to", [A, C])
def test_never_to_the_partner_or_oneself(to):
    """RULES J2."""
    table = dragon_of_a()
    table.collect()
    with refused(Reason.GIFT_TARGET, table):
        table.give(A, to)


def test_only_the_dragons_owner_gives_and_only_once():
    table = dragon_of_a()
    table.collect()
    with refused(Reason.GIFT_NOT_YOU, table):
        table.give(C, B)
    number = table.state.decision
    table.give(A, B)
    with refused(Reason.STALE, table):
        table.do(c.GiveTrick(A, D, number))
    with refused(Reason.NOT_NOW, table):
        table.give(A, D)


def test_while_the_gift_is_open_nobody_plays_passes_or_bombs():
    """RULES J6: it comes after the pause and before the next lead."""
    table = dragon_of_a(hands={D: FOURS + "2w"})
    table.collect()
    with refused(Reason.NOTHING_TO_BOMB, table):
        table.bomb(D, FOURS)
    for act in (lambda: table.play(A, "2j"), lambda: table.pass_(A)):
        with refused(Reason.NOT_NOW, table):
            act()


def test_the_phoenix_never_beats_the_dragon():
    """BUGLOG R01: he may still pass or bomb."""
    table = a_round({C: "Ph7j7w7p7s2j"}, trick="B:Dr", to_act=C)
    with refused(Reason.ON_DRAGON, table):
        table.play(C, "Ph")
    table.bomb(C, "7j7w7p7s")
    assert table.top == "7j7w7p7s"


def test_the_dragon_beats_the_phoenix_on_an_ace():
    """RULES J1."""
    table = a_round({C: "Dr2j"}, trick="A:Aj B:Ph", to_act=C)
    table.play(C, "Dr")
    assert table.top == "Dr"
