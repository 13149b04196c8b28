"""A prepared round: who is dealt and gives what, and the course it takes as long as everybody keeps to it.

A course is text, act by act in order of play: "0:Mj#mahjong@wish 1:Qj 2:- 3:>0": seat 0 lays the Mah Jong, seat 1 a
Queen, seat 2 passes, seat 3 gives the Dragon's trick to seat 0. `#` names what the coach says, `@` the rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.engine import commands as c
from games.engine import events as e
from games.engine.view import MatchView
from games.rules import MAH_JONG, Card, card, legal_plays, parse_cards

_ACT = re.compile(r"(?P<seat>\d):(?P<what>-|>\d|\w+)(?:#(?P<key>[\w-]+))?(?:@(?P<anchor>[\w-]+))?")


@dataclass(frozen=True, slots=True)
class Act:
    """One act of the course: `cards` laid (none = a pass), or the Dragon's trick given `to` a seat."""

    seat: int
    cards: tuple[Card, ...] = ()
    to: int | None = None
    key: str = ""
    anchor: str = ""

    @property
    def shape(self) -> tuple[int, int | None, tuple[int, ...]]:
        """What counts when the course is compared with what was done: suits do not."""
        return self.seat, self.to, tuple(sorted(each.rank for each in self.cards))


@dataclass(frozen=True, slots=True)
class Deal:
    """What one seat is dealt, the first cards first, and what it gives: a card for each other seat in order of play."""

    dealt: tuple[Card, ...]
    gives: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PreparedRound:
    """Deals by seat, the course, the rank that comes with the Mah Jong, and who calls Tichu before the first card."""

    deals: tuple[Deal, ...]
    acts: tuple[Act, ...]
    wish: int = c.NO_WISH
    callers: frozenset[int] = frozenset()

    def deck(self, first_cards: int) -> tuple[Card, ...]:
        """The deck that deals these hands, `first_cards` to each seat first (RULES B1)."""
        first = [each for deal in self.deals for each in deal.dealt[:first_cards]]
        return (*first, *(each for deal in self.deals for each in deal.dealt[first_cards:]))

    def next_act(self, view: MatchView) -> Act | None:
        """What the course has next; None once somebody has left it."""
        done = [act.shape for act in acts_of(view)]
        planned = [act.shape for act in self.acts[: len(done)]]
        return self.acts[len(done)] if done == planned and len(done) < len(self.acts) else None

    def exchange(self, view: MatchView) -> c.ExchangeCards | None:
        """The planned hand-overs of the viewer's seat; None where it does not hold those cards."""
        assert view.viewer is not None
        given = self.deals[view.viewer].gives
        if not set(given) <= set(view.hand):
            return None
        return c.ExchangeCards(view.viewer, tuple(zip(view.places[1:], given, strict=True)))

    def command(self, view: MatchView, act: Act) -> c.Command | None:
        """The viewer's act as a command; None where the rules do not allow it now."""
        if act.to is not None:
            return c.GiveTrick(act.seat, act.to, view.decision)
        if not act.cards:
            return c.Pass(act.seat, view.decision)
        wish = self.wish if MAH_JONG in act.cards else None
        cards = _held(view, act)
        return c.Play(act.seat, cards, view.decision, wish=wish) if cards else None


def acts_of(view: MatchView) -> Iterator[Act]:
    """What has been played, passed and given in this round so far."""
    for _trick, event in view.story:
        match event:
            case e.CombinationPlayed():
                yield Act(event.seat, event.combination.cards)
            case e.Passed():
                yield Act(event.seat)
            case e.TrickGiven():
                yield Act(event.seat, to=event.to)


def _held(view: MatchView, act: Act) -> tuple[Card, ...]:
    """The planned cards, or as good ones of other suits, if they may be laid now."""
    plays = [play.cards for play in legal_plays(view.hand, view.top, view.wish)]
    ranks = sorted(each.rank for each in act.cards)
    alike = [cards for cards in plays if sorted(each.rank for each in cards) == ranks]
    return act.cards if act.cards in alike else next(iter(alike), ())


def deal(dealt: str, gives: str) -> Deal:
    """`deal("Mj 2j …", "2j Jw 4w")`: the cards in the order they are dealt; gifts to the right, partner, left."""
    return Deal(tuple(_cards(dealt)), tuple(_cards(gives)))


def course(tricks: Sequence[str]) -> tuple[Act, ...]:
    """The acts of a course written as text, trick by trick. Raises ValueError for what it cannot read."""
    return tuple(_act(text) for trick in tricks for text in trick.split())


def _act(text: str) -> Act:
    found = _ACT.fullmatch(text)
    if found is None:
        raise ValueError(f"no act: {text!r}")
    what = found["what"]
    to = int(what[1:]) if what.startswith(">") else None
    cards = () if what == "-" or to is not None else parse_cards(what)
    return Act(int(found["seat"]), cards, to, found["key"] or "", found["anchor"] or "")


def _cards(text: str) -> Iterable[Card]:
    return (card(code) for code in text.split())
