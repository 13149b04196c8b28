"""The sheets of paper on the felt: a round's arithmetic, the result, a forfeit, a match without a result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine import events as e
from games.engine.state import Phase
from games.engine.view import MatchView, SeatView
from games.rules import Card
from games.score_chart import Chart, chart
from games.services.afterwards import NOBODY_PLAYED
from games.tableview.panel import teams_in_order
from games.tableview.plates import Badge, badge_of
from games.tableview.setting import Setting
from games.wording import card_word, cards_left, cards_word, listed, number, play_word, signed

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Finisher:
    """One seat in the order of going out."""

    place: str
    name: str
    ours: bool
    badge: Badge | None
    facts: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the sum; `note` explains it in small print."""

    label: str
    values: tuple[str, ...]
    note: str = ""
    total: bool = False


@dataclass(frozen=True, slots=True)
class Mini:
    """A few cards with what they are; `passed` if each came from or went to somebody."""

    label: str
    cards: tuple[Card, ...]
    text: str
    passed: tuple[tuple[Card, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A finished round that adds up before the eyes. Team by team, the viewer's first."""

    title: str
    teams: tuple[str, ...]
    order: tuple[Finisher, ...]
    rows: tuple[Row, ...]
    totals: tuple[str, ...]
    target: int
    minis: tuple[Mini, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """Who is ready, or wants a rematch."""

    name: str
    ready: bool


@dataclass(frozen=True, slots=True)
class PuzzleEnd:
    """How a puzzle ended, and the addresses from here; `following` "" after the last one."""

    goal: str
    is_solved: bool
    again: str
    solution: str
    following: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """`kind`: "round", "result", "lesson", "puzzle" or "closed". `heading` is its first sentence; `note` a boxed
    explanation with the moment `at`; `gate` who is ready; `learnt` what a lesson was about."""

    kind: str
    heading: str
    round: RoundSheet | None = None
    until: int = 0
    gate: tuple[Waiting, ...] = ()
    score: tuple[tuple[str, str], ...] = ()
    chart: Chart | None = None
    note: str = ""
    note_more: str = ""
    at: datetime | None = None
    facts: str = ""
    replay: str = ""
    rematch: bool = False
    refuse: str = ""
    learnt: tuple[str, ...] = ()
    puzzle: PuzzleEnd | None = None


def sheet(setting: Setting, view: MatchView) -> Sheet | None:
    """The sheet on the table, None while a round is played."""
    if view.phase is Phase.READY:
        return _between_rounds(setting, view)
    return _over(setting, view) if view.phase is Phase.OVER else None


def _between_rounds(setting: Setting, view: MatchView) -> Sheet:
    round_ = round_sheet(setting, view, view.results[-1])
    gate = tuple(Waiting(setting.people.who(seat.number), seat.ready) for seat in view.seats)
    return Sheet("round", round_.title, round_, until=0 if setting.lesson else view.until or 0, gate=gate)


def round_sheet(setting: Setting, view: MatchView, result: e.RoundScored) -> RoundSheet:
    order = teams_in_order(view)
    return RoundSheet(
        title=_("Round %d") % result.number,
        teams=tuple(setting.people.team(view.teams[team]) for team in order),
        order=_finishers(setting, view, result),
        rows=tuple(_rows(setting, view, result, order)),
        totals=tuple(number(result.total[team]) for team in order),
        target=view.target,
        minis=_minis(setting, view, result),
    )


def _finishers(setting: Setting, view: MatchView, result: e.RoundScored) -> tuple[Finisher, ...]:
    ours = teams_in_order(view)[0]
    still_in = tuple(seat.number for seat in view.seats if seat.number not in result.order)
    ranked = [*enumerate(result.order, 1), *((0, seat) for seat in still_in)]
    return tuple(_finisher(setting, view.seats[seat], place, ours) for place, seat in ranked)


def _finisher(setting: Setting, seat: SeatView, place: int, ours: int) -> Finisher:
    text = str(place) if place else NOTHING
    facts = "" if place else cards_left(seat.count)
    badge = badge_of(seat)
    if badge:  # four of these stand side by side
        badge = replace(badge, text=badge.short)
    return Finisher(text, setting.people.who(seat.number), seat.team == ours, badge, facts)


def _rows(setting: Setting, view: MatchView, result: e.RoundScored, order: tuple[int, ...]) -> list[Row]:
    rows = _card_rows(setting, view, result, order)
    rows += [_call_row(setting, seat, order) for seat in view.seats if seat.call and seat.call_made is not None]
    return [*rows, Row(_("Round"), tuple(number(result.score[team]) for team in order), total=True)]


def _card_rows(setting: Setting, view: MatchView, result: e.RoundScored, order: tuple[int, ...]) -> list[Row]:
    if result.team_victory:
        values = tuple(number(result.cards[team]) if result.cards[team] else NOTHING for team in order)
        return [Row(_("Double victory"), values, _("no cards are counted"))]
    sums = tuple(number(result.cards[team]) for team in order)
    total = _("sum %d") % sum(result.cards)
    return [*_trick_rows(setting, view, result, order), Row(_("Cards"), sums, total, total=True)]


def _trick_rows(setting: Setting, view: MatchView, result: e.RoundScored, order: tuple[int, ...]) -> list[Row]:
    """Tricks as they were taken, then the last player's hand and tricks where they go (RULES M2, M3)."""
    last = result.last
    own = dict.fromkeys(order, 0)
    for seat in view.seats:
        own[seat.team] += result.tricks[seat.number] if seat.number != last else 0
    rows = [Row(_("Tricks"), tuple(number(own[team]) for team in order))]
    if last is None:
        return rows
    loser = view.seats[last].team
    heirs = next(team for team in order if team != loser)
    first = view.seats[result.order[0]]
    to = setting.people.team(view.teams[heirs])
    rows.append(Row(_("Hand of %s") % setting.people(last), _only(order, heirs, result.hand_points), _("to %s") % to))
    note = _("to %s, first") % setting.people(first.number)
    rows.append(Row(_("Tricks of %s") % setting.people(last), _only(order, first.team, result.trick_points), note))
    return rows


def _only(order: tuple[int, ...], team: int, points: int) -> tuple[str, ...]:
    return tuple(number(points) if each == team else NOTHING for each in order)


CALL_POINTS = {"tichu": 100, "grand": 200}


def _call_row(setting: Setting, seat: SeatView, order: tuple[int, ...]) -> Row:
    texts = {
        ("tichu", True): _("Tichu of %s, made"),
        ("tichu", False): _("Tichu of %s, lost"),
        ("grand", True): _("Grand Tichu of %s, made"),
        ("grand", False): _("Grand Tichu of %s, lost"),
    }
    points = CALL_POINTS[seat.call] if seat.call_made else -CALL_POINTS[seat.call]
    values = tuple(signed(points) if team == seat.team else NOTHING for team in order)
    return Row(texts[seat.call, bool(seat.call_made)] % setting.people(seat.number), values)


def _minis(setting: Setting, view: MatchView, result: e.RoundScored) -> tuple[Mini, ...]:
    minis = _last_play(setting, view)
    if view.left_over and result.last is not None:
        label = _("%s held") % setting.people.who(result.last)
        minis.append(Mini(label, view.left_over, cards_word(view.left_over)))
    if view.mine and view.mine.given:
        minis.append(_passed(setting, view.mine.given, _("You gave"), _("%(card)s to %(name)s")))
    if view.mine and view.mine.received:
        minis.append(_passed(setting, view.mine.received, _("and got"), _("%(card)s from %(name)s")))
    return tuple(minis)


def _last_play(setting: Setting, view: MatchView) -> list[Mini]:
    """The play that ended the round."""
    trick = view.trick or view.last_trick
    if trick is None:
        return []
    label = _("Last play: %s") % setting.people.who(trick.owner)
    return [Mini(label, trick.top.cards, play_word(trick.top))]


def _passed(setting: Setting, pairs: tuple[tuple[int, Card], ...], label: str, text: str) -> Mini:
    words = [text % {"card": card_word(card), "name": setting.people(seat)} for seat, card in pairs]
    passed = tuple((card, setting.people(seat)) for seat, card in pairs)
    return Mini(label, tuple(card for card, _name in passed), ", ".join(words), passed)


# --- The end


def _over(setting: Setting, view: MatchView) -> Sheet:
    order = teams_in_order(view)
    score = tuple((number(view.totals[team]), setting.people.team(view.teams[team])) for team in order)
    heading, note = _outcome(setting, view)
    totals = [tuple(result.total[team] for result in view.results) for team in order[:2]]
    scored = bool(view.results) and view.results[-1].number == view.round_number
    return Sheet(
        kind="result",
        heading=heading,
        round=round_sheet(setting, view, view.results[-1]) if scored else None,
        gate=tuple(_willing(setting, seat) for seat in range(len(setting.sittings))),
        score=score,
        chart=chart(totals[0], totals[1], view.target) if len(view.results) > 1 else None,
        note=note,
        at=setting.ended_at if note else None,
        note_more=_("Out of time and reserve, the team loses the match: the rule read before sitting down.")
        if isinstance(view.outcome, e.MatchForfeited)
        else "",
        replay=reverse("games:match", args=[setting.match_code]) if setting.match_code else "",
        rematch=not setting.closed,
        refuse=setting.url("rematch") if _may_answer(setting) else "",
    )


def _may_answer(setting: Setting) -> bool:
    mine = setting.sittings[setting.viewer] if setting.viewer is not None else None
    return mine is not None and mine.wants_rematch is None and not setting.closed


def _willing(setting: Setting, seat: int) -> Waiting:
    sitting = setting.sittings[seat]
    return Waiting(setting.people.who(seat), bool(sitting and sitting.wants_rematch))


def _outcome(setting: Setting, view: MatchView) -> tuple[str, str]:
    """The headline, and what has to be explained about it."""
    outcome = view.outcome
    match outcome:
        case e.MatchWon():
            return _winners(setting, view, outcome.team, by_forfeit=False), ""
        case e.MatchForfeited(winner=int(winner)):
            return _winners(setting, view, winner, by_forfeit=True), _ran_out(setting, outcome)
        case e.MatchForfeited():
            return _("Both teams out of time: no result"), _ran_out(setting, outcome)
        case _:
            return _("The match ended without a result"), _voided(setting)


def _voided(setting: Setting) -> str:
    if setting.practice:
        return _("The practice match was ended. It counts for nothing.")
    reason = setting.end_reason
    if reason == NOBODY_PLAYED:
        return _("Nobody had played for two hours. It counts for nobody.")
    return _("It was ended by the people who run the site: %s") % reason if reason else _("It counts for nobody.")


def _ran_out(setting: Setting, outcome: e.MatchForfeited) -> str:
    if outcome.seats == (setting.viewer,):
        return _("Your clock and reserve ran out.")
    names = listed([setting.people(seat) for seat in outcome.seats])
    return _("Clock and reserve ran out: %s.") % names


def _winners(setting: Setting, view: MatchView, team: int, *, by_forfeit: bool) -> str:
    seats = sorted(view.teams[team], key=lambda seat: seat != view.viewer)
    names = listed([setting.people.who(seat) for seat in seats])
    return (_("%s win by forfeit") if by_forfeit else _("%s win")) % names


__all__ = ["Sheet", "round_sheet", "sheet"]
