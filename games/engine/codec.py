"""Events as (kind, version, plain dict) and back. Kinds are fixed for ever; an unknown key is an error.

A changed event gets the next version and an upcaster here; `tests/golden/events.json` holds one sample of each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from games.engine import events as e
from games.engine.options import ClockRules, Options
from games.rules import Card, Combination, Kind, card, format_cards, parse_cards

Payload = dict[str, Any]

KINDS: dict[str, type[Any]] = {
    "match_started": e.MatchStarted,
    "hands_dealt": e.HandsDealt,
    "grand_answered": e.GrandAnswered,
    "tichu_called": e.TichuCalled,
    "cards_chosen": e.CardsChosen,
    "cards_exchanged": e.CardsExchanged,
    "combination_played": e.CombinationPlayed,
    "wish_made": e.WishMade,
    "passed": e.Passed,
    "lead_given": e.LeadGiven,
    "trick_taken": e.TrickTaken,
    "trick_given": e.TrickGiven,
    "went_out": e.WentOut,
    "round_scored": e.RoundScored,
    "player_ready": e.PlayerReady,
    "time_ran_out": e.TimeRanOut,
    "clock_credited": e.ClockCredited,
    "match_won": e.MatchWon,
    "match_forfeited": e.MatchForfeited,
    "match_voided": e.MatchVoided,
}
NAMES = {event: kind for kind, event in KINDS.items()}
VERSIONS = dict.fromkeys(KINDS, 1) | {"hands_dealt": 2}

UPCASTERS: dict[tuple[str, int], Callable[[Payload], Payload]] = {
    ("hands_dealt", 1): lambda payload: payload | {"salt": ""},
}
"""(kind, version) -> payload of the next version."""

SECRET = frozenset({"hands_dealt", "cards_chosen", "cards_exchanged"})
"""Kinds whose payload nobody may see before the match has ended, staff included (RULES U3)."""


class UnreadableEvent(ValueError):
    """A stored event that does not fit its schema."""


def encode(event: e.Event) -> tuple[str, int, Payload]:
    """The event as its fixed kind, its version and a JSON-ready dict."""
    kind = NAMES[type(event)]
    return kind, VERSIONS[kind], {each.name: _plain(getattr(event, each.name)) for each in fields(event)}


def decode(kind: str, version: int, payload: Mapping[str, Any]) -> e.Event:
    """The event behind a stored row; raises UnreadableEvent."""
    data = dict(payload)
    while (kind, version) in UPCASTERS:
        data, version = UPCASTERS[kind, version](data), version + 1
    shape = KINDS.get(kind)
    if shape is None or version != VERSIONS[kind]:
        raise UnreadableEvent(f"unknown event {kind!r} version {version}")
    names = {each.name for each in fields(shape)}
    if names != data.keys():
        raise UnreadableEvent(f"{kind}: wrong keys {sorted(names ^ data.keys())}")
    try:
        event: e.Event = shape(**{name: _value(kind, name, value) for name, value in data.items()})
    except (TypeError, KeyError, ValueError) as fault:
        raise UnreadableEvent(f"{kind}: {fault}") from fault
    return event


def _plain(value: Any) -> Any:
    match value:
        case Combination():
            plain: Payload = {"kind": value.kind.value, "cards": format_cards(value.cards), "rank": value.rank}
            return plain if value.phoenix is None else {**plain, "phoenix": value.phoenix}
        case Card():
            return value.code
        case Options():
            clock = {each.name: getattr(value.clock, each.name) for each in fields(value.clock)}
            return {"target": value.target, "clock": clock}
        case tuple():
            return [_plain(each) for each in value]
        case _:
            return value


def _value(kind: str, name: str, value: Any) -> Any:
    match kind, name:
        case _, "deck":
            return tuple(card(code) for code in value)
        case "cards_chosen", "gives":
            return tuple((to, card(code)) for to, code in value)
        case _, "gives":
            return tuple((giver, to, card(code)) for giver, to, code in value)
        case _, "combination":
            return _combination(**value)
        case _, "options":
            return Options(value["target"], ClockRules(**value["clock"]))
        case _ if isinstance(value, list):
            return tuple(value)
        case _:
            return value


def _combination(*, kind: str, cards: str, rank: float, phoenix: int | None = None) -> Combination:
    return Combination(Kind(kind), parse_cards(cards), rank, phoenix)
