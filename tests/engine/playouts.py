"""Random matches: every legal act is possible, nothing is clever. The same seed gives the same match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from games.engine import commands as c
from games.engine import events as e
from games.engine.decide import judge, start, with_consequences
from games.engine.evolve import begin
from games.engine.options import Options
from games.engine.state import MatchState, Phase
from games.engine.variants import DEFAULT_VARIANT, VARIANTS
from games.rules import MAH_JONG, RANKS, bombs_over, legal_plays, may_pass

PASSING, INTERRUPTING, CALLING = 0.4, 0.5, 0.03


@dataclass(frozen=True)
class Step:
    """A command, the events it caused, and the state after them as the judge left it."""

    before: MatchState
    command: c.Command
    events: tuple[e.Event, ...]
    after: MatchState


def random_match(
    seed: int, *, variant: str = DEFAULT_VARIANT, target: int = 500, rounds: int | None = None
) -> Iterator[Step]:
    """Every step of a match up to its end, or up to the score of so many rounds."""
    rng = Random(seed)
    command: c.Command = c.StartMatch(variant, Options(target), ("person",) * VARIANTS[variant].hands)
    (started,) = start(command)
    state = begin(started)
    yield Step(state, command, (started,), state)
    while state.phase is not Phase.OVER and len(state.results) != rounds:
        command = random_command(state, rng)
        events, after = with_consequences(state, judge(state, command))
        yield Step(state, command, events, after)
        state = after


def random_command(state: MatchState, rng: Random) -> c.Command:
    """Something that somebody may do now."""
    if state.phase is Phase.DEAL:
        deck = list(state.variant.deck())
        rng.shuffle(deck)
        return c.Deal(tuple(deck))
    if state.phase is Phase.READY:
        return c.Ready(rng.choice(sorted(set(state.variant.seats()) - state.ready)))
    return _interruption(state, rng) or _answer(state, rng)


def _answer(state: MatchState, rng: Random) -> c.Command:
    if state.phase is Phase.PAUSE:
        return c.CollectTrick(state.decision)
    round_, seat = state.deal, rng.choice(sorted(state.to_act()))
    match state.phase:
        case Phase.GRAND:
            return c.AnswerGrand(seat, call=rng.random() < CALLING)
        case Phase.EXCHANGE:
            targets = state.variant.exchange_targets(seat, round_.number)
            return c.ExchangeCards(seat, tuple(zip(targets, rng.sample(round_.hands[seat], len(targets)), strict=True)))
        case Phase.GIFT:
            targets = state.variant.dragon_targets(seat, round_.active, round_.number)
            return c.GiveTrick(seat, rng.choice(targets), state.decision)
        case _:
            return _turn(state, seat, rng)


def _turn(state: MatchState, seat: int, rng: Random) -> c.Command:
    hand, top, wish = state.deal.hands[seat], state.deal.trick and state.deal.trick.top, state.deal.wish
    plays = legal_plays(hand, top, wish)
    if may_pass(hand, top, wish) and (not plays or rng.random() < PASSING):
        return c.Pass(seat, state.decision)
    play = rng.choice(plays)
    wished = rng.choice([c.NO_WISH, *RANKS]) if MAH_JONG in play.cards else None
    return c.Play(seat, play.cards, state.decision, play.phoenix, wished)


def _interruption(state: MatchState, rng: Random) -> c.Command | None:
    """A call or a bomb out of turn, now and then."""
    seat, round_ = rng.choice(list(state.variant.seats())), state.deal
    may_call = seat not in round_.played and not round_.grand[seat] and not round_.tichu[seat]
    ended = state.variant.round_is_over(round_.out, round_.number)
    if may_call and not ended and state.phase is not Phase.GRAND and rng.random() < CALLING:
        return c.CallTichu(seat)
    open_trick = round_.trick is not None and state.phase in (Phase.PLAY, Phase.PAUSE)
    if open_trick and round_.turn != seat and rng.random() < INTERRUPTING:
        bombs = bombs_over(round_.hands[seat], round_.trick.top if round_.trick else None)
        return c.PlayBomb(seat, rng.choice(bombs).cards, state.plays) if bombs else None
    return None
