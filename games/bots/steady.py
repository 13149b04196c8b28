"""The ordinary house player: a solid, unhurried game. It sees a MatchView and decides, nothing more."""

from __future__ import annotations

from random import Random

from games.bots.bombing import bomb_or_wait
from games.bots.calling import calls_grand, calls_tichu
from games.bots.giving import exchange_cards, give_trick
from games.bots.playing import play_or_pass
from games.bots.situation import Situation
from games.engine.commands import AnswerGrand, CallTichu, Command, Ready
from games.engine.state import Phase
from games.engine.view import MatchView


def choose(view: MatchView, rng: Random) -> Command | None:
    """What the seat does now; None when it owes nothing and wants nothing."""
    if view.viewer is None or view.mine is None:
        return None
    now = Situation(view)
    match view.phase:
        case Phase.GRAND:
            return AnswerGrand(now.me.number, calls_grand(now)) if view.mine.grand is None else None
        case Phase.EXCHANGE:
            return exchange_cards(now) if view.mine.chosen is None else None
        case Phase.PLAY if view.mine.to_act:
            return CallTichu(now.me.number) if calls_tichu(now) else play_or_pass(now)
        case Phase.PLAY | Phase.PAUSE:
            return bomb_or_wait(now)
        case Phase.GIFT:
            return give_trick(now) if view.mine.to_act else None
        case Phase.READY:
            return None if now.me.ready else Ready(now.me.number)
        case _:
            return None
