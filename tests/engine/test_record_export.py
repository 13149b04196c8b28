"""What the exporter writes beside the acts: names, times, endings, and only what has been dealt."""

import json
from random import Random

import pytest

from games.engine import commands as c
from games.engine.decide import judge, start, with_consequences
from games.engine.events import Event
from games.engine.evolve import begin
from games.engine.options import Options
from games.engine.record import About, Verdict, export, replay, verify
from games.rules import DECK
from tests.engine.playouts import random_match
from tests.engine.records import SHORT, Line, lines_of, raw

(GOOD,) = replay(raw(lines_of(SHORT)))


def written(events: tuple[Event, ...], about: About | None = None, times: list[int] | None = None) -> list[Line]:
    return [json.loads(line) for line in export(events, about, times)]


def happened(*commands: c.Command, kinds: tuple[str, ...] = ("person",) * 4) -> tuple[Event, ...]:
    """The events of a match in which this was done."""
    events = list(start(c.StartMatch("nanking", Options(500), kinds)))
    state = begin(events[0])  # type: ignore[arg-type]
    for command in commands:
        more, state = with_consequences(state, judge(state, command))
        events += more
    return tuple(events)


DECLINES = [c.AnswerGrand(seat, False) for seat in range(4)]


def test_the_first_line_says_who_played_when() -> None:
    about = About(("Anna", "Ben", "Übung", "名前"), "2024-05-01T12:00:00Z", "abc")
    (line, *_) = export(GOOD.events, about)
    assert line == (
        '{"ev":"match","format":"tichu-record/1","variant":"nanking","target":500,'
        '"players":["Anna","Ben","Übung","名前"],"played_at":"2024-05-01T12:00:00Z","code":"abc"}'
    )


def test_house_players_are_named_as_such() -> None:
    """A match with house players is marked in its record."""
    (line,) = written(happened(kinds=("person", "house", "house", "house")))
    assert line["kinds"] == ["person", "house", "house", "house"]
    assert "kinds" not in written(happened())[0]


def test_times_stand_at_the_end_of_every_line() -> None:
    times = [10 * number for number in range(len(GOOD.events))]
    lines = written(GOOD.events, times=times)
    assert all(list(line)[-1] == "t" for line in lines)
    assert [line["t"] for line in lines] == sorted(line["t"] for line in lines)
    assert verify(raw(lines)) == Verdict(1, 0)


def test_a_wish_stands_in_the_line_of_its_play() -> None:
    lines = written(GOOD.events, times=[0] * len(GOOD.events))
    wishes = [line for line in lines if "wish" in line]
    assert [line["wish"] for line in wishes] == ["T", "3", "A"]
    assert list(wishes[0]) == ["ev", "seat", "cards", "wish", "t"]


def test_the_second_half_is_told_only_when_all_have_answered() -> None:
    lines = written(happened(c.Deal(DECK), *DECLINES[:3]))
    assert [line["ev"] for line in lines] == ["match", "round", "deal8", "grand", "grand", "grand"]
    assert [line["ev"] for line in written(happened(c.Deal(DECK), *DECLINES))][-1] == "deal6"


def test_answers_come_back_in_their_order() -> None:
    answers = [c.AnswerGrand(2, False), c.AnswerGrand(0, True), c.AnswerGrand(3, False), c.AnswerGrand(1, True)]
    events = happened(c.Deal(DECK), *answers)
    (record,) = replay(line.encode() for line in export(events))
    assert record.events == events and not record.finished


def test_every_ending_verifies() -> None:
    for ending, last in (
        (c.RunOut((1, 3)), {"ev": "forfeit", "seats": [1, 3], "reason": "time"}),
        (c.RunOut((0, 1)), {"ev": "forfeit", "seats": [0, 1], "reason": "time"}),
        (c.VoidMatch("a\npower cut"), {"ev": "void", "reason": "a\npower cut"}),
    ):
        for before in ([], DECLINES):
            lines = written(happened(c.Deal(DECK), *before, c.CreditClocks(7000), ending))
            assert lines[-2:] == [{"ev": "credit", "ms": 7000}, last]
            assert verify(raw(lines)) == Verdict(1, 0)


def test_whose_card_went_where_is_told_at_once() -> None:
    """Half an exchange leaves no trace: nobody but its seat has seen it."""
    chosen = c.ExchangeCards(0, ((1, DECK[0]), (2, DECK[1]), (3, DECK[2])))
    lines = written(happened(c.Deal(DECK), *DECLINES, chosen, c.RunOut((1,))))
    assert [line["ev"] for line in lines][-2:] == ["deal6", "forfeit"]
    assert verify(raw(lines)) == Verdict(1, 0)


def said_again(events: tuple[Event, ...]) -> list[str]:
    """The record of the record: exported, imported and exported once more."""
    return [line for record in replay(line.encode() for line in export(events)) for line in export(record.events)]


@pytest.mark.parametrize("seed", range(6))
def test_a_random_match_verifies_wherever_it_breaks_off(seed: int) -> None:
    """With calls, bombs out of turn, gifts and wishes; what is imported is told in the same words again."""
    rng = Random(seed)
    told: tuple[Event, ...] = ()
    for step in random_match(seed, rounds=2):
        told = (*told, *step.events)
        if rng.random() < 0.1:
            assert said_again(told) == list(export(told))
    assert said_again(told) == list(export(told))
