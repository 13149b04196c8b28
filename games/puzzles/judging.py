"""A puzzle while it is being played: how it stands, what the others do, what would be right.

Asks the search; what it has once found out about a puzzle is kept for a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

from games.engine import commands as c
from games.engine import events as e
from games.puzzles.book import Puzzle, start_of
from games.puzzles.goals import ME, OURS
from games.puzzles.position import TEAM, Act, Position, acts, after, collected, interruptions
from games.puzzles.solver import Solver
from games.rules import MAH_JONG, rank_code

KEPT = 24
"""Puzzles whose searches are remembered in one process, a few megabytes each."""


class Standing(Enum):
    """How a puzzle stands: to be solved, out of reach against this defence, failed for good, solved."""

    OPEN = "open"
    SLIPPED = "slipped"
    FAILED = "failed"
    SOLVED = "solved"


@lru_cache(maxsize=KEPT)
def solver_of(puzzle: Puzzle) -> Solver:
    """The search for this puzzle, with all it knows."""
    return Solver(puzzle.goal)


def position_told(puzzle: Puzzle, story: Sequence[tuple[int, e.Event]]) -> Position:
    """The position that the story of the round has led to, from the puzzle's own cards on: the story is public, so
    nobody's hand has to be looked at."""
    state, position = start_of(puzzle)
    events = [event for _, event in story][len(state.deal.story) :]
    for number, event in enumerate(events):
        position = _told(position, event, events[number + 1 :])
    return position


def _told(position: Position, event: e.Event, following: list[e.Event]) -> Position:
    match event:
        case e.CombinationPlayed():
            wished = following[0].rank if following and isinstance(following[0], e.WishMade) else 0
            return after(position, Act(event.seat, event.combination, wished))
        case e.Passed():
            return after(position, Act(event.seat))
        case e.TrickTaken() if position.top is not None and not position.is_gift:
            return collected(position)
        case e.TrickGiven():
            return after(position, Act(event.seat, to=event.to))
        case _:
            return position


def standing(puzzle: Puzzle, position: Position) -> Standing:
    """How the puzzle stands."""
    verdict = puzzle.goal.verdict(position)
    if verdict is None:
        can_win = position == start_of(puzzle)[1] or solver_of(puzzle).wins(position)
        return Standing.OPEN if can_win else Standing.SLIPPED
    return Standing.SOLVED if verdict else Standing.FAILED


def right_acts(puzzle: Puzzle, position: Position) -> list[Act]:
    """What the person can do now to keep the goal in reach; nothing where it is not their turn."""
    return solver_of(puzzle).right_acts(position) if position.turn == ME else []


def a_right_act(puzzle: Puzzle, position: Position) -> Act | None:
    """One of them, at once where the puzzle's own key says it; None where there is none."""
    if position == start_of(puzzle)[1]:
        return next((act for act in acts(position) if word_of(act) in puzzle.right), None)
    return next(iter(right_acts(puzzle, position)), None)


def answer(puzzle: Puzzle, position: Position, seat: int) -> Act | None:
    """What a house player at `seat` does in this puzzle; None when it has nothing to do."""
    return _best(puzzle, position) if position.turn == seat else _bomb(puzzle, position, seat)


def _best(puzzle: Puzzle, position: Position) -> Act:
    """The plainest act among those that serve the seat's own team, or of all when none does."""
    seat = position.turn
    assert seat is not None, "somebody has to be on turn"
    wanted = TEAM[seat] == OURS
    choices = sorted(acts(position), key=lambda act: _plainness(act, position, helps=wanted))
    solver = solver_of(puzzle)
    return next((act for act in choices if solver.wins(after(position, act)) is wanted), choices[0])


def _plainness(act: Act, position: Position, *, helps: bool) -> tuple[float, ...]:
    """The partner rather keeps out of the way, opponents rather beat; both cheaply, and bombs come last."""
    if act.laid is None:
        return (0 if helps else 1, act.to or 0)
    lead_first = -len(act.laid.cards) if position.top is None else 0
    return (2 if act.laid.is_bomb else 1 if helps else 0, lead_first, act.laid.rank, act.wish)


def _bomb(puzzle: Puzzle, position: Position, seat: int) -> Act | None:
    """A bomb out of turn that turns the puzzle round."""
    solver, wanted = solver_of(puzzle), TEAM[seat] == OURS
    bombs = [act for act in interruptions(position) if act.seat == seat]
    if not bombs or solver.wins(position) is wanted:
        return None
    return next((act for act in bombs if solver.wins(after(position, act)) is wanted), None)


def as_command(act: Act, *, decision: int, plays: int, out_of_turn: bool = False) -> c.Command:
    """The act as a command to a match whose open question is number `decision` and whose top play number `plays`."""
    if act.to is not None:
        return c.GiveTrick(act.seat, act.to, decision)
    if act.laid is None:
        return c.Pass(act.seat, decision)
    if out_of_turn:
        return c.PlayBomb(act.seat, act.laid.cards, plays)
    wish = (act.wish or c.NO_WISH) if MAH_JONG in act.laid.cards else None
    return c.Play(act.seat, act.laid.cards, decision, act.laid.phoenix, wish)


def word_of(act: Act) -> str:
    """The act in words (telling.py)."""
    if act.to is not None:
        return f"{act.seat}>{act.to}"
    if act.laid is None:
        return f"{act.seat}:-"
    word = f"{act.seat}:{''.join(card.code for card in act.laid.cards)}"
    if act.laid.phoenix:
        word += f"={rank_code(act.laid.phoenix)}"
    wish = rank_code(act.wish) if act.wish else "-"
    return f"{word}*{wish}" if MAH_JONG in act.laid.cards else word


def solution(puzzle: Puzzle) -> tuple[Act, ...]:
    """One course from the puzzle to its goal, both sides at their best, as the book tells it."""
    position, course = start_of(puzzle)[1], list[Act]()
    for word in puzzle.solution:
        if position.turn is None:
            position = collected(position)
        act = next(act for act in acts(position) if word_of(act) == word)
        position = after(position, act)
        course.append(act)
    return tuple(course)


def best_course(puzzle: Puzzle, solver: Solver) -> tuple[str, ...]:
    """What `solution` tells, worked out: the person finds the shortest way against the longest defence."""
    position, course = start_of(puzzle)[1], list[str]()
    while puzzle.goal.verdict(position) is None:
        if position.turn is None:
            position = collected(position)
            continue
        act = _longest_or_shortest(solver, position)
        position = after(position, act)
        course.append(word_of(act))
    return tuple(course)


def _longest_or_shortest(solver: Solver, position: Position) -> Act:
    ours = TEAM[position.turn or 0] == OURS
    choices = [act for act in acts(position) if not ours or solver.wins(after(position, act))]
    choices.sort(key=lambda act: _plainness(act, position, helps=ours))
    lengths = {act: solver.length(after(position, act)) for act in choices}
    return (min if ours else max)(choices, key=lambda act: lengths[act])
