"""The other seats around the felt: who, how many cards, which call, what last, how much time."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.state import Phase
from games.engine.view import ClockView, MatchView, SeatView
from games.rules import Card
from games.tableview.setting import PLACES, Setting, Sitting
from games.wording import call_word, cards_left, place_word, short_play

LOW = 4
"""From so many cards on the count is stressed: one bomb."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Times in server milliseconds: own time ends, everything is gone; `own` and `reserve` are seconds."""

    deadline: int
    reserve_until: int
    own: int
    reserve: int


@dataclass(frozen=True, slots=True)
class Badge:
    """A call at the name with its outcome; `short` where there is little room."""

    text: str
    short: str
    grand: bool
    lost: bool


@dataclass(frozen=True, slots=True)
class Plate:
    """One seat as others see it. `sit` is where a free seat's form goes, `shown` the cards where they lie open: in
    some puzzles."""

    number: int
    pos: str
    name: str
    label: str
    partner: bool = False
    house: bool = False
    count: int | None = None
    low: bool = False
    reserve: int | None = None
    clock: Clock | None = None
    badge: Badge | None = None
    out: str = ""
    last: str = ""
    off: bool = False
    sit: str = ""
    on_reserve: str = ""
    stake: str = ""
    shown: tuple[Card, ...] = ()


def plates(setting: Setting, view: MatchView) -> tuple[Plate, ...]:
    """The seats but the viewer's own, partner first, then left and right, as they stand in the page."""
    others = [seat for seat in view.seats if seat.place != 0 or view.viewer is None]
    order = {2: 0, 3: 1, 1: 2, 0: 3}
    return tuple(_plate(setting, view, seat) for seat in sorted(others, key=lambda seat: order.get(seat.place, 4)))


def _plate(setting: Setting, view: MatchView, seat: SeatView) -> Plate:
    sitting = setting.sittings[seat.number] or Sitting("")
    clock = clock_of(seat.clock) if seat.to_act else None
    dealt = view.phase is not Phase.DEAL or seat.count > 0
    return Plate(
        number=seat.number,
        pos=PLACES[seat.place],
        name=sitting.name,
        label=_label(view, seat, sitting),
        partner=seat.is_partner,
        house=sitting.house,
        count=seat.count if dealt else None,
        low=0 < seat.count <= LOW,
        reserve=seconds(seat.clock.reserve) if seat.clock and not view.clock_rules.is_off else None,
        clock=clock,
        badge=badge_of(seat),
        out=place_word(seat.out) if seat.out else "",
        last=_last(view, seat, sitting),
        off=not sitting.online and setting.is_running,
        on_reserve=_("%s is on the reserve") % sitting.name if clock else "",
        stake=_stake(setting, view, seat) if clock else "",
    )


def _stake(setting: Setting, view: MatchView, seat: SeatView) -> str:
    """What the others read while this seat is on its reserve."""
    losers = " · ".join(setting.people(number) for number in view.teams[seat.team])
    return _("If it runs out too, the match is lost for %s.") % losers


def seconds(ms: int) -> int:
    """Whole seconds, rounded up: nobody reads 0 while time is left."""
    return -(-ms // 1000)


def clock_of(clock: ClockView | None) -> Clock | None:
    """The clock of an open decision."""
    if clock is None or clock.deadline is None or clock.reserve_from is None:
        return None
    return Clock(clock.reserve_from, clock.deadline, seconds(clock.own_time), seconds(clock.reserve))


def badge_of(seat: SeatView) -> Badge | None:
    if not seat.call:
        return None
    made = " ✓" if seat.call_made else ""
    grand = seat.call == "grand"
    short = _("Grand") if grand else call_word(seat.call)
    return Badge(call_word(seat.call) + made, short + made, grand, seat.call_made is False)


def role_word(place: int, partner: bool) -> str:
    """Where somebody sits, for the ear."""
    if partner:
        return _("your partner")
    return {1: _("opponent on your right, plays after you"), 3: _("opponent on your left")}.get(place, "")


def _label(view: MatchView, seat: SeatView, sitting: Sitting) -> str:
    parts = [sitting.name, role_word(seat.place, seat.is_partner) if view.viewer is not None else ""]
    parts += [_("house player") if sitting.house else "", _("out, %s") % place_word(seat.out) if seat.out else ""]
    parts += [cards_left(seat.count) if seat.count else "", call_word(seat.call), _("to play") if seat.to_act else ""]
    parts += ["" if sitting.online else _("offline")]
    return ", ".join(part for part in parts if part)


def _last(view: MatchView, seat: SeatView, sitting: Sitting) -> str:
    """The last thing this seat did, in a few characters."""
    if view.phase is Phase.EXCHANGE:
        return _("has chosen") if seat.chosen else _("choosing")
    if view.phase is Phase.READY:
        return _("ready ✓") if seat.ready else ""
    if view.phase is Phase.OVER:
        return _("rematch ✓") if sitting.wants_rematch else ""
    if seat.last is not None:
        return _("passed") if seat.last.combination is None else short_play(seat.last.combination)
    return _("to play") if seat.to_act and view.phase is Phase.PLAY else ""


def waiting_plates(setting: Setting, places: tuple[int, ...]) -> tuple[Plate, ...]:
    """The seats of a table that waits: who sits, who is ready, where one may sit."""
    order = [place for place in (2, 3, 1) if place < len(places)]
    return tuple(_chair(setting, places[place], place) for place in order)


def _chair(setting: Setting, number: int, place: int) -> Plate:
    sitting = setting.sittings[number]
    is_seated = setting.viewer is not None
    partner = place == 2 and is_seated
    if sitting is None:
        free = _("Free seat")
        label = f"{free}, {role_word(place, partner)}" if is_seated else free
        return Plate(number, PLACES[place], free, label, partner, sit=setting.url("sit") if is_seated else "")
    last = _("ready ✓") if sitting.ready else _("not ready")
    return Plate(number, PLACES[place], sitting.name, sitting.name, partner, sitting.house, last=last)
