"""Suggestions for the own hand: every one is legal, plain ones first, round and round; nobody else's cards."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import legal_plays, parse_cards
from tests.games.at_table import Sat, seated, seated_in_play
from tests.games.factories import ALICE, BOB, CAROL, DAVE

pytestmark = pytest.mark.django_db


def hint(sat: Sat, seat: int, *raised: str) -> tuple[list[str], str]:
    response: Any = sat.post(seat, "hint", {"cards": list(raised)})
    assert response.status_code == 200
    found = response.json()
    return found["cards"], found["text"]


def test_round_and_round_through_legal_plays_only() -> None:
    sat = seated_in_play()
    sat.play(ALICE, "2j")
    hand, top = sat.state.deal.hands[BOB], sat.state.deal.trick.top  # type: ignore[union-attr]
    legal = {frozenset(play.cards) for play in legal_plays(hand, top, None)}
    seen: list[str] = []
    cards, text = hint(sat, BOB)
    assert (cards, text) == (["3w"], "3 of Sword, 1 of 9")
    while "".join(cards) not in seen:
        seen.append("".join(cards))
        assert frozenset(parse_cards("".join(cards))) in legal
        cards, text = hint(sat, BOB, *cards)
    assert cards == ["3w"] and len(seen) == 9
    assert seen[-1] == "8j8w8p8s", "the bomb comes last"


def test_what_tears_nothing_comes_first() -> None:
    """Bob's lone 3 before one of his four 8s."""
    sat = seated_in_play()
    sat.play(ALICE, "2j")
    first, second = hint(sat, BOB)[0], hint(sat, BOB, "3w")[0]
    assert first == ["3w"] and second == ["5w"]


def test_a_wish_binds_the_suggestions_too() -> None:
    sat = seated_in_play()
    sat.play(ALICE, "Mj", wish="8")
    assert hint(sat, BOB)[0][0].startswith("8")


def test_nothing_beats_it_and_nothing_to_suggest() -> None:
    sat = seated_in_play()
    sat.play(ALICE, "2j")
    sat.play(BOB, "Dr")
    assert hint(sat, DAVE) == (["Ts", "Js", "Qs", "Ks", "As"], "Straight flush 10–A, 1 of 1")
    sat.live.bomb(DAVE, "TsJsQsKsAs")
    assert hint(sat, CAROL) == ([], "You hold nothing that beats it.")


def test_before_the_first_lead_there_is_nothing() -> None:
    assert hint(seated(), ALICE) == ([], "There is nothing to suggest now.")


def test_the_gate() -> None:
    sat = seated_in_play()
    assert sat.eve.post(sat.url("hint")).status_code == 403
    assert sat.browsers[ALICE].get(sat.url("hint")).status_code == 405
    assert sat.post(ALICE, "hint", {"cards": "zz"}).status_code == 400
