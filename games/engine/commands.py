"""What somebody asks of a match. Commands are judged by `decide`; nothing here knows whether they are legal."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.options import Options
from games.rules import Card

NO_WISH = 0
"""Said aloud: "I wish nothing" (RULES K2). A wish left out is None and is refused."""


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Open the match: variant key, options, and per seat "person", "house" or "program"."""

    variant: str
    options: Options
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal a shuffled deck; the shuffling, and the salt of its seal, are the caller's (RULES A5, B1)."""

    deck: tuple[Card, ...]
    salt: str = ""


@dataclass(frozen=True, slots=True)
class AnswerGrand:
    """Answer the question for Grand Tichu on the first cards (RULES B2, B4)."""

    seat: int
    call: bool


@dataclass(frozen=True, slots=True)
class CallTichu:
    """Call (small) Tichu (RULES D)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ExchangeCards:
    """Give one card to each target: pairs (seat, card) (RULES C1)."""

    seat: int
    gives: tuple[tuple[int, Card], ...]


@dataclass(frozen=True, slots=True)
class Play:
    """Lay these cards in turn. `decision` is the number of the question answered, `reading` the rank
    the Phoenix stands for, `wish` a rank, NO_WISH, or None when nothing was said (RULES F4, K2)."""

    seat: int
    cards: tuple[Card, ...]
    decision: int
    reading: int | None = None
    wish: int | None = None


@dataclass(frozen=True, slots=True)
class PlayBomb:
    """Throw a bomb on the top play number `on`, in turn or out of turn (RULES G4, G8, K10)."""

    seat: int
    cards: tuple[Card, ...]
    on: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline to beat the top (RULES H1)."""

    seat: int
    decision: int


@dataclass(frozen=True, slots=True)
class GiveTrick:
    """Give the trick won by the Dragon to `to` (RULES J2)."""

    seat: int
    to: int
    decision: int


@dataclass(frozen=True, slots=True)
class CollectTrick:
    """The pause number `decision` is over (RULES G9)."""

    decision: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready for the next round (RULES O7)."""

    seat: int


@dataclass(frozen=True, slots=True)
class RunOut:
    """These seats' clocks and reserves have run out at the same deadline (RULES O2)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CreditClocks:
    """Give back `ms` milliseconds in which the service could not answer (RULES O5)."""

    ms: int


@dataclass(frozen=True, slots=True)
class VoidMatch:
    """End the match without a result (RULES O9, or by the staff with a reason)."""

    reason: str


Command = (
    StartMatch
    | Deal
    | AnswerGrand
    | CallTichu
    | ExchangeCards
    | Play
    | PlayBomb
    | Pass
    | GiveTrick
    | CollectTrick
    | Ready
    | RunOut
    | CreditClocks
    | VoidMatch
)
