"""The column beside the table: score and story of the round. The page speaks its new lines to screen readers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine import events as e
from games.engine.state import Phase
from games.engine.view import MatchView
from games.tableview.aid import played_words, points_so_far
from games.tableview.news import kind_of, place_of, stage_of
from games.tableview.panel import teams_in_order
from games.tableview.setting import Setting
from games.wording import People, Told, cards_left, number, told

IN_TRICKS = (Phase.PLAY, Phase.PAUSE, Phase.GIFT)
LINES_PER_ROUND = 1000
"""More than a round can have, so that line numbers never meet."""


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A line of the log; `at` numbers it within the match. `cut` is a heading instead. `kind` and `place` are for
    what the page makes seen and heard of it."""

    at: int
    who: str = ""
    what: str = ""
    said: str = ""
    loud: bool = False
    mine: bool = False
    cut: str = ""
    kind: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class TallyRow:
    label: str
    values: tuple[str, ...]
    total: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """The column; `match` and `stage` tell the page how far it has come, beside the lines."""

    title: str
    teams: tuple[str, ...] = ()
    rows: tuple[TallyRow, ...] = ()
    lines: tuple[StoryLine, ...] = ()
    facts: str = ""
    seal: str = ""
    match: str = ""
    stage: int = 0


def side(setting: Setting, view: MatchView) -> Side:
    order = teams_in_order(view)
    teams = tuple(setting.people.team(view.teams[team]) for team in order)
    rows = [TallyRow(_("Total"), tuple(number(view.totals[team]) for team in order), total=True)]
    rows.insert(0, _last_round(view, order))
    facts = ""
    if setting.aids and view.phase in IN_TRICKS:
        so_far = points_so_far(view)
        rows.insert(0, TallyRow(_("Points so far"), tuple(number(so_far[team]) for team in order)))
        facts = played_words(view)
    if setting.lesson and not view.seal:
        facts = _("The cards of this lesson are prepared, so no seal is on them.")
    title = _("Match over") if view.phase is Phase.OVER else _("Round %d") % max(1, view.round_number)
    return Side(
        title, teams, tuple(rows), story(setting, view), facts, view.seal, setting.match_code, stage=stage_of(view)
    )


def story(setting: Setting, view: MatchView) -> tuple[StoryLine, ...]:
    """All that was said or decided in the round, but plays of the current and the last trick only."""
    newest = max((trick for trick, _event in view.story), default=0)
    lines: list[StoryLine] = []
    heading, language = 0, get_language()
    for at, (trick, event) in enumerate(view.story, view.round_number * LINES_PER_ROUND):
        if _is_old(event, trick, newest):
            continue
        if trick != heading and isinstance(event, e.CombinationPlayed):
            heading = trick
            lines.append(StoryLine(at, cut=_("Trick %d") % trick))
        line = _line(setting.people, view.places, at, trick, event, language)
        lines += [line] if line else []
    return tuple(_with_counts(view, lines))


def _is_old(event: e.Event, trick: int, newest: int) -> bool:
    return isinstance(event, e.CombinationPlayed | e.Passed) and trick < newest - 1


@lru_cache(maxsize=16_384)
def _line(
    people: People, places: tuple[int, ...], at: int, trick: int, event: e.Event, _language: str | None
) -> StoryLine | None:
    line: Told | None = told(event, people)
    if line is None:
        return None
    mine = line.seat is not None and line.seat == people.viewer
    what = line.what
    if isinstance(event, e.TrickTaken) and not event.gift:
        what = (_("take trick %d") if mine else _("takes trick %d")) % trick
    kind, place = kind_of(event), place_of(event, places)
    return StoryLine(at, line.who, what, "" if mine else line.said, line.loud, mine, kind=kind, place=place)


def _with_counts(view: MatchView, lines: list[StoryLine]) -> list[StoryLine]:
    """The newest play also says how many cards its player has left."""
    if not lines or not view.story:
        return lines
    event = view.story[-1][1]
    if isinstance(event, e.CombinationPlayed) and lines[-1].said and not lines[-1].loud:
        left = cards_left(view.seats[event.seat].count)
        said = _("%(play)s, %(cards)s left.") % {"play": lines[-1].said.rstrip("."), "cards": left}
        lines[-1] = replace(lines[-1], said=said)
    return lines


def _last_round(view: MatchView, order: tuple[int, ...]) -> TallyRow:
    """There from the first round on: a row that came later would push the log down."""
    if not view.results:
        return TallyRow(_("Round %d") % 1, tuple("–" for _team in order))
    last = view.results[-1]
    return TallyRow(_("Round %d") % last.number, tuple(number(last.score[team]) for team in order))


def waiting_side(setting: Setting, facts: str) -> Side:
    lines = tuple(
        StoryLine(seat, sitting.name, _("sits, ready") if sitting.ready else _("sits"), mine=seat == setting.viewer)
        for seat, sitting in enumerate(setting.sittings)
        if sitting is not None
    )
    return Side(setting.heading, lines=lines, facts=facts, match=setting.match_code)
