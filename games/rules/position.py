"""A position of one turn as plain data: hand, top and wish, and every legal play in it.

The textual form of the rules, for case files, golden counts and bug reports. Knows JSON-like data, not files.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from games.rules.cards import (
    ACE_RANK,
    MAH_JONG_RANK,
    PHOENIX,
    RANKS,
    Card,
    format_cards,
    parse_cards,
    parse_rank,
    rank_code,
)
from games.rules.combinations import Combination, Kind, readings
from games.rules.plays import legal_plays, may_pass

HAND_SIZE = 14
_KEYS = ("id", "hand", "top", "wish")
_ANSWER_KEYS = ("count", "pass", "plays")
_TOP_KEYS = ("cards", "phoenix", "value")
_PHOENIX_VALUES = [rank + 0.5 for rank in range(MAH_JONG_RANK, ACE_RANK + 1)]


class UnreadablePosition(ValueError):
    """Data that describes no position; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Position:
    """The turn of the owner of `hand`: `top` to be beaten (`None`: to lead) and the active wish."""

    hand: tuple[Card, ...]
    top: Combination | None
    wish: int | None


def read_position(data: Any) -> Position:
    """The position in an object with `id`, `hand`, `top` and `wish`; an answer in it is ignored.

    Raises UnreadablePosition.
    """
    _check_keys(data, "a position", needed=_KEYS, known=_KEYS + _ANSWER_KEYS)
    if isinstance(data["id"], bool) or not isinstance(data["id"], str | int):
        raise UnreadablePosition("id is neither text nor a whole number")
    hand, top = _read_hand(data["hand"]), _read_top(data["top"])
    both = [each for each in hand if top is not None and each in top.cards]
    if both:
        raise UnreadablePosition(f"{format_cards(both)} is both in the hand and on the table")
    return Position(hand, top, _read_wish(data["wish"]))


def answer(position: Position) -> dict[str, Any]:
    """Every legal play as `[cards]` or `[cards, rank of the Phoenix]`, their count, and whether to pass is allowed."""
    plays = legal_plays(position.hand, position.top, position.wish)
    return {
        "count": len(plays),
        "pass": may_pass(position.hand, position.top, position.wish),
        "plays": sorted(_spelled(play) for play in plays),
    }


def _spelled(play: Combination) -> list[str]:
    cards = format_cards(play.cards)
    return [cards] if play.phoenix is None else [cards, rank_code(play.phoenix)]


def _check_keys(data: Any, what: str, *, needed: Collection[str], known: Collection[str]) -> None:
    if not isinstance(data, dict):
        raise UnreadablePosition(f"{what} must be a JSON object")
    missing = [key for key in needed if key not in data]
    if missing:
        raise UnreadablePosition(f"{what} needs the key {missing[0]!r}")
    unknown = [key for key in data if key not in known]
    if unknown:
        raise UnreadablePosition(f"{what} has no key {unknown[0]!r}")


def _read_cards(text: Any, where: str) -> tuple[Card, ...]:
    if not isinstance(text, str):
        raise UnreadablePosition(f"{where} must be one text of card codes")
    try:
        return parse_cards(text)
    except ValueError as fault:
        raise UnreadablePosition(f"{where}: {fault}") from None


def _read_hand(text: Any) -> tuple[Card, ...]:
    hand = _read_cards(text, "hand")
    if not 0 < len(hand) <= HAND_SIZE:
        raise UnreadablePosition(f"a hand has 1 to {HAND_SIZE} cards, not {len(hand)}")
    return hand


def _read_wish(code: Any) -> int | None:
    if code is None:
        return None
    return _read_rank(code, "wish")


def _read_rank(code: Any, where: str) -> int:
    codes = [rank_code(rank) for rank in RANKS]
    if not isinstance(code, str) or code not in codes:
        raise UnreadablePosition(f"{where} must be a rank from {codes[0]} to {codes[-1]}, not {code!r}")
    return parse_rank(code)


def _read_top(data: Any) -> Combination | None:
    if data is None:
        return None
    _check_keys(data, "top", needed=("cards",), known=_TOP_KEYS)
    cards = _read_cards(data["cards"], "top")
    if "value" in data and cards != (PHOENIX,):
        raise UnreadablePosition("top: only a single Phoenix has a value")
    if "phoenix" in data and (PHOENIX not in cards or len(cards) == 1):
        raise UnreadablePosition("top: only a Phoenix among other cards stands for a rank")
    if cards == (PHOENIX,):
        return Combination(Kind.SINGLE, cards, _read_value(data))
    return _read_combination(cards, data)


def _read_value(data: dict[str, Any]) -> float:
    value = data.get("value")
    if isinstance(value, bool) or value not in _PHOENIX_VALUES:
        raise UnreadablePosition("top: a single Phoenix needs its value, 1.5 (led) to 14.5")
    return float(value)


def _read_combination(cards: tuple[Card, ...], data: dict[str, Any]) -> Combination:
    found = readings(cards)
    if not found:
        raise UnreadablePosition(f"top: {format_cards(cards) or 'nothing'} is no combination")
    if found[0].kind is Kind.DOG:
        raise UnreadablePosition("top: the Dog is never answered")
    if "phoenix" in data:
        stated = _read_rank(data["phoenix"], "top: phoenix")
        found = tuple(each for each in found if each.phoenix == stated)
    if not found:
        raise UnreadablePosition(f"top: the Phoenix cannot stand for {data['phoenix']} in {format_cards(cards)}")
    if len(found) > 1:
        choices = " or ".join(rank_code(each.phoenix) for each in found if each.phoenix)
        raise UnreadablePosition(f'top: {format_cards(cards)} needs "phoenix": {choices}')
    return found[0]
