"""Whole matches for tests of replays: played by a seeded random player through the engine, stored through the log."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from accounts.models import User
from games import log
from games.engine import commands as c
from games.engine import events as e
from games.engine.decide import decide, refusal, start
from games.engine.evolve import begin, evolve
from games.engine.options import Options
from games.engine.state import MatchState, Phase
from games.models import Match, Seat, Table
from games.rules import MAH_JONG, bombs_in, legal_plays, may_pass
from games.times import to_ms
from tests.factories import UserFactory

PEOPLE = ("alice", "bob", "carol", "dave")
BEGAN = datetime(2026, 11, 20, 20, 4, tzinfo=UTC)

Batch = tuple[int, tuple[e.Event, ...]]


@dataclass
class RandomMatch:
    """A match in the making; `batches` are (at, events), one for each command."""

    seed: int
    target: int = 500
    kinds: tuple[str, ...] = ("person",) * 4

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.at = to_ms(BEGAN)
        self.batches: list[Batch] = []
        (first,) = start(c.StartMatch("nanking", Options(self.target), self.kinds))
        self.batches.append((self.at, (first,)))
        assert isinstance(first, e.MatchStarted)
        self.state: MatchState = begin(first)

    def do(self, command: c.Command) -> None:
        self.at += self.random.randrange(500, 9_000)
        events = decide(self.state, command)
        for event in events:
            self.state = evolve(self.state, event)
        self.batches.append((self.at, events))

    def step(self) -> None:
        """One more command by whoever may act."""
        self.do(_command(self.state, self.random))

    def play_rounds(self, count: int) -> "RandomMatch":
        """Play until so many rounds are scored, or the match is over."""
        while len(self.state.results) < count and self.state.phase is not Phase.OVER:
            self.step()
        return self

    def play_out(self) -> "RandomMatch":
        while self.state.phase is not Phase.OVER:
            self.step()
        return self

    def play_until(self, phase: Phase, *, rounds: int = 0) -> "RandomMatch":
        """Play on, after `rounds` finished rounds, until the match waits for this."""
        self.play_rounds(rounds)
        while self.state.phase is not phase:
            self.step()
        return self


def _command(state: MatchState, rng: random.Random) -> c.Command:
    match state.phase:
        case Phase.DEAL:
            deck = list(state.variant.deck())
            rng.shuffle(deck)
            return c.Deal(tuple(deck))
        case Phase.READY:
            return c.Ready(rng.choice([seat for seat in range(4) if seat not in state.ready]))
        case Phase.GRAND:
            return c.AnswerGrand(rng.choice(sorted(state.to_act())), call=rng.random() < 0.08)
        case Phase.EXCHANGE:
            return _exchange(state, rng)
        case Phase.PAUSE:
            return next(_bombs(state, rng), c.CollectTrick(state.decision))
        case Phase.GIFT:
            (giver,) = state.to_act()
            to = rng.choice(state.variant.dragon_targets(giver, state.deal.active, state.rounds))
            return c.GiveTrick(giver, to, state.decision)
        case _:
            return _turn(state, rng)


def _exchange(state: MatchState, rng: random.Random) -> c.Command:
    seat = rng.choice(sorted(state.to_act()))
    if rng.random() < 0.05 and refusal(state, c.CallTichu(seat)) is None:
        return c.CallTichu(seat)
    targets = state.variant.exchange_targets(seat, state.rounds)
    return c.ExchangeCards(seat, tuple(zip(targets, rng.sample(state.deal.hands[seat], len(targets)), strict=True)))


def _bombs(state: MatchState, rng: random.Random) -> Iterator[c.Command]:
    for seat in rng.sample(range(4), 4):
        for bomb in bombs_in(state.deal.hands[seat]):
            command = c.PlayBomb(seat, bomb.cards, state.plays)
            if rng.random() < 0.5 and refusal(state, command) is None:
                yield command


def _turn(state: MatchState, rng: random.Random) -> c.Command:
    (seat,) = state.to_act()
    if rng.random() < 0.03 and refusal(state, c.CallTichu(seat)) is None:
        return c.CallTichu(seat)
    round_ = state.deal
    hand, wish, top = round_.hands[seat], round_.wish, round_.trick.top if round_.trick else None
    plays = legal_plays(hand, top, wish)
    if not plays or (may_pass(hand, top, wish) and rng.random() < 0.35):
        return c.Pass(seat, state.decision)
    play = max(rng.sample(plays, min(3, len(plays))), key=lambda each: each.length)
    said = rng.choice((c.NO_WISH, rng.randrange(2, 15))) if MAH_JONG in play.cards else None
    return c.Play(seat, play.cards, state.decision, reading=play.phoenix, wish=said)


def cast() -> tuple[User, ...]:
    """alice, bob, carol, dave sit on 0 to 3; eve never may."""
    return tuple(User.objects.filter(username=name).first() or UserFactory(username=name) for name in PEOPLE)


def store(played: RandomMatch, *, access: str = Table.Access.PUBLIC, people: Sequence[User] = ()) -> Match:
    """The played match in the database, log and projections."""
    people = people or cast()
    table = Table.objects.create(target=played.target, access=access, host=people[0], created_at=BEGAN)
    match = Match.objects.create(table=table, options={}, created_at=BEGAN)
    Seat.objects.bulk_create(Seat(match=match, number=number, user=user) for number, user in enumerate(people))
    for at, events in played.batches:
        log.append(match, match.head, events, at)
    match.refresh_from_db()
    return match
