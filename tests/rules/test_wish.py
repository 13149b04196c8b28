"""What a wish makes the owner of a hand do on an ordinary turn (RULES K5–K9, I5; positions of sections 4 and 6)."""

import pytest

from games.rules import fulfils, legal_plays, may_pass, owes_wish, parse_cards, parse_rank
from tests.builders import combination, spelled

# id, hand, top, what the top covers, wish, legal among the asked plays, illegal among them, may pass
POSITIONS = [
    ("T094", "Dg 8j 4w", None, None, "8", ["8j"], ["Dg", "4w"], False),
    ("T095", "Dg 4w 9j", None, None, "8", ["Dg", "4w", "9j"], [], False),
    ("T110", "8j 3w", "Mj", None, "8", ["8j"], ["3w"], False),
    ("T111", "8j 8w 3w", "Mj", None, "8", ["8j", "8w"], ["8j8w", "3w"], False),
    ("T112", "8j Aw", "9j", None, "8", ["Aw"], ["8j"], True),
    ("T113", "8j 8w 8p 8s Aw", "9j", None, "8", ["8j8w8p8s"], ["Aw"], False),
    ("T114", "8j Kw Kp", "6j6w", None, "8", ["KwKp"], [], True),
    ("T115", "8j Ph Kw Kp", "6j6w", None, "8", ["8jPh=8"], ["KwKp", "KwPh=K"], False),
    ("T116", "Ph Kw Kp", "6j6w", None, "8", ["KwKp"], [], True),
    ("T117", "5j 6w 7p 8s 9j Tw", "3j4w5p6s7j", None, "9", ["5j6w7p8s9j", "6w7p8s9jTw"], [], False),
    ("T118", "4j 5w 6p 7s 8j 9w", "3j4w5p6s7j", None, "5", ["4j5w6p7s8j", "5w6p7s8j9w"], [], False),
    ("T119", "5j 6w 7p 8s Ph", "3j4w5p6s7j", None, "7", ["5j6w7p8sPh=9", "5j6w7p8sPh=4"], [], False),
    ("T120", "5j 6w 7p 8s Ph 9j", "3j4w5p6s7j", None, "9", ["5j6w7p8s9j", "6w7p8s9jPh=T"], ["5j6w7p8sPh=9"], False),
    ("T121", "Qj Qw 4p 4s", None, None, "Q", ["Qj", "QjQw"], ["4p4s", "4p"], False),
    ("T122", "Dr Qj", None, None, "Q", ["Qj"], ["Dr"], False),
    ("T123", "5j 7w", "3w", None, "5", ["5j"], ["7w"], False),
    ("T124", "8w 2j", "4j", None, "8", ["8w"], [], False),
    ("T126", "8w Kj Kw Kp Ks", "Mj", None, "8", ["8w"], ["KjKwKpKs"], False),
    ("T128", "6j 7j 8j 9j Tj 2w", "KjKwKpKs", None, "8", ["6j7j8j9jTj"], [], False),
    (
        "T135",
        "8j 8w 8p 8s 3j 3w 9p",
        "6j6w6pQsQj",
        None,
        "3",
        ["3j3w8j8w8p"],
        ["8j8w8p8s"],
        False,
    ),
    ("T136", "6j 6w 7p Ph", "4j4w5p5s", None, "6", ["6j6w7pPh=7"], [], False),
    ("T137", "8j 8w 8p", "9j9w", None, "8", [], ["8j8w"], True),
    ("T138", "8w", "Ph", "7j", "8", ["8w"], [], False),
    ("T139", "8w", "Ph", "8j", "8", [], ["8w"], True),
]

REPORTS = [
    ("R19", "6j6w 4j5p7s8j Kw", None, None, "6", ["6j", "6j6w", "4j5p6j7s8j"], ["Kw"], False),
    ("R20", "Kw 4p", "5j", None, "8", ["Kw"], ["4p"], True),
    ("R20", "8w Kj", "5j", None, "8", ["8w"], ["Kj"], False),
    ("R21", "8s Kj", "8w", None, None, ["Kj"], ["8s"], True),
]

MORE = [
    ("a bomb without the rank is free where it cannot be met (K6)", "8j KjKwKpKs", "9j", None, "8", ["Kj"], [], True),
    ("no wish", "8j 3w", "Mj", None, None, ["8j", "3w"], [], True),
    ("all four eights are gone (K3)", "3w", "Mj", None, "8", ["3w"], [], True),
    ("a wished rank in a bomb that is too low", "8j8w8p8s", "9j9w9p9s", None, "8", [], [], True),
]


@pytest.mark.parametrize(("name", "hand", "top", "covered", "wish", "legal", "illegal", "passing"), POSITIONS)
def test_positions(name, hand, top, covered, wish, legal, illegal, passing):
    """Rows of sections 4 and 6 about one ordinary turn."""
    _check(hand, top, covered, wish, legal, illegal, passing)


@pytest.mark.parametrize(("name", "hand", "top", "covered", "wish", "legal", "illegal", "passing"), REPORTS + MORE)
def test_reports(name, hand, top, covered, wish, legal, illegal, passing):
    """BUGLOG R19 R20 R21."""
    _check(hand, top, covered, wish, legal, illegal, passing)


def _check(hand, top, covered, wish, legal, illegal, passing):
    held, on_table = parse_cards(hand), combination(top, on=covered) if top else None
    wished = parse_rank(wish) if wish else None
    allowed = {spelled(play) for play in legal_plays(held, on_table, wished)}
    assert allowed >= set(legal)
    assert not allowed & set(illegal)
    assert may_pass(held, on_table, wished) is passing
    if wish and owes_wish(held, on_table, wished):
        assert all(fulfils(play, wished) for play in legal_plays(held, on_table, wished))


@pytest.mark.parametrize(
    ("laid", "rank", "kept"),
    [("8j", 8, True), ("5j6w7p8s9j", 7, True), ("5j6w8s9jPh=7", 7, False), ("Ph", 8, False), ("8j8w8p8s", 8, True)],
)
def test_only_a_natural_card_fulfils_a_wish(laid, rank, kept):
    """RULES K8, K11."""
    assert fulfils(combination(laid), rank) is kept
    assert fulfils(combination(laid).cards, rank) is kept
