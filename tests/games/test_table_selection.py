"""The raised cards read back by the server: what they are, whether they can be played, what has to be chosen."""

import re

import pytest
from django.http import HttpResponse

from games import log
from games.models import Table
from games.views import answers
from tests.games.at_table import Sat, ids, is_dark, key, rule_link, says, seated, seated_in_play
from tests.games.factories import ALICE, BOB, CAROL, HANDS

# Alice holds the Phoenix too, and cards that it can read in two ways.
PHOENIX_HANDS = (
    "Mj2j3j4j4wPh4s5j6j7jKjKwKp2w",
    "Dr8j8w8p8s5w6w7wTjTwTpAjAw3w",
    "9j9w9p9s4p5p6p7pJjJwJpQjQw3p",
    "Dg2p2s3s5s6s7sTsJsQpQsKsApAs",
)


@pytest.fixture
def sat(db: None) -> Sat:
    return seated_in_play()


def ask(sat: Sat, seat: int, *codes: str, **more: str) -> HttpResponse:
    return sat.post(seat, "selection", {"cards": list(codes), "ask": "7", **more})


def choices(answer: HttpResponse, name: str) -> list[str]:
    return re.findall(rf'name="{name}" value="(\w+)"', answer.content.decode())


def chosen(answer: HttpResponse) -> list[str]:
    return re.findall(r'value="(\w+)" form="hand"[^>]*checked', answer.content.decode())


def test_it_names_what_can_be_led(sat: Sat) -> None:
    answer = ask(sat, ALICE, "Kj", "Kw", "Kp")
    assert says(answer) == "Three Kings"
    assert not is_dark(answer, "main") and "three Kings" in key(answer, "main")
    assert ids(answer.content) == ["line", "key-main", "picker"]


def test_it_answers_the_very_question(sat: Sat) -> None:
    """The page drops answers to older questions; each element says which one it answers."""
    text = ask(sat, ALICE, "Kj").content.decode()
    assert text.count('data-for="7"') == 3


def test_it_says_what_is_beaten(sat: Sat) -> None:
    sat.play(ALICE, "2j")
    assert says(ask(sat, BOB, "3w")) == "3 of Sword, beats the 2 of Jade"


def test_it_says_why_not_with_the_rule(sat: Sat) -> None:
    sat.play(ALICE, "2j")
    answer = ask(sat, BOB, "Tj", "Tw")
    assert says(answer) == "Pair of 10s: only a single card can answer the 2 of Jade."
    assert rule_link(answer) == "answers"
    assert is_dark(answer, "main") and "2 cards" in key(answer, "main")


def test_nothing_raised_asks_for_cards(sat: Sat) -> None:
    answer = ask(sat, ALICE)
    assert is_dark(answer, "main") and "raise cards" in key(answer, "main")
    assert not choices(answer, "wish") and not choices(answer, "reading")


def test_before_ones_turn_it_says_what_lies_ready(sat: Sat) -> None:
    """DESIGN 4: what is prepared is told; the key stays as it was."""
    answer = ask(sat, CAROL, "9j", "9w")
    assert says(answer) == "Ready for your turn: pair of 9s."
    assert ids(answer.content) == ["line", "picker"]
    assert says(ask(sat, CAROL, "9j", "Jj")) == "2 cards raised: no combination yet."


def test_the_mah_jong_brings_its_wish(sat: Sat) -> None:
    """RULES K2: in the same step, a rank or none, and nothing is chosen beforehand."""
    answer = ask(sat, ALICE, "Mj")
    assert choices(answer, "wish") == [*"23456789TJQKA", "none"]
    assert chosen(answer) == []
    assert is_dark(answer, "main") and "your wish?" in key(answer, "main")
    answer = ask(sat, ALICE, "Mj", wish="8")
    assert says(answer) == "Mah Jong, wishing for an 8" and chosen(answer) == ["8"]
    assert not is_dark(answer, "main") and "wish: 8" in key(answer, "main")
    assert says(ask(sat, ALICE, "Mj", wish="none")) == "Mah Jong, without a wish"


def test_the_phoenix_is_asked_about_only_where_it_can_be_two_things(db: None) -> None:
    """RULES F4, F5: the highest reading is marked, another one can be chosen."""
    sat = seated_in_play(PHOENIX_HANDS)
    answer = ask(sat, ALICE, "3j", "4j", "5j", "6j", "Ph")
    assert choices(answer, "reading") == ["7", "2"] and chosen(answer) == ["7"]
    assert says(answer) == "Straight 3–7, Phoenix as 7"
    answer = ask(sat, ALICE, "3j", "4j", "5j", "6j", "Ph", reading="2")
    assert says(answer) == "Straight 2–6, Phoenix as 2" and chosen(answer) == ["2"]
    assert not choices(ask(sat, ALICE, "Kj", "Ph"), "reading")


def test_a_reading_that_fits_no_more_is_forgotten(db: None) -> None:
    sat = seated_in_play(PHOENIX_HANDS)
    answer = ask(sat, ALICE, "Kj", "Ph", reading="2")
    assert says(answer) == "Pair of Kings, Phoenix as King"


def test_two_pairs_with_the_phoenix_are_played_as_chosen(db: None) -> None:
    """R05: without a choice the documented default, with one the other; never a fault."""
    sat = seated_in_play(PHOENIX_HANDS)
    answer = ask(sat, ALICE, "4j", "4w", "Kj", "Kw", "Ph")
    assert not is_dark(answer, "main") and choices(answer, "reading") == ["K", "4"]
    assert sat.play(ALICE, "4j", "4w", "Kj", "Kw", "Ph", reading="4").status_code == 200
    assert sat.state.deal.trick.top.rank == 4  # type: ignore[union-attr]


def test_it_changes_nothing_and_counts_for_no_limit(sat: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "ACTIONS", 2)
    before = log.current(sat.match.pk).head, Table.objects.get(pk=sat.match.table_id).revision
    assert {ask(sat, ALICE, "Kj").status_code for _ in range(30)} == {200}
    assert (log.current(sat.match.pk).head, Table.objects.get(pk=sat.match.table_id).revision) == before


@pytest.mark.parametrize(
    "form", [{"cards": ["ZZ"]}, {"cards": ["2j"] * 99}, {"ask": "x"}, {"wish": "Z", "cards": ["Mj"]}]
)
def test_what_cannot_be_read_is_refused_quietly(sat: Sat, form: dict[str, object]) -> None:
    assert sat.post(ALICE, "selection", {"ask": "1"} | form).status_code == 400


def test_in_other_phases_it_only_repeats_the_line(db: None) -> None:
    sat = seated()
    assert says(ask(sat, ALICE, "Mj")) == "Call it on these eight cards, or carry on and see the other six."


def test_the_hand_of_others_is_not_told_apart(sat: Sat) -> None:
    assert says(ask(sat, ALICE, *[HANDS[1][0:2]])) == says(ask(sat, ALICE))


def test_playing_with_the_bomb_key_holds_no_trick_open(sat: Sat) -> None:
    """T11: loading and unloading a bomb twenty times is nothing but questions; the trick is collected on time."""
    sat.play(ALICE, "2j")
    for seat in (BOB, CAROL, 3):
        sat.pass_(seat)
    before = sat.live.clock.until
    for at in range(20):
        ask(sat, CAROL, *(["9j", "9w", "9p", "9s"] if at in range(0, 20, 2) else []))
    assert sat.live.clock.until == before
    sat.live.collect()
    assert sat.state.deal.trick is None and sat.state.deal.turn == ALICE
