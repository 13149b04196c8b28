"""When each house player looks at the table: after every move, whatever it holds, so that the moment tells nothing.

Drawn from match code, seat and decision number only. Never from cards.
"""

from __future__ import annotations

from django.conf import settings

from games.bots import delay_ms
from games.engine.clock import pause_length
from games.engine.state import MatchState, Phase
from games.log import Current

HOUSE = "house"
MAY_HOLD_A_BOMB = 4
"""Cards; everybody can count them."""


def looks(match_code: str, current: Current) -> dict[int, int]:
    """Seat -> moment (ms) of its look, for every house player with something to decide, or a bomb to consider."""
    state = current.state
    since = {seat: _since(current, seat) for seat in _concerned(state)}
    return {seat: start + _delay(seat, state.decision, match_code) for seat, start in since.items()}


def _delay(seat: int, decision: int, match_code: str) -> int:
    return round(delay_ms(seat, decision, match_code) * settings.HOUSE_PACE)


def next_look(match_code: str, current: Current, after: int | None = None) -> int | None:
    """The first look later than `after`, or the first of all."""
    return min((at for at in looks(match_code, current).values() if after is None or at > after), default=None)


def owing(state: MatchState) -> frozenset[int]:
    """House players who have to do something before the match goes on."""
    house = frozenset(seat for seat, kind in enumerate(state.kinds) if kind == HOUSE)
    return house - state.ready if state.phase is Phase.READY else house & state.to_act()


def _concerned(state: MatchState) -> frozenset[int]:
    """Those who owe a decision, and all who could throw a bomb on the trick."""
    if state.phase not in (Phase.PLAY, Phase.PAUSE) or state.deal.trick is None:
        return owing(state)
    hands = state.deal.hands
    bombers = (seat for seat, kind in enumerate(state.kinds) if kind == HOUSE and len(hands[seat]) >= MAY_HOLD_A_BOMB)
    return owing(state) | frozenset(bombers)


def _since(current: Current, seat: int) -> int:
    """When what the seat looks at began: its decision, the pause, the gate, or the last entry."""
    clock, rules = current.clock, current.state.options.clock
    if (opened := clock.opened[seat]) is not None:
        return opened
    if clock.until is None:
        return current.at
    return clock.until - (rules.ready if current.state.phase is Phase.READY else pause_length(current.state))
