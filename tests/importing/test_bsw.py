"""BrettspielWelt logs as stories: everything real reads, differences are marked, everything else is a fault."""

import re
from pathlib import Path

import pytest

from games.engine import events as e
from games.engine.record import export, verify
from games.importing import Difference, Why
from games.importing.bsw_lines import CARDS
from games.rules import DECK
from tests.importing.logs import FILES, PARTNER, SHORT, WISH, fault, stories, text_of

KNOWN = {
    PARTNER.name: [Difference(13, Why.PARTNER, ours=(-30, -170))],
    WISH.name: [Difference(12, Why.WISH, seat=3)],
}


def scores(events: tuple[e.Event, ...]) -> list[tuple[int, ...]]:
    return [event.score for event in events if isinstance(event, e.RoundScored)]


def recorded(text: str) -> list[tuple[int, ...]]:
    return [(int(a), int(b)) for a, b in re.findall(r"Ergebnis: (-?\d+) - (-?\d+)", text)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_real_logs_read_with_exactly_the_known_differences(path: Path) -> None:
    """RECORD.md names them; every result stands as it was recorded."""
    (story,) = stories(text_of(path))
    assert list(story.differences) == KNOWN.get(path.name, [])
    assert scores(story.events) == recorded(text_of(path))
    assert story.finished and isinstance(story.events[-1], e.MatchWon)
    totals = [sum(team) for team in zip(*recorded(text_of(path)), strict=True)]
    assert list(story.events[-1].total) == totals


@pytest.mark.parametrize("path", [path for path in FILES if path.name not in KNOWN], ids=lambda path: path.name)
def test_a_log_without_differences_is_a_record_that_verifies(path: Path) -> None:
    (story,) = stories(text_of(path))
    assert verify(line.encode() for line in export(story.events)).records == 1


def test_every_card_has_one_name() -> None:
    assert sorted(CARDS.values()) == sorted(DECK)


def test_many_matches_stand_in_one_file() -> None:
    """A match ends when it is decided."""
    found = stories(text_of(SHORT) + text_of(FILES[-1]) + text_of(SHORT))
    assert [story.finished for story in found] == [True] * 3
    assert found[0].digest == found[2].digest != found[1].digest
    assert found[1].line == text_of(SHORT).count("\n") + 1


def test_a_round_without_result_ends_its_match_unfinished() -> None:
    text = text_of(SHORT)
    broken = text[: text.rindex("Ergebnis")]
    broken = broken[: broken.rindex("\n(")]  # its last play is missing as well
    story, other = stories(broken + "\n" + text)
    assert not story.finished and other.finished
    assert scores(story.events) == recorded(text)[:-1]


def test_a_log_that_ends_just_before_its_result_is_unfinished_too() -> None:
    text = text_of(SHORT)
    (story,) = stories(text[: text.rindex("Ergebnis")])
    assert not story.finished
    assert not isinstance(story.events[-1], e.MatchWon)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", " \n"])
def test_encodings_and_line_ends(encoding: str, line_end: str) -> None:
    text = text_of(SHORT).replace("p1", "Jürg").replace("\n", line_end)
    (story,) = stories(text.encode(encoding))
    assert story.players[0] == "Jürg"


def test_the_seat_is_the_person_whatever_the_nick() -> None:
    """RECORD.md: nicks change, also within a round; the one written most often is shown."""
    assert stories(text_of(WISH))[0].players == ("p2", "p4", "p1", "p3")
    shown = text_of(SHORT).replace("(1)p2", "(1)Zoë mit Hut", 3)
    assert stories(shown)[0].players[1] == "p2"
    assert stories(text_of(SHORT).replace("(1)p2", "(1)Zoë mit Hut"))[0].players[1] == "Zoë mit Hut"


def test_another_result_is_kept_and_marked() -> None:
    text = text_of(SHORT)
    first = recorded(text)[0]
    changed = text.replace(f"Ergebnis: {first[0]} - {first[1]}", "Ergebnis: 35 - 65", 1)
    (story, *_) = stories(changed)
    assert story.differences[0] == Difference(1, Why.SCORE, ours=first)
    assert scores(story.events)[0] == (35, 65)


def line_of(text: str, start: str) -> int:
    return text[: text.index(start)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "ruling"),
    [
        (" passt.", ": Dr", None),
        ("Startkarten", "Startkärtchen", "RECORD"),
        (" gibt: ", " gab: ", "RECORD"),
        ("Ergebnis: ", "Resultat: ", "RECORD"),
    ],
)
def test_a_damaged_log_is_refused(old: str, new: str, ruling: str | None) -> None:
    text = text_of(SHORT)
    found = fault(text.replace(old, new, 1))
    assert found.line >= 1 and found.reason
    assert ruling is None or found.ruling == ruling


def test_a_card_dealt_twice_is_refused() -> None:
    text = text_of(SHORT)
    hand = re.findall(r"^\(0\).*$", text, re.M)[1]
    other = hand.rsplit(" ", 2)
    cards = set(re.findall(r"[RGBS](?:10|[2-9BDKA])", hand))
    double = next(name for name in CARDS if name not in cards and len(name) > 1 and name[0] in "RGBS")
    found = fault(text.replace(hand, f"{other[0]} {double} ", 1))
    assert found.ruling in ("A1", "B1")


def test_an_unknown_card_is_refused_with_its_line() -> None:
    text = text_of(SHORT)
    start = re.search(r"^\(\d\)p\d: \S+ $", text, re.M)
    assert start
    at = text[: start.start()].count("\n") + 1
    found = fault(text.replace(start.group(), "(0)p1: Z9 ", 1))
    assert (found.line, found.reason) == (at, "'Z9' is no card")


def test_a_play_out_of_turn_is_refused_with_its_ruling() -> None:
    """Only the two customs of that house are differences; anything else is a fault."""
    text = text_of(SHORT)
    lead = re.search(r"Rundenverlauf-+\n\((\d)\)", text)
    assert lead
    other = str((int(lead[1]) + 1) % 4)
    broken = text[: lead.start(1)] + other + text[lead.end(1) :]
    found = fault(broken)
    assert found.line == text[: lead.start(1)].count("\n") + 1
    assert found.ruling != "RECORD" and found.refused is not None


def test_a_result_too_early_is_refused() -> None:
    text = text_of(SHORT)
    lines = text.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("Ergebnis"))
    found = fault("".join(lines[: at - 3] + lines[at:]))
    assert (found.line, found.ruling) == (at - 2, "L2")


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "(0)p1: Dr", "Ergebnis: 1 - 2", "\0"])
def test_what_is_no_log_is_refused(text: str) -> None:
    assert fault(text).line == 1
