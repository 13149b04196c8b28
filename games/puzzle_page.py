"""What the pages of puzzles show, as values for their templates: the list, one position, the puzzle of the day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from accounts.models import User
from games.puzzle_words import act_word, goal_word, kind_word, level_word, line_word, role, terms_word
from games.puzzles import (
    LEVELS,
    ME,
    SEATS,
    Act,
    Aim,
    Puzzle,
    a_right_act,
    puzzle_of_day,
    puzzles,
    solution,
    start_of,
)
from games.rules import Card, sort_cards
from games.services.puzzles import has_solved_today, solved_by, streak, today
from games.wording import call_word, cards_left, place_word, play_word, rank_word

ALL_ROUND = (2, 3, 1)
"""The others as they are listed: the partner, then the left, then the right."""


@dataclass(frozen=True, slots=True)
class Item:
    """One puzzle in a list."""

    number: int
    url: str
    goal: str
    is_open: bool
    moves: int
    is_solved: bool
    is_daily: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The puzzles of one level."""

    level: str
    items: tuple[Item, ...]
    solved: int


@dataclass(frozen=True, slots=True)
class Daily:
    """The puzzle of the day: the own cards in it, what they have to beat (nothing: a lead), a hint, and on how many
    days in a row the user has solved it."""

    item: Item
    hand: tuple[Card, ...]
    top: tuple[Card, ...]
    top_word: str
    top_by: str
    hint: str
    streak: int


@dataclass(frozen=True, slots=True)
class Holder:
    """One seat of a position: `cards` None are hidden; `place` "" while in; `acted` the latest act in the trick."""

    role: str
    cards: tuple[Card, ...] | None
    left: str
    call: str
    place: str
    acted: str


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """One position to solve."""

    number: int
    goal: str
    terms: str
    level: str
    moves: int
    is_real: bool
    is_solved: bool
    is_daily: bool
    wish: str
    others: tuple[Holder, ...]
    own: Holder
    top: tuple[Card, ...]
    top_word: str
    top_by: str
    hint: str
    unseen: tuple[Card, ...]
    solution: tuple[str, ...]


def _known(user: Any) -> User | None:
    return user if isinstance(user, User) else None


def _item(puzzle: Puzzle, solved: frozenset[int]) -> Item:
    return Item(
        number=puzzle.number,
        url=reverse("games:puzzle", args=[puzzle.number]),
        goal=goal_word(puzzle),
        is_open=puzzle.is_open,
        moves=puzzle.moves,
        is_solved=puzzle.number in solved,
        is_daily=puzzle == puzzle_of_day(today()),
    )


def groups(user: Any) -> tuple[Group, ...]:
    """All puzzles by level, easy ones first, with the user's own marks."""
    known = _known(user)
    solved = solved_by(known) if known else frozenset()
    by_level = {level: [_item(each, solved) for each in puzzles() if each.level == level] for level in LEVELS}
    return tuple(
        Group(level_word(level), tuple(items), sum(item.is_solved for item in items))
        for level, items in by_level.items()
        if items
    )


def daily(user: Any) -> Daily:
    """The puzzle of the day for a start page; its mark says whether it was solved today."""
    known = _known(user)
    puzzle = puzzle_of_day(today())
    is_solved = known is not None and has_solved_today(known)
    top, top_word, top_by = _trick(puzzle)
    return Daily(
        item=_item(puzzle, frozenset({puzzle.number} if is_solved else ())),
        hand=start_of(puzzle)[1].hands[ME],
        top=top,
        top_word=top_word,
        top_by=top_by,
        hint=first_hint(puzzle),
        streak=streak(known) if known else 0,
    )


def _trick(puzzle: Puzzle) -> tuple[tuple[Card, ...], str, str]:
    """What lies on the table, in cards and in words, and who laid it; nothing where the person leads."""
    trick = start_of(puzzle)[0].deal.trick
    return (trick.top.cards, play_word(trick.top), role(trick.owner)) if trick else ((), "", "")


def first_hint(puzzle: Puzzle) -> str:
    """What sort of act is right in the beginning: "a pair", "pass"."""
    act = a_right_act(puzzle, start_of(puzzle)[1])
    return kind_word(act) if act else ""


def page_for(puzzle: Puzzle, user: Any, *, solved: bool) -> PuzzlePage:
    """The page of one puzzle; with `solved` the solution stands on it."""
    known = _known(user)
    position = start_of(puzzle)[1]
    top, top_word, top_by = _trick(puzzle)
    holders = tuple(_holder(puzzle, seat) for seat in SEATS)
    is_counted = not puzzle.is_open and puzzle.goal.aim is not Aim.WISH
    unseen = [card for seat in ALL_ROUND for card in position.hands[seat] if is_counted]
    return PuzzlePage(
        number=puzzle.number,
        goal=goal_word(puzzle),
        terms=terms_word(puzzle),
        level=level_word(puzzle.level),
        moves=puzzle.moves,
        is_real=puzzle.is_real,
        is_solved=known is not None and puzzle.number in solved_by(known),
        is_daily=puzzle == puzzle_of_day(today()),
        wish=rank_word(position.wish) if position.wish else "",
        others=tuple(holders[seat] for seat in ALL_ROUND),
        own=holders[ME],
        top=top,
        top_word=top_word,
        top_by=top_by,
        hint=first_hint(puzzle),
        unseen=sort_cards(unseen),
        solution=tuple(line_word(act) for act in solution(puzzle)) if solved else (),
    )


def _holder(puzzle: Puzzle, seat: int) -> Holder:
    state, position = start_of(puzzle)
    round_ = state.deal
    acts = [act for act in (round_.trick.acts if round_.trick else ()) if act.seat == seat]
    call = "grand" if round_.grand[seat] else "tichu" if round_.tichu[seat] else ""
    return Holder(
        role=role(seat),
        cards=position.hands[seat] if puzzle.is_open or seat == ME else None,
        left=cards_left(len(position.hands[seat])),
        call=call_word(call),
        place=place_word(position.out.index(seat) + 1) if seat in position.out else "",
        acted=act_word(Act(seat, acts[-1].combination)) if acts else "",
    )
