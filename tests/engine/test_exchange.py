"""One card to each other player, all at once (RULES C; positions of section 8)."""

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.reasons import Reason
from games.engine.state import Phase
from games.engine.view import view_for
from games.rules import card
from tests.builders import SEATS, A, B, C, D, a_match, refused
from tests.positions import position

RIGHT, ACROSS, LEFT = 1, 2, 3


def exchanging(**hands):
    table = a_match({"ABCD".index(seat): text for seat, text in hands.items()})
    table.grand()
    return table


def give_first_three(table, *seats):
    for seat in seats:
        given = [each.code for each in table.round.hands[seat] if not each.is_special][:3]
        table.exchange(seat, dict(zip([other for other in SEATS if other != seat], given, strict=True)))


@position("T153")
def test_nobody_sees_anything_before_all_have_chosen():
    """RULES C1."""
    table = exchanging()
    give_first_three(table, B, C, D)
    view = view_for(table.state, A)
    assert (view.mine.received, view.hand, view.fresh) == ((), table.round.hands[A], frozenset())
    assert [seat.chosen for seat in view.seats] == [False, True, True, True]
    assert [event for _, event in view.story] == []


@position("T154")
@pytest.mark.parametrize(
    "gives",
    [
        {B: "2j", C: "3j"},
        {A: "2j", B: "3j", C: "4j"},
        {},
    ],
)
def test_exactly_one_card_goes_to_each_other_player(gives):
    table = exchanging(A="2j3j4j5j")
    with refused(Reason.EXCHANGE_TARGETS, table):
        table.exchange(A, gives)


def test_two_cards_for_one_player_are_refused():
    table = exchanging(A="2j3j4j5j")
    with refused(Reason.EXCHANGE_TARGETS, table):
        table.do(c.ExchangeCards(A, ((B, card("2j")), (C, card("3j")), (C, card("4j")))))


def test_a_card_is_given_once_and_must_be_held():
    table = exchanging(A="2j3j4j5j", B="Aj")
    with refused(Reason.TWICE, table):
        table.exchange(A, {B: "2j", C: "2j", D: "3j"})
    with refused(Reason.NOT_HELD, table):
        table.exchange(A, {B: "2j", C: "Aj", D: "3j"})


@position("T155")
def test_any_card_may_be_given_specials_too():
    table = exchanging(A="DrPhDg2j")
    table.exchange(A, {B: "Dr", C: "Ph", D: "Dg"})
    give_first_three(table, B, C, D)
    assert [card(code) in table.round.hands[seat] for seat, code in ((B, "Dr"), (C, "Ph"), (D, "Dg"))] == [True] * 3


@position("T156")
def test_who_holds_the_mah_jong_afterwards_leads():
    """RULES C3, K1."""
    table = exchanging(A="Mj2j3j")
    table.exchange(A, {B: "2j", C: "3j", D: "Mj"})
    give_first_three(table, B, C, D)
    assert (table.turn, table.last(e.CardsExchanged).leader, table.state.phase) == (D, D, Phase.PLAY)


def test_who_has_chosen_cannot_choose_again():
    table = exchanging()
    give_first_three(table, A)
    with refused(Reason.EXCHANGE_DONE, table):
        give_first_three(table, A)


def test_choosing_takes_no_card_from_the_hand_yet():
    table = exchanging()
    before = table.round.hands
    give_first_three(table, A)
    assert (table.round.hands, table.state.to_act()) == (before, {B, C, D})


def test_before_the_last_grand_answer_nothing_is_exchanged():
    table = a_match({A: "2j3j4j5j"})
    with refused(Reason.NOT_NOW, table):
        table.exchange(A, {B: "2j", C: "3j", D: "4j"})


@pytest.mark.parametrize("viewer", SEATS)
def test_the_right_neighbour_is_the_one_who_plays_next(viewer):
    """RULES A2, BUGLOG R29: a card put on the right arrives there, for each of the four."""
    table = exchanging(A="2j3j4j", B="2w3w4w", C="2p3p4p", D="2s3s4s")
    places = view_for(table.state, viewer).places
    assert places[0] == viewer
    assert table.state.variant.after(viewer)[0] == places[RIGHT]
    assert table.state.variant.partners(viewer) == (places[ACROSS],)
    suit = "jwps"[viewer]
    table.exchange(viewer, {places[RIGHT]: f"2{suit}", places[ACROSS]: f"3{suit}", places[LEFT]: f"4{suit}"})
    give_first_three(table, *(seat for seat in SEATS if seat != viewer))
    for place, rank in ((RIGHT, 2), (ACROSS, 3), (LEFT, 4)):
        assert card(f"{rank}{suit}") in table.round.hands[places[place]]
        assert (viewer, card(f"{rank}{suit}")) in view_for(table.state, places[place]).mine.received


def test_received_cards_are_marked_until_the_first_own_play():
    """BUGLOG C07."""
    table = exchanging(A="Mj2j3j4j")
    give_first_three(table, *SEATS)
    assert len(view_for(table.state, A).fresh) == 3
    table.play(A, "Mj", wish="none")
    assert view_for(table.state, A).fresh == frozenset()
    assert len(view_for(table.state, B).fresh) == 3


def test_only_giver_and_receiver_know_what_was_exchanged():
    """RULES U2."""
    table = exchanging()
    give_first_three(table, *SEATS)
    view = view_for(table.state, A)
    assert {giver for giver, _ in view.mine.received} == {B, C, D}
    assert {to for to, _ in view.mine.given} == {B, C, D}
    assert not any(isinstance(event, e.CardsExchanged | e.CardsChosen) for _, event in view.story)
