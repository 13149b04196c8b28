"""Matches at real tables for tests of services: a stacked deck, a clock that stands still, verbs for acts.

The cast: alice, bob, carol, dave sit on 0 to 3; eve never may.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest
from django.forms.models import model_to_dict

from accounts.models import User
from games import log
from games.engine import commands as c
from games.engine.clock import Clock
from games.engine.evolve import fold
from games.engine.state import MatchState, Phase
from games.models import Hand, Match, Round, Seat, Table
from games.projections import RESULT_FIELDS
from games.rules import DECK, MAH_JONG, Card, card, legal_plays, parse_cards
from games.services import deadlines, play, tables
from games.services.commit import Submitted
from games.services.tables import TableRefusal
from tests.factories import UserFactory

ALICE, BOB, CAROL, DAVE = SEATS = range(4)
PEOPLE = ("alice", "bob", "carol", "dave")
NOW = 1_750_000_000_000
"""A moment from which the tests count; nothing here reads the real time."""
SECOND = 1_000

# Alice has the Mah Jong and a bomb of fours, Bob the Dragon and a bomb of eights, Carol a bomb of nines, Dave the Dog.
HANDS = (
    "Mj2j3j4j4w4p4s5j6j7jKjKwKp2w",
    "Dr8j8w8p8s5w6w7wTjTwTpAjAw3w",
    "9j9w9p9sPh5p6p7pJjJwJpQjQw3p",
    "Dg2p2s3s5s6s7sTsJsQpQsKsApAs",
)


def person(name: str) -> User:
    return User.objects.filter(username=name).first() or UserFactory(username=name)


def cast() -> tuple[User, ...]:
    return tuple(person(name) for name in PEOPLE)


def gives_for(hands: Sequence[str]) -> list[tuple[tuple[int, Card], ...]]:
    """What each seat gives so that everybody ends up with `hands`: of its hand's first three cards, one came
    from each other seat."""
    final = [_split(hand) for hand in hands]
    others = [[other for other in SEATS if other != seat] for seat in SEATS]
    got = {(giver, to): final[to][others[to].index(giver)] for to in SEATS for giver in others[to]}
    return [tuple((to, got[giver, to]) for to in others[giver]) for giver in SEATS]


def _split(hand: str) -> list[Card]:
    return [card(hand[at : at + 2]) for at in range(0, len(hand), 2)]


def stacked(hands: Sequence[str] = HANDS) -> Callable[[list[Card]], None]:
    """A shuffler that deals so that after `gives_for` everybody holds `hands`."""
    gives = gives_for(hands)
    dealt = []
    for seat in SEATS:
        received = {card for giver in SEATS for to, card in gives[giver] if to == seat}
        kept = [card for card in _split(hands[seat]) if card not in received]
        dealt.append([*kept, *(card for _, card in gives[seat])])

    def shuffle(deck: list[Card]) -> None:
        deck[:] = [card for hand in dealt for card in hand[:8]] + [card for hand in dealt for card in hand[8:]]
        assert sorted(deck) == list(DECK)

    return shuffle


def a_table(*seated: str, now: int = NOW, **options: object) -> Table:
    """A waiting table, public and short unless said otherwise; the first of `seated` is its host."""
    seated = seated or ("alice",)
    wanted = {"target": 500, "access": "public"} | options
    table = tables.open_table(host=person(seated[0]), now=now, **wanted)  # type: ignore[arg-type]
    for number, name in enumerate(seated[1:], start=1):
        tables.sit(table=table, user=person(name), seat=number, now=now)
    return table


@dataclass
class Live:
    """A running match. `now` moves only when told; every verb acts at `now`."""

    match: Match
    now: int = NOW
    hands: Sequence[str] = HANDS
    shuffle: Callable[[list[Card]], None] = field(default_factory=stacked)

    @property
    def current(self) -> log.Current:
        return log.current(self.match.pk)

    @property
    def state(self) -> MatchState:
        return self.current.state

    @property
    def clock(self) -> Clock:
        return self.current.clock

    @property
    def row(self) -> Match:
        """The row as the database has it."""
        return Match.objects.select_related("table").get(pk=self.match.pk)

    @property
    def kinds(self) -> list[str]:
        """The log by kind, oldest first."""
        from games.engine.codec import encode

        return [encode(entry.event)[0] for entry in log.load(self.match.pk)]

    def wait(self, ms: int) -> Live:
        self.now += ms
        return self

    def do(self, command: c.Command, *, received_at: int | None = None) -> Submitted:
        at = self.now if received_at is None else received_at
        return play.submit(match_id=self.match.pk, command=command, received_at=at, now=self.now, shuffle=self.shuffle)

    def expire(self) -> None:
        deadlines.match_expire(match_id=self.match.pk, now=self.now, shuffle=self.shuffle)

    def sweep(self) -> None:
        deadlines.expire_due(self.now)

    def grand(self, *callers: int, seats: Sequence[int] = SEATS) -> Live:
        for seat in seats:
            self.do(c.AnswerGrand(seat, call=seat in callers))
        return self

    def exchange(self, seats: Sequence[int] = SEATS) -> Live:
        gives = gives_for(self.hands)
        for seat in seats:
            self.do(c.ExchangeCards(seat, gives[seat]))
        return self

    def play(self, seat: int, cards: str, *, wish: int | None = None, decision: int | None = None) -> Submitted:
        number = self.state.decision if decision is None else decision
        return self.do(c.Play(seat, parse_cards(cards), number, wish=wish))

    def pass_(self, *seats: int) -> Live:
        for seat in seats:
            self.do(c.Pass(seat, self.state.decision))
        return self

    def bomb(self, seat: int, cards: str, *, on: int | None = None, received_at: int | None = None) -> Submitted:
        number = self.state.plays if on is None else on
        return self.do(c.PlayBomb(seat, parse_cards(cards), number), received_at=received_at)

    def collect(self) -> Live:
        """Wait until the pause is over, and have the trick collected."""
        assert self.clock.until is not None
        self.now = self.clock.until + 500
        self.expire()
        return self

    def to_last_play(self) -> Live:
        """Everybody plays as in `to_ready_gate`, up to the play that will end the round."""
        while not (len(self.state.deal.out) == 2 and self._would_end()):
            self._act()
        return self

    def _would_end(self) -> bool:
        if self.state.phase is Phase.PAUSE:
            return False
        (seat,) = self.state.to_act()
        command = longest(self.state, seat)
        return isinstance(command, c.Play) and len(command.cards) == len(self.state.deal.hands[seat])

    def to_ready_gate(self) -> Live:
        """Everybody plays as many cards as possible, until the round is scored."""
        while self.state.phase not in (Phase.READY, Phase.OVER):
            self._act()
        return self

    def _act(self) -> None:
        if self.state.phase is Phase.PAUSE:
            self.collect()
        else:
            (seat,) = self.state.to_act()
            self.do(longest(self.state, seat))


def longest(state: MatchState, seat: int) -> c.Command:
    """The play of most cards of the seat on turn, or a pass; the gift to the first who may get it."""
    round_ = state.deal
    if state.phase is Phase.GIFT:
        return c.GiveTrick(seat, state.variant.dragon_targets(seat, round_.active, state.rounds)[0], state.decision)
    plays = legal_plays(round_.hands[seat], round_.trick.top if round_.trick else None, round_.wish)
    if not plays:
        return c.Pass(seat, state.decision)
    play = max(plays, key=lambda each: each.length)
    wish = c.NO_WISH if MAH_JONG in play.cards else None
    return c.Play(seat, play.cards, state.decision, reading=play.phoenix, wish=wish)


def a_match(hands: Sequence[str] = HANDS, *, now: int = NOW, people: Sequence[str] = PEOPLE, **options: object) -> Live:
    """alice, bob, carol and dave, or whoever is named, have just been dealt their first eight cards."""
    table = a_table(*people, now=now, **options)
    for name in people:
        tables.set_ready(table=table, user=person(name), now=now, shuffle=stacked(hands))
    return Live(table.match, now, hands, stacked(hands))


def in_play(hands: Sequence[str] = HANDS, **options: object) -> Live:
    """The exchange is over; the holder of the Mah Jong leads."""
    return a_match(hands, **options).grand().exchange()


def a_sealed_match(*people: str, now: int = NOW) -> Match:
    """Dealt as the site deals, and lost on time by all who had to answer; by the cast if nobody else is named."""
    table = a_table(*(people or PEOPLE), now=now)
    for name in people or PEOPLE:
        tables.set_ready(table=table, user=person(name), now=now)
    row = Match.objects.get(table=table)
    deadlines.match_expire(match_id=row.pk, now=(row.deadline or 0) + 200_000)
    return Match.objects.get(pk=row.pk)


def a_practice(user: str = "alice", *, seed: int = 1, now: int = NOW) -> Live:
    shuffle = random.Random(seed).shuffle
    table = tables.open_practice(user=person(user), now=now, shuffle=shuffle)
    return Live(table.match, now, shuffle=shuffle)


def refusal(service: object, **arguments: object) -> TableRefusal:
    """How the service refuses; it says why."""
    with pytest.raises(TableRefusal) as found:
        service(**arguments)  # type: ignore[operator]
    assert found.value.message
    return found.value


def who(table: Table) -> dict[int, str]:
    """Names by seat, as the table has them now."""
    return {seat.number: seat.name for seat in Seat.objects.filter(match=table.match).select_related("user")}


def seat_of(match: Match, name: str) -> Seat:
    return Seat.objects.get(match=match, user__username=name)


def assert_rebuilds(match: Match) -> None:
    """The log is gap-free, folding it gives the state everybody plays with, and its projections come out the same
    when they are made anew (BUGLOG R30)."""
    entries = log.load(match.pk)
    assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
    now = log.current(match.pk)
    assert fold(entry.event for entry in entries) == now.state
    stored = _projected(match)
    row = Match.objects.get(pk=match.pk)
    assert row.head == len(entries) == now.head
    assert row.is_over == (now.state.phase is Phase.OVER)
    log.reproject(row)
    assert _projected(match) == stored


def _projected(match: Match) -> tuple[dict[str, object], list[dict[str, object]], list[dict[str, object]]]:
    row = Match.objects.get(pk=match.pk)
    rounds = Round.objects.filter(match=match)
    hands = Hand.objects.filter(round__match=match).order_by("round__number", "seat")
    return (
        {name: getattr(row, name) for name in RESULT_FIELDS},
        [model_to_dict(each, exclude=["id"]) for each in rounds],
        [model_to_dict(each, exclude=["id", "round"]) | {"number": each.round.number} for each in hands],
    )
