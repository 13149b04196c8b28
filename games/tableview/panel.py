"""The own panel: what is going on, whose turn, what to beat, how much time, and one line of why or what next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.options import ClockRules
from games.engine.reasons import IllegalMove
from games.engine.state import Phase
from games.engine.view import MatchView, SeatView
from games.tableview.plates import Badge, Clock, badge_of, clock_of, seconds
from games.tableview.setting import Setting
from games.wording import (
    capital,
    card_word,
    listed,
    number,
    one_of,
    place_word,
    play_word,
    rank_word,
    refusal_word,
    short_play,
)

TOLD_BOMBS = 2
"""More bombs than these are only counted in the line: it has two rows."""


@dataclass(frozen=True, slots=True)
class Line:
    """The line: `kind` "ok", "no" or "info"; `anchor` is where the rules page explains it."""

    kind: str
    text: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """The panel. `mine`: the viewer owes a decision; `turn` is what a screen reader says when it opens."""

    now: str
    line: Line
    title: str
    mine: bool = False
    clock: Clock | None = None
    reserve: int | None = None
    badge: Badge | None = None
    turn: str = ""


def refusal_line(refused: IllegalMove, setting: Setting) -> Line:
    return Line("no", refusal_word(refused, setting.people), refused.anchor)


def say(setting: Setting, view: MatchView) -> Say:
    """The panel for this viewer now."""
    own = next((seat for seat in view.seats if seat.number == view.viewer), None)
    panel = _PHASES[view.phase](setting, view)
    if own is None:
        return panel
    clock = clock_of(own.clock) if own.to_act else None
    return replace(
        panel,
        mine=own.to_act,
        clock=clock,
        reserve=seconds(own.clock.reserve) if own.clock and not view.clock_rules.is_off else None,
        badge=badge_of(own),
        turn=_spoken_turn(panel, clock) if own.to_act else "",
    )


def _spoken_turn(panel: Say, clock: Clock | None) -> str:
    parts = [panel.now.rstrip(".") + "."]
    parts += [panel.line.text] if panel.line.kind == "no" else []
    parts += [_("%d seconds.") % clock.own] if clock else []
    return " ".join(parts)


def _deal(setting: Setting, view: MatchView) -> Say:
    return Say(_("The cards are being dealt"), Line("info", _("Eight cards first, for Grand Tichu.")), _("Deal"))


def _grand(setting: Setting, view: MatchView) -> Say:
    if view.mine is None or view.mine.grand is not None:
        line = _("%(count)d of %(all)d have answered") % {"count": view.answered, "all": len(view.seats)}
        return Say(_("Waiting for the other answers"), Line("info", line), _("Grand Tichu"))
    callers = [seat for seat in view.seats if seat.call == "grand" and seat.is_partner]
    text = _("Call it on these eight cards, or carry on and see the other six.")
    if callers:
        text = _("%s has called already. Only one of you can make it.")
        text %= setting.people(callers[0].number)
    return Say(_("Your answer, please"), Line("info", text), _("● Grand Tichu?"))


def _exchange(setting: Setting, view: MatchView) -> Say:
    if view.mine is None or view.mine.chosen is not None:
        count = sum(seat.chosen for seat in view.seats)
        now = _("%(count)d of %(all)d have chosen") % {"count": count, "all": len(view.seats)}
        return Say(now, Line("info", _("All cards change hands at once.")), _("Exchange"))
    text = _("Tap a card, then a slot. All can be changed.")
    return Say(_("Give one card to each player"), Line("info", text), _("● Exchange"))


def _play(setting: Setting, view: MatchView) -> Say:
    if view.turn == view.viewer and view.mine is not None:
        return _my_turn(setting, view)
    name = setting.people(view.turn or 0)
    return Say(_("%s is thinking") % name, _waiting_line(setting, view), _("%s to play") % name)


def _my_turn(setting: Setting, view: MatchView) -> Say:
    assert view.mine is not None
    title = _("● Your turn")
    if view.mine.wish_binds and view.wish:
        return Say(_("You must play %s") % one_of(view.wish), _bound_line(setting, view), title)
    if view.top is None:
        return Say(_("Your lead: any combination"), _lead_line(setting, view), title)
    now = _("Your turn: beat the %s") % short_play(view.top)
    return Say(now, _free_line(setting, view), title)


def _bound_line(setting: Setting, view: MatchView) -> Line:
    facts = {"name": setting.people.who(view.wisher or 0), "rank": one_of(view.wish or 0)}
    if view.top is None:
        return Line("no", _("%(name)s wished for %(rank)s and you can play one.") % facts, "wish")
    return Line("no", _("Pass is off: %(name)s wished for %(rank)s and you can play one.") % facts, "wish")


def _free_line(setting: Setting, view: MatchView) -> Line:
    if view.wish:
        return Line("info", _("Wish %s: you hold none you could play.") % rank_word(view.wish), "wish")
    return Line("info", _("Raise the cards you want to play."))


def _lead_line(setting: Setting, view: MatchView) -> Line:
    return exchange_line(setting, view) or _free_line(setting, view)


def exchange_line(setting: Setting, view: MatchView) -> Line | None:
    """ "Jeong: 8 of Sword · …": until the first card of the round is played."""
    if view.mine is None or not view.mine.received or view.trick or view.last_trick or any(s.out for s in view.seats):
        return None
    if any(seat.count < len(view.hand) for seat in view.seats) or not view.fresh:
        return None
    return Line("info", " · ".join(_("%(name)s: %(card)s") % each for each in _received(setting, view)))


def _received(setting: Setting, view: MatchView) -> list[dict[str, str]]:
    """Who gave which card, from the left around the table."""
    got = {giver: card_word(card) for giver, card in view.mine.received} if view.mine else {}
    return [{"name": setting.people(seat), "card": got[seat]} for seat in view.places[:0:-1] if seat in got]


def exchange_words(setting: Setting, view: MatchView) -> str:
    """ "From Jeong 8 of Sword, from Nora Ace of Jade, from Mira 5 of Jade." """
    parts = [_("from %(name)s %(card)s") % each for each in _received(setting, view)]
    return capital(", ".join(parts)) + "." if parts else ""


def _waiting_line(setting: Setting, view: MatchView) -> Line:
    own = next((seat for seat in view.seats if seat.number == view.viewer), None)
    if own is None:
        return Line("info", _("You are watching: no hand is shown to you."))
    if own.out:
        return Line("info", _("You are out, %s. The round goes on without you.") % place_word(own.out))
    bomb = _bomb_line(view, _("You may bomb at any time: %s."))
    return bomb or exchange_line(setting, view) or Line("info", _("Raise cards to prepare your turn."))


def _bomb_line(view: MatchView, text: str) -> Line | None:
    if view.mine is None or not view.mine.bombs:
        return None
    bombs = view.mine.bombs
    few = listed([play_word(bomb) for bomb in bombs])
    return Line("info", text % (few if len(bombs) <= TOLD_BOMBS else _("%d bombs") % len(bombs)))


def _pause(setting: Setting, view: MatchView) -> Say:
    text = Line("info", _("Only a bomb can still change it."))
    return Say(_("Everybody has passed"), _bomb_line(view, _("You may still bomb: %s.")) or text, _("Pause"))


def _gift(setting: Setting, view: MatchView) -> Say:
    if view.turn == view.viewer:
        text = _("Nobody chooses for you; the clock runs for this decision.")
        text = text if setting.timed else _("Nobody chooses for you.")
        return Say(_("Choose an opponent"), Line("info", text), _("● Dragon"))
    name = setting.people(view.turn or 0)
    text = _("The Dragon’s trick goes to an opponent of %s.") % name
    return Say(_("%s gives the trick away") % name, Line("info", text), _("Dragon"))


def _ready(setting: Setting, view: MatchView) -> Say:
    result = view.results[-1]
    now = _("Round %(number)d is over") % {"number": result.number}
    if view.viewer is not None:
        us, them = _ours_first(view, result.score)
        now = _("Round %(number)d is over: %(us)s to %(them)s for you")
        now = (now if us >= them else _("Round %(number)d is over: %(us)s to %(them)s")) % {
            "number": result.number,
            "us": number(us),
            "them": number(them),
        }
    text = _("No clock runs between rounds; the next deal comes by itself.")
    if setting.lesson:
        text = _("The next cards are dealt when you are ready.")
    return Say(now, Line("info", text), _("Round %d") % result.number)


def _ours_first(view: MatchView, values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(values[team] for team in teams_in_order(view))


def teams_in_order(view: MatchView) -> tuple[int, ...]:
    """The viewer's team first."""
    own = next((seat.team for seat in view.seats if seat.number == view.viewer), 0)
    return tuple(sorted(range(len(view.teams)), key=lambda team: (team != own, team)))


def _over(setting: Setting, view: MatchView) -> Say:
    us, *others = _ours_first(view, view.totals)
    now = _("Match over: %(us)s to %(them)s") % {"us": number(us), "them": number(others[0])}
    text = _("It stands in the history of all four players.")
    if setting.practice:
        text = _("A practice match: it counts in no statistics.")
    return Say(now, Line("info", text), _("Match over"))


_PHASES = {
    Phase.DEAL: _deal,
    Phase.GRAND: _grand,
    Phase.EXCHANGE: _exchange,
    Phase.PLAY: _play,
    Phase.PAUSE: _pause,
    Phase.GIFT: _gift,
    Phase.READY: _ready,
    Phase.OVER: _over,
}


def waiting_say(setting: Setting, clock: ClockRules) -> Say:
    """The panel of a table that waits. The clock rule stands here, before anybody is bound by it."""
    free = len(setting.free)
    if setting.viewer is None:
        now = _("Pick a seat") if free else _("All seats are taken")
    elif free:
        now = ngettext("Waiting for %(count)d more player", "Waiting for %(count)d more players", free)
        now %= {"count": free}
    else:
        now = _("Everybody is here. Ready?")
    return Say(now, Line("info", _clock_line(clock), "time"), _("Waiting for players"))


def clock_short(clock: ClockRules) -> str:
    """ "30 s a move, 60 s reserve"."""
    if clock.is_off:
        return _("no clock")
    text = _("%(turn)d s a move, %(reserve)d s reserve")
    return text % {"turn": clock.turn // 1000, "reserve": clock.reserve // 1000}


def _clock_line(clock: ClockRules) -> str:
    if clock.is_off:
        return _("No clock runs at this table: nobody can lose by time.")
    text = _("%(turn)d s a move, %(reserve)d s reserve in all. Both gone: your team loses.")
    return text % {"turn": clock.turn // 1000, "reserve": clock.reserve // 1000}


def own_seat(view: MatchView) -> SeatView | None:
    return next((seat for seat in view.seats if seat.number == view.viewer), None)
