"""What a house player makes of its view: who sits where, what is unseen, how good the hand is.

Reads a MatchView and nothing else, so it knows what a person in the seat knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from games.bots.outlook import Outlook
from games.bots.partition import Partition
from games.engine.events import CombinationPlayed
from games.engine.view import MatchView, SeatView
from games.rules import DECK, Card, Combination, bombs_in

_DOG_COST = 0.9
_DOG_COST_FOR_CALLER = 0.25


class Situation:
    """The viewer's seat at one moment; everything is worked out when first asked for."""

    def __init__(self, view: MatchView) -> None:
        assert view.viewer is not None, "a watcher decides nothing"
        self.view = view
        self.me = view.seats[view.viewer]
        self.hand = view.hand

    @cached_property
    def partners(self) -> tuple[SeatView, ...]:
        """The seats of the own team but the own."""
        return tuple(seat for seat in self.view.seats if seat.is_partner)

    @cached_property
    def opponents(self) -> tuple[SeatView, ...]:
        """The seats of the other team, the next to play first."""
        others = (self.view.seats[number] for number in self.view.places)
        return tuple(seat for seat in others if seat.team != self.me.team)

    @cached_property
    def partner_called(self) -> bool:
        """A partner's call that can still be made."""
        return any(seat.call and seat.call_made is None for seat in self.partners)

    @cached_property
    def i_called(self) -> bool:
        """An own call that can still be made."""
        return bool(self.me.call) and self.me.call_made is None

    @cached_property
    def callers(self) -> tuple[SeatView, ...]:
        """Opponents whose call can still be made."""
        return tuple(seat for seat in self.opponents if seat.call and seat.call_made is None)

    @cached_property
    def unseen(self) -> frozenset[Card]:
        """The cards that are neither in the own hand nor played."""
        played = (event for _, event in self.view.story if isinstance(event, CombinationPlayed))
        shown = {card for event in played for card in event.combination.cards}
        shown.update(self.view.trick.cards if self.view.trick else ())
        return frozenset(DECK) - shown - frozenset(self.hand)

    @cached_property
    def outlook(self) -> Outlook:
        """The chances of combinations against the unseen cards."""
        return Outlook(self.unseen)

    @cached_property
    def partition(self) -> Partition:
        """Costs of hands; the Dog is worth something when the partner wants the lead."""
        return Partition(self.outlook, dog=_DOG_COST_FOR_CALLER if self.partner_called else _DOG_COST)

    @cached_property
    def bombs(self) -> tuple[Combination, ...]:
        """All bombs in hand, weakest first."""
        return tuple(bombs_in(self.hand))

    @property
    def owner(self) -> SeatView | None:
        """The seat whose combination is on top."""
        return self.view.seats[self.view.trick.owner] if self.view.trick else None

    def cost(self, cards: Iterable[Card]) -> float:
        """The expected number of tricks lost on the way out with these cards."""
        return self.partition.cost(cards)

    def without(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The hand after these cards have left it."""
        gone = frozenset(cards)
        return tuple(card for card in self.hand if card not in gone)

    def is_partner(self, number: int) -> bool:
        """Is this seat on the own team (and not the own)?"""
        return self.view.seats[number].is_partner
