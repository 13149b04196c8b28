"""The search against the judge of the game: the lean position moves as the match does, and no answer is wrong."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.change import replace as changed
from games.engine.state import MatchState, Phase
from games.puzzles.goals import Aim, Goal, read_goal, write_goal
from games.puzzles.judging import as_command
from games.puzzles.position import TEAM, Position, acts, after, card_points, collected, interruptions, position_of
from games.puzzles.solver import Solver, TooDeep
from games.puzzles.sure import Sure, is_askable
from tests.builders import a_round
from tests.engine.playouts import random_match
from tests.puzzles import plain

GOALS = [
    Goal(Aim.FIRST, 0), Goal(Aim.FIRST, 2), Goal(Aim.STOP_CALL, 1), Goal(Aim.STOP_CALL, 3), Goal(Aim.DOUBLE),
    Goal(Aim.STOP_DOUBLE), Goal(Aim.AHEAD, 0, rivals=(1, 3)), Goal(Aim.AHEAD, 2, rivals=(1, 3)),
    Goal(Aim.POINTS, least=0), Goal(Aim.POINTS, least=20),
]  # fmt: skip


def core(position: Position) -> Position:
    """What is still to be compared once the round is over."""
    if not position.is_over:
        return position
    return Position(position.hands, None, out=position.out, piles=position.piles)


@pytest.mark.parametrize("seed", range(4))
def test_a_position_moves_as_the_match_does(seed: int) -> None:
    """Through whole random rounds: every step of the match is the same step of its position."""
    for step in random_match(seed, rounds=3):
        before = step.before
        if before.phase not in (Phase.PLAY, Phase.PAUSE, Phase.GIFT) or isinstance(step.command, c.CallTichu):
            continue
        position = position_of(before)
        if isinstance(step.command, c.CollectTrick):
            found = collected(position)
        else:
            found = after(position, plain.act_of(step.command, step.events))
        if step.after.phase is not Phase.OVER:
            assert core(found) == core(position_of(step.after))


@pytest.mark.parametrize("seed", range(4))
def test_every_act_is_legal_and_none_is_missing(seed: int) -> None:
    """What the search may do is what the judge allows, but for cards that differ in suits nobody can use."""
    for step in random_match(seed, rounds=2):
        if step.after.phase in (Phase.PLAY, Phase.GIFT) and sum(map(len, step.after.deal.hands)) <= 24:
            check_acts(step.after)


def check_acts(state: MatchState) -> None:
    position, solver = position_of(state), Solver(Goal(Aim.POINTS))
    found = {solver._key(core(after(position, act))) for act in acts(position)}
    for act in [*acts(position), *interruptions(position)]:
        turn = {"decision": state.decision, "plays": state.plays, "out_of_turn": act.seat != position.turn}
        assert core(position_of(plain.after(state, as_command(act, **turn)))) == core(after(position, act))
    wished = [each for each in plain.commands(state) if not getattr(each, "wish", None)]
    assert {solver._key(core(position_of(plain.after(state, each)))) for each in wished} <= found


def test_the_points_of_a_round_are_those_of_the_match() -> None:
    for step in random_match(5):
        for event in step.events:
            if isinstance(event, e.RoundScored) and step.after.phase is not Phase.OVER:
                assert card_points(position_of(step.after)) == event.cards


@pytest.mark.parametrize("seed", range(40))
def test_the_search_finds_what_trying_everything_finds(seed: int) -> None:
    rng = Random(seed)
    state = plain.small_round(rng, most=3, out=seed % 2 == 0)
    for goal in rng.sample(GOALS, 4):
        assert Solver(goal).wins(position_of(state)) is plain.wins(state, goal), (state.deal.hands, goal)


def test_a_bomb_out_of_turn_is_thought_of() -> None:
    """The person passes on, and bombs before the caller lays the last card."""
    state = a_round({0: "7j7w7p7s2j", 1: "Aj", 2: "3j4j", 3: "Kj8w"}, trick="D:Qj", to_act=0).state
    assert Solver(Goal(Aim.STOP_CALL, 1)).wins(position_of(state)) is plain.wins(state, Goal(Aim.STOP_CALL, 1))


@pytest.mark.parametrize("seed", range(30))
def test_a_sure_act_is_sure_in_every_layout(seed: int) -> None:
    """One plan that holds however the unseen cards lie: the same as following all layouts at once."""
    rng = Random(seed)
    state = plain.small_round(rng, most=2, special=False)
    deal = changed(state.deal, turn=0)
    state = changed(state, round=deal)
    if state.deal.trick is not None and state.deal.trick.owner == 0:
        return
    goal = rng.choice([Goal(Aim.FIRST, 0), Goal(Aim.AHEAD, 0, rivals=(1, 3))])
    position = position_of(state)
    assert is_askable(position, goal)
    layouts = tuple(
        changed(state, round=changed(state.deal, hands=hands)) for hands in plain.layouts_of(state, state.deal.hands)
    )
    assert bool(Sure(goal).right_acts(position)) is plain.is_sure(layouts, goal), state.deal.hands


def test_nothing_is_promised_where_a_bomb_a_wish_or_a_gift_is_possible() -> None:
    goal = Goal(Aim.FIRST, 0)
    position = position_of(a_round({0: "7j8j", 1: "9j9w9p9s", 2: "Tj", 3: "2j"}).state)
    assert not is_askable(position, goal)
    quiet = position_of(a_round({0: "7j8j", 1: "9j9w9p", 2: "9s", 3: "2j"}).state)
    assert is_askable(quiet, goal)
    assert not is_askable(replace(quiet, wish=9), goal)
    assert not is_askable(quiet, Goal(Aim.FIRST, 2))


def test_the_search_stops_where_it_is_told_to() -> None:
    position = position_of(a_round({0: "7j8j9j", 1: "9wTw3j", 2: "TjJj4j", 3: "2jQj5j"}).state)
    with pytest.raises(TooDeep):
        Solver(Goal(Aim.DOUBLE), budget=10).wins(position)
    with pytest.raises(TooDeep):
        Sure(Goal(Aim.FIRST, 0), budget=1).right_acts(position)


def test_the_number_of_decisions_counts_the_person_alone() -> None:
    """The pair that nobody can answer, then the Dragon: two decisions, whatever the others do."""
    position = position_of(a_round({0: "Dr7j7w", 1: "2j3j", 2: "4j5j", 3: "6j8j"}).state)
    solver = Solver(Goal(Aim.FIRST, 0))
    assert solver.wins(position)
    assert solver.length(position) == 2
    assert {TEAM[act.seat] for act in solver.right_acts(position)} == {0}


@pytest.mark.parametrize("goal", [*GOALS, Goal(Aim.WISH)], ids=write_goal)
def test_goals_are_read_as_they_are_written(goal: Goal) -> None:
    assert read_goal(write_goal(goal)) == goal
