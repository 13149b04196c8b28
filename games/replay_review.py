"""What could have been: at each decision of the chosen seat, what the rules left open to it. Made from that seat's own
MatchView alone, so it holds nothing the seat did not know then (RULES U).
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.engine.state import Phase
from games.engine.view import MatchView, Mine
from games.rules import Combination, Kind, legal_plays
from games.wording import height_word, listed, rank_word, short_play

_GROUPS = {
    Kind.DOG: gettext_noop("Dog"),
    Kind.SINGLE: gettext_noop("Singles"),
    Kind.PAIR: gettext_noop("Pairs"),
    Kind.TRIPLE: gettext_noop("Triples"),
    Kind.FULL_HOUSE: gettext_noop("Full houses"),
    Kind.STAIRS: gettext_noop("Consecutive pairs"),
    Kind.STRAIGHT: gettext_noop("Straights"),
}
BOMBS = gettext_noop("Bombs")


@dataclass(frozen=True, slots=True)
class Plays:
    """The plays of one kind, from the lowest: how high they are, or what they are."""

    kind: str
    plays: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """The decision in a sentence, and the plays there were, if it was about playing."""

    sentence: str
    groups: tuple[Plays, ...] = ()


def review(view: MatchView, names: tuple[str, ...]) -> Review:
    """What the view's own seat could do at this position."""
    assert view.viewer is not None and view.mine is not None, "a replay is looked at from a seat"
    name = names[view.viewer]
    if view.mine.to_act and view.phase is Phase.PLAY:
        return _turn(view, view.mine, name)
    return Review(_other_decision(view, view.mine, name, names) or _no_decision(view.mine, name))


def _turn(view: MatchView, mine: Mine, name: str) -> Review:
    found = _distinct(legal_plays(view.hand, view.top, view.wish))
    count = len(found)
    plays = ngettext("%(count)d play", "%(count)d different plays", count) % {"count": count}
    facts = {"name": name, "plays": plays, "rank": rank_word(view.wish) if view.wish else ""}
    if mine.wish_binds:
        sentence = _("%(name)s to play: %(plays)s, bound by the wish for %(rank)s, no pass")
    elif view.top is None:
        sentence = _("%(name)s to lead: %(plays)s, no pass")
    elif not found:
        sentence = _("%(name)s to play: nothing beats it, only a pass")
    else:
        sentence = _("%(name)s to play: %(plays)s, or a pass")
    return Review(sentence % facts, _grouped(found))


def _other_decision(view: MatchView, mine: Mine, name: str, names: tuple[str, ...]) -> str:
    """Decisions about other things than playing; "" where there is none."""
    if not mine.to_act:
        return ""
    match view.phase:
        case Phase.GRAND:
            return _("%(name)s to answer: Grand Tichu or not") % {"name": name}
        case Phase.EXCHANGE:
            return _("%(name)s to choose a card for each other player") % {"name": name}
        case Phase.GIFT:
            facts = {"name": name, "names": listed([names[seat] for seat in view.targets])}
            return _("%(name)s to give the trick away: %(names)s") % facts
        case _:
            return ""


def _no_decision(mine: Mine, name: str) -> str:
    """Out of turn only a bomb is open."""
    if mine.bombs:
        facts = {"name": name, "bombs": ", ".join(short_play(bomb) for bomb in mine.bombs)}
        return _("%(name)s is not asked, but could bomb: %(bombs)s") % facts
    return _("%(name)s has nothing to decide here") % {"name": name}


def _distinct(plays: list[Combination]) -> list[Combination]:
    """One play of each kind and height, from the lowest: which suits it takes is left aside."""
    found: dict[tuple[object, ...], Combination] = {}
    for play in sorted(plays, key=lambda play: (play.length, play.rank)):
        found.setdefault((play.kind, play.length, play.rank), play)
    return list(found.values())


def _grouped(plays: list[Combination]) -> tuple[Plays, ...]:
    grouped: dict[str, list[str]] = {label: [] for label in (*_GROUPS.values(), BOMBS)}
    for play in plays:
        grouped[BOMBS if play.is_bomb else _GROUPS[play.kind]].append(_play(play))
    return tuple(Plays(_(label), tuple(texts)) for label, texts in grouped.items() if texts)


def _play(play: Combination) -> str:
    """A play among others of its kind: how high it is, but bombs and special cards by name."""
    is_named = play.is_bomb or (len(play.cards) == 1 and play.cards[0].is_special)
    return short_play(play) if is_named else height_word(play)
