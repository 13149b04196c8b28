"""What a set of cards is, with every reading of the Phoenix (RULES E, F; positions of section 1)."""

import pytest

from games.rules import Combination, Kind, best_reading, parse_cards, readings
from tests.builders import combination

DOG, SINGLE, PAIR, TRIPLE, STAIRS = Kind.DOG, Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.STAIRS
FULL_HOUSE, STRAIGHT, FOUR, FLUSH = Kind.FULL_HOUSE, Kind.STRAIGHT, Kind.FOUR, Kind.FLUSH

# id, cards, readings from the highest down: kind, rank, what the Phoenix stands for
POSITIONS = [
    ("T002", "7j Ph", [(PAIR, 7, 7)]),
    ("T003", "Mj Ph", []),
    ("T004", "Dr Ph", []),
    ("T005", "9j 9w 9p", [(TRIPLE, 9, None)]),
    ("T006", "9j 9w Ph", [(TRIPLE, 9, 9)]),
    ("T008", "4j 4w 6p 6s", []),
    ("T009", "4j 4w 5p Ph 6j 6s", [(STAIRS, 6, 5)]),
    ("T010", "4j 4w Ph 6j 6s", [(FULL_HOUSE, 6, 6), (FULL_HOUSE, 4, 4)]),
    ("T011", "Aj Aw 2p 2s", []),
    ("T012", "5j 5w 5p 9s 9j", [(FULL_HOUSE, 5, None)]),
    ("T013", "3j 3w 3p 3s Ph", []),
    ("T014", "3j 3w 3p 9s Ph", [(FULL_HOUSE, 3, 9)]),
    ("T016", "Qj Qw 9p 9s Ph", [(FULL_HOUSE, 12, 12), (FULL_HOUSE, 9, 9)]),
    ("T018", "3j 4w 5p 6s 7j", [(STRAIGHT, 7, None)]),
    ("T020", "Mj 2j 3w 4p 5s", [(STRAIGHT, 5, None)]),
    ("T021", "Aj 2w 3p 4s 5j", []),
    ("T022", "Qj Kw Ap 2s 3j", []),
    ("T023", "5j 6w 7p 8s Ph", [(STRAIGHT, 9, 9), (STRAIGHT, 8, 4)]),
    ("T025", "Jj Qw Kp As Ph", [(STRAIGHT, 14, 10)]),
    ("T027", "Mj 3j 4w 5p Ph", [(STRAIGHT, 5, 2)]),
    ("T028", "Mj 2j 3w 4p Ph", [(STRAIGHT, 5, 5)]),
    ("T029", "Mj 2j 3w 4p 5s 6j 7w 8p 9s Tj Jw Qp Ks Aj", [(STRAIGHT, 14, None)]),
    ("T030", "2j 3w 4p 5s 6j 7w 8p 9s Tj Jw Qp Ks Aj Ph", []),
    ("T031", "5j 6j 7j 8j 9j", [(FLUSH, 9, None)]),
    ("T032", "5j 6j 7j 8j 9w", [(STRAIGHT, 9, None)]),
    ("T033", "5j 6j 7j 8j Ph", [(STRAIGHT, 9, 9), (STRAIGHT, 8, 4)]),
    ("T034", "5j 6j 7j 8j 9j Ph", [(STRAIGHT, 10, 10), (STRAIGHT, 9, 4)]),
    ("T035", "5j 6j 7j 8j 9j Tw", [(STRAIGHT, 10, None)]),
    ("T037", "8j 8w 8p 8s", [(FOUR, 8, None)]),
    ("T038", "8j 8w 8p Ph", []),
    ("T039", "Tj Jj Qj Kj Dr", []),
    ("T040", "Dg 3j", []),
]

REPORTS = [
    ("R03", "6j 7w 8p Ph Ts", [(STRAIGHT, 10, 9)]),
    ("R03", "8j 9w Tp Js Ph", [(STRAIGHT, 12, 12), (STRAIGHT, 11, 7)]),
    ("R03", "9j Tw Jp Qs Kj", [(STRAIGHT, 13, None)]),
    ("R04", "4j 5w 6p 7s Ph", [(STRAIGHT, 8, 8), (STRAIGHT, 7, 3)]),
    ("R04", "Jj Qw Kp As Ph", [(STRAIGHT, 14, 10)]),
    ("R05", "Jj Jw Aj Aw Ph", [(FULL_HOUSE, 14, 14), (FULL_HOUSE, 11, 11)]),
    ("R07", "3j 4j 5j 6j 7j", [(FLUSH, 7, None)]),
    ("R07", "3j 4j 5j 6j 7s", [(STRAIGHT, 7, None)]),
    ("R07", "3j 4j 5j 6j Ph", [(STRAIGHT, 7, 7), (STRAIGHT, 6, 2)]),
    ("R07", "Mj 2j 3j 4j 5j", [(STRAIGHT, 5, None)]),
    ("R08", "Aj 2w 3p 4s 5j", []),
    ("R08", "Qj Kw Ap 2s 3j", []),
    ("R08", "Mj 2w 3p 4s 5j", [(STRAIGHT, 5, None)]),
    ("R08", "Tj Jw Qp Ks Aj", [(STRAIGHT, 14, None)]),
    ("R10", "7j 7w 7p 7s Ph", []),
]

MORE = [
    ("nothing", "", []),
    ("two of the ends of a run", "2j 3w", []),
    ("four in a row", "2j 3w 4p 5s", []),
    ("a run of triples (E2)", "2j 2w 2p 3j 3w 3p", []),
    ("a triple and a single (E2)", "2j 2w 2p 3j", []),
    ("the Mah Jong between pairs (E3)", "Mj Ph 2j 2w", []),
    ("Mah Jong in a full house (E3)", "Mj Ph 2j 2w 2p", []),
    ("the longest pair run (E4)", "2j2w3j3w4j4w5j5w6j6w7j7w8j8w", [(STAIRS, 8, None)]),
    ("two pairs and the Phoenix for one (F2)", "7j 8j 8w Ph", [(STAIRS, 8, 7)]),
    ("Dog (I1)", "Dg", [(DOG, 0, None)]),
    ("Dragon (J1)", "Dr", [(SINGLE, 16, None)]),
    ("Mah Jong (E3)", "Mj", [(SINGLE, 1, None)]),
    ("a gap too many for the Phoenix", "2j 3w 5p 7s Ph", []),
    ("the Phoenix in the middle only", "2j 3w 5p 6s Ph", [(STRAIGHT, 6, 4)]),
    ("the Phoenix under a Mah Jong run is never a 1 (F2)", "2j 3w 4p 5s Ph", [(STRAIGHT, 6, 6)]),
    ("thirteen of a suit", "2j3j4j5j6j7j8j9jTjJjQjKjAj", [(FLUSH, 14, None)]),
    ("a flush and the Mah Jong below it (E8)", "Mj2j3j4j5j6j", [(STRAIGHT, 6, None)]),
]


@pytest.mark.parametrize(("name", "laid", "expected"), POSITIONS + REPORTS + MORE)
def test_readings_are_all_and_the_highest_first(name, laid, expected):
    """Rows of section 1, BUGLOG R03 R04 R05 R07 R08 R10."""
    assert [(each.kind, each.rank, each.phoenix) for each in readings(parse_cards(laid))] == expected


@pytest.mark.parametrize(
    ("top", "rank"),
    [(None, 1.5), ("Mj", 1.5), ("8j", 8.5), ("Kj", 13.5), ("Aj", 14.5), ("7j7w", 1.5)],
)
def test_a_single_phoenix_counts_half_a_rank_above_what_it_covers(top, rank):
    """RULES F1, BUGLOG R02."""
    assert combination("Ph", on=top) == Combination(Kind.SINGLE, parse_cards("Ph"), rank)


def test_the_same_card_twice_is_no_combination():
    seven = parse_cards("7j")
    assert readings(seven + seven) == ()


def test_the_order_of_the_cards_does_not_matter():
    shuffled = tuple(reversed(parse_cards("5j6w7p8sPh")))
    assert readings(shuffled) == readings(parse_cards("5j6w7p8sPh"))


@pytest.mark.parametrize(
    ("laid", "top", "phoenix"),
    [
        ("QjQw9p9sPh", None, 12),
        ("QjQw9p9sPh", "TjTwTp2j2w", 12),
        ("5j6w7p8sPh", "3j4w5p6s7j", 9),
        ("5j6w7p8sPh", "4j5w6p7s8j", 9),
        ("5j6w7p8sPh", "5w6p7s8j9w", None),
        ("QjQw9p9sPh", "KjKwKp2j2w", None),
    ],
)
def test_without_a_statement_it_is_the_highest_reading_that_beats_the_top(laid, top, phoenix):
    """RULES F5, BUGLOG R05."""
    found = best_reading(parse_cards(laid), combination(top) if top else None)
    assert (found and found.phoenix) == phoenix


@pytest.mark.parametrize(
    ("laid", "length", "points", "low", "bomb"),
    [
        ("5jPh=5", 2, -20, 5, False),
        ("TjTwTpTs", 4, 40, 10, True),
        ("5j6w7p8sPh=4", 5, -20, 4, False),
        ("9jTjJjQjKj", 5, 20, 9, True),
        ("Dr", 1, 25, 16, False),
    ],
)
def test_a_combination_knows_its_length_points_and_lower_end(laid, length, points, low, bomb):
    found = combination(laid)
    assert (found.length, found.points, found.low, found.is_bomb) == (length, points, low, bomb)
