"""Stored events decode for ever: one sample of every (kind, version) lies in tests/golden/events.json."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest

from games.engine import events as e
from games.engine.codec import KINDS, VERSIONS, UnreadableEvent, decode, encode
from games.engine.options import Options
from games.rules import DECK, card, parse_cards, readings

GOLDEN = Path(__file__).parent.parent / "golden" / "events.json"
SAMPLES = json.loads(GOLDEN.read_text())

PAIR = readings(parse_cards("7jPh"))[0]
EVENTS: list[e.Event] = [
    e.MatchStarted("nanking", Options(500), ("person", "house", "person", "person"), 1),
    e.HandsDealt(3, DECK),
    e.GrandAnswered(2, call=True),
    e.TichuCalled(1),
    e.CardsChosen(0, ((1, card("2s")), (2, card("Dr")), (3, card("5j")))),
    e.CardsExchanged(((0, 1, card("2s")), (1, 0, card("Mj"))), leader=0),
    e.CombinationPlayed(2, PAIR, out_of_turn=False, fulfils=True),
    e.WishMade(0, 9),
    e.Passed(3),
    e.LeadGiven(0, 2),
    e.TrickTaken(1, 25, gift=True, leader=1),
    e.TrickGiven(1, 2, 25, leader=1),
    e.WentOut(3, 2),
    e.RoundScored(3, (0, 1, 2), False, (60, 40), (100, 0), (160, 40), (480, 20), (30, 20, 15, 10), 3, 25, 10),
    e.PlayerReady(2),
    e.TimeRanOut((1, 3)),
    e.ClockCredited(41_000),
    e.MatchWon(0, (520, 300)),
    e.MatchForfeited((1, 3), 0, "time"),
    e.MatchVoided("cards on the table"),
]


def test_every_kind_and_version_has_a_sample() -> None:
    """A new version must bring its own sample; the old one stays."""
    stored = {(sample["kind"], sample["version"]) for sample in SAMPLES}
    assert stored >= {(kind, version) for kind, newest in VERSIONS.items() for version in range(1, newest + 1)}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample['kind']}-{sample['version']}")
def test_every_stored_sample_decodes_and_encodes_to_itself(sample: dict[str, object]) -> None:
    event = decode(sample["kind"], sample["version"], sample["payload"])  # type: ignore[arg-type]
    assert isinstance(event, KINDS[str(sample["kind"])])
    kind, version, payload = encode(event)
    if version == sample["version"]:
        assert (kind, json.loads(json.dumps(payload))) == (sample["kind"], sample["payload"])


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_survives_storage(event: e.Event) -> None:
    kind, version, payload = encode(event)
    assert decode(kind, version, json.loads(json.dumps(payload))) == event


def test_all_events_are_covered_here() -> None:
    assert {type(event) for event in EVENTS} == set(KINDS.values())


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_unknown_or_missing_key_is_an_error(event: e.Event) -> None:
    kind, version, payload = encode(event)
    with pytest.raises(UnreadableEvent, match="wrong keys"):
        decode(kind, version, {**payload, "colour": "red"})
    name = fields(event)[0].name
    with pytest.raises(UnreadableEvent, match=name):
        decode(kind, version, {key: value for key, value in payload.items() if key != name})


@pytest.mark.parametrize(("kind", "version"), [("combination_played", 99), ("combination_played", 0), ("nap_taken", 1)])
def test_an_unknown_kind_or_version_is_an_error(kind: str, version: int) -> None:
    with pytest.raises(UnreadableEvent, match="unknown event"):
        decode(kind, version, {})


@pytest.mark.parametrize("payload", [{"seat": 1, "gives": [[2]]}, {"seat": 1, "gives": [[2, "9x"]]}])
def test_a_payload_of_the_wrong_shape_is_an_error(payload: dict[str, object]) -> None:
    with pytest.raises(UnreadableEvent, match="cards_chosen"):
        decode("cards_chosen", 1, payload)
