"""What a replay page shows, put together for the templates: links, step list, timeline. Asks replay.py and the
words; the felt itself stands in replay_felt.py. Knows no request and no rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games import replay
from games.replay_felt import Felt, felt
from games.replay_review import Review, review
from games.replay_words import Eyes, Told, heading, marks_word, seconds, tell, telling

OPEN = "open"
NO_NOTES: Mapping[int, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Subject:
    """The match that is looked at, as the page may know it: names by seat, teams as seats with ours first
    (`own` is the onlooker's seat), `rounds` the numbers of those that may be seen and `scores` their results, ours
    first, "" where there is none. `key` opens a private match."""

    code: str
    key: str
    names: tuple[str, ...]
    houses: frozenset[int]
    own: int | None
    rounds: tuple[int, ...]
    scores: tuple[str, ...] = ()

    def eyes(self, wish: str | None) -> Eyes | None:
        """Whose eyes `as=` asks for: a seat, or open hands from one's own place; None is no such thing."""
        home = self.own if self.own is not None else 0
        if wish is None or wish == OPEN:
            return Eyes(home, open_hands=wish == OPEN)
        seats = {str(seat): seat for seat in range(len(self.names))}
        return Eyes(seats[wish], open_hands=False) if wish in seats else None

    def base(self, number: int) -> str:
        """The address of a round, to which a step is added."""
        return reverse("games:replay", args=(self.code, number, 0)).removesuffix("0/")

    def url(self, number: int, step: int, eyes: Eyes) -> str:
        """The permalink to a position."""
        return f"{self.base(number)}{step}/?{self.query(eyes)}"

    def query(self, eyes: Eyes) -> str:
        words = {"as": OPEN if eyes.open_hands else str(eyes.seat)}
        return urlencode(words | ({"key": self.key} if self.key else {}))

    def match_url(self) -> str:
        return self._opened(reverse("games:match", args=(self.code,)))

    def record_url(self) -> str:
        """The record to take away (RECORD.md)."""
        return self._opened(reverse("games:match_record", args=(self.code,)))

    def sheet_url(self) -> str:
        """The sheet to read."""
        return self._opened(reverse("games:match_sheet", args=(self.code,)))

    def deal_url(self, number: int) -> str:
        """Where the deal of a round can be checked."""
        return self._opened(reverse("games:match_deal", args=(self.code, number)))

    def _opened(self, path: str) -> str:
        return f"{path}?{urlencode({'key': self.key})}" if self.key else path


@dataclass(frozen=True, slots=True)
class Move:
    """One key of the transport; without `url` it leads nowhere."""

    name: str
    icon: str
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Pick:
    """One of several to choose from: eyes, or rounds with their result (`note`)."""

    label: str
    url: str
    is_on: bool
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the step list; `took` is the time the decision needed, "" where none was made or is known yet;
    `noted` the onlooker's own note (replay_notes.Kept), None without one."""

    step: int
    told: Told
    took: str
    url: str
    is_now: bool
    noted: object = None

    @property
    def line(self) -> tuple[int, Told, str]:
        return self.step, self.told, self.took


@dataclass(frozen=True, slots=True)
class Group:
    """The steps of one part of the round under their heading."""

    heading: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One trick in the timeline: `side` is whose it became, "us", "them" or "" for nobody's."""

    label: str
    url: str
    side: str
    marks: str
    first: int
    last: int
    is_now: bool


@dataclass(frozen=True, slots=True)
class Page:
    """One position of a match with everything around it."""

    number: int
    step: int
    last: int
    starts: str
    base: str
    query: str
    frames: str
    deal_url: str
    eyes_value: str
    home_value: str
    match_url: str
    here: str
    spoken: str
    felt: Felt
    review: Review
    moves: tuple[Move, ...]
    eyes: tuple[Pick, ...]
    rounds: tuple[Pick, ...]
    before: str
    after: str
    groups: tuple[Group, ...]
    bars: tuple[Bar, ...]

    @property
    def total(self) -> str:
        """The number of the last round that may be seen."""
        return self.rounds[-1].value

    @property
    def earlier(self) -> tuple[Move, ...]:
        """The keys left of Play."""
        return self.moves[:3]

    @property
    def later(self) -> tuple[Move, ...]:
        return self.moves[3:]


def build(
    subject: Subject, log: replay.RoundLog, step: int, eyes: Eyes, notes: Mapping[int, object] = NO_NOTES
) -> Page:
    """The page of one position, with the onlooker's own `notes` by step; IndexError where the round has no such
    step."""
    frame = replay.frame_at(log, step, eyes.seat, open_hands=eyes.open_hands)
    parts = replay.spans(log)
    told = tell(log, step, subject.names, eyes, now=step)
    return Page(
        number=log.number,
        step=step,
        last=log.last,
        starts=",".join(str(part.first) for part in parts),
        base=subject.base(log.number),
        query=subject.query(eyes),
        deal_url=subject.deal_url(log.number) if log.is_sealed else "",
        frames=f"{reverse('games:replay_frames', args=(subject.code, log.number))}?{subject.query(eyes)}",
        eyes_value=OPEN if eyes.open_hands else str(eyes.seat),
        home_value=str(eyes.seat),
        match_url=subject.match_url(),
        here=subject.url(log.number, step, eyes),
        spoken=spoken(step, told),
        felt=felt(frame, eyes, subject.names, subject.houses, told),
        review=review(frame.view, subject.names),
        moves=tuple(_moves(subject, log, parts, step, eyes)),
        eyes=tuple(_eyes(subject, log, step, eyes)),
        rounds=tuple(_rounds(subject, log, eyes)),
        before=_neighbour(subject, log, -1, eyes),
        after=_neighbour(subject, log, 1, eyes),
        groups=tuple(_groups(subject, log, parts, step, eyes, notes)),
        bars=tuple(_bars(subject, log, parts, step, eyes)),
    )


def spoken(step: int, told: Told) -> str:
    """What is said aloud when the step is reached."""
    return _("Step {step}. {sentence}").format(step=step, sentence=told.sentence)


def took(thought: int | None) -> str:
    """A decision's time as the step list shows it."""
    return "" if thought is None else seconds(thought)


def _moves(
    subject: Subject, log: replay.RoundLog, parts: tuple[replay.Span, ...], step: int, eyes: Eyes
) -> Iterator[Move]:
    """First, trick back, step back, step, next trick, last; at the ends without address."""
    starts = [part.first for part in parts]
    goals = (
        ("first", "first", _("First step (Home)"), 0),
        ("prevt", "prevt", _("Previous trick (↑)"), max((start for start in starts if start < step), default=0)),
        ("prev", "prev", _("Step back (←)"), step - 1),
        ("next", "next", _("Step (→)"), step + 1),
        ("nextt", "nextt", _("Next trick (↓)"), min((start for start in starts if start > step), default=log.last)),
        ("last", "end", _("Last step (End)"), log.last),
    )
    for name, icon, label, goal in goals:
        leads = goal != step and 0 <= goal <= log.last
        yield Move(name, icon, label, subject.url(log.number, goal, eyes) if leads else "")


def _eyes(subject: Subject, log: replay.RoundLog, step: int, eyes: Eyes) -> Iterator[Pick]:
    for seat, name in enumerate(subject.names):
        theirs = Eyes(seat, open_hands=False)
        yield Pick(name, subject.url(log.number, step, theirs), theirs == eyes, str(seat))
    everything = Eyes(eyes.seat, open_hands=True)
    yield Pick(_("Open"), subject.url(log.number, step, everything), eyes.open_hands, OPEN)


def _rounds(subject: Subject, log: replay.RoundLog, eyes: Eyes) -> Iterator[Pick]:
    scores = subject.scores or ("",) * len(subject.rounds)
    for number, score in zip(subject.rounds, scores, strict=True):
        yield Pick(str(number), subject.url(number, 0, eyes), number == log.number, str(number), score)


def _neighbour(subject: Subject, log: replay.RoundLog, distance: int, eyes: Eyes) -> str:
    number = log.number + distance
    return subject.url(number, 0, eyes) if number in subject.rounds else ""


def _groups(
    subject: Subject,
    log: replay.RoundLog,
    parts: tuple[replay.Span, ...],
    now: int,
    eyes: Eyes,
    notes: Mapping[int, object],
) -> Iterator[Group]:
    base, query = subject.base(log.number), subject.query(eyes)
    times = replay.thoughts(log)
    for part in parts:
        is_told = eyes.open_hands or part.first <= now
        items = []
        for step in range(part.first, part.last + 1):
            line = telling(log, step, subject.names, eyes)
            time = took(times[step]) if now >= line.since else ""
            items.append(Item(step, line.at(now), time, f"{base}{step}/?{query}", step == now, notes.get(step)))
        yield Group(heading(part, subject.names, is_told=is_told), tuple(items))


def _bars(
    subject: Subject, log: replay.RoundLog, parts: tuple[replay.Span, ...], now: int, eyes: Eyes
) -> Iterator[Bar]:
    variant = log.before.state.variant
    ours = variant.team_of(subject.own if subject.own is not None else 0, log.number)
    for part in parts:
        if part.kind != "trick":
            continue
        side = "" if part.winner is None else "us" if variant.team_of(part.winner, log.number) == ours else "them"
        label = _("Trick {number}").format(number=part.number)
        if part.winner is not None:
            label = _("{trick}, to {name}").format(trick=label, name=subject.names[part.winner])
        label = f"{label}: {marks_word(part.marks)}" if part.marks else label
        url, is_now = subject.url(log.number, part.first, eyes), part.first <= now <= part.last
        yield Bar(label, url, side, part.marks, part.first, part.last, is_now)
