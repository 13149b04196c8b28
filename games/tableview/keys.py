"""The four keys: Tichu · Bomb · Pass · Play, the same boxes in every phase. A dark one says why.

The judge is the engine: what is dark is what `MatchView.mine` refuses. The third and fourth box take the
phase's harmless and its main action.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine.reasons import IllegalMove
from games.engine.state import Phase
from games.engine.view import MatchView, Mine
from games.rules import Combination, format_cards
from games.tableview.panel import own_seat
from games.tableview.setting import Setting
from games.wording import key_reason, play_word, refusal_word, short_play

DASH = "–"


@dataclass(frozen=True, slots=True)
class Bomb:
    """A bomb that may be thrown now: its cards as the form sends them, and its name."""

    cards: str
    name: str


@dataclass(frozen=True, slots=True)
class Key:
    """One box. `off` with `why` (and `anchor`) is dark; `post` is the form it sends, `href` where it leads;
    `local` an action of the page alone. With `armed` it takes two presses: label, headline and line of the first."""

    box: str
    label: str
    sub: str = ""
    off: bool = False
    why: str = ""
    anchor: str = ""
    css: str = ""
    kbd: str = ""
    post: str = ""
    href: str = ""
    local: str = ""
    name: str = ""
    value: str = ""
    armed: str = ""
    armed_now: str = ""
    armed_line: str = ""
    bombs: tuple[Bomb, ...] = ()


def dark(box: str, label: str, sub: str = DASH, why: str = "", **more: Any) -> Key:
    """A key that cannot be pressed now."""
    return Key(box, label, sub, off=True, why=why or _("There is nothing to do with this key now."), **more)


def keys(setting: Setting, view: MatchView) -> tuple[Key, ...]:
    """The four boxes of a seated viewer; whoever looks on may only leave."""
    if view.viewer is None:
        return _looking_on()
    if view.mine is None and view.phase not in (Phase.DEAL, Phase.READY, Phase.OVER):
        return _all_dark()
    match view.phase:
        case Phase.GRAND:
            return _grand(setting, view)
        case Phase.EXCHANGE:
            return (_tichu(setting, view), _bomb(setting, view), *_exchange(setting, view))
        case Phase.PLAY:
            return (_tichu(setting, view), _bomb(setting, view), *_play(setting, view))
        case Phase.PAUSE | Phase.GIFT:
            sub = _("not now") if view.phase is Phase.PAUSE else _("not yet")
            why = _("Everybody has passed: only a bomb can still be played on this trick.")
            why = why if view.phase is Phase.PAUSE else _("First the Dragon’s trick is given away.")
            dark_pair = (dark("third", _("Pass"), sub, why, kbd="P"), _go(dark("main", _("Play"), sub, why)))
            return (_tichu(setting, view), _bomb(setting, view), *dark_pair)
        case Phase.READY:
            return (*_all_dark()[:2], *_ready(setting, view))
        case Phase.OVER:
            return (*_all_dark()[:2], *_over(setting))
        case _:
            return _all_dark()


def _go(key: Key) -> Key:
    return replace(key, css="key--go", kbd="↵")


def _all_dark() -> tuple[Key, ...]:
    return (
        dark("call", _("Tichu"), kbd="T", css="key--call"),
        dark("bomb", _("Bomb"), kbd="B"),
        dark("third", _("Pass"), kbd="P"),
        dark("main", _("Play"), css="key--go", kbd="↵"),
    )


def _looking_on() -> tuple[Key, ...]:
    why = _("You are watching. The four at the table play.")
    call, bomb, _third, main = (replace(key, why=why) for key in _all_dark())
    leave = Key("third", _("Leave"), _("to lobby"), kbd="P", href=reverse("games:lobby"))
    return call, bomb, leave, main


def _tichu(setting: Setting, view: MatchView) -> Key:
    assert view.mine is not None
    if view.mine.tichu is not None:
        refused = view.mine.tichu
        why = refusal_word(refused, setting.people)
        return dark("call", _("Tichu"), key_reason(refused), why, anchor=refused.anchor, css="key--call", kbd="T")
    return Key(
        "call",
        _("Tichu"),
        "±100",
        css="key--call",
        kbd="T",
        post=setting.url("tichu"),
        armed=_("Tichu!"),
        armed_now=_("Call Tichu? Press again"),
        armed_line=_tichu_warning(setting, view),
    )


def _tichu_warning(setting: Setting, view: MatchView) -> str:
    """What the call costs, or why it can hardly be won (RULES D4, U5)."""
    out = [seat for seat in view.seats if seat.out]
    if out:
        text = _("%s is out: this Tichu can only lose. Press again if you mean it.")
        return text % setting.people(out[0].number)
    partner = [seat for seat in view.seats if seat.is_partner and seat.call]
    if partner:
        text = _("%s has called already. Only one of you can make it.")
        return text % setting.people(partner[0].number)
    return _("+100 if you are out first, −100 if not. No way back. Esc: no.")


def _bomb(setting: Setting, view: MatchView) -> Key:
    mine = view.mine
    assert mine is not None
    if mine.bomb is not None:
        return _dark_bomb(setting, mine, mine.bomb)
    return Key(
        "bomb",
        _("Bomb"),
        short_play(mine.bombs[0]) if len(mine.bombs) == 1 else _("%d bombs") % len(mine.bombs),
        css="key--lit",
        kbd="B",
        post=setting.url("bomb"),
        armed=_("Throw!"),
        armed_now=_("Bomb loaded: %s"),
        armed_line=_bomb_line(setting, view),
        bombs=tuple(_bomb_choice(bomb) for bomb in mine.bombs),
    )


def _dark_bomb(setting: Setting, mine: Mine, refused: IllegalMove) -> Key:
    sub = key_reason(refused) if mine.any_bombs else _("none")
    why = refusal_word(refused, setting.people)
    return dark("bomb", _("Bomb"), sub, why, anchor=refused.anchor, kbd="B")


def _bomb_choice(bomb: Combination) -> Bomb:
    return Bomb(format_cards(bomb.cards), play_word(bomb))


def _bomb_line(setting: Setting, view: MatchView) -> str:
    if view.trick is None:
        return ""
    whose = _("your own") if view.trick.owner == view.viewer else _("%s’s") % setting.people(view.trick.owner)
    text = _("Press again to throw it on %(whose)s %(top)s. Esc: no.")
    return text % {"whose": whose, "top": short_play(view.trick.top)}


def _grand(setting: Setting, view: MatchView) -> tuple[Key, ...]:
    assert view.mine is not None
    bomb = dark("bomb", _("Bomb"), kbd="B", why=_("Nothing can be bombed before the first lead."), anchor="bombs")
    third = dark("third", _("Pass"), kbd="P")
    label, carry_on = _("Grand"), _("No, carry on")
    if view.mine.grand is not None:
        why = _("You have answered already.")
        call = dark("call", label, _("called") if view.mine.grand else _("no"), why, anchor="grand", css="key--call")
        return (call, bomb, third, _go(dark("main", carry_on, _("answered"), why, anchor="grand")))
    grand = Key(
        "call",
        label,
        "±200",
        css="key--call",
        kbd="T",
        post=setting.url("grand"),
        name="answer",
        value="call",
        armed=_("Grand!"),
        armed_now=_("Call Grand Tichu? Press again"),
        armed_line=_grand_warning(setting, view),
    )
    rest = len(view.hand)
    no = Key("main", carry_on, _("see the other %d") % max(0, 14 - rest), css="key--go", kbd="↵")
    return (grand, bomb, third, replace(no, post=setting.url("grand"), name="answer", value="no"))


def _grand_warning(setting: Setting, view: MatchView) -> str:
    partner = [seat for seat in view.seats if seat.is_partner and seat.call]
    if partner:
        text = _("%s has called already. Only one of you can make it.")
        return text % setting.people(partner[0].number)
    return _("+200 if you are out first, −200 if not. No way back. Esc: no.")


def _exchange(setting: Setting, view: MatchView) -> tuple[Key, Key]:
    assert view.mine is not None
    clear, go = _("Clear"), _("Hand over")
    if view.mine.chosen is not None:
        why = _("You have handed over your cards already.")
        done = _("done")
        return dark("third", clear, done, why, kbd="P"), _go(dark("main", go, done, why, anchor="exchange"))
    main = Key("main", go, _("3 slots empty"), off=True, why=_("Give exactly one card to each other player."))
    main = replace(_go(main), post=setting.url("exchange"), anchor="exchange")
    return Key("third", clear, _("all three"), kbd="P", local="clear"), main


def _play(setting: Setting, view: MatchView) -> tuple[Key, Key]:
    assert view.mine is not None
    passing = view.mine.passing
    if passing is not None:
        why = refusal_word(passing, setting.people)
        third = dark("third", _("Pass"), key_reason(passing), why, anchor=passing.anchor, kbd="P")
    else:
        third = Key("third", _("Pass"), kbd="P", post=setting.url("pass"))
    return third, main_key(setting, view)


def main_key(setting: Setting, view: MatchView) -> Key:
    """The Play key while nothing is raised."""
    own = own_seat(view)
    if view.turn == view.viewer:
        return play_key(setting, off=True, sub=_("raise cards"), why=_("Raise the cards you want to play."))
    if own is not None and own.out:
        return play_key(setting, off=True, sub=_("you are out"), why=_("You are out and have no cards left to play."))
    return play_key(setting, off=True, sub=_("not yet"), why=_("It is not your turn."))


def play_key(setting: Setting, *, sub: str, off: bool = False, why: str = "", anchor: str = "") -> Key:
    return Key("main", _("Play"), sub, off, why, anchor, "key--go", "↵", post=setting.url("play"))


def _ready(setting: Setting, view: MatchView) -> tuple[Key, Key]:
    own = own_seat(view)
    address = reverse("games:replay", args=[setting.match_code, view.results[-1].number, 0])
    review = Key("third", _("Review"), _("all hands"), kbd="P", href=f"{address}?as=open")
    ready = sum(seat.ready for seat in view.seats)
    sub = _("%(count)d of %(all)d") % {"count": ready, "all": len(view.seats)}
    if own is None or own.ready:
        return review, _go(dark("main", _("Ready"), sub, _("You are ready. The others are still looking.")))
    return review, Key("main", _("Ready"), sub, css="key--go", kbd="↵", post=setting.url("next"))


def _over(setting: Setting) -> tuple[Key, Key]:
    leave = Key("third", _("Leave"), _("to lobby"), kbd="P", href=reverse("games:lobby"))
    willing = sum(bool(each and each.wants_rematch) for each in setting.sittings)
    sub = _("%(count)d of %(all)d want it") % {"count": willing, "all": len(setting.sittings)}
    mine = setting.sittings[setting.viewer] if setting.viewer is not None else None
    if setting.closed:
        return leave, _go(dark("main", _("Rematch"), _("table closed"), _("This table is closed.")))
    if mine is None or mine.wants_rematch is not None:
        return leave, _go(dark("main", _("Rematch"), sub, _("You have answered. The others have a few minutes.")))
    label, sub = (_("Again"), _("from the start")) if setting.lesson else (_("Rematch"), sub)
    main = Key("main", label, sub, css="key--go", kbd="↵", post=setting.url("rematch"))
    return leave, replace(main, name="wants", value="yes")


def waiting_keys(setting: Setting) -> tuple[Key, ...]:
    """The boxes at a table that waits."""
    mine = setting.sittings[setting.viewer] if setting.viewer is not None else None
    call, bomb, third, main = _all_dark()
    if mine is None:
        why = _("Pick a seat first.")
        sit = dark("main", _("Ready"), _("pick a seat"), why, css="key--go", kbd="↵")
        return (call, bomb, Key("third", _("Leave"), _("to lobby"), kbd="P", href=reverse("games:lobby")), sit)
    third = Key("third", _("Stand up"), kbd="P", post=setting.url("stand"))
    ready = sum(bool(each and each.ready) for each in setting.sittings)
    sub = _("%(count)d of %(all)d") % {"count": ready, "all": len(setting.sittings)}
    if mine.ready:
        return (call, bomb, third, _go(dark("main", _("Ready"), sub, _("You are ready. Waiting for the others."))))
    return (call, bomb, third, Key("main", _("Ready"), sub, css="key--go", kbd="↵", post=setting.url("ready")))
