"""What a round is worth (RULES M; positions of section 9). Team AC first, then BD."""

import pytest

from games.engine import events as e
from games.engine.state import Phase
from games.rules import DECK, points_of
from tests.builders import A, B, C, D, a_round, cards
from tests.positions import position

KINGS, TENS, FIVES = "KjKwKpKs", "TjTwTpTs", "5j5w5p5s"


def scored(order, *, piles=None, last_hand="2j", calls=(), grand=()):
    """The round ends as the last of `order` plays a card worth nothing; `piles` are complete but for that one."""
    *before, finisher = order
    hands = {finisher: "3j"}
    hands |= {seat: last_hand for seat in (A, B, C, D) if seat not in order}
    table = a_round(hands, out=before, piles=piles, tichu=calls, grand=grand, to_act=finisher)
    event = table.play(finisher, "3j")[-1]
    assert isinstance(event, e.RoundScored)
    assert table.state.phase is Phase.READY
    assert event.score == tuple(cards + called for cards, called in zip(event.cards, event.calls, strict=True))
    return event


@position("T157")
def test_hand_to_the_opponents_tricks_to_the_first_finisher():
    """RULES M2, M3."""
    event = scored([A, B, C], piles={A: KINGS, B: TENS, C: FIVES, D: "Dr"}, last_hand="Ph")
    assert (event.score, event.last, event.hand_points, event.trick_points) == ((60, 40), D, -25, 25)


@position("T158")
def test_the_tricks_of_the_last_may_stay_in_the_team():
    """RULES M3, X1."""
    assert scored([A, B, D], piles={A: KINGS, B: TENS, D: "Dr", C: FIVES}, last_hand="Ph").score == (60, 40)


@position("T159")
def test_the_last_hand_always_goes_to_the_other_team():
    """RULES M2, X1: although his partner was first."""
    event = scored([A, B, D], piles={A: KINGS, B: "Dr", D: "Ph"}, last_hand=TENS + FIVES)
    assert event.score == (40, 60)


@position("T161")
@pytest.mark.parametrize(("order", "score"), [([A, C], (200, 0)), ([B, D], (0, 200)), ([C, A], (200, 0))])
def test_a_double_victory_is_two_hundred_and_nothing_is_counted(order, score):
    """RULES M4, X11."""
    event = scored(order, piles={B: KINGS, D: TENS})
    assert (event.score, event.team_victory, event.last, event.tricks) == (score, True, None, ())


@position("T163")
def test_the_second_finishers_call_fails_in_a_double_victory():
    """RULES M4, M6, D5."""
    assert scored([A, C], calls=[C]).score == (100, 0)


@position("T165")
def test_of_two_grand_calls_one_fails():
    """RULES B3, M6."""
    assert scored([A, C], grand=[A, C]).score == (200, 0)


@position("T166")
def test_the_extreme_split():
    """RULES M1."""
    event = scored([A, B, C], piles={A: KINGS + TENS, C: FIVES + "Dr", B: "Ph"})
    assert event.score == (125, -25)


@position("T168")
def test_a_dragon_given_to_the_last_comes_back_to_the_first_finisher():
    """RULES J5, M3, M5."""
    piles = {A: "KwKpKs", B: TENS, C: FIVES + "Ph"}
    table = a_round({A: "Dr", D: "2j"}, out=[C, B], piles=piles, trick="D:Kj", to_act=A)
    table.play(A, "Dr")
    event = table.give(A, D)[-1]
    assert isinstance(event, e.RoundScored)
    assert (event.score, event.tricks, event.trick_points) == ((60, 40), (30, 40, -5, 35), 35)


@position("T172")
def test_every_counted_round_shares_a_hundred_points_in_fives():
    """RULES M1, BUGLOG R23: whoever holds what; random matches check it again."""
    worth = [each for each in DECK if each.points]
    for turned in range(len(worth)):
        ring = worth[turned:] + worth[:turned]
        piles = {seat: "".join(each.code for each in ring[seat::5]) for seat in (A, B, C, D)}
        event = scored([B, C, D], piles=piles, last_hand="2j" + "".join(each.code for each in ring[4::5]))
        assert sum(event.cards) == 100
        assert all(points % 5 == 0 and -25 <= points <= 125 for points in event.cards)


def test_the_last_trick_belongs_to_the_third_finisher():
    """RULES M5, BUGLOG R23: a trick on the table is not lost."""
    table = a_round({C: "Kw", D: "2j"}, out=[A, B], piles={B: FIVES}, trick="D:Tj", to_act=C)
    taken, scored_ = table.play(C, "Kw")[-2:]
    assert taken == e.TrickTaken(C, 20, gift=False, leader=None)
    assert scored_.tricks == (0, 20, 20, 0)


def test_leftover_points_are_not_dropped():
    """BUGLOG R24: 25 in the last hand to the opponents, 20 in its tricks to the first finisher's team."""
    event = scored([A, B, C], piles={D: "KjTj", B: "5w"}, last_hand="KwTw5p")
    assert event.cards == (25 + 20, 5)


@pytest.mark.parametrize(
    ("calls", "grand", "expected"),
    [
        ([A], [], (100, 0)),
        ([B], [], (0, -100)),
        ([], [A], (200, 0)),
        ([], [D], (0, -200)),
        ([A, B], [C], (100 - 200, -100)),
        ([], [], (0, 0)),
    ],
)
def test_each_call_counts_for_itself(calls, grand, expected):
    """RULES M6."""
    assert scored([A, B, C], calls=calls, grand=grand).calls == expected


def test_a_round_is_scored_once_and_its_totals_add_up():
    """BUGLOG R23."""
    table = a_round({C: "3j", D: "2j"}, out=[A, B], piles={A: KINGS, B: TENS}, totals=(300, -50), to_act=C)
    events = table.play(C, "3j")
    assert [type(each) for each in events].count(e.RoundScored) == 1
    assert table.state.totals == (340, -10)
    assert points_of(cards(KINGS + TENS)) == 80
