"""When to throw a bomb out of turn or in the pause (RULES G4, G5)."""

from __future__ import annotations

from games.bots.situation import Situation
from games.engine.commands import PlayBomb
from games.engine.state import Phase
from games.rules import Combination, points_of, readings

_RICH = 25
_FEW = 3


def bomb_or_wait(now: Situation) -> PlayBomb | None:
    """A bomb on an opponent's trick that is worth one, thrown as late as possible; None to hold it back."""
    view = now.view
    owner, trick = now.owner, view.trick
    if owner is None or trick is None or owner.is_partner or owner is now.me or not view.mine or not view.mine.bombs:
        return None
    bomb = view.mine.bombs[0]
    if now.partner_called and not now.without(bomb.cards):
        return None  # going out would spoil the partner's call
    wanted = is_worth_a_bomb(now, bomb) if view.phase is Phase.PAUSE else _about_to_go_out(now)
    return PlayBomb(now.me.number, bomb.cards, view.on) if wanted else None


def is_worth_a_bomb(now: Situation, bomb: Combination) -> bool:
    """An opponent's trick that is rich, or helps him out, or whose lead brings the own hand out."""
    trick = now.view.trick
    return trick is not None and (_wins(now, bomb) or _stops(now) or points_of(trick.cards) >= _RICH)


def _wins(now: Situation, bomb: Combination) -> bool:
    """The rest goes out in one play or nearly."""
    rest = now.without(bomb.cards)
    return not rest or bool(readings(rest)) or now.cost(rest) < 1.0


def _stops(now: Situation) -> bool:
    """The trick would help an opponent who has called or is nearly out."""
    owner = now.owner
    return owner is not None and (owner in now.callers or 0 < owner.count <= _FEW)


def _about_to_go_out(now: Situation) -> bool:
    """A caller on turn could lay his last cards on this top."""
    view = now.view
    if view.trick is None:
        return False
    return any(seat.number == view.turn and seat.count == len(view.trick.top.cards) for seat in now.callers)
