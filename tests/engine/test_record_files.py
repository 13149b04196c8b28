"""Every record in tests/data/records verifies, and comes back the same after import and export."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from games.engine.events import Event
from games.engine.evolve import fold
from games.engine.record import Verdict, export, replay, verify
from games.engine.state import Phase
from games.rules import format_cards, parse_cards
from tests.engine.records import FILES, Line, lines_of, raw

COMPLETE = [path for path in FILES if path.name != "real-rounds.tichu.jsonl"]
ROUNDS = next(path for path in FILES if path.name == "real-rounds.tichu.jsonl")


def verified(path: Path) -> Verdict:
    with path.open("rb") as file:
        return verify(file)


def test_all_records_are_there() -> None:
    assert len(FILES) == 12


@pytest.mark.parametrize("path", COMPLETE, ids=lambda path: path.name)
def test_a_whole_match_verifies(path: Path) -> None:
    assert verified(path) == Verdict(records=1, unfinished=0)


def test_a_file_of_single_rounds_verifies() -> None:
    assert verified(ROUNDS) == Verdict(records=250, unfinished=250)


@pytest.mark.parametrize("path", COMPLETE, ids=lambda path: path.name)
def test_import_and_export_keep_everything_that_was_said(path: Path) -> None:
    (record,) = replay(raw(lines_of(path)))
    said = [canonical(line) for line in lines_of(path)]
    told = [canonical(line) for line in exported(record.events) if line.get("call") is not False]
    assert len(said) == len(told)
    for before, after in zip(said, told, strict=True):
        assert {key: after[key] for key in before} == before


@pytest.mark.parametrize("path", COMPLETE[:3], ids=lambda path: path.name)
def test_what_is_exported_imports_to_the_same_events(path: Path) -> None:
    (record,) = replay(raw(lines_of(path)))
    (again,) = replay(line.encode() for line in export(record.events))
    assert again.events == record.events and again.finished
    assert fold(again.events).phase is Phase.OVER


def exported(events: Sequence[Event]) -> list[Line]:
    return [json.loads(line) for line in export(events)]


def canonical(line: Line) -> Line:
    """The same line with its cards sorted and its default said aloud."""
    line = {key: value for key, value in line.items() if key != "t"}
    if line["ev"] == "grand":
        return {"call": True} | line
    if "hands" in line:
        return line | {"hands": [format_cards(parse_cards(hand)) for hand in line["hands"]]}
    if line["ev"] == "exchange":
        return line | {"gives": sorted(line["gives"])}
    if line["ev"] == "play":
        return line | {"cards": format_cards(parse_cards(line["cards"]))}
    return line
