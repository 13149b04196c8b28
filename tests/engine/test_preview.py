"""The live reading of raised cards: what they are, what could be chosen, and why they cannot be played."""

from games.engine.preview import preview
from games.engine.reasons import Reason
from games.rules import Kind
from tests.builders import A, B, C, a_match, a_round, cards, spelled


def read(table, seat, laid, reading=None):
    return preview(table.state, seat, cards(laid), reading)


def test_raised_cards_are_read_back():
    table = a_round({B: "8j8w2j"}, trick="A:7j7w", to_act=B)
    found = read(table, B, "8j8w")
    assert (spelled(found.combination), found.refused, found.on_turn) == ("8j8w", None, True)


def test_several_readings_are_offered_and_the_highest_is_the_default():
    """RULES F4, F5, BUGLOG R05."""
    table = a_round({A: "JjJwAjAwPh2j"}, to_act=A)
    found = read(table, A, "JjJwAjAwPh")
    assert [each.phoenix for each in found.choices] == [14, 11]
    assert found.combination.phoenix == 14
    assert read(table, A, "JjJwAjAwPh", 11).combination.phoenix == 11


def test_only_readings_that_beat_the_table_are_offered():
    """RULES F4."""
    table = a_round({B: "5j6w7p8sPh2j"}, trick="A:4j5w6p7s8j", to_act=B)
    found = read(table, B, "5j6w7p8sPh")
    assert (found.choices, found.combination.rank, found.refused) == ((), 9, None)


def test_what_is_too_low_is_named_and_refused():
    table = a_round({B: "8j8w2j"}, trick="A:9j9w", to_act=B)
    found = read(table, B, "8j8w")
    assert (found.combination.kind, found.refused.reason) == (Kind.PAIR, Reason.TOO_LOW)


def test_no_combination_has_no_reading():
    table = a_round({B: "8j9w2j"}, trick="A:7j7w", to_act=B)
    found = read(table, B, "8j9w")
    assert (found.combination, found.refused.reason) == (None, Reason.NO_COMBINATION)


def test_the_mah_jong_asks_for_a_wish():
    """RULES K2."""
    table = a_round({A: "Mj2j"}, to_act=A)
    assert (read(table, A, "Mj").needs_wish, read(table, A, "2j").needs_wish) == (True, False)


def test_off_turn_one_may_look_too():
    table = a_round({C: "8j8w2j"}, trick="A:7j7w", to_act=B)
    found = read(table, C, "8j8w")
    assert (spelled(found.combination), found.on_turn, found.refused.reason) == ("8j8w", False, Reason.NOT_YOUR_TURN)


def test_the_phoenix_says_what_it_would_count():
    """RULES F1, BUGLOG R02."""
    table = a_round({B: "Ph2j"}, trick="A:Kj", to_act=B)
    assert read(table, B, "Ph").combination.rank == 13.5


def test_looking_changes_nothing_in_any_phase():
    table = a_match({A: "2j2w3j"})
    before = table.state
    assert read(table, A, "2j2w").combination.kind is Kind.PAIR
    assert table.state is before
