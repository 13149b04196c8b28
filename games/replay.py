"""A match's log taken apart into rounds and steps: which positions a round has, and what a viewer may see in each.

Reads entries only; knows no words, no people and no pages. Who may look at all is the gate's business (RULES U3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.engine import clock as clocks
from games.engine import events as e
from games.engine.clock import Clock
from games.engine.evolve import begin, evolve
from games.engine.state import MatchState
from games.engine.view import MatchView, view_for
from games.rules import Kind

if TYPE_CHECKING:
    from games.log import Entry


class BrokenLog(ValueError):
    """The log doesn't tell a match from its beginning, without gaps (BUGLOG F12)."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The match and its clocks after some prefix of the log."""

    state: MatchState
    clock: Clock

    def then(self, entry: Entry) -> Moment:
        after = evolve(self.state, entry.event)
        return Moment(after, clocks.advance(self.clock, self.state, after, entry.event, entry.at))


@dataclass(frozen=True, slots=True)
class RoundLog:
    """One round: `before` its deal, and its entries, the deal first. `is_over` once it is scored."""

    number: int
    before: Moment
    entries: tuple[Entry, ...]
    is_over: bool

    @property
    def last(self) -> int:
        """The last step: with n actions after the deal there are n + 1 positions, 0 … n (BUGLOG F02)."""
        return len(self.entries) - 1

    @property
    def is_sealed(self) -> bool:
        """Whether anybody can reckon the deal again (RULES U2)."""
        return bool(getattr(self.entries[0].event, "salt", ""))


@dataclass(frozen=True, slots=True)
class Frame:
    """The position after the `step`-th action of the round, as one viewer may know it.

    `thought`: milliseconds the acting seat had taken for the decision this action answers, None where nobody
    answered anything.
    """

    step: int
    entry: Entry
    view: MatchView
    clock: Clock
    thought: int | None


@dataclass(frozen=True, slots=True)
class Span:
    """Steps that belong together: the deal, a trick, a Dog, the score.

    `number` counts the tricks of the round; `leader` and `winner` are seats; `marks` tells what was special:
    T call, G Grand Tichu, B bomb, W wish, D Dragon given away, a digit the place of somebody going out (calls before
    the first lead stand with the first trick).
    """

    kind: str
    first: int
    last: int
    number: int = 0
    leader: int | None = None
    winner: int | None = None
    marks: str = ""


def rounds(entries: Sequence[Entry]) -> tuple[RoundLog, ...]:
    """Every dealt round in order; raises BrokenLog, whatever is wrong with the log."""
    return rounds_from(_begin(entries), entries[1:], 2)


def rounds_from(before: Moment, entries: Sequence[Entry], first: int) -> tuple[RoundLog, ...]:
    """The rounds dealt in a part of the log, which begins with entry number `first`, after `before`; raises
    BrokenLog, whatever is wrong with it."""
    try:
        return tuple(_rounds(before, entries, first))
    except BrokenLog:
        raise
    except Exception as fault:
        raise BrokenLog(f"{type(fault).__name__}: {fault}") from fault


def _rounds(moment: Moment, entries: Sequence[Entry], first: int) -> Iterator[RoundLog]:
    if [entry.sequence for entry in entries] != list(range(first, first + len(entries))):
        raise BrokenLog("entries are missing")
    before = moment
    collected: list[Entry] = []
    for entry in entries:
        if isinstance(entry.event, e.HandsDealt):
            if collected:
                yield _round(before, collected)
            before, collected = moment, [entry]
        elif collected and _belongs(entry.event, moment.state):
            collected.append(entry)
        moment = moment.then(entry)
    if collected:
        yield _round(before, collected)


def _begin(entries: Sequence[Entry]) -> Moment:
    if not entries or not isinstance(entries[0].event, e.MatchStarted) or entries[0].sequence != 1:
        raise BrokenLog("a log begins with match_started")
    state = begin(entries[0].event)
    return Moment(state, clocks.new_clock(state))


def _belongs(event: e.Event, state: MatchState) -> bool:
    """All that happens until the round is scored, and a victory with it; what follows lies between two rounds."""
    scored = bool(state.results) and state.results[-1].number == state.rounds
    return isinstance(event, e.MatchWon) if scored else True


def _round(before: Moment, entries: Sequence[Entry]) -> RoundLog:
    scored = any(isinstance(entry.event, e.RoundScored) for entry in entries)
    return RoundLog(before.state.rounds + 1, before, tuple(entries), is_over=scored)


def frames(log: RoundLog, seat: int | None, *, open_hands: bool = False) -> Iterator[Frame]:
    """Every position of the round, one after another, from `seat` (None: a watcher); `open_hands` shows all."""
    for step, (before, after) in enumerate(_moments(log)):
        yield _frame(log, step, before, after, seat, open_hands=open_hands)


def frame_at(log: RoundLog, step: int, seat: int | None, *, open_hands: bool = False) -> Frame:
    """The position after the `step`-th action alone; IndexError beyond the last."""
    if not 0 <= step <= log.last:
        raise IndexError(step)
    for number, (before, after) in enumerate(_moments(log)):
        if number == step:
            return _frame(log, step, before, after, seat, open_hands=open_hands)
    raise AssertionError("every step up to the last has a position")


def thoughts(log: RoundLog) -> tuple[int | None, ...]:
    """For each step, the `thought` of its frame."""
    moments = zip(_moments(log), log.entries, strict=True)
    return tuple(_thought(before, after, entry) for (before, after), entry in moments)


def _moments(log: RoundLog) -> Iterator[tuple[Moment, Moment]]:
    before = log.before
    for entry in log.entries:
        after = before.then(entry)
        yield before, after
        before = after


def _frame(log: RoundLog, step: int, before: Moment, after: Moment, seat: int | None, *, open_hands: bool) -> Frame:
    entry = log.entries[step]
    view = view_for(after.state, seat, after.clock, open_hands=open_hands)
    return Frame(step, entry, view, after.clock, _thought(before, after, entry))


def _thought(before: Moment, after: Moment, entry: Entry) -> int | None:
    seat = actor(entry.event)
    opened = before.clock.opened[seat] if seat is not None else None
    answered = before.state.decision != after.state.decision or seat not in after.state.to_act()
    took = entry.at - opened if opened is not None and answered else 0
    return took if took > 0 else None  # an imported log without times has everything at one moment


def actor(event: e.Event) -> int | None:
    """The seat that did this; None for what happened to all or by itself."""
    return getattr(event, "seat", None)


def known_from(log: RoundLog, step: int) -> int:
    """The step from which the table knows the action: a declined Grand Tichu becomes public with the fourth
    answer (RULES B4), everything else at once."""
    event = log.entries[step].event
    if not isinstance(event, e.GrandAnswered) or event.call:
        return step
    answers = [at for at, entry in enumerate(log.entries) if isinstance(entry.event, e.GrandAnswered)]
    return answers[-1] if len(answers) == len(log.before.state.kinds) else log.last + 1


def spans(log: RoundLog) -> tuple[Span, ...]:
    """The round in parts, without gaps, from the deal to its end."""
    starts = list(_starts(log))
    ends = [first - 1 for first, _ in starts[1:]] + [log.last]
    found, number = [], 0
    for (first, kind), last in zip(starts, ends, strict=True):
        number += kind == "trick"
        found.append(_span(log, kind, first, last, number))
    return _with_marks(log, found)


def _starts(log: RoundLog) -> Iterator[tuple[int, str]]:
    """Where each part begins: the deal, every lead, the score."""
    yield 0, "deal"
    is_open = False
    for step, entry in enumerate(log.entries):
        match entry.event:
            case e.CombinationPlayed(combination=combination) if not is_open:
                is_open = combination.kind is not Kind.DOG
                yield step, "trick" if is_open else "dog"
            case e.TrickTaken(gift=False) | e.TrickGiven():
                is_open = False
            case e.RoundScored():
                yield step, "score"


def _span(log: RoundLog, kind: str, first: int, last: int, number: int) -> Span:
    if kind not in ("trick", "dog"):
        return Span(kind, first, last)
    return Span(
        kind,
        first,
        last,
        number if kind == "trick" else 0,
        leader=actor(log.entries[first].event),
        winner=_winner(log, first, last),
    )


def _winner(log: RoundLog, first: int, last: int) -> int | None:
    """Who has the trick in the end: its taker, or who was given it; None when it was never collected."""
    for entry in reversed(log.entries[first : last + 1]):
        match entry.event:
            case e.TrickGiven(to=to):
                return to
            case e.TrickTaken(seat=seat, gift=False):
                return seat
    return None


def _with_marks(log: RoundLog, found: Sequence[Span]) -> tuple[Span, ...]:
    """The letters of each trick; what was called between two tricks stands with the next one."""
    marks: dict[int, str] = {}
    tricks = [span for span in found if span.kind == "trick"]
    for step, entry in enumerate(log.entries):
        letter = _mark(entry.event)
        home = next((span for span in tricks if step <= _closing(log, span)), tricks[-1] if tricks else None)
        if letter and home and letter not in marks.get(home.number, ""):
            marks[home.number] = marks.get(home.number, "") + letter
    return tuple(
        Span(span.kind, span.first, span.last, span.number, span.leader, span.winner, marks.get(span.number, ""))
        for span in found
    )


def _closing(log: RoundLog, span: Span) -> int:
    """The step with which the trick is collected, or its last one."""
    closing = (e.TrickTaken, e.TrickGiven)
    taken = [step for step in range(span.first, span.last + 1) if isinstance(log.entries[step].event, closing)]
    return taken[-1] if taken else span.last


def _mark(event: e.Event) -> str:
    match event:
        case e.GrandAnswered(call=True):
            return "G"
        case e.TichuCalled():
            return "T"
        case e.CombinationPlayed(combination=combination) if combination.is_bomb:
            return "B"
        case e.WishMade():
            return "W"
        case e.TrickGiven():
            return "D"
        case e.WentOut(place=place):
            return str(place)
        case _:
            return ""
