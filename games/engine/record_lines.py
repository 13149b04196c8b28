"""The lines of a record as values (RECORD.md, version 1). They say what a line holds, not whether it is right."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Card

Hands = tuple[tuple[Card, ...], ...]
Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchLine:
    """The first line of a record."""

    variant: str
    target: int
    players: tuple[str, ...] = ()
    played_at: str = ""
    code: str = ""
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A new deal begins."""

    number: int | None = None


@dataclass(frozen=True, slots=True)
class Deal8Line:
    """The first cards of each hand; the last three come together: what was dealt from, and its seal."""

    hands: Hands
    deck: tuple[Card, ...] = ()
    salt: str = ""
    commitment: str = ""


@dataclass(frozen=True, slots=True)
class GrandLine:
    """An answer on the first cards."""

    seat: int
    call: bool = True


@dataclass(frozen=True, slots=True)
class Deal6Line:
    """The other cards of each hand."""

    hands: Hands


@dataclass(frozen=True, slots=True)
class TichuLine:
    """A call."""

    seat: int


@dataclass(frozen=True, slots=True)
class ExchangeLine:
    """All hand-overs as (from, to, card)."""

    gives: tuple[tuple[int, int, Card], ...]


@dataclass(frozen=True, slots=True)
class PlayLine:
    """A combination is laid, in turn or as a bomb out of turn."""

    seat: int
    cards: tuple[Card, ...]
    phoenix: int | None = None
    wish: int | None = None


@dataclass(frozen=True, slots=True)
class PassLine:
    """A pass."""

    seat: int


@dataclass(frozen=True, slots=True)
class CollectLine:
    """The trick is taken."""

    seat: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class GiftLine:
    """The Dragon's trick is given away."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class RoundEndLine:
    """The result of a round."""

    score: Numbers
    order: Numbers | None = None
    cards: Numbers | None = None
    calls: Numbers | None = None
    total: Numbers | None = None


@dataclass(frozen=True, slots=True)
class MatchEndLine:
    """The match is won."""

    winner: int
    total: Numbers


@dataclass(frozen=True, slots=True)
class ForfeitLine:
    """The match is lost on time."""

    seats: Numbers
    reason: str


@dataclass(frozen=True, slots=True)
class CreditLine:
    """Clocks were stopped and the time given back."""

    ms: int


@dataclass(frozen=True, slots=True)
class VoidLine:
    """The match ended without a result."""

    reason: str


Line = (
    MatchLine
    | RoundLine
    | Deal8Line
    | GrandLine
    | Deal6Line
    | TichuLine
    | ExchangeLine
    | PlayLine
    | PassLine
    | CollectLine
    | GiftLine
    | RoundEndLine
    | MatchEndLine
    | ForfeitLine
    | CreditLine
    | VoidLine
)
