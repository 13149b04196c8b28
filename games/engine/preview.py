"""What raised cards are and whether they could be played: the live line under the table. It changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import commands as c
from games.engine.decide import refusal
from games.engine.judge_plays import choose_reading
from games.engine.reasons import IllegalMove
from games.engine.state import MatchState, Phase
from games.rules import MAH_JONG, Card, Combination, beats, readings


@dataclass(frozen=True, slots=True)
class Preview:
    """`combination`: the reading that would be played, else the highest, None for no combination;
    `choices`: the readings to choose from where several are legal (RULES F4); `refused`: why it cannot be
    played now; `needs_wish`: the Mah Jong is among the cards; `on_turn`: whether the viewer is to play."""

    combination: Combination | None
    choices: tuple[Combination, ...]
    refused: IllegalMove | None
    needs_wish: bool
    on_turn: bool


def preview(state: MatchState, seat: int, cards: Sequence[Card], reading: int | None = None) -> Preview:
    """Read the seat's selection; any held cards may be asked about at any time."""
    trick = state.round.trick if state.round else None
    top = trick.top if trick else None
    found = readings(cards, top)
    legal = tuple(each for each in found if beats(top, each))
    on_turn = state.phase is Phase.PLAY and state.deal.turn == seat
    wish = c.NO_WISH if MAH_JONG in cards else None
    command = c.Play(seat, tuple(cards), state.decision, reading, wish)
    return Preview(
        combination=_meant(state, cards, reading, found),
        choices=legal if len(legal) > 1 else (),
        refused=refusal(state, command),
        needs_wish=MAH_JONG in cards,
        on_turn=on_turn,
    )


def _meant(
    state: MatchState, cards: Sequence[Card], reading: int | None, found: tuple[Combination, ...]
) -> Combination | None:
    if state.round is None:
        return found[0] if found else None
    try:
        return choose_reading(state.round, cards, reading)
    except IllegalMove:
        return found[0] if found else None
