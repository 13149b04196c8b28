"""What may be laid on what (RULES E7, F1, G2, J1; positions of section 2)."""

import pytest

from games.rules import beats, bombs_in, bombs_over, parse_cards
from tests.builders import combination, spelled

# id, top, what the top covers, plays that beat it, plays that do not
POSITIONS = [
    ("T041", "9j", None, [], ["9w"]),
    ("T042", "9j", None, ["Ph"], []),
    ("T043", "Ph", "9j", ["Tw"], ["9w"]),
    ("T045", "Ph", "Aj", ["Dr"], ["Aw"]),
    ("T046", "Dr", None, ["2j2w2p2s"], ["Ph", "As"]),
    ("T047", "Ph", None, ["2w"], ["Mj"]),
    ("T049", "7j7w", None, ["9p9s"], ["8j8w9p9s"]),
    ("T050", "5j6w7p8s9j", None, ["6j7w8p9sTj"], ["9wTpJsQjKwAp"]),
    ("T051", "2j2w2pAsAj", None, ["3j3w3p4s4j"], []),
    ("T054", "AjAwApAs", None, ["2j3j4j5j6j"], []),
    ("T055", "TjJjQjKjAj", None, ["2w3w4w5w6w7w"], []),
    ("T057", "5j6j7j8j9j", None, ["6w7w8w9wTw"], ["5w6w7w8w9w"]),
    ("T058", "Dr", None, ["2j2w2p2s"], []),
]

REPORTS = [
    ("R01", "Dr", None, ["2j2w2p2s", "2j3j4j5j6j"], ["Ph"]),
    ("R02", "Ph", "Kj", ["Aw", "Dr"], ["Kw"]),
    ("R02", "Ph", None, ["2w"], ["Mj"]),
    ("R06", "QjQw", None, ["8j8w8p8s", "AjAw"], ["JjJw"]),
    ("R06", "8j8w8p8s", None, ["9j9w9p9s", "2j3j4j5j6j"], ["AjAw", "7j7w7p7s"]),
    ("R06", "9j9w9p9s", None, ["2j3j4j5j6j"], []),
    ("R09", "6j6w7j7w", None, ["7p7s8j8w", "8j8w9pPh"], ["8j8w9p9sTjTw"]),
]

MORE = [
    ("a Dog is never an answer (I1)", "2j", None, ["3j"], ["Dg"]),
    ("nothing is laid on a Dog (I3)", "Dg", None, [], ["2j", "Ph", "Dr", "9j9w9p9s"]),
    ("a Dragon is no answer to a pair (J1)", "4j4w", None, [], ["Dr"]),
    ("the Mah Jong can only be led (K2)", "Ph", None, [], ["Mj"]),
    ("a straight is no answer to stairs", "6j6w7j7w8j8w", None, [], ["5j6p7p8p9jTj"]),
    ("full houses compare triples only", "8j8w8p2j2w", None, ["9j9w9p3j3w"], ["7j7w7pAjAw"]),
    ("the reading counts (F4)", "QjQw9p9sPh=9", None, ["TjTwTp2j2w"], ["8j8w8p2j2w"]),
]


@pytest.mark.parametrize(("name", "top", "covered", "higher", "lower"), POSITIONS + REPORTS + MORE)
def test_a_play_beats_what_it_outranks_and_nothing_else(name, top, covered, higher, lower):
    """Rows of section 2, BUGLOG R01 R02 R06 R09."""
    on_table = combination(top, on=covered)
    laid = {play: combination(play, on=top if play == "Ph" else None) for play in higher + lower}
    assert {play for play, read in laid.items() if beats(on_table, read)} == set(higher)


@pytest.mark.parametrize("laid", ["9j9w9pTj", "8j8wTjTw"])
def test_what_is_no_combination_is_no_answer_to_stairs(laid):
    """BUGLOG R09: a triple and a single, or pairs with a gap, are no two pairs."""
    with pytest.raises(AssertionError, match="no combination"):
        combination(laid)


def test_everything_may_be_led():
    assert all(beats(None, combination(text)) for text in ("Dg", "Mj", "Ph", "2j", "8j8w8p8s", "2j3j4j5j6j"))


def test_bombs_are_listed_from_the_weakest():
    """RULES G2: the number of cards first, then the rank."""
    hand = parse_cards("2j3j4j5j6j7j AjAwApAs 3w3p3s Ph")
    listed = ["3j3w3p3s", "AjAwApAs", "2j3j4j5j6j", "3j4j5j6j7j", "2j3j4j5j6j7j"]
    assert [spelled(bomb) for bomb in bombs_in(hand)] == listed


@pytest.mark.parametrize(("top", "count"), [(None, 0), ("Dg", 0), ("Kj", 5), ("4j4w4p4s", 4), ("2w3w4w5w6w", 2)])
def test_bombs_need_something_on_the_table_and_must_outrank_it(top, count):
    """RULES G3, E7."""
    hand = parse_cards("2j3j4j5j6j7j AjAwApAs 3w3p3s Ph")
    assert len(bombs_over(hand, combination(top) if top else None)) == count
