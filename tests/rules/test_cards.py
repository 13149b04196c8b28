"""The deck, codes and card points (RULES A1, A3)."""

import copy
import pickle
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    DECK,
    DOG,
    DRAGON,
    MAH_JONG,
    PHOENIX,
    DuplicateCard,
    Suit,
    UnknownCard,
    card,
    format_cards,
    parse_cards,
    parse_rank,
    points_of,
    rank_code,
    sort_cards,
)

SPECIALS = (DOG, MAH_JONG, PHOENIX, DRAGON)


def test_the_deck_has_56_different_cards_in_the_order_of_records():
    assert len(set(DECK)) == len(DECK) == 56
    assert "".join(each.code for each in DECK[:8]) == "DgMj2j2w2p2s3j3w"
    assert [each.code for each in DECK[-3:]] == ["As", "Ph", "Dr"]
    assert list(DECK) == sorted(DECK)


def test_each_suit_has_thirteen_cards_and_the_specials_have_none():
    suits = Counter(each.suit for each in DECK)
    assert suits == {**dict.fromkeys(Suit, 13), None: 4}
    assert [each for each in DECK if each.is_special] == list(SPECIALS)


def test_card_points_are_those_of_the_rules():
    """RULES A3."""
    worth = {"5": 5, "T": 10, "K": 10}
    assert all(each.points == worth.get(each.code[0], 0) for each in DECK if not each.is_special)
    assert [each.points for each in SPECIALS] == [0, 0, -25, 25]
    assert points_of(DECK) == 100


def test_there_is_one_instance_of_each_card_also_after_copies():
    assert all(card(each.code) is each for each in DECK)
    assert pickle.loads(pickle.dumps(PHOENIX)) is PHOENIX
    assert copy.deepcopy(DECK[7]) is DECK[7]


def test_a_card_cannot_be_changed():
    with pytest.raises(AttributeError):
        MAH_JONG.rank = 7  # type: ignore[misc]


def test_sets_of_cards_look_the_same_in_every_process():
    """Otherwise the same seed would not give the same match."""
    program = "from games.rules import DECK; print([str(c) for c in set(DECK[3:40])])"
    outputs = {subprocess.check_output([sys.executable, "-c", program]) for _ in range(2)}
    assert len(outputs) == 1


@given(st.sets(st.sampled_from(DECK)))
def test_cards_survive_being_written_down(held):
    text = format_cards(held)
    assert parse_cards(text) == sort_cards(held) == tuple(sorted(held))
    assert format_cards(parse_cards(text)) == text


def test_blanks_between_cards_do_not_matter():
    assert parse_cards(" Dr 2j\t7w\n") == parse_cards("2j7wDr")
    assert parse_cards("") == ()


@pytest.mark.parametrize(("text", "named"), [("7x", "7x"), ("1j", "1j"), ("7j7", "7"), ("dr", "dr"), ("2j10", "10")])
def test_an_unknown_card_is_refused_by_its_name(text, named):
    with pytest.raises(UnknownCard) as refused:
        parse_cards(text)
    assert refused.value.code == named


def test_a_card_named_twice_is_refused_by_its_name():
    with pytest.raises(DuplicateCard) as refused:
        parse_cards("7j8w7j")
    assert refused.value.code == "7j"


def test_ranks_have_one_character():
    assert "".join(rank_code(rank) for rank in range(1, 15)) == "123456789TJQKA"
    assert all(parse_rank(rank_code(rank)) == rank for rank in range(1, 15))


@pytest.mark.parametrize("code", ["", "0", "10", "t", "Mj"])
def test_no_other_text_is_a_rank(code):
    with pytest.raises(ValueError, match="unknown rank"):
        parse_rank(code)


@pytest.mark.parametrize("rank", [0, 15, 16, -1])
def test_no_other_number_is_a_rank(rank):
    with pytest.raises(ValueError, match="no rank"):
        rank_code(rank)
