"""Cards and combinations in words, and that every word goes through the translator."""

from string import Formatter

import pytest

from games.rules import (
    DECK,
    card,
    name_card,
    name_combination,
    name_height,
    name_needed,
    name_rank,
    name_ranks,
)
from tests.builders import combination


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("9s", "9 of Star"),
        ("Tw", "10 of Sword"),
        ("Jj", "Jack of Jade"),
        ("Ap", "Ace of Pagoda"),
        ("Mj", "Mah Jong"),
        ("Dg", "Dog"),
        ("Ph", "Phoenix"),
        ("Dr", "Dragon"),
    ],
)
def test_cards(code, name):
    assert name_card(card(code)) == name


def test_every_card_has_its_own_name():
    assert len({name_card(each) for each in DECK}) == len(DECK)


def test_ranks():
    names = [name_rank(rank) for rank in range(2, 15)]
    assert names == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace"]
    assert [name_ranks(rank) for rank in (7, 10, 12)] == ["7s", "10s", "Queens"]


@pytest.mark.parametrize(
    ("laid", "covered", "name", "height", "needed"),
    [
        ("9s", None, "9 of Star", "9", "a single card above 9"),
        ("Mj", None, "Mah Jong", "Mah Jong", "a single card above Mah Jong"),
        ("Dr", None, "Dragon", "Dragon", "a bomb"),
        ("Ph", None, "Phoenix (1½)", "1½", "a single card above 1½"),
        ("Ph", "8j", "Phoenix (8½)", "8½", "a single card above 8½"),
        ("Ph", "Kj", "Phoenix (K½)", "K½", "a single card above K½"),
        ("7j7w", None, "pair of 7s", "7s", "a pair above 7s"),
        ("TjPh", None, "pair of 10s, Phoenix as 10", "10s", "a pair above 10s"),
        ("9j9w9p", None, "three 9s", "9s", "three of a kind above 9s"),
        ("9j9wKjKwPh=9", None, "full house, 9s, Phoenix as 9", "9s", "a full house above 9s"),
        ("9j9wKjKwPh", None, "full house, Kings, Phoenix as King", "Kings", "a full house above Kings"),
        ("6j6w7j7w", None, "pairs 6–7", "6–7", "2 consecutive pairs above 6–7"),
        ("4j5w6p7s8j", None, "straight 4–8", "4–8", "a straight of 5 cards above 4–8"),
        ("5w6p7s8jPh=4", None, "straight 4–8, Phoenix as 4", "4–8", "a straight of 5 cards above 4–8"),
        ("Mj2j3w4p5s", None, "straight 1–5", "1–5", "a straight of 5 cards above 1–5"),
        ("TjJwQpKsAj", None, "straight 10–A", "10–A", "a straight of 5 cards above 10–A"),
        ("9j9w9p9s", None, "four 9s", "9s", "a bomb above four 9s"),
        ("3j4j5j6j7j", None, "straight flush 3–7", "3–7", "a straight flush above 3–7 or a longer one"),
    ],
)
def test_combinations(laid, covered, name, height, needed):
    """BUGLOG R02: a Phoenix says what it counts (RULES F1, U4)."""
    play = combination(laid, on=covered)
    assert (name_combination(play), name_height(play), name_needed(play)) == (name, height, needed)


@pytest.mark.parametrize("laid", ["9s", "Jj", "Ph", "7jPh", "9j9wKjKwPh", "6j6w7j7w", "TjJwQpKsAj", "9j9w9p9s"])
def test_every_word_is_translated(laid):
    """A translator that hides its texts leaves no letters but its own."""

    def hidden(text: str) -> str:
        fields = [field for _, field, _, _ in Formatter().parse(text) if field]
        return "|".join(f"{{{field}}}" for field in fields) or "#"

    play = combination(laid)
    for spoken in (name_combination(play, hidden), name_height(play, hidden), name_needed(play, hidden)):
        assert not any(letter.isalpha() for letter in spoken), spoken
