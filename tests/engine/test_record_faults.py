"""One thing changed in a good record: the verifier names the line and the ruling. Lines count from 1."""

from collections.abc import Callable, Iterator

import pytest

from games.engine.record_reading import SHAPES
from games.engine.said import Said
from tests.catalogues import read
from tests.engine.records import SHORT, Line, fault, lines_of, verdict

GOOD = lines_of(SHORT)

Change = Callable[[list[Line]], None]


def put(number: int, /, **values: object) -> Change:
    """Change values of a line."""

    def change(lines: list[Line]) -> None:
        lines[number - 1] = lines[number - 1] | values

    return change


def drop(number: int) -> Change:
    """Take a line out."""

    def change(lines: list[Line]) -> None:
        del lines[number - 1]

    return change


def twice(number: int) -> Change:
    """Repeat a line."""

    def change(lines: list[Line]) -> None:
        lines.insert(number, dict(lines[number - 1]))

    return change


def before(number: int, /, **line: object) -> Change:
    """Put a new line in front of this one."""

    def change(lines: list[Line]) -> None:
        lines.insert(number - 1, dict(line))

    return change


def swap(number: int) -> Change:
    """Exchange a line with the next one."""

    def change(lines: list[Line]) -> None:
        lines[number - 1], lines[number] = lines[number], lines[number - 1]

    return change


CASES: dict[str, tuple[Change, int, str]] = {
    # the deal and the exchange
    "a card dealt twice in one half": (
        put(3, hands=["6j6s9pTsQjQpKwAp", "3s4w5p7w8w8p9j6j", *GOOD[2]["hands"][2:]]),
        3,
        "A1",
    ),
    "a card dealt in both halves": (put(5, hands=["Dg3p4s7j8j6j", *GOOD[4]["hands"][1:]]), 5, "A1"),
    "a hand of seven": (put(3, hands=["6j6s9pTsQjQpKw", *GOOD[2]["hands"][1:]]), 3, "B1"),
    "a hand of five more": (put(5, hands=["Dg3p4s7j8j", *GOOD[4]["hands"][1:]]), 5, "B1"),
    "three hands": (put(3, hands=GOOD[2]["hands"][:3]), 3, "B1"),
    "five hands": (put(5, hands=[*GOOD[4]["hands"], ""]), 5, "B1"),
    "the second half missing": (drop(5), 5, "RECORD"),
    "the first half missing": (drop(3), 3, "RECORD"),
    "the first half twice": (twice(3), 4, "RECORD"),
    "the second half twice": (twice(5), 6, "RECORD"),
    "a grand call answered twice": (twice(4), 5, "B2"),
    "a grand call after the ninth card": (swap(4), 5, "B2"),
    "a grand call in the play": (before(9, ev="grand", seat=1), 9, "B2"),
    "a small call on eight cards": (before(4, ev="tichu", seat=2), 4, "D1"),
    "a small call on a grand one": (before(6, ev="tichu", seat=0), 6, "D3"),
    "a small call twice": (twice(132), 133, "D3"),
    "a small call after one's own first card": (before(8, ev="tichu", seat=3), 8, "D1"),
    "a small call after the round": (before(126, ev="tichu", seat=1), 126, "D1"),
    "a card given that is not held": (put(6, gives=[[0, 1, "As"], *GOOD[5]["gives"][1:]]), 6, "A1"),
    "a card given twice": (put(6, gives=[[0, 1, "8j"], *GOOD[5]["gives"][1:]]), 6, "A1"),
    "two cards for one receiver": (put(6, gives=[[0, 2, "Ap"], *GOOD[5]["gives"][1:]]), 6, "C1"),
    "a card for oneself": (put(6, gives=[[0, 0, "Ap"], *GOOD[5]["gives"][1:]]), 6, "C1"),
    "eleven hand-overs": (put(6, gives=GOOD[5]["gives"][1:]), 6, "C1"),
    "thirteen hand-overs": (put(6, gives=[*GOOD[5]["gives"], [0, 1, "Dg"]]), 6, "C1"),
    "the exchange missing": (drop(6), 6, "C2"),
    "the exchange twice": (twice(6), 7, "RECORD"),
    # the play
    "the wrong leader": (put(7, seat=0, cards="TsJpQpKwAw"), 7, "H1"),
    "out of turn": (put(8, seat=1, cards="8w8p"), 8, "H1"),
    "a pass out of turn": (put(9, seat=2), 9, "H1"),
    "a pass on a lead": (before(13, ev="pass", seat=0), 13, "H1"),
    "a pass missing": (drop(10), 10, "H1"),
    "the last pass missing": (drop(11), 11, "H3"),
    "a pass too many": (twice(11), 12, "H5"),
    "a card that is not held": (put(19, cards="As"), 19, "A1"),
    "a card laid twice": (put(13, cards="6j6j6s"), 13, "A1"),
    "no cards": (put(13, cards=""), 13, "E2"),
    "no combination": (put(13, cards="6j6w7j"), 13, "A1"),
    "no combination of held cards": (put(13, cards="6j6w9p"), 13, "E2"),
    "too low": (put(28, cards="Tp"), 28, "E7"),
    "another kind": (put(8, cards="6j6w6s"), 8, "E7"),
    "the Dog as an answer": (put(45, cards="Dg"), 45, "I1"),
    "a bomb on nothing": (before(7, ev="play", seat=0, cards="2j2w2p2s"), 7, "G3"),
    "a bomb of cards not held": (before(9, ev="play", seat=2, cards="2j2w2p2s"), 9, "A1"),
    "the Phoenix as a rank it cannot be": (put(14, phoenix="9"), 14, "F4"),
    "a pass with cards": (put(8, ev="pass"), 8, "RECORD"),
    "a wish for nothing": (put(13, wish="7"), 13, "K2"),
    "a lead under the wish without the rank": (put(230, cards="4s"), 230, "K5"),
    # collecting and giving
    "collected too early": (before(11, ev="collect", seat=0), 11, "H3"),
    "collected by another seat": (put(12, seat=3), 12, "H4"),
    "collected twice": (twice(12), 13, "H3"),
    "not collected": (drop(12), 12, "H5"),
    "wrong points": (put(12, points=15), 12, "A3"),
    "the Dragon's trick collected": (before(41, ev="collect", seat=1), 41, "J2"),
    "a gift without the Dragon": (before(18, ev="gift", seat=1, to=0), 18, "J2"),
    "a gift to the partner": (put(41, to=3), 41, "J2"),
    "a gift to oneself": (put(41, to=1), 41, "J2"),
    "a gift by another seat": (put(41, seat=0, to=3), 41, "J2"),
    "a gift too early": (swap(40), 40, "H3"),
    "the gift missing": (drop(41), 41, "H5"),
    "a collect for the round's last trick": (before(224, ev="collect", seat=1), 224, "L2"),
    # the results
    "wrong order": (put(126, order=[2, 0, 3]), 126, "L1"),
    "wrong card points": (put(126, cards=[75, 25]), 126, "M1"),
    "wrong points of a double victory": (put(437, cards=[0, 100]), 437, "M4"),
    "wrong calls": (put(126, calls=[200, 0]), 126, "M6"),
    "wrong score": (put(126, score=[-120, 25]), 126, "M1"),
    "a score for three teams": (put(126, score=[-120, 20, 0]), 126, "M1"),
    "wrong total": (put(224, total=[-310, 215]), 224, "M1"),
    "the result too early": (swap(125), 125, "L2"),
    "the result missing": (drop(126), 126, "RECORD"),
    "the result twice": (twice(126), 127, "RECORD"),
    "a play after the round": (before(126, ev="play", seat=0, cards="2j"), 126, "L2"),
    "a wrong round number": (put(127, number=3), 127, "RECORD"),
    "a round line missing": (drop(127), 127, "RECORD"),
    "a round line twice": (twice(127), 128, "RECORD"),
    # the match
    "the wrong winner": (put(438, winner=0), 438, "N1"),
    "a wrong final total": (put(438, total=[-235, 530]), 438, "M1"),
    "ended before it was decided": (before(225, ev="match_end", winner=1, total=[-310, 210]), 225, "N1"),
    "a round after it was decided": (before(438, ev="round", number=5), 438, "N1"),
    "ended twice": (twice(438), 439, "RECORD"),
    "a line after the end": (before(439, ev="round", number=5), 439, "RECORD"),
    "a forfeit after it was decided": (before(438, ev="forfeit", seats=[0], reason="time"), 438, "N1"),
    "a forfeit by somebody who owed nothing": (before(9, ev="forfeit", seats=[0], reason="time"), 9, "O3"),
    "a forfeit in the pause": (before(12, ev="forfeit", seats=[0], reason="time"), 12, "O3"),
    "a forfeit by nobody": (before(9, ev="forfeit", seats=[], reason="time"), 9, "O3"),
    "a forfeit by a seat named twice": (before(9, ev="forfeit", seats=[1, 1], reason="time"), 9, "RECORD"),
    "a match without its first line": (drop(1), 1, "RECORD"),
    "more points to play for than were played": (put(1, target=1000), 438, "N1"),
    "a seat that is not there": (put(9, seat=4), 9, "RECORD"),
    "a seat below the first": (put(9, seat=-1), 9, "RECORD"),
    "a receiver that is not there": (put(41, to=5), 41, "RECORD"),
    "the Phoenix named where it is not": (put(13, phoenix="7"), 13, "RECORD"),
    "three names": (put(1, players=["A", "B", "C"]), 1, "RECORD"),
    "kinds for five": (put(1, kinds=["person"] * 5), 1, "N1"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_changed_record_is_refused(name: str) -> None:
    """RECORD.md: what a verifier must refuse; the record it was changed from verifies."""
    change, line, ruling = CASES[name]
    lines = [dict(each) for each in GOOD]
    change(lines)
    refused = fault(lines)
    assert (refused.line, refused.ruling) == (line, ruling), str(refused)
    assert refused.reason


def templates(said: object) -> Iterator[str]:
    if isinstance(said, Said):
        yield said.template
        for fact in said.facts.values():
            yield from templates(fact)


def test_every_refusal_can_be_said_in_german() -> None:
    """Judged acts say it themselves; all other sentences, and those within them, stand in the catalogue."""
    known = {message.id for message in read("de")} | {"{refused}", *SHAPES}
    for change, _line, _ruling in CASES.values():
        lines = [dict(each) for each in GOOD]
        change(lines)
        refused = fault(lines)
        assert set(templates(refused.reason)) <= known
        assert ("{refused}" in templates(refused.reason)) == (refused.refused is not None)
        assert refused.reason.within(str) == refused.reason


def test_the_record_they_were_changed_from_verifies() -> None:
    assert verdict(GOOD).unfinished == 0


def test_a_house_player_never_loses_on_time() -> None:
    """RULES O10."""
    lines = [GOOD[0] | {"kinds": ["house", "house", "person", "house"]}, *GOOD[1:8]]
    assert fault([*lines, {"ev": "forfeit", "seats": [1], "reason": "time"}]).ruling == "O10"
    lines[0]["kinds"] = ["house", "person", "person", "house"]
    assert verdict([*lines, {"ev": "forfeit", "seats": [1], "reason": "time"}]).unfinished == 0


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 6, 7, 8, 12, 125, 126, 127, 437])
def test_a_record_that_breaks_off_is_unfinished(length: int) -> None:
    assert verdict(GOOD[:length]).unfinished == 1


def test_several_records_in_a_file_are_counted() -> None:
    found = verdict([*GOOD, *GOOD[:20], *GOOD, *GOOD[:1]])
    assert (found.records, found.unfinished) == (4, 2)


def test_a_fault_in_a_later_record_counts_lines_of_the_file() -> None:
    changed = [dict(line) for line in GOOD]
    changed[11]["seat"] = 3
    assert str(fault([*GOOD, *changed])) == "450: collect: the trick is South's, not West's (RULES H4)"


@pytest.mark.parametrize("end", [{"ev": "void", "reason": "a power cut"}, {"ev": "credit", "ms": 5000}])
@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 6, 8, 40, 125, 126])
def test_a_match_may_be_voided_or_credited_at_any_time(length: int, end: Line) -> None:
    found = verdict([*GOOD[:length], end])
    assert found.unfinished == (0 if end["ev"] == "void" else 1)


@pytest.mark.parametrize(("length", "seats"), [(3, [0, 1]), (4, [1]), (5, [2]), (6, [3]), (8, [1]), (126, [])])
def test_a_forfeit_names_those_who_owed_a_decision(length: int, seats: list[int]) -> None:
    """RULES O2, O3; between the rounds nobody owes one."""
    lines = [*GOOD[:length], {"ev": "forfeit", "seats": seats, "reason": "time"}]
    if seats:
        assert verdict(lines).unfinished == 0
    else:
        assert fault(lines).ruling == "O3"
