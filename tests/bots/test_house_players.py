"""House players at a whole table: never illegal, never stuck, blind to what is hidden, better than chance."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import mean

import pytest

from games import bots
from games.bots import HOUSE_PLAYERS, STRATEGIES, choose, delay_ms
from games.engine import commands as c
from games.engine import events as e
from games.engine.decide import refusal
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from tests.bots.rounds import Step, new_match, play_round, score_of

STEADY = ("steady",) * 4
AGAINST_CHANCE = ("steady", "chance") * 2


@pytest.mark.parametrize("names", [STEADY, AGAINST_CHANCE, ("chance", "steady") * 2, ("chance",) * 4], ids=", ".join)
def test_rounds_end_and_nothing_illegal_is_tried(names: tuple[str, ...]) -> None:
    """The judge would refuse an illegal command; nobody may wait for ever."""
    rng = Random(11)
    for _ in range(8):
        *_, last = play_round(new_match(), names, rng)
        assert last.after.results[-1].number == 1


def test_matches_end_with_a_winner() -> None:
    rng, state = Random(3), new_match(500)
    while state.phase is not Phase.OVER:
        *_, last = play_round(state, STEADY, rng)
        state = last.after
    assert isinstance(state.outcome, e.MatchWon)


def test_they_beat_chance_clearly() -> None:
    """A seeded sample of the thousand rounds that the benchmark plays (221 points a round there)."""
    assert mean(score_of(AGAINST_CHANCE, rounds=24, seed=7)) >= 100


def test_they_call_exchange_wish_and_give() -> None:
    """What a person sees them do within some rounds; bombs and grand calls are rarer (test_playing.py)."""
    rng = Random(1)
    happened = [event for _ in range(15) for step in play_round(new_match(), STEADY, rng) for event in step.events]
    kinds = {type(event) for event in happened}
    assert kinds >= {e.TichuCalled, e.CardsExchanged, e.WishMade, e.TrickGiven, e.LeadGiven}


def steps(seed: int) -> list[Step]:
    return list(play_round(new_match(), STEADY, Random(seed)))


@pytest.mark.parametrize("seed", range(4))
def test_the_choice_depends_on_nothing_hidden(seed: int) -> None:
    """The others' hands are dealt anew among themselves: the same is chosen. Also for looks out of turn."""
    rng = Random(seed)
    for step in steps(seed)[1:]:
        for seat in step.state.variant.seats():
            if step.state.deal.hands[seat]:
                dealt_anew = hidden_cards_dealt_anew(step.state, seat, rng)
                assert choose(view_for(dealt_anew, seat), Random(0)) == choose(view_for(step.state, seat), Random(0))


def hidden_cards_dealt_anew(state: MatchState, seat: int, rng: Random) -> MatchState:
    round_ = state.deal
    others = [other for other in state.variant.seats() if other != seat]
    pool = [card for other in others for card in round_.hands[other]]
    rng.shuffle(pool)
    hands = list(round_.hands)
    for other in others:
        size = len(round_.hands[other])
        hands[other], pool = tuple(sorted(pool[:size])), pool[size:]
    return replace(state, round=replace(round_, hands=tuple(hands)))


def test_the_same_view_gives_the_same_choice() -> None:
    state = steps(5)[12].state
    views = [view_for(state, seat) for seat in state.variant.seats()]
    assert [choose(view, Random(1)) for view in views] == [choose(view, Random(1)) for view in views]


def test_a_watcher_decides_nothing() -> None:
    view = view_for(steps(5)[12].state, None)
    assert all(strategy(view, Random(0)) is None for strategy in STRATEGIES.values())


def test_who_owes_nothing_does_nothing() -> None:
    """Answered, exchanged, ready, or the match is not even dealt."""
    state = new_match()
    assert [choose(view_for(state, seat), Random(0)) for seat in range(4)] == [None] * 4
    last = steps(2)[-1].after
    assert choose(view_for(last, 2), Random(0)) == c.Ready(2)
    assert choose(view_for(replace(last, ready=frozenset({2})), 2), Random(0)) is None


def test_every_strategy_goes_by_its_name() -> None:
    view = view_for(steps(5)[12].state, 0)
    for name in STRATEGIES:
        command = choose(view, Random(0), name)
        assert command is None or refusal(steps(5)[12].state, command) is None
    with pytest.raises(KeyError):
        choose(view, Random(0), "nobody")
    assert bots.DEFAULT in STRATEGIES


def test_names_are_many_distinct_and_could_be_anybodys() -> None:
    assert len(set(HOUSE_PLAYERS)) == len(HOUSE_PLAYERS) >= 12
    assert all(name.isalpha() and name.isascii() and 2 <= len(name) <= 30 for name in HOUSE_PLAYERS)


def test_the_delay_is_human_and_drawn_from_seat_decision_and_seed_alone() -> None:
    delays = {(seat, number): delay_ms(seat, number, "code") for seat in range(4) for number in range(50)}
    assert all(800 <= delay <= 2500 for delay in delays.values())
    assert len(set(delays.values())) > 100
    assert delays[2, 7] == delay_ms(2, 7, "code") != delay_ms(2, 7, "other")
