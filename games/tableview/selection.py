"""The raised cards read back: the line, the Play key, and the picker they need. The engine says what they are."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.commands import NO_WISH
from games.engine.preview import Preview
from games.engine.reasons import IllegalMove, Reason
from games.engine.state import Phase
from games.engine.view import MatchView
from games.rules import RANKS, Card, Combination, rank_code
from games.tableview.keys import Key, main_key, play_key
from games.tableview.panel import Line, own_seat, say
from games.tableview.setting import Setting
from games.wording import capital, cards_left, key_reason, one_of, play_word, rank_word, refusal_word, short_play


@dataclass(frozen=True, slots=True)
class Choice:
    """One radio of a picker: what it sends, what it says."""

    value: str
    label: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Picker:
    """`kind` "reading" (what the Phoenix is) or "wish"."""

    kind: str
    title: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Selected:
    """What the page shows for the raised cards."""

    line: Line
    key: Key | None
    picker: Picker | None


NO_WISH_CODE = "none"


def selected(
    setting: Setting, view: MatchView, cards: tuple[Card, ...], seen: Preview | None, wish: int | None
) -> Selected:
    """`seen` is the engine's reading of `cards`; None when nothing is raised."""
    if view.phase not in (Phase.PLAY, Phase.PAUSE) or seen is None or not cards:
        key = main_key(setting, view) if view.phase is Phase.PLAY else None
        return Selected(say(setting, view).line, key, None)
    if not seen.on_turn:
        return Selected(_prepared(setting, view, cards, seen), None, None)
    picker = _picker(seen, wish)
    if seen.refused is not None:
        return Selected(*_refused(setting, cards, seen.refused), picker)
    assert seen.combination is not None, "what is legal is a combination"
    if seen.needs_wish and wish is None:
        text = _("%s: choose your wish, or none.") % capital(play_word(seen.combination))
        why = refusal_word(IllegalMove(Reason.WISH_MISSING), setting.people)
        return Selected(Line("info", text), play_key(setting, sub=_("your wish?"), off=True, why=why), picker)
    return Selected(_legal(view, seen.combination, wish), _live_key(setting, seen.combination, wish), picker)


def _legal(view: MatchView, play: Combination, wish: int | None) -> Line:
    name = capital(play_word(play))
    if wish:
        return Line("ok", _("%(play)s, wishing for %(rank)s") % {"play": name, "rank": one_of(wish)})
    if wish == NO_WISH and wish is not None:
        return Line("ok", _("%s, without a wish") % name)
    if view.top is None:
        return Line("ok", name)
    return Line("ok", _("%(play)s, beats the %(top)s") % {"play": name, "top": short_play(view.top)})


def _live_key(setting: Setting, play: Combination, wish: int | None) -> Key:
    return play_key(setting, sub=_("wish: %s") % rank_word(wish) if wish else short_play(play))


def _refused(setting: Setting, cards: tuple[Card, ...], refused: IllegalMove) -> tuple[Line, Key]:
    why = refusal_word(refused, setting.people)
    sub = key_reason(refused, len(cards))
    return Line("no", why, refused.anchor), play_key(setting, sub=sub, off=True, why=why, anchor=refused.anchor)


def _prepared(setting: Setting, view: MatchView, cards: tuple[Card, ...], seen: Preview) -> Line:
    """Before one's turn: what lies ready, or that it is nothing yet."""
    own = own_seat(view)
    if view.phase is Phase.PAUSE or (own is not None and not own.count):
        return say(setting, view).line
    if seen.combination is None:
        return Line("info", _("%s raised: no combination yet.") % capital(cards_left(len(cards))))
    return Line("info", _("Ready for your turn: %s.") % play_word(seen.combination))


def _picker(seen: Preview, wish: int | None) -> Picker | None:
    if seen.needs_wish and seen.combination is not None:
        ranks = tuple(Choice(rank_code(rank), rank_word(rank), "", rank == wish) for rank in RANKS)
        none = Choice(NO_WISH_CODE, _("none"), "", wish == NO_WISH and wish is not None)
        return Picker("wish", _("Your wish with the Mah Jong"), (*ranks, none))
    if len(seen.choices) < 2:
        return None
    meant = seen.combination.phoenix if seen.combination else None
    choices = tuple(_reading(each, each.phoenix == meant) for each in seen.choices if each.phoenix)
    return Picker("reading", _("What is the Phoenix?"), choices)


def _reading(play: Combination, chosen: bool) -> Choice:
    assert play.phoenix is not None
    return Choice(rank_code(play.phoenix), capital(one_of(play.phoenix)), short_play(play), chosen)
