"""The sheets of paper on the felt: a finished round (round_sheet.py), result, forfeit, a match without a result."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine import events as e
from games.engine.state import Phase
from games.engine.view import MatchView
from games.score_chart import Chart, chart
from games.services.afterwards import NOBODY_PLAYED
from games.tableview.panel import teams_in_order
from games.tableview.round_sheet import RoundSheet, round_sheet
from games.tableview.setting import Setting
from games.wording import listed, number


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


__all__ = ["PuzzleEnd", "Sheet", "sheet"]
