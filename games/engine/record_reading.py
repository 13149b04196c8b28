"""A record's lines, read strictly: one JSON object each, with typed values (RECORD.md, version 1).

Knows the form of a line only, not whether it may stand where it stands. Every fault is a RecordFault.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.engine import record_lines as lines
from games.engine.reasons import IllegalMove
from games.engine.reasons import gettext_noop as _
from games.engine.said import Said
from games.engine.variants import VARIANTS
from games.rules import RANKS, Card, UnknownCard, card, parse_rank

FORMAT = "tichu-record/1"
KINDS = ("person", "house", "program")
LONGEST_LINE = 65_536
_LONGEST_TEXT = 2_000
_LARGEST = 10**15


class RecordFault(Exception):
    """What is wrong with a record: the line (from 1), the reason in words, and a ruling or "RECORD". `refused` is
    the judge's own answer where an act was illegal. Both can be said in other languages."""

    def __init__(self, line: int, reason: Said, ruling: str = "RECORD", refused: IllegalMove | None = None) -> None:
        super().__init__(line, reason, ruling)
        self.line = line
        self.reason = reason
        self.ruling = ruling
        self.refused = refused

    def __str__(self) -> str:
        source = self.ruling if self.ruling == "RECORD" else f"RULES {self.ruling}"
        return f"{self.line}: {self.reason} ({source})"


class Malformed(ValueError):
    """A line that does not have the form RECORD.md gives it."""

    def __init__(self, said: Said) -> None:
        super().__init__(said)
        self.said = said


def quoted(value: object) -> str:
    """A value of the record in a message: short, printable and on one line."""
    if not isinstance(value, str | int | float | None):
        return Said(_("an object") if isinstance(value, dict) else _("a list"))
    try:
        shown = ascii(value)
    except ValueError:  # an integer too long to be written
        return Said(_("a huge number"))
    return shown if len(shown) <= 40 else f"{shown[:37]}..."


def _integer(value: object) -> int:
    if type(value) is not int or abs(value) > _LARGEST:
        raise Malformed(Said(_("{value} is no number"), value=quoted(value)))
    return value


def _count(value: object) -> int:
    if (number := _integer(value)) < 0:
        raise Malformed(Said(_("{value} is below 0"), value=number))
    return number


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise Malformed(Said(_("{value} is neither true nor false"), value=quoted(value)))
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
        raise Malformed(
            Said(_("{value} is no text of at most {count} characters"), value=quoted(value), count=_LONGEST_TEXT)
        )
    if any(each == "\0" or "\ud800" <= each <= "\udfff" for each in value):
        raise Malformed(Said(_("{value} holds characters that are no text"), value=quoted(value)))
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise Malformed(Said(_("{value} is no list"), value=quoted(value)))
    return value


def _numbers(value: object) -> lines.Numbers:
    return tuple(_integer(each) for each in _list(value))


def _texts(value: object) -> tuple[str, ...]:
    return tuple(_text(each) for each in _list(value))


def _card(value: object) -> Card:
    try:
        return card(value) if isinstance(value, str) else card("")
    except UnknownCard:
        raise Malformed(Said(_("{value} is no card"), value=quoted(value))) from None


def _cards(value: object) -> tuple[Card, ...]:
    text = _text(value)
    return tuple(_card(text[start : start + 2]) for start in range(0, len(text), 2))


def _hands(value: object) -> lines.Hands:
    return tuple(_cards(each) for each in _list(value))


def _rank(value: object) -> int:
    try:
        rank = parse_rank(value) if isinstance(value, str) else 0
    except ValueError:
        rank = 0
    if rank not in RANKS:
        raise Malformed(Said(_("{value} is no rank from 2 to A"), value=quoted(value)))
    return rank


def _gives(value: object) -> tuple[tuple[int, int, Card], ...]:
    return tuple(_give(_list(each)) for each in _list(value))


def _give(value: list[object]) -> tuple[int, int, Card]:
    if len(value) != 3:
        raise Malformed(Said(_("a hand-over is [from, to, card]")))
    return _integer(value[0]), _integer(value[1]), _card(value[2])


def _one_of(*allowed: object) -> Callable[[object], Any]:
    def read(value: object) -> object:
        if not any(type(value) is type(each) and value == each for each in allowed):
            raise Malformed(
                Said(
                    _("{value} is not one of {all}"), value=quoted(value), all=", ".join(str(each) for each in allowed)
                )
            )
        return value

    return read


def _kinds(value: object) -> tuple[str, ...]:
    return tuple(_one_of(*KINDS)(each) for each in _list(value))


def _moment(value: object) -> str:
    text = _text(value)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Malformed(Said(_("{value} is no ISO 8601 time"), value=quoted(value))) from None
    if moment.utcoffset() is None or moment.utcoffset():
        raise Malformed(Said(_("{value} is not in UTC"), value=quoted(value)))
    return text


# --- lines

Reader = Callable[[object], Any]


@dataclass(frozen=True, slots=True)
class Shape:
    """What a line is made into, and how its keys are read."""

    line: type[lines.Line]
    required: Mapping[str, Reader]
    optional: Mapping[str, Reader]


_MATCH_KEYS = {"format": _one_of(FORMAT), "variant": _one_of(*VARIANTS), "target": _one_of(500, 1000)}
_MATCH_MORE = {"players": _texts, "played_at": _moment, "code": _text, "kinds": _kinds}
_DEAL_MORE = {"deck": _cards, "salt": _text, "commitment": _text}
_RESULT_MORE = {"order": _numbers, "cards": _numbers, "calls": _numbers, "total": _numbers}

SHAPES: dict[str, Shape] = {
    "match": Shape(lines.MatchLine, _MATCH_KEYS, _MATCH_MORE),
    "round": Shape(lines.RoundLine, {}, {"number": _integer}),
    "deal8": Shape(lines.Deal8Line, {"hands": _hands}, _DEAL_MORE),
    "grand": Shape(lines.GrandLine, {"seat": _integer}, {"call": _boolean}),
    "deal6": Shape(lines.Deal6Line, {"hands": _hands}, {}),
    "tichu": Shape(lines.TichuLine, {"seat": _integer}, {}),
    "exchange": Shape(lines.ExchangeLine, {"gives": _gives}, {}),
    "play": Shape(lines.PlayLine, {"seat": _integer, "cards": _cards}, {"phoenix": _rank, "wish": _rank}),
    "pass": Shape(lines.PassLine, {"seat": _integer}, {}),
    "collect": Shape(lines.CollectLine, {"seat": _integer}, {"points": _integer}),
    "gift": Shape(lines.GiftLine, {"seat": _integer, "to": _integer}, {}),
    "round_end": Shape(lines.RoundEndLine, {"score": _numbers}, _RESULT_MORE),
    "match_end": Shape(lines.MatchEndLine, {"winner": _integer, "total": _numbers}, {}),
    "forfeit": Shape(lines.ForfeitLine, {"seats": _numbers, "reason": _one_of("time")}, {}),
    "credit": Shape(lines.CreditLine, {"ms": _count}, {}),
    "void": Shape(lines.VoidLine, {"reason": _text}, {}),
}
NAMES = {shape.line: name for name, shape in SHAPES.items()}


def read_line(number: int, raw: bytes) -> tuple[lines.Line, int | None]:
    """The line behind these bytes and its time in milliseconds, None without one; raises RecordFault."""
    try:
        data = _object(raw)
        moment = _keyed("t", _count, data.pop("t")) if "t" in data else None
        return _line(data), moment
    except Malformed as fault:
        raise RecordFault(number, fault.said) from None


def _object(raw: bytes) -> dict[str, object]:
    if len(raw) > LONGEST_LINE:
        raise Malformed(Said(_("the line is longer than {count} bytes"), count=LONGEST_LINE))
    try:
        value = json.loads(raw.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise Malformed(Said(_("the line is not UTF-8"))) from None
    except Malformed:
        raise
    except (ValueError, RecursionError):
        raise Malformed(Said(_("the line is no JSON object"))) from None
    if not isinstance(value, dict):
        raise Malformed(Said(_("the line is no JSON object")))
    return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Malformed(Said(_("a key stands twice in the line")))
    return found


def _no_constant(name: str) -> object:
    raise Malformed(Said(_("{value} is no number"), value=name))


def _line(data: dict[str, object]) -> lines.Line:
    name = data.pop("ev", None)
    shape = SHAPES.get(name) if isinstance(name, str) else None
    if shape is None:
        raise Malformed(Said(_("unknown event {value}"), value=quoted(name)))
    readers = {**shape.required, **shape.optional}
    if unknown := sorted(data.keys() - readers.keys()):
        raise Malformed(Said(_("{place}: unknown key {value}"), place=name, value=quoted(unknown[0])))
    if missing := [key for key in shape.required if key not in data]:
        raise Malformed(Said(_("{place}: {value} is missing"), place=name, value=missing[0]))
    values = {key: _keyed(f"{name}: {key}", readers[key], value) for key, value in data.items() if key != "format"}
    if data.get("format", FORMAT) != FORMAT:
        raise Malformed(Said(_("format {value} is not {format}"), value=quoted(data["format"]), format=FORMAT))
    return shape.line(**values)


def _keyed(place: str, read: Reader, value: object) -> Any:
    try:
        return read(value)
    except Malformed as fault:
        raise Malformed(Said(_("{place}: {fault}"), place=place, fault=fault.said)) from None
