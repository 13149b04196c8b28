"""The one place on the felt for questions: Grand Tichu, the exchange's slots, the Dragon's gift, an empty seat.

`question` changes with every new question and with nothing else, so that an open one is never taken away.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.state import Phase
from games.engine.view import MatchView
from games.rules import DRAGON, Card, points_of
from games.tableview.setting import Setting, Sitting
from games.wording import call_word, cards_left, number

FIELDS = {1: "to_right", 2: "to_partner", 3: "to_left"}
"""Names of the exchange form's fields by place."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a card for one seat goes; `card` once it is handed over."""

    field: str
    name: str
    role: str
    icon: str
    partner: bool
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Gift:
    """One opponent who may get the Dragon's trick; `side` is where they sit."""

    seat: int
    name: str
    side: str
    facts: str


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat in the list of a table that waits; `sit` is where its form goes."""

    number: int
    name: str
    facts: str
    sit: str
    online: bool


@dataclass(frozen=True, slots=True)
class Tray:
    """`kind`: "tools", "ask", "slots", "gift" or "waiting"; the rest is what that kind needs.

    `until` and `length` (server milliseconds, seconds) drain the pause's bar; `turns` word what the page alone
    knows, the number of filled slots.
    """

    kind: str
    question: str
    title: str = ""
    text: str = ""
    facts: str = ""
    hold: str = ""
    until: int = 0
    length: int = 0
    slots: tuple[Slot, ...] = ()
    gifts: tuple[Gift, ...] = ()
    decision: int = 0
    post: str = ""
    teams: tuple[tuple[Chair, ...], ...] = ()
    join: str = ""
    fill: str = ""
    shuffle: str = ""
    before: str = ""
    lines: tuple[str, ...] = ()
    subs: tuple[str, ...] = ()


def tray(setting: Setting, view: MatchView) -> Tray:
    """What the tray holds for this viewer now."""
    match view.phase:
        case Phase.GRAND if view.mine is not None:
            return _grand(view)
        case Phase.EXCHANGE if view.mine is not None:
            return _slots(setting, view)
        case Phase.GIFT if view.turn == view.viewer:
            return _gift(setting, view)
        case Phase.PAUSE if view.trick is not None:
            return _hold(setting, view)
        case _:
            return Tray("tools", f"tools-{view.round_number}")


def _grand(view: MatchView) -> Tray:
    answered = _("%(count)d of %(all)d have answered") % {"count": view.answered, "all": len(view.seats)}
    text = _("You bet 200 points that you will be out first. You see 8 of your 14 cards.")
    return Tray("ask", f"grand-{view.round_number}", _("Grand Tichu?"), text, facts=answered)


def _slots(setting: Setting, view: MatchView) -> Tray:
    assert view.mine is not None
    chosen = dict(view.mine.chosen or ())
    order = sorted((view.places.index(seat), seat) for seat in view.targets)
    slots = tuple(_slot(setting, view, place, chosen.get(seat)) for place, seat in sorted(order, key=_as_they_sit))
    lines = (
        _("Tap a card, then a slot. All can be changed."),
        _("1 of 3 chosen: tap a card, then a slot. All can be changed."),
        _("2 of 3 chosen: tap a card, then a slot. All can be changed."),
        _("All three chosen. Hand over, or change your mind."),
    )
    subs = (_("3 slots empty"), _("2 slots empty"), _("1 slot empty"), _("three cards"))
    state = "done" if chosen else "open"
    return Tray("slots", f"exchange-{view.round_number}-{state}", slots=slots, lines=lines, subs=subs)


def _as_they_sit(place_and_seat: tuple[int, int]) -> int:
    """Left, partner, right."""
    return -place_and_seat[0]


def _slot(setting: Setting, view: MatchView, place: int, card: Card | None) -> Slot:
    roles = {1: _("right, next"), 2: _("partner"), 3: _("left")}
    icons = {1: "right", 2: "up", 3: "left"}
    seat = view.seats[view.places[place]]
    return Slot(FIELDS[place], setting.people(seat.number), roles[place], icons[place], seat.is_partner, card)


def _gift(setting: Setting, view: MatchView) -> Tray:
    cards = view.trick.cards if view.trick else (DRAGON,)
    keeps = bool(view.hand)
    text = _("It holds %s points. You keep the lead.") if keeps else _("It holds %s points.")
    gifts = tuple(_gift_to(setting, view, seat) for seat in sorted(view.targets, key=view.places.index, reverse=True))
    question = f"gift-{view.decision}"
    return Tray(
        "gift",
        question,
        _("Who gets the Dragon’s trick?"),
        text % number(points_of(cards)),
        gifts=gifts,
        decision=view.decision,
        post=setting.url("gift"),
    )


def _gift_to(setting: Setting, view: MatchView, seat: int) -> Gift:
    on_the_left = view.places.index(seat) == 3
    shown = view.seats[seat]
    facts = [_("left") if on_the_left else _("right"), cards_left(shown.count) if shown.count else _("out")]
    facts += [call_word(shown.call)] if shown.call else []
    return Gift(seat, setting.people(seat), "left" if on_the_left else "right", " · ".join(facts))


def _hold(setting: Setting, view: MatchView) -> Tray:
    assert view.trick is not None
    taker = setting.people.who(view.trick.owner)
    hold = _("The trick goes to %s") % (taker if view.trick.owner != view.viewer else _("you"))
    if view.trick.top.cards == (DRAGON,):
        hold = _("The Dragon’s trick is to be given away")
    length = -(-view.pause_ms // 1000)
    question = f"pause-{view.decision}"
    return Tray("tools", question, hold=hold, until=view.until or 0, length=length)


def waiting_tray(setting: Setting, teams: tuple[tuple[int, ...], ...]) -> Tray:
    """What a waiting table asks: to pick a seat, to send the link, or to fill up with house players."""
    chairs = tuple(tuple(_chair(setting, seat) for seat in team) for team in teams)
    free = len(setting.free)
    if setting.viewer is None:
        title = _("Pick a seat") if free else _("All seats are taken")
        text = _("No rematch: the seats are free again.") if setting.before else setting.heading
        before = reverse("games:match", args=[setting.before]) if setting.before else ""
        return Tray("waiting", f"seats-{free}", title, text, teams=chairs, before=before)
    title = ngettext("%(count)d seat is free", "%(count)d seats are free", free) % {"count": free}
    text = _("Send the link: opening it seats nobody, each picks a seat.")
    if not free:
        title, text = _("All four are here"), _("The match begins when everybody is ready.")
    fill = setting.url("fill") if setting.hosting and free else ""
    shuffle = setting.url("shuffle") if _may_shuffle(setting) else ""
    join = setting.join if free else ""
    return Tray("waiting", f"link-{free}", title, text, join=join, fill=fill, shuffle=shuffle)


def _may_shuffle(setting: Setting) -> bool:
    """The host, once there is somebody to change seats with."""
    mine = setting.sittings[setting.viewer] if setting.viewer is not None else None
    return mine is not None and mine.host and len(setting.free) < len(setting.sittings) - 1


def _chair(setting: Setting, number: int) -> Chair:
    sitting = setting.sittings[number]
    if sitting is None:
        return Chair(number, "", "", setting.url("sit"), online=False)
    return Chair(number, sitting.name, _chair_facts(sitting), "", sitting.online)


def _chair_facts(sitting: Sitting) -> str:
    return _("ready ✓") if sitting.ready else ""


__all__ = ["Chair", "Gift", "Slot", "Tray", "tray", "waiting_tray"]
