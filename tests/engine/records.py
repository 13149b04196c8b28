"""Words for tests of records: lines as dicts, changed by hand, and what a verifier says to them."""

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from games.engine.record import RecordFault, Verdict, verify

FOLDER = Path(__file__).resolve().parent.parent / "data" / "records"
FILES = sorted(FOLDER.glob("*.tichu.jsonl"))
SHORT = FOLDER / "random-6.tichu.jsonl"
"""Four rounds with calls, a wish, bombs, gifts and a Dog."""

Line = dict[str, Any]


def lines_of(path: Path) -> list[Line]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def raw(lines: Iterable[Line]) -> list[bytes]:
    return [json.dumps(line).encode() + b"\n" for line in lines]


def verdict(lines: Iterable[Line]) -> Verdict:
    return verify(raw(lines))


def fault(lines: Iterable[Line]) -> RecordFault:
    """The fault of a record that must have one."""
    with pytest.raises(RecordFault) as caught:
        verify(raw(lines))
    return caught.value


def sealed(lines: list[Line], salt: str = "s") -> Line:
    """What the first deal of a record says when it is sealed: the hands in order are a deck it may come from."""
    deck = "".join(hand for name in ("deal8", "deal6") for hand in next(x for x in lines if x["ev"] == name)["hands"])
    return {"deck": deck, "salt": salt, "commitment": sha256(f"{salt}:{deck}".encode()).hexdigest()}
