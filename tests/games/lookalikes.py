"""Two deals that look the same to somebody: two cards they have not seen change places wherever they are hidden, and
everything that is done in the open stays as it was. The rules alone say so here, not the views.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from games.engine import commands as c
from games.engine import events as e
from games.engine.decide import judge, start, with_consequences
from games.engine.evolve import begin
from games.engine.reasons import IllegalMove
from games.engine.state import MatchState
from games.rules import DECK, MAH_JONG, Card
from tests.engine.playouts import Step

TRIES = 40


@dataclass(frozen=True, slots=True)
class Lookalike:
    """The same commands with two hidden cards exchanged; alike up to, and without, step number `until`."""

    steps: tuple[Step, ...]
    until: int
    cards: frozenset[Card]


def lookalike(steps: Sequence[Step], viewer: int | None, rng: Random) -> Lookalike | None:
    """The one of some pairs of cards that stays hidden longest in the last round; None where none is legal."""
    deal = max(at for at, step in enumerate(steps) if isinstance(step.command, c.Deal))
    shown = {each: at for at, each in _shown(steps, deal)}
    unseen = sorted(set(DECK) - _known(steps, deal, viewer) - {MAH_JONG})
    pairs = [rng.sample(unseen, 2) for _ in range(TRIES)]
    pairs.sort(key=lambda pair: -min(shown.get(each, len(steps)) for each in pair))
    for pair in pairs:
        until = min(shown.get(each, len(steps)) for each in pair)
        found = _alike(steps, deal, until, *pair)
        if found and not _same_hand(steps[deal].after, *pair):
            return Lookalike(found, until, frozenset(pair))
    return None


def _shown(steps: Sequence[Step], deal: int) -> Iterator[tuple[int, Card]]:
    """When each card of the round lies open: played, or left over when it is scored."""
    for at, step in reversed(list(enumerate(steps))[deal:]):
        for event in step.events:
            if isinstance(event, e.CombinationPlayed):
                yield from ((at, each) for each in event.combination.cards)
            if isinstance(event, e.RoundScored):
                yield from ((at, each) for each in DECK)


def _known(steps: Sequence[Step], deal: int, viewer: int | None) -> set[Card]:
    """What a seat has in its hand at some time of the round."""
    if viewer is None:
        return set()
    rounds = [step.after.deal for step in steps[deal:] if step.after.round is not None]
    held = {each for round_ in rounds for each in (*round_.hands[viewer], *round_.later[viewer])}
    return held | {each for round_ in rounds for giver, to, each in round_.gives if viewer in (giver, to)}


def _same_hand(state: MatchState, one: Card, other: Card) -> bool:
    hands = [{*first, *later} for first, later in zip(state.deal.hands, state.deal.later, strict=True)]
    return any({one, other} <= hand for hand in hands)


def _alike(steps: Sequence[Step], deal: int, until: int, one: Card, other: Card) -> tuple[Step, ...] | None:
    """The commands under the other deal, as far as all of them are legal and have the same open consequences."""
    names = {one: other, other: one}
    state, found = _begun(steps[0]), [steps[0]]
    for at, step in enumerate(steps[1:until], start=1):
        command = _renamed(step.command, names) if at >= deal else step.command
        try:
            events, after = with_consequences(state, judge(state, command))
        except IllegalMove:
            return None
        if [_open(event) for event in events] != [_open(event) for event in step.events]:
            return None
        found.append(Step(state, command, events, after))
        state = after
    return tuple(found)


def _begun(first: Step) -> MatchState:
    (started,) = start(first.command)
    return begin(started)


def _renamed(command: c.Command, names: dict[Card, Card]) -> c.Command:
    match command:
        case c.Deal(deck=deck):
            return replace(command, deck=tuple(names.get(each, each) for each in deck))
        case c.ExchangeCards(gives=gives):
            return replace(command, gives=tuple((to, names.get(each, each)) for to, each in gives))
    return command


def _open(event: e.Event) -> object:
    """What everybody at a real table sees of it (RULES U1)."""
    match event:
        case e.HandsDealt(number=number):
            return "dealt", number
        case e.CardsChosen(seat=seat):
            return "chosen", seat
        case e.CardsExchanged():
            return "exchanged"
    return event
