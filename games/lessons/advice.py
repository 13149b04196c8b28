"""The coach's general word: what the table shows, and what a house player in the learner's seat would do and why.

Reads the learner's view alone. Every remark has a suggestion where there is something to decide, and none binds.
"""

from __future__ import annotations

from random import Random

from games.bots import choose
from games.bots.situation import Situation
from games.engine import commands as c
from games.engine.state import Phase
from games.engine.view import MatchView
from games.lessons.base import Coach, Fact
from games.rules import DOG, DRAGON, MAH_JONG, PHOENIX, Combination, legal_plays

Facts = tuple[tuple[str, Fact], ...]
FAR_GONE = 3
"""So few cards are near the end."""


def advice(view: MatchView) -> Coach | None:
    """The remark for this moment; None where a watcher looks or nothing is to be said."""
    if view.viewer is None or view.mine is None:
        return None
    match view.phase:
        case Phase.GRAND:
            return _grand(view)
        case Phase.EXCHANGE:
            return _exchange(view)
        case Phase.PLAY:
            return _play(view, Situation(view))
        case Phase.PAUSE:
            return _bomb(view) or Coach("pause", quiet=True)
        case Phase.GIFT:
            return _gift(view)
        case Phase.READY:
            return _ready(view)
        case _:
            return None


def _opinion(view: MatchView) -> c.Command | None:
    """What a house player would do here."""
    return choose(view, Random(view.decision))


def _grand(view: MatchView) -> Coach:
    assert view.mine is not None
    if view.mine.grand is not None:
        return Coach("wait-grand", quiet=True)
    opinion = _opinion(view)
    dares = isinstance(opinion, c.AnswerGrand) and opinion.call
    return Coach("grand-yes" if dares else "grand-no", anchor="grand", suggests=opinion)


def _exchange(view: MatchView) -> Coach:
    assert view.mine is not None
    if view.mine.chosen is not None:
        return Coach("wait-exchange", quiet=True)
    return Coach("exchange", anchor="exchange", suggests=_opinion(view))


def _gift(view: MatchView) -> Coach:
    assert view.mine is not None
    if not view.mine.to_act:
        return Coach("wait-gift", anchor="dragon", quiet=True)
    opinion = _opinion(view)
    facts: Facts = (("to", opinion.to),) if isinstance(opinion, c.GiveTrick) else ()
    return Coach("gift", facts, "dragon", opinion)


def _ready(view: MatchView) -> Coach:
    assert view.viewer is not None
    me = view.seats[view.viewer]
    if me.ready:
        return Coach("wait-ready", quiet=True)
    result = view.results[-1]
    won = result.cards[me.team] > 0
    key = ("double-ours" if won else "double-theirs") if result.team_victory else "counted"
    anchor = "double-victory" if result.team_victory else "scoring"
    return Coach(key, anchor=anchor, suggests=c.Ready(view.viewer))


# --- While a round is played


def _play(view: MatchView, now: Situation) -> Coach:
    if now.me.out:
        return Coach("am-out", quiet=True)
    if view.turn != view.viewer:
        return _bomb(view) or _waiting(now)
    opinion = _opinion(view)
    match opinion:
        case c.CallTichu():
            return Coach("tichu", anchor="tichu", suggests=opinion)
        case c.Play():
            return _laying(view, now, opinion)
        case _:
            return _passing(view, now, opinion)


def _waiting(now: Situation) -> Coach:
    owner = now.owner
    if owner is None:
        return Coach("wait-lead", quiet=True)
    key = "wait-partner" if owner.is_partner else "wait-mine" if owner is now.me else "wait"
    return Coach(key, quiet=True)


def _bomb(view: MatchView) -> Coach | None:
    """A bomb that may be thrown out of turn, and whether it is worth it."""
    assert view.mine is not None
    if not view.mine.bombs:
        return None
    opinion = _opinion(view)
    facts: Facts = (("play", view.mine.bombs[0]),)
    if isinstance(opinion, c.PlayBomb):
        return Coach("bomb-now", facts, "bombs", opinion)
    return Coach("bomb-could", facts, "bombs", quiet=True)


def _passing(view: MatchView, now: Situation, opinion: c.Command | None) -> Coach:
    owner, top = now.owner, view.top
    assert owner is not None and top is not None, "a lead cannot be passed"
    if not legal_plays(view.hand, top, view.wish):
        return Coach("pass-none", (("top", top),), "answers", opinion)
    if owner.is_partner:
        return Coach("pass-partner", (("top", top),), "trick", opinion)
    return Coach("pass-save", (("top", top),), "trick", opinion)


def _laying(view: MatchView, now: Situation, opinion: c.Play) -> Coach:
    play = _combination(view, opinion)
    if play is None:
        return Coach("choose", suggests=opinion)
    key, anchor = _word_for(view, now, play, opinion)
    facts: Facts = (("play", play), ("rank", view.wish or opinion.wish or 0))
    return Coach(key, (*facts, ("top", view.top)) if view.top else facts, anchor, opinion)


def _combination(view: MatchView, opinion: c.Play) -> Combination | None:
    plays = legal_plays(view.hand, view.top, view.wish)
    same = [play for play in plays if set(play.cards) == set(opinion.cards)]
    meant = [play for play in same if opinion.reading in (None, play.phoenix)]
    return next(iter(meant or same), None)


def _word_for(view: MatchView, now: Situation, play: Combination, opinion: c.Play) -> tuple[str, str]:
    """Key of the words and anchor of the rule, the weightiest reason first."""
    assert view.mine is not None
    if len(play.cards) == len(view.hand):
        return "go-out", "round-end"
    if view.mine.wish_binds:
        return "wish-binds", "wish"
    if play.is_bomb:
        return "bomb", "bombs"
    special = _special(play, opinion)
    if special:
        return special
    if view.top is None:
        return _lead(now, play), "combinations"
    owner = now.owner
    return ("over-partner" if owner is not None and owner.is_partner else "beat"), "answers"


def _special(play: Combination, opinion: c.Play) -> tuple[str, str] | None:
    if MAH_JONG in play.cards:
        return ("mahjong" if opinion.wish else "mahjong-plain"), "wish"
    if play.cards == (DOG,):
        return "dog", "dog"
    if play.cards == (DRAGON,):
        return "dragon", "dragon"
    if PHOENIX in play.cards:
        return ("phoenix" if len(play.cards) == 1 else "joker"), "phoenix"
    return None


def _lead(now: Situation, play: Combination) -> str:
    if any(0 < seat.count <= FAR_GONE for seat in now.partners) and len(play.cards) == 1:
        return "lead-partner"
    return "lead-single" if len(play.cards) == 1 else "lead-many"
