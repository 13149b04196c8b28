"""`TableView`: everything the regions of the table need, made for one viewer from a MatchView and a Setting."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.options import ClockRules
from games.engine.state import Phase
from games.engine.variants import variant_named
from games.engine.view import MatchView
from games.rules import Card
from games.tableview.closing import closing
from games.tableview.coach import CoachView, coach
from games.tableview.felt import LaidView, LastTrick, WishView, last_trick, lay_word, trick_view, wish_view
from games.tableview.keys import Key, keys, waiting_keys
from games.tableview.panel import Line, Say, clock_short, exchange_words, say, teams_in_order, waiting_say
from games.tableview.plates import Plate, plates, waiting_plates
from games.tableview.puzzle import puzzle_sheet, with_open_hands
from games.tableview.setting import Setting
from games.tableview.sheets import Sheet, sheet
from games.tableview.side import Side, side, waiting_side
from games.tableview.talk import Talk
from games.tableview.tray import Tray, tray, waiting_tray
from games.wording import capital, number

IN_HAND = (Phase.GRAND, Phase.EXCHANGE, Phase.PLAY, Phase.PAUSE, Phase.GIFT)
WAITING = "waiting"
CLOSED = "closed"
CHATTY = (WAITING, Phase.READY.value, Phase.OVER.value)
"""No cards are being played: own words may be said."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Score (the viewer's team first), round, and what leaving means (`warning`, "" = nothing)."""

    us: str
    them: str
    us_label: str
    them_label: str
    short: str
    long: str
    warning: str = ""


@dataclass(frozen=True, slots=True)
class HandCard:
    """One own card; `fresh`: just received, `watch`: only to look at."""

    card: Card
    fresh: bool
    watch: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """The own cards. `version` changes when other cards are dealt or received, not when some are played."""

    cards: tuple[HandCard, ...] = ()
    watch: bool = False
    big: bool = False
    version: str = ""
    received: str = ""


@dataclass(frozen=True, slots=True)
class TableView:
    """One viewer's table. `live=False` (replay): no forms, no keys."""

    setting: Setting
    phase: str
    live: bool
    bar: Bar
    plates: tuple[Plate, ...]
    say: Say
    tray: Tray
    side: Side
    hand: Hand = Hand()
    trick: tuple[LaidView, ...] = ()
    lay: str = ""
    wish: WishView | None = None
    last: LastTrick | None = None
    keys: tuple[Key, ...] = ()
    sheet: Sheet | None = None
    decision: int = 0
    on: int = 0
    talk: Talk = Talk()
    coach: CoachView | None = None

    def with_line(self, line: Line) -> TableView:
        """The same with another line: a refusal, a message."""
        return replace(self, say=replace(self.say, line=line))


def match_table_view(setting: Setting, view: MatchView, *, live: bool = True) -> TableView:
    """The table while a match is played and after it."""
    return TableView(
        setting=setting,
        phase=view.phase.value,
        live=live,
        bar=_bar(setting, view),
        plates=with_open_hands(setting, view, plates(setting, view)),
        say=say(setting, view),
        tray=tray(setting, view) if live else Tray("none", "replay"),
        side=side(setting, view),
        hand=_hand(setting, view, live=live),
        trick=trick_view(setting, view),
        lay=lay_word(setting, view),
        wish=wish_view(setting, view),
        last=last_trick(setting, view),
        keys=keys(setting, view) if live else (),
        sheet=(closing(setting, view) or puzzle_sheet(setting, view) or sheet(setting, view)) if live else None,
        decision=view.decision,
        on=view.on,
        coach=coach(setting, view) if live else None,
    )


def _bar(setting: Setting, view: MatchView) -> Bar:
    us, them = teams_in_order(view)[:2]
    watching = view.viewer is None
    goal = {"number": max(1, view.round_number), "target": view.target}
    over = view.phase is Phase.OVER
    return Bar(
        us=number(view.totals[us]),
        them=number(view.totals[them]),
        us_label=setting.people.team(view.teams[us]) if watching else _("Us"),
        them_label=setting.people.team(view.teams[them]) if watching else _("Them"),
        short="" if over else _("R%(number)d") % goal,
        long=_("match over") if over else _("Round %(number)d · to %(target)d") % goal,
        warning="" if over or watching else _leaving(setting),
    )


def _leaving(setting: Setting) -> str:
    if not setting.timed:
        return _("The match waits for you: no clock runs at this table.")
    if setting.practice:
        return _("Your clock goes on while you are away.")
    return _("The match and your clock go on without you.")


def _hand(setting: Setting, view: MatchView, *, live: bool) -> Hand:
    if view.viewer is None or view.phase not in IN_HAND:
        return Hand(version=f"{setting.match_code}-none")
    grand = view.phase is Phase.GRAND
    exchanged = bool(view.mine and view.mine.received)
    stage = "first" if grand else "after" if exchanged else "before"
    gone = {card for _seat, card in (view.mine.chosen or ())} if view.mine and not exchanged else set()
    watch = not live or grand or (view.phase is Phase.EXCHANGE and bool(gone))
    held = sorted((card for card in view.hand if card not in gone), reverse=True)
    cards = tuple(HandCard(card, card in view.fresh, watch) for card in held)
    version = f"{setting.match_code}-{view.round_number}-{stage}"
    received = exchange_words(setting, view) if exchanged else ""
    return Hand(cards, watch, grand, version, received)


def waiting_view(setting: Setting, variant: str, clock: ClockRules) -> TableView:
    """The table while its players gather; `setting.viewer` None is a visitor who may sit down."""
    rules = variant_named(variant)
    text = _("%(kind)s, to %(target)d points, %(clock)s")
    kind = _("private table") if setting.private else _("open table")
    return TableView(
        setting=setting,
        phase=WAITING,
        live=True,
        bar=Bar(
            "0", "0", _("Us"), _("Them"), kind, _("%(kind)s · to %(target)d") % {"kind": kind, "target": setting.target}
        ),
        plates=waiting_plates(setting, rules.places(setting.viewer or 0)),
        say=waiting_say(setting, clock),
        tray=waiting_tray(setting, rules.teams(1)),
        side=waiting_side(
            setting, _agreed(setting, text % {"kind": kind, "target": setting.target, "clock": clock_short(clock)})
        ),
        hand=Hand(version=f"{setting.match_code}-none"),
        keys=waiting_keys(setting),
    )


def _agreed(setting: Setting, text: str) -> str:
    """What was agreed when the table was opened, to be read before sitting down."""
    parts = [capital(text) + "." if setting.watchable or setting.aids else capital(text)]
    parts += [_("People may watch.")] if setting.watchable else []
    parts += [_("Played cards and points so far are shown.")] if setting.aids else []
    return " ".join(parts)


def with_watchers(table: TableView, count: int) -> TableView:
    """The same, saying how many look on."""
    text = ngettext("%(count)d person is watching.", "%(count)d people are watching.", count) % {"count": count}
    return replace(table, side=replace(table.side, facts=text)) if count else table


def closed_view(setting: Setting) -> TableView:
    """What somebody without a seat sees once a match has begun, or is left of a table: that it is so, no more."""
    heading = _("The match is running")
    text = _("This match is being played. Its replay opens when it is over.")
    if setting.watchable and setting.is_running:
        text = _("As many people as there is room for are watching already. The replay opens when it is over.")
    if setting.closed:
        heading, text = _("This table no longer exists."), _("You can open a new one in the lobby.")
    elif not setting.is_running:
        heading, text = _("The match is over"), _("The four players may play again.")
    return TableView(
        setting=setting,
        phase=CLOSED,
        live=True,
        bar=Bar("", "", "", "", "", setting.heading),
        plates=(),
        say=Say(heading, Line("info", text), heading),
        tray=Tray("none", CLOSED),
        side=Side(setting.heading),
        hand=Hand(version="none"),
        sheet=Sheet("closed", heading, facts=text),
    )
