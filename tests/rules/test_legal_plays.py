"""`legal_plays` against brute force, against the case file, and against golden counts (RULES E–K, BUGLOG R10)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    DECK,
    PHOENIX,
    Card,
    Combination,
    Kind,
    beats,
    fulfils,
    legal_plays,
    may_pass,
    owes_wish,
    parse_cards,
    parse_rank,
    readings,
)
from tests.builders import combination, spelled
from tests.positions import DATA
from tests.rules.brute_force import Play, all_plays, every_reading

CASES = [json.loads(line) for line in (DATA / "cases" / "legal_plays.jsonl").read_text("utf-8").splitlines()]
COUNTS = json.loads((DATA.parent / "golden" / "play_counts.json").read_text("utf-8"))

WISHES = st.none() | st.integers(2, 14)


@st.composite
def hands_and_tops(draw: st.DrawFn) -> tuple[tuple[Card, ...], Combination | None]:
    """A hand of up to ten cards and a top from other cards, both from few ranks, so that they hold combinations."""
    low, width = draw(st.integers(1, 10)), draw(st.integers(1, 12))
    pool = [each for each in DECK if low <= each.rank <= low + width or each.suit is None]
    pool = draw(st.permutations(pool))
    hand = tuple(pool[: draw(st.integers(1, 10))])
    rest = tuple(each for each in pool if each not in hand)[:9]
    tops = sorted(all_plays(rest, None, None), key=lambda each: (-len(each.cards), each.rank, each.cards))
    chosen = draw(st.none() | st.sampled_from(tops)) if tops else None
    return hand, chosen and Combination(Kind(chosen.kind), chosen.cards, chosen.rank, chosen.phoenix)


def plain(play: Combination) -> Play:
    return Play(play.kind.value, play.cards, play.rank, play.phoenix)


@given(hands_and_tops(), WISHES)
def test_legal_plays_are_what_brute_force_finds(position, wish):
    """BUGLOG R10: nothing missed, nothing invented, nothing twice."""
    hand, top = position
    found = [plain(play) for play in legal_plays(hand, top, wish)]
    assert set(found) == all_plays(hand, plain(top) if top else None, wish)
    assert len(found) == len(set(found))


@given(hands_and_tops(), WISHES)
def test_a_wish_is_owed_exactly_where_legal_plays_are_plays_of_the_rank(position, wish):
    """RULES K5–K7: the quick question and the list are one judge."""
    hand, top = position
    plays = legal_plays(hand, top, wish)
    owed = wish is not None and bool(plays) and all(fulfils(play, wish) for play in plays)
    some = wish is not None and any(fulfils(play, wish) for play in plays)
    assert owes_wish(hand, top, wish) == some
    assert not some or owed
    assert may_pass(hand, top, wish) == (top is not None and not some)


@given(hands_and_tops())
def test_each_set_of_cards_has_the_readings_that_brute_force_finds(position):
    hand, top = position
    expected = set(every_reading(tuple(sorted(hand)), plain(top) if top else None))
    if hand == (PHOENIX,) and top is not None and not beats(top, readings(hand, top)[0]):
        expected = {plain(readings(hand, top)[0])}  # on a Dragon its value is nobody's business
    assert {plain(reading) for reading in readings(hand, top)} == expected


@given(hands_and_tops(), WISHES)
def test_every_legal_play_is_held_and_beats_the_top(position, wish):
    hand, top = position
    for play in legal_plays(hand, top, wish):
        assert set(play.cards) <= set(hand)
        assert beats(top, play)
        assert play in readings(play.cards, top)


def _top(case: dict[str, str] | None) -> Combination | None:
    if case is None:
        return None
    if "value" in case:
        return Combination(Kind.SINGLE, parse_cards(case["cards"]), float(case["value"]))
    stated = f"={case['phoenix']}" if "phoenix" in case else ""
    return combination(case["cards"] + stated)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_case_file(case):
    """Every row: the same plays, the same count, the same answer about passing."""
    hand, top = parse_cards(case["hand"]), _top(case["top"])
    wish = parse_rank(case["wish"]) if case["wish"] else None
    plays = legal_plays(hand, top, wish)
    assert len(plays) == case["count"]
    assert may_pass(hand, top, wish) == case["pass"]
    if "plays" in case:
        expected = {"=".join(play) for play in case["plays"]}
        assert {spelled(play) for play in plays} == expected


@pytest.mark.parametrize("golden", COUNTS, ids=lambda golden: golden["name"])
def test_golden_counts(golden):
    """Hard hands; the numbers were counted by brute force and never change."""
    top = combination(golden["top"]) if golden["top"] else None
    plays = legal_plays(parse_cards(golden["hand"]), top, golden["wish"])
    counted: dict[str, int] = {}
    for play in plays:
        counted[play.kind.value] = counted.get(play.kind.value, 0) + 1
    assert counted == golden["count"]
