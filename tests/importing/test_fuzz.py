"""Whatever a file holds, an importer gives stories or one clear fault with a line, and never anything else."""

import json
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.importing import RecordFault, Story, Told, bsw, records
from games.importing.bsw_lines import CARDS
from games.importing.files import READERS, recognised
from tests.engine.records import SHORT
from tests.importing import logs

RECORD = SHORT.read_bytes()
LINES = RECORD.splitlines(keepends=True)
LOG = logs.SHORT.read_bytes()
LOG_LINES = LOG.splitlines(keepends=True)
Reader = Callable[[bytes], Iterator[Told]]
BOTH = [pytest.param(records.read, RECORD, id="record"), pytest.param(bsw.read, LOG, id="bsw")]


def told(read: Reader, raw: bytes) -> list[Told]:
    """What the reader says, after a look at whether it can be said to people."""
    found = list(read(raw))
    assert found
    for each in found:
        assert isinstance(each, Story | RecordFault)
        if isinstance(each, RecordFault):
            assert 1 <= each.line <= raw.count(b"\n") + 1 and each.reason and each.ruling
            str(each).encode()  # nothing that no terminal and no page can show
            assert "\0" not in str(each) and len(str(each)) < 600
        else:
            assert len(each.digest) == 64 and len(each.players) == 4
    return found


def refused(read: Reader, raw: bytes) -> RecordFault:
    faults = [each for each in told(read, raw) if isinstance(each, RecordFault)]
    assert len(faults) == 1
    return faults[0]


@pytest.mark.parametrize(("read", "whole"), BOTH)
@given(data=st.data())
def test_truncated(read: Reader, whole: bytes, data: st.DataObject) -> None:
    told(read, whole[: data.draw(st.integers(0, len(whole)))])


@pytest.mark.parametrize(("read", "whole"), BOTH)
@given(data=st.data())
def test_any_bytes_anywhere(read: Reader, whole: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(whole)))
    told(read, whole[:at] + data.draw(st.binary(max_size=8)) + whole[at + data.draw(st.integers(0, 60)) :])


@pytest.mark.parametrize(("read", "whole"), BOTH)
@given(data=st.data())
def test_lines_lost_doubled_and_swapped(read: Reader, whole: bytes, data: st.DataObject) -> None:
    lines = whole.splitlines(keepends=True)
    one, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    match data.draw(st.sampled_from(["lost", "doubled", "swapped"])):
        case "lost":
            del lines[one]
        case "doubled":
            lines.insert(other, lines[one])
        case _:
            lines[one], lines[other] = lines[other], lines[one]
    told(read, b"".join(lines))


@pytest.mark.parametrize("read", [records.read, bsw.read])
@given(raw=st.binary(max_size=400))
def test_noise(read: Reader, raw: bytes) -> None:
    told(read, raw)
    recognised(raw)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=9)
    | st.sampled_from([10**400, 2**63, -1]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(data=st.data())
def test_wrong_types_in_a_record(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(LINES) - 1))
    line = json.loads(LINES[at])
    key = data.draw(st.sampled_from([*sorted(line), "t", "players", "played_at", "hands", "new"]))
    changed = json.dumps(line | {key: data.draw(VALUES)}).encode() + b"\n"
    told(records.read, b"".join([*LINES[:at], changed, *LINES[at + 1 :]]))


@given(data=st.data())
def test_other_cards_in_a_log(data: st.DataObject) -> None:
    """Unknown cards, cards twice, cards that others hold."""
    words = [(at, word) for at, line in enumerate(LOG_LINES) for word in line.split() if word.decode() in CARDS]
    at, old = data.draw(st.sampled_from(words))
    new = data.draw(st.sampled_from([*(card.encode() for card in sorted(CARDS)), b"Z1", b"R11", b"", b"Ph Ph"]))
    changed = LOG_LINES[at].replace(old, new, 1)
    told(bsw.read, b"".join([*LOG_LINES[:at], changed, *LOG_LINES[at + 1 :]]))


@given(numbers=st.tuples(st.integers(), st.integers()))
def test_other_results_in_a_log(numbers: tuple[int, int]) -> None:
    """A result is kept and marked, or no result at all."""
    at = max(number for number, line in enumerate(LOG_LINES) if line.startswith(b"Ergebnis"))
    line = f"Ergebnis: {numbers[0]} - {numbers[1]}\n".encode()
    told(bsw.read, b"".join([*LOG_LINES[:at], line, *LOG_LINES[at + 1 :]]))


HUGE = [
    pytest.param(b"[" * 60_000 + b"\n", id="deep"),
    pytest.param(b'{"ev":"match","a":' + b'{"a":' * 5_000 + b"1" + b"}" * 5_001 + b"\n", id="deep objects"),
    pytest.param(b'{"ev":"match","target":1' + b"0" * 9_000 + b"}\n", id="huge number"),
    pytest.param(b'{"ev":"match","code":"' + b"x" * 1_000_000 + b'"}\n', id="long line"),
    pytest.param(b"\0" * 1_000, id="NUL"),
    pytest.param(b"\n" * 40_000, id="empty lines"),
    pytest.param(b"\xff\xfe" * 1_000, id="no text"),
    pytest.param(b'{"ev":"match","code":"\\ud800"}\n', id="half a character"),
    pytest.param(b'{"ev":"match","target":NaN}\n', id="NaN"),
    pytest.param(b'{"ev":"match","ev":"match"}\n', id="a key twice"),
    pytest.param(b"Tichu: (0)" + b"x" * 1_000_000, id="long nick"),
]


@pytest.mark.parametrize("raw", HUGE)
def test_huge_and_hostile(raw: bytes) -> None:
    for read in READERS.values():
        assert refused(read, raw).line >= 1
    assert refused(records.read, RECORD.splitlines(keepends=True)[0] + raw).line == 2
    assert refused(bsw.read, LOG + raw.lstrip(b"\n") + b"x").line >= LOG.count(b"\n")


def test_a_record_without_end() -> None:
    assert "lines" in refused(records.read, LINES[0] + LINES[1] * (records.MOST_LINES + 1)).reason


@pytest.mark.parametrize("nick", ["", " ", "x" * 61, "x" * 399, "(1)p2", "a: Dr", "gibt:", "\u202e", "👩‍👩‍👧"])
def test_strange_nicks(nick: str) -> None:
    told(bsw.read, logs.text_of().replace("p1", nick).encode())
