"""Replay steps in words: who did what, as far as the chosen eyes knew it at the current step. Words only, no markup."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import replay, wording
from games.engine import events as e
from games.rules import Combination, Kind
from games.wording import People, listed, number


@dataclass(frozen=True, slots=True)
class Eyes:
    """From where the round is looked at: `seat` sits at the bottom, `open_hands` hides nothing."""

    seat: int
    open_hands: bool

    def sees(self, seat: int | None) -> bool:
        """Is what this seat does in secret known to these eyes?"""
        return self.open_hands or seat == self.seat


@dataclass(frozen=True, slots=True)
class Told:
    """One step in words; `who` may be empty, `sentence` stands alone."""

    who: str
    what: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Telling:
    """One step in words from step `since` on, and how it is told before."""

    told: Told
    ahead: Told
    since: int

    def at(self, now: int) -> Told:
        """The words while step `now` is shown."""
        return self.told if now >= self.since else self.ahead


def telling(log: replay.RoundLog, step: int, names: tuple[str, ...], eyes: Eyes) -> Telling:
    """The step in words. What lies ahead is told without its cards unless hands are open: else the list would give
    away what is held (BUGLOG F06)."""
    event, people = log.entries[step].event, People(names)
    since = step if eyes.sees(replay.actor(event)) else replay.known_from(log, step)
    return Telling(_told(event, people), _ahead(event, people), 0 if eyes.open_hands else since)


def tell(log: replay.RoundLog, step: int, names: tuple[str, ...], eyes: Eyes, *, now: int) -> Told:
    """The step in words while step `now` is shown."""
    return telling(log, step, names, eyes).at(now)


def _alone(sentence: str) -> Told:
    return Told("", sentence, sentence)


def _does(who: str, what: str) -> Told:
    return Told(who, what, f"{who} {what}")


def _ahead(event: e.Event, people: People) -> Told:
    match event:
        case e.GrandAnswered(call=False):
            return _alone(_("An answer is in"))
        case e.CombinationPlayed(seat=seat, combination=combination):
            return _does(people(seat), shape_word(combination))
        case e.WishMade(seat=seat):
            return _does(people(seat), _("wishes"))
        case e.TrickTaken(seat=seat):
            return _does(people(seat), _("wins the trick"))
        case e.TrickGiven(seat=seat, to=to):
            return _does(people(seat), _("gives the trick to %(name)s") % {"name": people(to)})
        case _:
            return _told(event, people)


def shape_word(combination: Combination) -> str:
    """What is laid, without its cards."""
    if combination.is_bomb:
        return _("a bomb")
    match combination.kind:
        case Kind.PAIR:
            return _("a pair")
        case Kind.TRIPLE:
            return _("three of a kind")
        case Kind.FULL_HOUSE:
            return _("a full house")
        case Kind.STAIRS:
            return _("consecutive pairs")
        case Kind.STRAIGHT:
            return _("a straight of %(count)d") % {"count": combination.length}
        case _:
            return _("a single card")


def _told(event: e.Event, people: People) -> Told:
    """As at the table, and with what only the end of the round brings to light: points, declines, results."""
    match event:
        case e.HandsDealt():
            return _alone(_("The first cards are dealt"))
        case e.GrandAnswered(seat=seat, call=False):
            return Told(people(seat), _("no Grand Tichu"), _("%(name)s: no Grand Tichu") % {"name": people(seat)})
        case e.CardsExchanged(leader=leader):
            return _alone(_("The cards are exchanged, %(name)s leads") % {"name": people(leader)})
        case e.TrickTaken(seat=seat, gift=False, points=points):
            return _does(people(seat), _("takes the trick, %(points)s points") % {"points": number(points)})
        case e.TrickGiven(seat=seat, to=to, points=points):
            facts = {"name": people(to), "points": number(points)}
            return _does(people(seat), _("gives the trick to %(name)s, %(points)s points") % facts)
        case _:
            return _end_told(event, people) or _as_at_the_table(event, people)


def _end_told(event: e.Event, people: People) -> Told | None:
    match event:
        case e.RoundScored(score=score):
            return _alone(_("The round counts %(score)s") % {"score": points_pair(score)})
        case e.ClockCredited(ms=ms):
            return _alone(wording.stopped_for(ms))
        case e.TimeRanOut(seats=seats):
            return _does(listed([people(seat) for seat in seats]), _("ran out of time, reserve included"))
        case e.MatchWon(total=total):
            return _alone(_("The match ends %(score)s") % {"score": points_pair(total)})
        case e.MatchForfeited(winner=None) | e.MatchVoided():
            return _alone(_("The match ends without a result"))
        case e.MatchForfeited():
            return _alone(_("The match is forfeited"))
        case _:
            return None


def _as_at_the_table(event: e.Event, people: People) -> Told:
    told = wording.told(event, people)
    if told is None:
        return _alone("")
    sentence = told.said.removesuffix(".") or f"{told.who} {told.what}"
    return Told(told.who if told.seat is not None else "", told.what if told.seat is not None else sentence, sentence)


def heading(span: replay.Span, names: tuple[str, ...], *, is_told: bool) -> str:
    """The heading over the steps of one part of the round; `is_told` False while it still lies ahead."""
    name = names[span.leader] if span.leader is not None else ""
    match span.kind:
        case "trick":
            return _("Trick %(number)d, led by %(name)s") % {"number": span.number, "name": name}
        case "dog":
            return (_("%(name)s leads the Dog") if is_told else _("%(name)s leads")) % {"name": name}
        case "score":
            return _("The score")
        case _:
            return _("Deal and exchange")


_MARKS = {
    "T": gettext_noop("Tichu"),
    "G": gettext_noop("Grand Tichu"),
    "B": gettext_noop("bomb"),
    "W": gettext_noop("wish"),
    "D": gettext_noop("trick given away"),
}


def marks_word(marks: str) -> str:
    """The letters over a trick in words: "Tichu, bomb, 1st out"."""
    return ", ".join(_(_MARKS[mark]) if mark in _MARKS else _out_word(int(mark)) for mark in marks)


def _out_word(place: int) -> str:
    return _("%(place)s out") % {"place": wording.place_word(place)}


def points_pair(pair: tuple[int, ...] | list[int]) -> str:
    """Both teams' points: "165 : −65"."""
    return " : ".join(number(points) for points in pair)


def seconds(ms: int) -> str:
    """A clock, in whole seconds as it was shown: "0:23"."""
    return wording.clock_text(max(0, -(-ms // 1000)))
