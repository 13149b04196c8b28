"""Finding puzzles in rounds that were played: late decisions with one right answer and tempting wrong ones.

For making the book only; nothing of the site asks here. Chance comes in as a `Random`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from games.engine import events as e
from games.engine.evolve import begin
from games.engine.options import Options
from games.engine.reasons import IllegalMove
from games.engine.state import MatchState
from games.puzzles.book import KINDS, TARGET, Puzzle, start_of
from games.puzzles.goals import ME, PARTNER, Aim, Goal
from games.puzzles.judging import best_course, word_of
from games.puzzles.position import SEATS, TEAM, Act, Position, acts, position_of
from games.puzzles.solver import Solver, TooDeep
from games.puzzles.sure import Sure, is_askable
from games.puzzles.telling import EXCHANGE, Course, course_of, questions, told_again, turned
from games.rules import bombs_in, fulfils

MOST_CARDS = 18
MOST_OWN = 9
BUDGET = 3_000
BUDGET_SURE = 800
"""The search with hidden hands looks at many more plays in each position."""
LENGTH_BUDGET = 10_000
LAYOUTS = 20
POINTS = (200, *range(125, -30, -5))
MOST_FOR_POINTS = 10
"""Where points count too, a search has many more positions to tell apart."""
MOST_OF_A_ROUND = 5
FEWEST_ACTS = 3
MOST_CARDS_AGAINST = 30
"""So many cards may be out where a call is to be broken,"""
CALLER_HOLDS = 4
"""and so few the caller: then the call is as good as made."""
BUDGET_AGAINST = 4_000


Asked = tuple[int, MatchState]
"""A decision of a round: how many events came before it, and the state that asks."""


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle without a number, and the state it begins in."""

    puzzle: Puzzle
    state: MatchState


def rounds_of(events: Sequence[e.Event]) -> Iterator[Course]:
    """The rounds of a match, each as a course up to its last play."""
    starts = [number for number, event in enumerate(events) if isinstance(event, e.HandsDealt)]
    for first, beyond in zip(starts, [*starts[1:], len(events)], strict=True):
        plays = [number for number in range(first, beyond) if isinstance(events[number], e.CombinationPlayed)]
        if plays:
            yield course_of(events[first : plays[-1]])


def puzzles_in(course: Course, rng: Random, *, is_real: bool, most_cards: int = MOST_CARDS) -> Iterator[Found]:
    """Puzzles the search finds in one round, in some of its late decisions, in those against a call, and under a
    wish; nothing where the judge does not know the round."""
    try:
        events, _state = told_again(course, KINDS, Options(TARGET))
    except (IllegalMove, ValueError):
        return
    started = events[0]
    assert isinstance(started, e.MatchStarted)
    asked = list(questions(events[1:], begin(started)))
    late = [each for each in asked if _cards(each[1]) <= most_cards]
    near = [each for each in asked if most_cards < _cards(each[1]) <= MOST_CARDS_AGAINST and _is_threatened(each[1])]
    found = [one for each in _some(late, rng) for way in _told_ways(events, *each) for one in _asked(way, rng)]
    found += [one for each in _some(near, rng) for way in _told_ways(events, *each) for one in _against_a_call(way)]
    wished = [each for each in asked if each[1].deal.wish is not None]
    found += [one for each in wished for one in _wished(_prefix(events, *each))]
    yield from (replace(one, puzzle=replace(one.puzzle, is_real=is_real)) for one in found)


def _cards(state: MatchState) -> int:
    return sum(len(hand) for hand in state.deal.hands)


def _some(asked: list[Asked], rng: Random) -> list[Asked]:
    """Decisions that follow each other are much the same puzzle."""
    return rng.sample(asked, min(MOST_OF_A_ROUND, len(asked)))


def _prefix(events: Sequence[e.Event], number: int, state: MatchState) -> Course:
    """The round up to a decision, seen from the seat that takes it."""
    turn = state.deal.turn
    assert turn is not None, "somebody has to be on turn"
    return turned(course_of(events[1 : number + 1]), turn)


def _is_threatened(state: MatchState) -> bool:
    """Nobody is out, and an opponent of the seat on turn is about to be."""
    turn, hands = state.deal.turn, state.deal.hands
    assert turn is not None
    return not state.deal.out and any(len(hands[seat]) <= CALLER_HOLDS for seat in SEATS if TEAM[seat] != TEAM[turn])


def _told_ways(events: Sequence[e.Event], number: int, state: MatchState) -> list[Course]:
    prefix = _prefix(events, number, state)
    return [prefix] if state.deal.out else list(_with_calls(prefix))


def _with_calls(course: Course) -> Iterator[Course]:
    """The course as it is, and, where nobody called, with a call of each seat."""
    yield course
    if not course.grand and not any(word.startswith("T") for word in course.acts):
        after_exchange = course.acts.index(EXCHANGE) + 1
        for seat in SEATS:
            yield replace(course, acts=(*course.acts[:after_exchange], f"T{seat}", *course.acts[after_exchange:]))


def _asked(course: Course, rng: Random) -> Iterator[Found]:
    state = told_again(course, KINDS, Options(TARGET))[1]
    position = position_of(state)
    if len(position.hands[ME]) > MOST_OWN or len(acts(position)) < FEWEST_ACTS or _has_bomb(position):
        return
    for goal in goals_for(state, position):
        try:
            closed = _closed(course, position, goal, rng) if is_askable(position, goal) else None
            found = closed or _open(course, position, goal)
        except TooDeep:
            continue
        if found is not None:
            yield found


def _against_a_call(course: Course) -> Iterator[Found]:
    """Earlier in the round than all else: the call of an opponent who is about to be out."""
    state = told_again(course, KINDS, Options(TARGET))[1]
    position = position_of(state)
    if len(position.hands[ME]) > MOST_OWN or len(acts(position)) < FEWEST_ACTS or _has_bomb(position):
        return
    for goal in goals_for(state, position):
        if goal.aim is Aim.STOP_CALL and len(position.hands[goal.seat]) <= CALLER_HOLDS:
            try:
                found = _judged(course, position, goal, Solver(goal, BUDGET_AGAINST))
            except TooDeep:
                continue
            if found is not None:
                yield found


def _wished(course: Course) -> Iterator[Found]:
    """The only play that fulfils a wish, where it is not just the card itself."""
    position = position_of(told_again(course, KINDS, Options(TARGET))[1])
    right = acts(position)
    if position.wish is None or len(right) != 1 or right[0].laid is None or len(right[0].laid.cards) < 2:
        return
    free = len(acts(replace(position, wish=None)))
    if not fulfils(right[0].laid, position.wish) or free < FEWEST_ACTS or _has_bomb(position, besides=ME):
        return
    found = _found(course, position, Solver(Goal(Aim.WISH)), right, is_open=False)
    yield replace(found, puzzle=replace(found.puzzle, choices=free))


def _has_bomb(position: Position, *, besides: int | None = None) -> bool:
    """Bombs come out of turn, and before somebody could say a word: that would be a race, not a puzzle."""
    return any(bombs_in(hand) for seat, hand in enumerate(position.hands) if seat != besides)


def goals_for(state: MatchState, position: Position) -> Iterator[Goal]:
    """What may be asked in a position, the rarest first."""
    round_, out = state.deal, position.out
    callers = [seat for seat in SEATS if round_.grand[seat] or round_.tichu[seat]]
    rivals = tuple(seat for seat in SEATS if TEAM[seat] != TEAM[ME] and seat not in out)
    if not out:
        yield from (Goal(Aim.FIRST if TEAM[seat] == TEAM[ME] else Aim.STOP_CALL, seat) for seat in callers)
    if not out and not callers:
        yield Goal(Aim.DOUBLE)
    if out == (PARTNER,):
        yield Goal(Aim.DOUBLE)
    if len(out) == 1 and TEAM[out[0]] != TEAM[ME]:
        yield Goal(Aim.STOP_DOUBLE)
    if PARTNER not in out and (out or not callers):
        yield Goal(Aim.AHEAD, PARTNER, rivals=rivals)
    if out or not callers:
        yield Goal(Aim.AHEAD, ME, rivals=rivals)
    if out and position.count <= MOST_FOR_POINTS:
        yield Goal(Aim.POINTS)


# --- All hands open


def _open(course: Course, position: Position, goal: Goal) -> Found | None:
    if goal.counts_points:
        return _most_points(course, position)
    return _judged(course, position, goal, Solver(goal, BUDGET))


def _most_points(course: Course, position: Position) -> Found | None:
    """The most points that can be got, if one act alone gets them."""
    low, high = 0, len(POINTS)
    while low < high:
        middle = (low + high) // 2
        if Solver(Goal(Aim.POINTS, least=POINTS[middle]), BUDGET).wins(position):
            high = middle
        else:
            low = middle + 1
    if low == len(POINTS):
        return None
    goal = Goal(Aim.POINTS, least=POINTS[low])
    return _judged(course, position, goal, Solver(goal, BUDGET))


def _judged(course: Course, position: Position, goal: Goal, solver: Solver) -> Found | None:
    right = solver.right_acts(position)
    if len(right) != 1 or goal.verdict(position) is not None:
        return None
    return _found(course, position, solver, right, is_open=True)


# --- However the unseen cards lie


def _closed(course: Course, position: Position, goal: Goal, rng: Random) -> Found | None:
    """One act is sure, and in some layout of the unseen cards every other one fails: that layout lies on the table."""
    if not Solver(goal, BUDGET).wins(position):  # nothing can be sure that fails in the layout as it is
        return None
    right = Sure(goal, BUDGET_SURE).right_acts(position)
    if len(right) != 1:
        return None
    for attempt in range(LAYOUTS):
        layout = course if attempt == 0 else _laid_anew(course, position, rng)
        try:
            state = told_again(layout, KINDS, Options(TARGET))[1]
        except IllegalMove:
            continue
        other = position_of(state)
        solver = Solver(goal, BUDGET)
        if not _has_bomb(other) and solver.right_acts(other) == right:
            return _found(layout, other, solver, right, is_open=False)
    return None


def _laid_anew(course: Course, position: Position, rng: Random) -> Course:
    """The same course with the unseen cards dealt otherwise; what the person gave away lies where it lies."""
    given = {card for giver, _, card in course.gives if giver == ME}
    unseen = [card for seat in SEATS if seat != ME for card in position.hands[seat] if card not in given]
    others = rng.sample(unseen, len(unseen))
    new = dict(zip(unseen, others, strict=True))
    return replace(
        course,
        deck=tuple(new.get(card, card) for card in course.deck),
        gives=tuple((giver, to, new.get(card, card)) for giver, to, card in course.gives),
    )


def _found(course: Course, position: Position, solver: Solver, right: list[Act], *, is_open: bool) -> Found:
    solver.budget = LENGTH_BUDGET
    puzzle = Puzzle(
        number=0,
        goal=solver.goal,
        course=course,
        is_open=is_open,
        level=0,
        moves=solver.length(position),
        choices=len(acts(position)),
        right=tuple(word_of(act) for act in right),
        solution=(),
        is_real=False,
    )
    return Found(replace(puzzle, solution=best_course(puzzle, solver)), start_of(puzzle)[0])
