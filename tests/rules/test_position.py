"""Positions as plain data: read exactly, refused politely, answered in full."""

import pytest

from games.rules import parse_cards
from games.rules.position import UnreadablePosition, answer, read_position
from tests.builders import combination

PLAIN = {"id": "1", "hand": "2j7wPh", "top": None, "wish": None}


@pytest.mark.parametrize(
    ("top", "read"),
    [
        (None, None),
        ({"cards": "5s"}, combination("5s")),
        ({"cards": "Ph", "value": 1.5}, combination("Ph")),
        ({"cards": "Ph", "value": 8.5}, combination("Ph", on="8j")),
        ({"cards": "6j6w Ph"}, combination("6j6wPh=6")),
        ({"cards": "QjQw9j9wPh", "phoenix": "9"}, combination("QjQw9j9wPh=9")),
    ],
)
def test_a_top_is_read_with_its_phoenix(top, read):
    assert read_position(PLAIN | {"hand": "2j7w", "top": top}).top == read


def test_hand_and_wish_are_read():
    position = read_position(PLAIN | {"hand": "Dr 2j", "wish": "T"})
    assert position.hand == parse_cards("2jDr")
    assert position.wish == 10


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": None}, "id is neither"),
        ({"id": True}, "id is neither"),
        ({"colour": 1}, "no key 'colour'"),
        ({"hand": None}, "hand must be one text"),
        ({"hand": ["2j"]}, "hand must be one text"),
        ({"hand": ""}, "1 to 14 cards, not 0"),
        ({"hand": "2j2w2p2s3j3w3p3s4j4w4p4s5j5w5p"}, "1 to 14 cards, not 15"),
        ({"hand": "2x"}, "hand: unknown card '2x'"),
        ({"hand": "2j2"}, "hand: unknown card '2'"),
        ({"hand": "2j3w2j"}, "hand: card '2j' is there twice"),
        ({"top": "5s"}, "top must be a JSON object"),
        ({"top": {}}, "top needs the key 'cards'"),
        ({"top": {"cards": "5s", "seat": 1}}, "top has no key 'seat'"),
        ({"top": {"cards": 5}}, "top must be one text"),
        ({"top": {"cards": "5s5s"}}, "top: card '5s' is there twice"),
        ({"top": {"cards": "2j"}}, "2j is both in the hand and on the table"),
        ({"top": {"cards": "5s6s"}}, "top: 5s6s is no combination"),
        ({"top": {"cards": ""}}, "top: nothing is no combination"),
        ({"top": {"cards": "Dg"}}, "the Dog is never answered"),
        ({"top": {"cards": "5s", "value": 5}}, "only a single Phoenix has a value"),
        ({"top": {"cards": "5s", "phoenix": "5"}}, "only a Phoenix among other cards"),
        ({"hand": "2j", "top": {"cards": "Ph"}}, "a single Phoenix needs its value"),
        ({"hand": "2j", "top": {"cards": "Ph", "value": 8}}, "a single Phoenix needs its value"),
        ({"hand": "2j", "top": {"cards": "Ph", "value": "8.5"}}, "a single Phoenix needs its value"),
        ({"hand": "2j", "top": {"cards": "Ph", "value": 15.5}}, "a single Phoenix needs its value"),
        ({"hand": "2j", "top": {"cards": "Ph", "value": [8.5]}}, "a single Phoenix needs its value"),
        ({"hand": "2j", "top": {"cards": "Ph", "value": 8.5, "phoenix": "8"}}, "only a Phoenix among other cards"),
        ({"hand": "2j", "top": {"cards": "QjQw9j9wPh"}}, '9j9wQjQwPh needs "phoenix": Q or 9'),
        ({"hand": "2j", "top": {"cards": "5j5wPh", "phoenix": "6"}}, "cannot stand for 6 in 5j5wPh"),
        ({"hand": "2j", "top": {"cards": "5j5wPh", "phoenix": 5}}, "phoenix must be a rank from 2 to A, not 5"),
        ({"wish": "1"}, "wish must be a rank from 2 to A, not '1'"),
        ({"wish": "10"}, "wish must be a rank"),
        ({"wish": 8}, "wish must be a rank"),
        ({"wish": ""}, "wish must be a rank"),
    ],
)
def test_what_is_no_position_is_refused_with_the_fault_named(change, message):
    with pytest.raises(UnreadablePosition) as refused:
        read_position(PLAIN | change)
    assert message in str(refused.value)


@pytest.mark.parametrize("key", ["id", "hand", "top", "wish"])
def test_each_key_must_be_there(key):
    with pytest.raises(UnreadablePosition, match=f"needs the key '{key}'"):
        read_position({name: value for name, value in PLAIN.items() if name != key})


@pytest.mark.parametrize("data", [None, [], "2j", 5])
def test_a_position_is_an_object(data):
    with pytest.raises(UnreadablePosition, match="must be a JSON object"):
        read_position(data)


def test_an_answer_lists_every_play_sorted_as_text():
    position = read_position(PLAIN | {"hand": "TjPh9wDr"})
    plays = [["9w"], ["9wPh", "9"], ["Dr"], ["Ph"], ["Tj"], ["TjPh", "T"]]
    assert answer(position) == {"count": 6, "pass": False, "plays": plays}


def test_an_answer_that_comes_with_a_position_is_ignored():
    assert read_position(PLAIN | {"count": 99, "pass": True, "plays": []}) == read_position(PLAIN)
