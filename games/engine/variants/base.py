"""The seam between variants: every question whose answer differs from one form of Tichu to another.

The course of a match (decide, settle, evolve, view) asks here and never asks which variant it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from games.rules import DECK, Card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.state import RoundState
    from games.engine.tally import Tally

TICHU = 100
GRAND = 200
"""What a call brings or costs (RULES M6)."""

Team = tuple[int, ...]


class Variant(ABC):
    """One form of the game. Seats are numbered in order of play, starting with 0."""

    key: ClassVar[str]
    hands: ClassVar[int]
    first_cards: ClassVar[int]
    targets: ClassVar[tuple[int, ...]]

    # --- people and places
    @abstractmethod
    def teams(self, round_number: int) -> tuple[Team, ...]:
        """The seats of each team in that round."""

    @abstractmethod
    def places(self, viewer: int) -> tuple[int, ...]:
        """All seats as they sit around `viewer`: own seat first, then in order of play (RULES A2)."""

    def player_of(self, seat: int, round_number: int) -> int:
        """The seat whose player decides for `seat`; itself, unless a player has two hands."""
        return seat

    def seats(self) -> range:
        """All seats in order of play."""
        return range(self.hands)

    def after(self, seat: int) -> tuple[int, ...]:
        """The other seats in the order in which they act after `seat` (RULES A2)."""
        return self.places(seat)[1:]

    def team_of(self, seat: int, round_number: int = 1) -> int:
        """The number of the seat's team in that round."""
        return next(number for number, team in enumerate(self.teams(round_number)) if seat in team)

    def partners(self, seat: int, round_number: int = 1) -> tuple[int, ...]:
        """The other seats of the same team."""
        team = self.teams(round_number)[self.team_of(seat, round_number)]
        return tuple(other for other in team if other != seat)

    # --- the deal
    def deck(self) -> tuple[Card, ...]:
        """Every card of the deal, in record order (RULES A1)."""
        return DECK

    def deal(self, deck: Sequence[Card]) -> tuple[tuple[tuple[Card, ...], ...], tuple[tuple[Card, ...], ...]]:
        """Cut a shuffled deck into (first cards per seat, later cards per seat) (RULES B1)."""
        n, first = self.hands, self.first_cards
        later = len(deck) // n - first
        cut = n * first
        return (
            tuple(tuple(deck[seat * first : (seat + 1) * first]) for seat in range(n)),
            tuple(tuple(deck[cut + seat * later : cut + (seat + 1) * later]) for seat in range(n)),
        )

    # --- calls and exchange
    def may_call_grand(self, seat: int) -> bool:
        """May this seat call Grand Tichu on the first cards (RULES B2)?"""
        return True

    def exchange_targets(self, seat: int, round_number: int) -> tuple[int, ...]:
        """Who gets one card each from `seat` (RULES C1)."""
        return self.after(seat)

    # --- the course of a round
    def wish_binds(self, seat: int) -> bool:
        """Must this seat obey a wish (RULES K5)?"""
        return True

    @abstractmethod
    def dog_targets(self, seat: int, active: Sequence[int], round_number: int) -> tuple[int, ...]:
        """Who may get the lead from the seat's Dog; one entry is settled without asking (RULES I2)."""

    @abstractmethod
    def dragon_targets(self, seat: int, active: Sequence[int], round_number: int) -> tuple[int, ...]:
        """Who may get the trick won by the seat's Dragon, in or out (RULES J2)."""

    @abstractmethod
    def round_is_over(self, out: Sequence[int], round_number: int) -> bool:
        """Has the last play ended the round (RULES L2, L3)?"""

    @abstractmethod
    def is_team_victory(self, out: Sequence[int], round_number: int) -> bool:
        """Did one team finish before anybody else, so that no cards are counted (RULES L3, M4)?"""

    # --- counting
    @abstractmethod
    def score(self, round_: RoundState) -> Tally:
        """Card points and calls of a finished round (RULES M)."""

    @abstractmethod
    def winner(self, totals: Sequence[int], target: int) -> int | None:
        """The team that has won, or None when another round is due (RULES N)."""
