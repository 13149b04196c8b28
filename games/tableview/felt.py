"""What lies on the felt: the trick, the wish, the trick before."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine import events as e
from games.engine.state import Laid, Phase, Trick
from games.engine.view import MatchView
from games.rules import Card, rank_code
from games.tableview.setting import PLACES, Setting
from games.wording import play_word, rank_word


@dataclass(frozen=True, slots=True)
class LaidView:
    """One seat's latest play."""

    pos: str
    cards: tuple[Card, ...]
    who: str
    what: str
    top: bool


@dataclass(frozen=True, slots=True)
class WishView:
    """The wish in force; `mine`: the viewer is bound by it now."""

    rank: str
    text: str
    by: str
    mine: bool


@dataclass(frozen=True, slots=True)
class LastTrick:
    """The trick collected last, all of it, oldest play first."""

    title: str
    rows: tuple[LaidView, ...]


def trick_view(setting: Setting, view: MatchView) -> tuple[LaidView, ...]:
    """Each seat's latest play, oldest first, at most one per seat."""
    trick = _shown_trick(view)
    if trick is None:
        return ()
    latest: dict[int, Laid] = {}
    for act in trick.plays:
        latest.pop(act.seat, None)
        latest[act.seat] = act
    top = len(latest) - 1
    return tuple(_laid(setting, view, act, top=at == top) for at, act in enumerate(latest.values()))


def _shown_trick(view: MatchView) -> Trick | None:
    """The trick on the table. The one that ended the round stays: its last play came with the score (BUGLOG F04)."""
    if view.phase is Phase.READY or isinstance(view.outcome, e.MatchWon):
        return view.trick or view.last_trick
    return view.trick if view.phase is not Phase.OVER else None


def _laid(setting: Setting, view: MatchView, act: Laid, *, top: bool) -> LaidView:
    combination = act.combination
    assert combination is not None, "passes are not laid"
    pos = PLACES[view.places.index(act.seat)]
    who = setting.people.who(act.seat)
    return LaidView(pos, combination.cards, who, play_word(combination), top)


def lay_word(setting: Setting, view: MatchView) -> str:
    """What stands on an empty felt."""
    if view.phase is not Phase.PLAY or view.trick is not None or view.turn is None:
        return ""
    if view.turn == view.viewer:
        return _("Your lead")
    return _("%s leads") % setting.people(view.turn)


def wish_view(setting: Setting, view: MatchView) -> WishView | None:
    if view.wish is None or view.phase not in (Phase.PLAY, Phase.PAUSE, Phase.GIFT):
        return None
    code, rank = rank_code(view.wish), rank_word(view.wish)
    if view.mine and view.mine.wish_binds:
        return WishView(code, _("Wish: %s. You must play one.") % rank, "", True)
    by = "" if view.wisher is None else _("by you") if view.wisher == view.viewer else _by(setting, view.wisher)
    return WishView(code, _("Wish: %s") % rank, by, False)


def _by(setting: Setting, seat: int) -> str:
    return _("by %s") % setting.people(seat)


def last_trick(setting: Setting, view: MatchView) -> LastTrick | None:
    trick = view.last_trick
    if trick is None:
        return None
    taker = setting.people.who(_taker(view, trick))
    rows = tuple(_laid(setting, view, act, top=False) for act in trick.plays)
    return LastTrick(_("Last trick, to %s") % taker, rows)


def _taker(view: MatchView, trick: Trick) -> int:
    """Its winner, or whoever the Dragon's trick was given to."""
    for number, event in reversed(view.story):
        if isinstance(event, e.TrickGiven) and number == trick.number:
            return event.to
    return trick.owner
