"""Whole random matches of every registered variant: what must hold after every action."""

import json
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import commands as c
from games.engine import events as e
from games.engine.codec import decode, encode
from games.engine.decide import refusal
from games.engine.evolve import evolve, fold
from games.engine.reasons import IllegalMove
from games.engine.state import MatchState, Phase
from games.engine.variants import VARIANTS
from games.engine.view import view_for
from games.rules import Card, Combination, legal_plays, may_pass
from tests.engine.playouts import random_match

SEEDS = range(5)
LONGEST = 20_000
"""No match of random players needs that many actions."""


def stored(event: e.Event) -> e.Event:
    """The event after a way through the database."""
    kind, version, payload = encode(event)
    return decode(kind, version, json.loads(json.dumps(payload)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_ends_and_its_log_is_its_state_after_every_action(variant, seed):
    """RULES N, BUGLOG R30: what was stored, read back and folded is the live state."""
    log: list[e.Event] = []
    folded: MatchState | None = None
    for step in islice(random_match(seed, variant=variant), LONGEST):
        for event in step.events:
            log.append(stored(event))
            folded = fold(log) if folded is None else evolve(folded, log[-1])
        assert folded == step.after
    assert folded.phase is Phase.OVER
    assert fold(log) == folded
    assert Counter(type(event) for event in log)[e.MatchWon] == 1


def test_folding_from_the_start_agrees_after_every_single_action():
    log: list[e.Event] = []
    for step in random_match(99, rounds=1):
        log += step.events
        assert fold(log) == step.after


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_card_is_lost_or_doubled(variant, seed):
    """RULES A1: hands, undealt cards, the trick and the piles are always the deck."""
    for step in random_match(seed, variant=variant):
        round_ = step.after.round
        if round_ is None:
            continue
        undealt = [each for later in round_.later for each in later] if step.after.phase is Phase.GRAND else []
        on_table = round_.trick.cards if round_.trick else ()
        there = [*(each for hand in (*round_.hands, *round_.piles) for each in hand), *undealt, *on_table]
        assert sorted(there) == list(step.after.variant.deck())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_points_of_every_round_add_up(seed):
    """RULES M1, M4, BUGLOG R23."""
    steps = list(random_match(seed))
    rounds = [event for step in steps for event in step.events if isinstance(event, e.RoundScored)]
    assert [event.number for event in rounds] == list(range(1, len(rounds) + 1))
    total = (0, 0)
    for event in rounds:
        assert sorted(event.cards) == [0, 200] if event.team_victory else sum(event.cards) == 100
        assert all(points % 5 == 0 for points in event.cards)
        assert event.team_victory or all(-25 <= points <= 125 for points in event.cards)
        total = tuple(before + gained for before, gained in zip(total, event.score, strict=True))
        assert event.total == total
    assert steps[-1].after.totals == total
    assert steps[-1].after.outcome == e.MatchWon(total.index(max(total)), total)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_somebody_can_always_act(variant, seed):
    """No dead end: each seat that is asked has an answer, and where nobody is asked the table goes on by itself."""
    for step in random_match(seed, variant=variant, rounds=4):
        state = step.after
        asked = state.to_act()
        assert bool(asked) == (state.phase in (Phase.GRAND, Phase.EXCHANGE, Phase.PLAY, Phase.GIFT))
        if state.phase is Phase.PLAY:
            (seat,) = asked
            top = state.deal.trick.top if state.deal.trick else None
            hand = state.deal.hands[seat]
            assert legal_plays(hand, top, state.deal.wish) or may_pass(hand, top, state.deal.wish)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_judge_and_hints_agree(variant, seed):
    """One judge: what `legal_plays` lists is accepted, and nothing else is."""
    rng = Random(seed)
    for step in random_match(seed, variant=variant, rounds=2):
        state = step.after
        if state.phase is not Phase.PLAY:
            continue
        (seat,) = state.to_act()
        hand, top, wish = state.deal.hands[seat], state.deal.trick and state.deal.trick.top, state.deal.wish
        plays = legal_plays(hand, top, wish)
        tried = [rng.sample(hand, rng.randint(1, min(len(hand), 5))) for _ in range(5)]
        tried += [play.cards for play in rng.sample(plays, min(len(plays), 5))]
        for cards in tried:
            wished = c.NO_WISH if any(card.code == "Mj" for card in cards) else None
            verdict = refusal(state, c.Play(seat, tuple(cards), state.decision, None, wished))
            assert (verdict is None) == any(sorted(cards) == list(play.cards) for play in plays), cards
        assert (refusal(state, c.Pass(seat, state.decision)) is None) == may_pass(hand, top, wish)


def cards_in(value: object) -> set[Card]:
    """Every card anywhere inside a value."""
    if isinstance(value, Card):
        return {value}
    if isinstance(value, tuple | frozenset | list):
        return {card for each in value for card in cards_in(each)}
    if is_dataclass(value) and not isinstance(value, type):
        return {card for field in fields(value) for card in cards_in(getattr(value, field.name))}
    return set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_view_holds_a_card_that_its_viewer_may_not_know(variant, seed):
    """RULES U2: own, given, received and played cards, and nothing else, anywhere in the view."""
    for step in islice(random_match(seed, variant=variant, rounds=1), seed, None, len(SEEDS)):
        round_ = step.after.round
        if round_ is None:
            continue
        played = {card for _, event in round_.story for card in cards_in(event)}
        for seat in (*step.after.variant.seats(), None):
            view = view_for(step.after, seat)
            own = set() if seat is None else set(round_.hands[seat]) | cards_in(round_.chosen[seat])
            mine = {card for giver, to, card in round_.gives if seat in (giver, to)}
            left = set(view.left_over or ()) if seat is not None or step.after.phase is Phase.OVER else set()
            assert cards_in(view) <= own | mine | played | left
            assert not left or step.after.phase in (Phase.READY, Phase.DEAL, Phase.OVER)


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.integers(20, 160), st.randoms(use_true_random=False))
def test_a_view_does_not_change_with_what_is_hidden_from_it(seed, length, rng):
    """RULES U2: other hands may be anything of the same size; the viewer's view is the same to the last field."""
    *_, step = islice(random_match(seed, rounds=3), length + 1)
    state = step.after
    if state.phase not in (Phase.PLAY, Phase.PAUSE):
        return
    for seat in state.variant.seats():
        assert comparable(view_for(_reshuffled(state, seat, rng), seat)) == comparable(view_for(state, seat))


def comparable(value: object) -> object:
    """The value with its refusals, which are exceptions, as plain facts."""
    if isinstance(value, IllegalMove):
        return value.reason, sorted(value.facts.items())
    if isinstance(value, tuple):
        return [comparable(each) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: comparable(getattr(value, field.name)) for field in fields(value)}
    return value


def _reshuffled(state: MatchState, viewer: int, rng: Random) -> MatchState:
    """The same state with everybody else's cards mixed."""
    hands = list(state.deal.hands)
    others = [seat for seat in range(len(hands)) if seat != viewer]
    pool = [card for seat in others for card in hands[seat]]
    rng.shuffle(pool)
    for seat in others:
        size = len(hands[seat])
        hands[seat], pool = tuple(sorted(pool[:size])), pool[size:]
    return replace(state, round=replace(state.deal, hands=tuple(hands)))


def test_the_same_seed_is_the_same_match():
    first, second = ([step.events for step in random_match(3, rounds=2)] for _ in range(2))
    assert first == second


def test_playouts_reach_every_kind_of_event_and_combination():
    """Otherwise the tests above would prove less than they say."""
    events = [event for seed in SEEDS for step in random_match(seed) for event in step.events]
    seen = {type(event) for event in events}
    never = {e.TimeRanOut, e.ClockCredited, e.MatchForfeited, e.MatchVoided}
    assert seen == set(e.Event.__args__) - never
    laid = [event.combination for event in events if isinstance(event, e.CombinationPlayed)]
    assert len({combination.kind for combination in laid if isinstance(combination, Combination)}) == 9
    assert any(event.out_of_turn for event in events if isinstance(event, e.CombinationPlayed))
