"""The state of a match: immutable values, changed only by `evolve`. No time, no names, no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from games.engine.events import (
    Event,
    Gives,
    MatchForfeited,
    MatchVoided,
    MatchWon,
    RoundScored,
)
from games.engine.options import Options
from games.engine.variants import Variant, variant_named
from games.rules import Card, Combination


class Phase(StrEnum):
    """What the match waits for."""

    DEAL = "deal"  # a shuffled deck
    GRAND = "grand"  # answers on the first cards
    EXCHANGE = "exchange"  # one card to each other player
    PLAY = "play"  # the seat on turn
    PAUSE = "pause"  # the trick is about to be collected
    GIFT = "gift"  # a recipient of the Dragon's trick
    READY = "ready"  # the players, between two rounds
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Laid:
    """One act in a trick: a combination, or None for a pass."""

    seat: int
    combination: Combination | None


@dataclass(frozen=True, slots=True)
class Trick:
    """The acts since the lead. `number` counts the tricks of the round from 1."""

    number: int
    acts: tuple[Laid, ...]

    @property
    def plays(self) -> tuple[Laid, ...]:
        """The acts without the passes."""
        return tuple(act for act in self.acts if act.combination is not None)

    @property
    def top(self) -> Combination:
        """The combination to be beaten."""
        return next(act.combination for act in reversed(self.acts) if act.combination is not None)

    @property
    def owner(self) -> int:
        """The seat whose combination is on top."""
        return next(act.seat for act in reversed(self.acts) if act.combination is not None)

    @property
    def passed(self) -> frozenset[int]:
        """The seats that have passed since the top was laid."""
        seats: set[int] = set()
        for act in reversed(self.acts):
            if act.combination is not None:
                break
            seats.add(act.seat)
        return frozenset(seats)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the trick."""
        return tuple(card for act in self.acts if act.combination is not None for card in act.combination.cards)


@dataclass(frozen=True, slots=True)
class RoundState:
    """One deal. Tuples are indexed by seat.

    `firsts`: the first cards dealt; `hands`: cards held now (the first ones until all have answered);
    `grand`: answers, None = not yet; `chosen`: hand-overs (to, card), None = not yet; `wisher` made `wish`;
    `dog`: the seat whose Dog waits to hand over the lead; `story`: what the table may tell, by trick; `seal`: of the
    deal, "" where it has none.
    """

    number: int
    firsts: tuple[tuple[Card, ...], ...]
    later: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    grand: tuple[bool | None, ...]
    tichu: tuple[bool, ...]
    chosen: tuple[tuple[tuple[int, Card], ...] | None, ...]
    piles: tuple[tuple[Card, ...], ...]
    gives: Gives = ()
    turn: int | None = None
    trick: Trick | None = None
    last_trick: Trick | None = None
    tricks: int = 0
    wish: int | None = None
    wisher: int | None = None
    dog: int | None = None
    out: tuple[int, ...] = ()
    played: frozenset[int] = frozenset()
    story: tuple[tuple[int, Event], ...] = ()
    seal: str = ""

    @property
    def active(self) -> tuple[int, ...]:
        """The seats still holding cards."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)

    def dealt(self, seat: int) -> tuple[Card, ...]:
        """All cards dealt to a seat before the exchange."""
        return tuple(sorted(self.firsts[seat] + self.later[seat]))


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match after some prefix of its log.

    `decision` numbers the open question, `plays` the combinations laid in the match (a bomb names the one
    it is meant for), `totals` are points per team, `results` the finished rounds in order.
    """

    variant_key: str
    options: Options
    kinds: tuple[str, ...]
    phase: Phase
    totals: tuple[int, ...]
    round: RoundState | None = None
    rounds: int = 0
    decision: int = 0
    plays: int = 0
    ready: frozenset[int] = frozenset()
    results: tuple[RoundScored, ...] = field(default=())
    outcome: MatchWon | MatchForfeited | MatchVoided | None = None

    @property
    def variant(self) -> Variant:
        """The variant that answers what differs between forms of the game."""
        return variant_named(self.variant_key)

    @property
    def deal(self) -> RoundState:
        """The current round; an error before the first deal."""
        assert self.round is not None, "no round has been dealt"
        return self.round

    def to_act(self) -> frozenset[int]:
        """The seats that owe a decision now; empty where nobody is on the clock."""
        match self.phase:
            case Phase.GRAND:
                return frozenset(seat for seat, answer in enumerate(self.deal.grand) if answer is None)
            case Phase.EXCHANGE:
                return frozenset(seat for seat, gives in enumerate(self.deal.chosen) if gives is None)
            case Phase.PLAY | Phase.GIFT:
                turn = self.deal.turn
                return frozenset() if turn is None else frozenset((turn,))
            case _:
                return frozenset()
