"""Commands typed as words, through the same services as the keys: understood, answered, refused in words."""

from __future__ import annotations

import json

import pytest
from django.http import HttpResponse

from games.engine.state import Phase
from games.rules import format_cards
from tests.games.at_table import HTMX, Sat, says, seated, seated_in_play
from tests.games.factories import ALICE, BOB, CAROL, DAVE, gives_for

pytestmark = pytest.mark.django_db


def type_(sat: Sat, seat: int, text: str) -> HttpResponse:
    return sat.post(seat, "command", {"text": text})


def answer(response: HttpResponse) -> str:
    assert response.status_code == 200, says(response)
    return str(json.loads(response["HX-Trigger"])["typed"]["value"])


def test_cards_by_rank_or_by_code() -> None:
    sat = seated_in_play()
    assert answer(type_(sat, ALICE, "play K k")) == "You play King of Jade, King of Sword."
    assert sat.state.deal.trick is not None
    assert format_cards(sat.state.deal.trick.top.cards) == "KjKw"
    assert answer(type_(sat, BOB, "passe")) == "You pass."


def test_wish_and_reading() -> None:
    sat = seated_in_play()
    refused = type_(sat, ALICE, "play mah jong")
    assert refused.status_code == 422 and says(refused) == "Choose a rank or no wish."
    assert answer(type_(sat, ALICE, "play mah jong wish 8")) == "You play Mah Jong. You wish for an 8."
    assert sat.state.deal.wish == 8
    assert answer(type_(sat, BOB, "spiel 8w")) == "You play 8 of Sword."
    assert answer(type_(sat, CAROL, "play phoenix")) == "You play Phoenix."


def test_a_phoenix_that_could_be_two_things() -> None:
    sat = seated_in_play()
    type_(sat, ALICE, "play 2 2")
    type_(sat, BOB, "pass")
    assert answer(type_(sat, CAROL, "play ph 6 as 6")) == "You play Phoenix, 6 of Pagoda."


def test_ranks_alone_make_a_bomb_only_where_nothing_else_is_left() -> None:
    """Alice holds 2 3 4 5 6 of Jade, and another 2: the plain straight is meant."""
    sat = seated_in_play()
    assert answer(type_(sat, ALICE, "play 2 3 4 5 6"))
    assert sat.state.deal.trick is not None
    assert not sat.state.deal.trick.top.is_bomb
    type_(sat, BOB, "pass")
    assert answer(type_(sat, CAROL, "play 9 9 9 9"))
    assert sat.state.deal.trick.top.is_bomb


def test_calls_and_bombs_take_a_yes() -> None:
    """G11"""
    sat = seated_in_play()
    assert answer(type_(sat, BOB, "tichu")).endswith("type: tichu yes.")
    assert not sat.state.deal.tichu[BOB]
    assert answer(type_(sat, BOB, "tichu yes")) == "You call Tichu."
    assert sat.state.deal.tichu[BOB]
    again = type_(sat, BOB, "tichu yes")
    assert again.status_code in (409, 422) and says(again)
    type_(sat, ALICE, "play 2j")
    assert answer(type_(sat, CAROL, "bomb")).startswith("Four 9s.")
    assert sat.state.plays == 1
    assert answer(type_(sat, CAROL, "bombe 9 ja")) == "You throw four 9s."
    assert sat.state.plays == 2
    dark = type_(sat, CAROL, "bomb yes")
    assert dark.status_code == 422 and says(dark)
    assert sat.state.plays == 2


def test_grand_tichu() -> None:
    sat = seated()
    assert answer(type_(sat, ALICE, "grand")) == "Grand Tichu? ±200. Type: grand yes, or: grand no."
    assert answer(type_(sat, ALICE, "grand no")) == "You carry on without a call."
    assert answer(type_(sat, BOB, "grosses tichu ja")) == "You call Grand Tichu."
    assert sat.state.deal.grand[:2] == (False, True)


def test_the_exchange_by_place_and_by_name() -> None:
    sat = seated()
    sat.live.grand()
    gives = {to: card.code for to, card in gives_for(sat.live.hands)[ALICE]}
    few = type_(sat, ALICE, f"give {gives[DAVE]} left")
    assert few.status_code == 422 and "give 2 left 3 partner K right" in says(few)
    typed = f"give {gives[DAVE]} left, {gives[CAROL]} to carol and {gives[BOB]} right"
    assert answer(type_(sat, ALICE, typed)) == "You hand over your cards."
    assert {to: card.code for to, card in sat.state.deal.chosen[ALICE] or ()} == gives


def test_the_dragons_trick() -> None:
    sat = seated_in_play()
    type_(sat, ALICE, "play 2j")
    type_(sat, BOB, "play dragon")
    for seat in (CAROL, DAVE, ALICE):
        type_(sat, seat, "pass")
    sat.live.collect()
    assert sat.state.phase is Phase.GIFT
    assert says(type_(sat, BOB, "give")) == "Say who gets the trick: give left, or give right."
    assert answer(type_(sat, BOB, "give left")) == "You give the trick to alice."


def test_questions_change_nothing() -> None:
    sat = seated_in_play()
    head = sat.live.row.head
    assert answer(type_(sat, BOB, "hand")).startswith("Dragon, Ace of Sword")
    assert answer(type_(sat, BOB, "tisch")).startswith("alice is thinking.")
    assert answer(type_(sat, BOB, "")).startswith("Commands:")
    assert sat.live.row.head == head


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("dance", "“dance” is no command."),
        ("play", "Say which cards, for example: play 9 9."),
        ("play zz", "“zz” is no card."),
        ("play 9", "You do not hold a 9 for that."),
        ("play 2j wish joker", "“joker” is no card."),
        ("give 2 left", "There is nothing to give now."),
        ("play " + "2 " * 200, "That is too long for a command."),
        ("bomb yes", "Nothing to bomb: no trick is on the table."),
        ("ready", "Not now: this cannot be done at this moment of the round."),
    ],
)
def test_what_is_not_understood_is_said(text: str, why: str) -> None:
    """E07: 422, a sentence, nothing changed."""
    sat = seated_in_play()
    head = sat.live.row.head
    response = type_(sat, ALICE, text)
    assert response.status_code == 422
    assert says(response).startswith(why)
    assert sat.live.row.head == head


def test_the_gate() -> None:
    """Only a seat may command; no GET; the engine refuses what is not one's turn."""
    sat = seated_in_play()
    assert sat.eve.post(sat.url("command"), {"text": "pass"}, headers=HTMX).status_code == 403
    assert sat.browsers[ALICE].get(sat.url("command")).status_code == 405
    late = type_(sat, BOB, "pass")
    assert late.status_code in (409, 422) and says(late) == "It is not your turn."
