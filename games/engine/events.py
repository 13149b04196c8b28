"""What happened in a match, as it is logged. Events hold outcomes, so that replaying them needs no rules.

`kind` names are fixed for ever (codec.py); a changed event is a new version with an upcaster.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.options import Options
from games.rules import Card, Combination

Gives = tuple[tuple[int, int, Card], ...]
"""Hand-overs as (from, to, card)."""


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The match begins; everything agreed is pinned here."""

    variant: str
    options: Options
    kinds: tuple[str, ...]
    rules_version: int


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """Round `number` is dealt from this shuffled deck. Secret until the round is over, like the `salt` of its seal
    (seal.py); "" where nobody sealed it."""

    number: int
    deck: tuple[Card, ...]
    salt: str = ""


@dataclass(frozen=True, slots=True)
class GrandAnswered:
    """A seat called Grand Tichu or declined; a decline is secret until all have answered (RULES B4)."""

    seat: int
    call: bool


@dataclass(frozen=True, slots=True)
class TichuCalled:
    """A seat called Tichu (RULES D)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardsChosen:
    """A seat has chosen its hand-overs, (to, card). Secret but for the fact itself."""

    seat: int
    gives: tuple[tuple[int, Card], ...]


@dataclass(frozen=True, slots=True)
class CardsExchanged:
    """All hand-overs at once; `leader` holds the Mah Jong and leads (RULES C1, C3)."""

    gives: Gives
    leader: int


@dataclass(frozen=True, slots=True)
class CombinationPlayed:
    """A combination was laid. `out_of_turn` marks a bomb that interrupted, `fulfils` the end of the wish."""

    seat: int
    combination: Combination
    out_of_turn: bool = False
    fulfils: bool = False


@dataclass(frozen=True, slots=True)
class WishMade:
    """The player of the Mah Jong wished for a rank (RULES K2, K3)."""

    seat: int
    rank: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat declined to beat the top."""

    seat: int


@dataclass(frozen=True, slots=True)
class LeadGiven:
    """The Dog handed the lead to `to` (RULES I2)."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """`seat` won the trick; with `gift` it is still to be given away (RULES H4, J2). `leader` leads next,
    None when the round is over."""

    seat: int
    points: int
    gift: bool
    leader: int | None


@dataclass(frozen=True, slots=True)
class TrickGiven:
    """The Dragon's trick went to `to`; `leader` leads next, None when the round is over (RULES J2, J3)."""

    seat: int
    to: int
    points: int
    leader: int | None


@dataclass(frozen=True, slots=True)
class WentOut:
    """A hand is empty; `place` counts from 1 (RULES L1)."""

    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class RoundScored:
    """The round's result: order of going out, points per team, and where they come from (RULES M)."""

    number: int
    order: tuple[int, ...]
    team_victory: bool
    cards: tuple[int, ...]
    calls: tuple[int, ...]
    score: tuple[int, ...]
    total: tuple[int, ...]
    tricks: tuple[int, ...]
    last: int | None
    hand_points: int
    trick_points: int


@dataclass(frozen=True, slots=True)
class PlayerReady:
    """A seat is ready for the next round (RULES O7)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """Clock and reserve of these seats are gone (RULES O2)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClockCredited:
    """The clocks were stopped for `ms` milliseconds through our fault (RULES O5)."""

    ms: int


@dataclass(frozen=True, slots=True)
class MatchWon:
    """The match is over by its score (RULES N)."""

    team: int
    total: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchForfeited:
    """The match is over by time; `winner` is None when both teams ran out together (RULES O2)."""

    seats: tuple[int, ...]
    winner: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class MatchVoided:
    """The match was ended without a result."""

    reason: str


Event = (
    MatchStarted
    | HandsDealt
    | GrandAnswered
    | TichuCalled
    | CardsChosen
    | CardsExchanged
    | CombinationPlayed
    | WishMade
    | Passed
    | LeadGiven
    | TrickTaken
    | TrickGiven
    | WentOut
    | RoundScored
    | PlayerReady
    | TimeRanOut
    | ClockCredited
    | MatchWon
    | MatchForfeited
    | MatchVoided
)
