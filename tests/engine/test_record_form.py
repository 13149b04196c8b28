"""The form of a record's lines: anything but RECORD.md's is a fault that cites RECORD, and never another exception."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.record import LONGEST_LINE, RecordFault, replay, verify
from tests.engine.records import SHORT, Line, fault, lines_of, raw, sealed, verdict

GOOD = lines_of(SHORT)
RAW = SHORT.read_bytes().splitlines(keepends=True)


def form_fault(*lines: bytes) -> RecordFault:
    with pytest.raises(RecordFault) as caught:
        verify(lines)
    assert caught.value.ruling == "RECORD"
    return caught.value


def with_line(number: int, text: bytes) -> list[bytes]:
    return [*RAW[: number - 1], text, *RAW[number:]]


@pytest.mark.parametrize(
    "text",
    [
        b"\n",
        b"",
        b"   \n",
        b"null\n",
        b"[]\n",
        b"7\n",
        b'"ev"\n',
        b"{}\n",
        b"{\n",
        b'{"ev":"pass","seat":1\n',
        b'{"ev":"pass","seat":1}}\n',
        b'{"ev":"pass","seat":1} {"ev":"pass","seat":2}\n',
        b'{"ev":"pass","seat":1,}\n',
        b"{'ev':'pass','seat':1}\n",
        b'{"ev":"pass","seat":1,"seat":1}\n',
        b'{"ev":"pass","ev":"pass","seat":1}\n',
        b'{"ev":"pass","seat":01}\n',
        b'{"ev":"pass","seat":NaN}\n',
        b'{"ev":"pass","seat":-Infinity}\n',
        b'{"ev":"pass","seat":1e999}\n',
        b'{"ev":"pass","seat":' + b"9" * 5000 + b"}\n",
        b'{"ev":"pass","seat":' + b"[" * 30_000 + b"]" * 30_000 + b"}\n",
        b'{"ev":"pass","seat":1}\0\n',
        b'\xef\xbb\xbf{"ev":"pass","seat":1}\n',
        b'{"ev":"p\xe4ss","seat":1}\n',
        b'{"ev":"pass","seat":1,"t":1' + b" " * LONGEST_LINE + b"}\n",
        '{"ev":"pass","seat":1}\n'.encode("utf-16"),
    ],
    ids=lambda text: repr(text[:40]),
)
def test_a_line_that_is_no_json_object_is_refused(text: bytes) -> None:
    assert form_fault(*with_line(9, text)).line == 9


@pytest.mark.parametrize(
    ("number", "changes"),
    [
        (1, {"format": "tichu-record/2"}),
        (1, {"format": None}),
        (1, {"variant": "tientsin"}),
        (1, {"variant": ["nanking"]}),
        (1, {"target": 600}),
        (1, {"target": "500"}),
        (1, {"target": 500.0}),
        (1, {"players": "abcd"}),
        (1, {"players": [1, 2, 3, 4]}),
        (1, {"players": ["a", "b", "c", "d\0"]}),
        (1, {"players": ["a", "b", "c", "\ud800"]}),
        (1, {"players": ["a", "b", "c", "x" * 2001]}),
        (1, {"played_at": "yesterday"}),
        (1, {"played_at": "2024-05-01T12:00:00"}),
        (1, {"played_at": "2024-05-01T12:00:00+02:00"}),
        (1, {"played_at": 1714564800}),
        (1, {"code": 7}),
        (1, {"kinds": ["person", "person", "person", "robot"]}),
        (1, {"colour": "red"}),
        (2, {"number": "1"}),
        (2, {"number": True}),
        (3, {"hands": "6j6s"}),
        (3, {"hands": [["6j"], [], [], []]}),
        (3, {"hands": ["6j6s9pTsQjQpKwA", "", "", ""]}),
        (3, {"hands": ["6j 6s9pTsQjQpKw", "", "", ""]}),
        (3, {"hands": [None, None, None, None]}),
        (3, {"salt": 5}),
        (3, {"deck": 56}),
        (4, {"seat": True}),
        (4, {"seat": 0.0}),
        (4, {"seat": "0"}),
        (4, {"seat": None}),
        (4, {"seat": 10**30}),
        (4, {"call": 1}),
        (4, {"call": None}),
        (6, {"gives": {}}),
        (6, {"gives": [[0, 1]]}),
        (6, {"gives": [[0, 1, "Ap", "Ap"]]}),
        (6, {"gives": [[0, 1, "1j"]]}),
        (6, {"gives": [[0, 1, 5]]}),
        (7, {"cards": ["Mj"]}),
        (7, {"cards": "mj2w3w4j5w"}),
        (7, {"cards": "10j"}),
        (7, {"wish": 10}),
        (7, {"wish": "10"}),
        (7, {"wish": "1"}),
        (7, {"wish": "Ph"}),
        (7, {"wish": ""}),
        (7, {"wish": None}),
        (14, {"phoenix": 8}),
        (14, {"phoenix": "B"}),
        (12, {"points": "20"}),
        (12, {"points": None}),
        (12, {"t": -1}),
        (12, {"t": "5"}),
        (12, {"t": 1.5}),
        (41, {"to": None}),
        (126, {"score": "-120"}),
        (126, {"score": [-120, "20"]}),
        (126, {"score": [-120, 20.0]}),
        (126, {"order": None}),
        (438, {"winner": None}),
        (438, {"total": 535}),
        (9, {"ev": "passs"}),
        (9, {"ev": ["pass"]}),
        (9, {"ev": None}),
        (9, {"note": ""}),
    ],
    ids=str,
)
def test_a_value_of_the_wrong_form_is_refused(number: int, changes: Line) -> None:
    lines = [dict(line) for line in GOOD]
    lines[number - 1] |= changes
    refused = fault(lines)
    assert (refused.line, refused.ruling) == (number, "RECORD"), str(refused)
    assert refused.reason.isprintable() and len(refused.reason) < 200


@pytest.mark.parametrize("number", [1, 3, 4, 5, 6, 7, 9, 12, 41, 126, 438])
def test_every_required_key_is_required(number: int) -> None:
    optional = {"number", "call", "wish", "phoenix", "points", "order", "cards", "calls", "total"}
    for key in GOOD[number - 1]:
        if key in optional and not (number == 438 or (number == 7 and key == "cards")):
            continue
        lines = [dict(line) for line in GOOD]
        del lines[number - 1][key]
        assert (fault(lines).line, fault(lines).ruling) == (number, "RECORD"), key


@pytest.mark.parametrize("lines", [[], [b"\n"], [b"{}\n"]])
def test_a_file_without_a_record_is_refused_on_its_first_line(lines: list[bytes]) -> None:
    assert form_fault(*lines).line == 1


def test_what_may_be_left_out_or_added() -> None:
    lines = [dict(line) | {"t": 10 * number} for number, line in enumerate(GOOD)]
    lines[0] |= {"players": ["Äpfel", "名前", "🙂", ""], "played_at": "2024-05-01T12:00:00Z", "code": "x"}
    lines[0] |= {"kinds": ["person", "house", "program", "person"]}
    lines[2] |= sealed(lines)
    lines[1] = {"ev": "round"}
    lines[3] = {"ev": "grand", "seat": 0}
    lines.insert(4, {"ev": "grand", "seat": 3, "call": False})
    lines[126] = {"ev": "round_end", "score": [-120, 20]}
    assert verdict(lines).unfinished == 0


def test_line_ends_and_a_missing_last_one_do_not_matter() -> None:
    windows = [line.replace(b"\n", b"\r\n") for line in RAW]
    assert verify(windows) == verify([*RAW[:-1], RAW[-1].rstrip()]) == verify(RAW)


def test_a_name_may_hold_what_looks_like_a_line_end() -> None:
    (record,) = replay(raw([GOOD[0] | {"players": ["a\u2028b", "c\nd", "e", "f"]}, *GOOD[1:]]))
    assert record.about.players[0] == "a\u2028b"


def never_fails_otherwise(lines: list[bytes]) -> None:
    try:
        verify(lines)
    except RecordFault as refused:
        assert 1 <= refused.line <= max(1, len(lines))
        assert str(refused).isprintable()


@pytest.mark.parametrize("seed", range(40))
def test_broken_bytes_never_cause_anything_but_a_fault(seed: int) -> None:
    """Bytes flipped, lines cut, moved, repeated: 400 times."""
    rng = Random(seed)
    for _ in range(10):
        never_fails_otherwise(mangled(rng))


def mangled(rng: Random) -> list[bytes]:
    lines = RAW[: rng.randrange(1, 140)]
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        line = lines[at]
        spot = rng.randrange(len(line))
        match rng.randrange(5):
            case 0:
                lines[at] = line[:spot] + bytes([rng.randrange(256)]) + line[spot + 1 :]
            case 1:
                lines[at] = line[:spot]
            case 2:
                lines.insert(rng.randrange(len(lines)), line)
            case 3:
                lines[at] = line[:spot] + rng.choice([b"0", b"9", b'"', b"[", b"Ph", b"Dr", b"-"]) + line[spot:]
            case _:
                del lines[at]
                lines = lines or [b"\n"]
    return lines


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(number=st.integers(0, 130), value=values, data=st.data())
def test_any_value_in_any_place_never_causes_anything_but_a_fault(number: int, value: Any, data: st.DataObject) -> None:
    line = dict(GOOD[number])
    line[data.draw(st.sampled_from([*line, "t", "wish", "phoenix", "points"]))] = value
    text = json.dumps(line).encode()
    never_fails_otherwise([*RAW[:number], text, *RAW[number + 1 : number + 20]])
