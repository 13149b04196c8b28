"""BrettspielWelt logs, read line by line: what each round says, not whether it is right. Seats are as in the log.

One line per act; cards are suit and rank as printed there (`S10`, `BB`), `Ma Hu Ph Dr` the special ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from games.engine.reasons import gettext_noop as _
from games.engine.record import RecordFault
from games.engine.record_reading import quoted
from games.engine.said import Said
from games.rules import Card, card, parse_rank

SEATS = 4
FIRST, ALL, GIVEN = 8, 14, 3
LONGEST_LINE = 400
MOST_LINES = 200_000

_SUITS = {"G": "j", "S": "w", "B": "p", "R": "s"}
_RANKS = {"10": "T", "B": "J", "D": "Q", "K": "K", "A": "A"} | {str(rank): str(rank) for rank in range(2, 10)}
_SPECIAL = {"Ma": "Mj", "Hu": "Dg", "Ph": "Ph", "Dr": "Dr"}
CARDS = {suit + rank: card(_RANKS[rank] + _SUITS[suit]) for suit in _SUITS for rank in _RANKS} | {
    name: card(code) for name, code in _SPECIAL.items()
}

_WHO = r"\(([0-3])\)(.*)"
_HEADING = re.compile(r"-+(Gr\.Tichukarten|Startkarten|Rundenverlauf)-+")
_GRAND = re.compile(rf"Grosses Tichu: {_WHO}")
_TICHU = re.compile(rf"Tichu: {_WHO}")
_GIFT = re.compile(rf"Drache an: {_WHO}")
_GIVES = re.compile(rf"{_WHO} gibt: (.*)")
_GIVEN = re.compile(r": (\w+) -")
_PASS = re.compile(rf"{_WHO} passt\.")
_PLAY = re.compile(rf"{_WHO}: ((?:\w+ )*\w+)")
_HAND = re.compile(_WHO)
_WISH = re.compile(r"Wunsch:(\w+)")
_RESULT = re.compile(r"Ergebnis: (-?[0-9]{1,4}) - (-?[0-9]{1,4})")


class Deed(Enum):
    """What was done in the course of a round."""

    PLAY = "play"
    PASS = "pass"
    TICHU = "tichu"
    GIFT = "gift"


@dataclass(slots=True)
class Act:
    """One act: the seat's, but for a gift, which names who gets it. Cards stand as they were printed."""

    line: int
    deed: Deed
    seat: int
    cards: tuple[Card, ...] = ()
    wish: int | None = None


@dataclass(slots=True)
class Told:
    """One round; `result` None: it was broken off."""

    line: int
    firsts: list[tuple[Card, ...]] = field(default_factory=list)
    hands: list[tuple[Card, ...]] = field(default_factory=list)
    grands: list[int] = field(default_factory=list)
    tichus: list[int] = field(default_factory=list)
    gives: list[tuple[Card, ...]] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    names: list[tuple[int, str]] = field(default_factory=list)
    result: tuple[int, int] | None = None
    result_line: int = 0


class Part(Enum):
    """Where in a round the reader is."""

    FIRSTS = "Gr.Tichukarten"
    HANDS = "Startkarten"
    EXCHANGE = "Schupfen"
    COURSE = "Rundenverlauf"
    RESULT = "Ergebnis"


def rounds(text: str) -> Iterator[Told]:
    """The rounds of a log in order; raises RecordFault at the first line that no log has."""
    reader = _Reader()
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip(" \t\r")
        if number > MOST_LINES:
            raise RecordFault(number, Said(_("a log has at most {count} lines"), count=MOST_LINES))
        if len(raw) > LONGEST_LINE:
            raise RecordFault(number, Said(_("the line is longer than {count} characters"), count=LONGEST_LINE))
        if line and (finished := reader.take(number, line)):
            yield finished
    if reader.round is None:
        raise RecordFault(1, Said(_("the file holds no round of a BrettspielWelt log")))
    yield reader.round


class _Reader:
    """Remembers the round that is being read and how far it has come."""

    def __init__(self) -> None:
        self.round: Told | None = None
        self._part = Part.RESULT

    def take(self, number: int, line: str) -> Told | None:
        """Read one line; the round before it where a new one begins."""
        if found := _HEADING.fullmatch(line):
            return self._heading(number, Part(found[1]))
        if self.round is None:
            raise RecordFault(number, Said(_("a log begins with the first cards of a round")))
        self._line(number, line, self.round)
        return None

    def _heading(self, number: int, part: Part) -> Told | None:
        if part is Part.FIRSTS:
            before, self.round, self._part = self.round, Told(number), part
            return before
        due = {Part.HANDS: (Part.FIRSTS,), Part.COURSE: (Part.HANDS, Part.EXCHANGE)}[part]
        if self.round is None or self._part not in due:
            raise RecordFault(number, Said(_("{place} cannot stand here"), place=part.value))
        self._part = part
        return None

    def _line(self, number: int, line: str, told: Told) -> None:
        match self._part:
            case Part.FIRSTS:
                self._hand(number, line, told, told.firsts, FIRST)
            case Part.HANDS if len(told.hands) < SEATS:
                self._hand(number, line, told, told.hands, ALL)
            case Part.HANDS | Part.EXCHANGE:
                self._before_play(number, line, told)
            case Part.COURSE:
                self._course(number, line, told)
            case _:
                raise RecordFault(
                    number,
                    Said(_("nothing follows the result of a round, but here is {value}"), value=quoted(line)),
                )

    def _hand(self, number: int, line: str, told: Told, hands: list[tuple[Card, ...]], count: int) -> None:
        found = _HAND.fullmatch(line)
        if found is None or int(found[1]) != len(hands):
            raise RecordFault(
                number, Said(_("a hand of seat {seat} is due, not {value}"), seat=len(hands), value=quoted(line))
            )
        words = found[2].split()
        told.names.append((len(hands), " ".join(words[:-count])))
        hands.append(_cards(number, words[-count:]))
        if len(hands[-1]) != count:
            raise RecordFault(number, Said(_("{count} cards, not {due}"), count=len(hands[-1]), due=count), "B1")

    def _before_play(self, number: int, line: str, told: Told) -> None:
        if found := _GRAND.fullmatch(line):
            told.grands.append(int(found[1]))
        elif found := _TICHU.fullmatch(line):
            told.tichus.append(int(found[1]))
        elif line == "Schupfen:" and self._part is Part.HANDS:
            self._part = Part.EXCHANGE
        elif self._part is Part.EXCHANGE and (found := _GIVES.fullmatch(line)):
            self._gives(number, int(found[1]), found[3], told)
        elif not line.startswith("BOMBE:"):
            raise RecordFault(number, Said(_("unknown line {value}"), value=quoted(line)))

    def _gives(self, number: int, seat: int, words: str, told: Told) -> None:
        if seat != len(told.gives):
            raise RecordFault(number, Said(_("the cards given by seat {seat} are due"), seat=len(told.gives)))
        given = _cards(number, _GIVEN.findall(words))
        if len(given) != GIVEN:
            raise RecordFault(number, Said(_("three cards are given, one to each other player")), "C1")
        told.gives.append(given)

    def _course(self, number: int, line: str, told: Told) -> None:
        if found := _RESULT.fullmatch(line):
            told.result, told.result_line = (int(found[1]), int(found[2])), number
            self._part = Part.RESULT
        elif found := _WISH.fullmatch(line):
            _wish(number, found[1], told)
        elif found := _PASS.fullmatch(line):
            told.acts.append(Act(number, Deed.PASS, int(found[1])))
        elif found := _TICHU.fullmatch(line):
            told.acts.append(Act(number, Deed.TICHU, int(found[1])))
        elif found := _GIFT.fullmatch(line):
            told.acts.append(Act(number, Deed.GIFT, int(found[1])))
        elif found := _PLAY.fullmatch(line):
            told.names.append((int(found[1]), found[2]))
            told.acts.append(Act(number, Deed.PLAY, int(found[1]), _cards(number, found[3].split())))
        else:
            raise RecordFault(number, Said(_("unknown line {value}"), value=quoted(line)))


def _wish(number: int, word: str, told: Told) -> None:
    if not told.acts or told.acts[-1].deed is not Deed.PLAY or told.acts[-1].wish is not None:
        raise RecordFault(number, Said(_("a wish stands behind the play of the Mah Jong")), "K2")
    if word not in _RANKS:
        raise RecordFault(number, Said(_("{value} is no rank"), value=quoted(word)), "K3")
    told.acts[-1].wish = parse_rank(_RANKS[word])


def _cards(number: int, words: list[str]) -> tuple[Card, ...]:
    for word in words:
        if word not in CARDS:
            raise RecordFault(number, Said(_("{value} is no card"), value=quoted(word)))
    return tuple(CARDS[word] for word in words)
