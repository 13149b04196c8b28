"""The arithmetic of a finished round, as it stands on the sheet of paper: who went out when, where the points come
from, and the cards it is about.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.engine import events as e
from games.engine.view import MatchView, SeatView
from games.rules import Card
from games.tableview.panel import teams_in_order
from games.tableview.plates import Badge, badge_of
from games.tableview.setting import Setting
from games.wording import card_word, cards_left, cards_word, number, play_word, signed

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
