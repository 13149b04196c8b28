"""The course of a round up to a puzzle, as short text: from events, and back to them through the one judge.

Acts are words: `T2` calls Tichu, `x` the exchange, `2:7j7w` a play (with `=9` the rank of the Phoenix, with `*8` or
`*-` what is wished), `2:-` a pass, `2!7j7w7p7s` a bomb out of turn, `.` the trick is collected, `2>1` the Dragon's
gift.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.engine import commands as c
from games.engine import events as e
from games.engine.decide import judge, start, with_consequences
from games.engine.evolve import begin, evolve
from games.engine.options import Options
from games.engine.state import MatchState, Phase
from games.puzzles.position import GAME, SEATS
from games.rules import MAH_JONG, Card, card, parse_cards, parse_rank, rank_code

_PLAY = re.compile(r"(\d)([:!])((?:[0-9TJQKADMP][jwpsghr])+)(?:=(.))?(?:\*(.))?")
_NOTHING = "-"
EXCHANGE = "x"
COLLECT = "."


@dataclass(frozen=True, slots=True)
class Course:
    """A round from its deal on: the shuffled deck, who called Grand Tichu, the hand-overs, the acts in words."""

    deck: tuple[Card, ...]
    grand: tuple[int, ...]
    gives: e.Gives
    acts: tuple[str, ...]


class Unplayable(ValueError):
    """Words that make no act, or an act the rules don't allow."""


def course_of(events: Iterable[e.Event]) -> Course:
    """The course that the events of one round tell, from its deal to wherever they end."""
    deck: tuple[Card, ...] = ()
    grand: list[int] = []
    gives: e.Gives = ()
    acts: list[str] = []
    for event in events:
        match event:
            case e.HandsDealt():
                deck = event.deck
            case e.GrandAnswered(call=True):
                grand.append(event.seat)
            case e.CardsExchanged():
                gives = event.gives
                acts.append(EXCHANGE)
            case _:
                _tell(event, acts)
    return Course(deck, tuple(grand), gives, tuple(acts))


def _tell(event: e.Event, acts: list[str]) -> None:
    match event:
        case e.TichuCalled():
            acts.append(f"T{event.seat}")
        case e.CombinationPlayed():
            acts.append(_play_word(event))
        case e.WishMade():
            acts[-1] = acts[-1].removesuffix(_NOTHING) + rank_code(event.rank)
        case e.Passed():
            acts.append(f"{event.seat}:{_NOTHING}")
        case e.TrickTaken():
            acts.append(COLLECT)
        case e.TrickGiven():
            acts.append(f"{event.seat}>{event.to}")


def _play_word(event: e.CombinationPlayed) -> str:
    laid = event.combination
    word = f"{event.seat}{'!' if event.out_of_turn else ':'}{''.join(each.code for each in laid.cards)}"
    if laid.phoenix:
        word += f"={rank_code(laid.phoenix)}"
    return word + (f"*{_NOTHING}" if MAH_JONG in laid.cards else "")


def told_again(course: Course, kinds: Sequence[str], options: Options) -> tuple[list[e.Event], MatchState]:
    """All events of a match that begins with this course, and where it stands then; raises Unplayable, and IllegalMove
    where the judge refuses an act."""
    (started,) = start(c.StartMatch(GAME.key, options, tuple(kinds)))
    assert isinstance(started, e.MatchStarted)
    events: list[e.Event] = [started]
    state = begin(started)
    for asked in _asked(course):
        command = command_of(asked, state) if isinstance(asked, str) else asked
        happened, state = with_consequences(state, judge(state, command))
        events += happened
    return events, state


def _asked(course: Course) -> Iterator[c.Command | str]:
    """The commands of the course in order, those of the play still in words."""
    yield c.Deal(course.deck)
    yield from (c.AnswerGrand(seat, seat in course.grand) for seat in SEATS)
    for word in course.acts:
        if word == EXCHANGE:
            for seat in SEATS:
                yield c.ExchangeCards(seat, tuple((to, given) for giver, to, given in course.gives if giver == seat))
        else:
            yield word


def command_of(word: str, state: MatchState) -> c.Command:
    """The command that an act in words is at this point of a match; raises Unplayable."""
    if word == COLLECT:
        return c.CollectTrick(state.decision)
    if word.startswith("T"):
        return c.CallTichu(int(word[1:]))
    if (gift := re.fullmatch(r"(\d)>(\d)", word)) is not None:
        return c.GiveTrick(int(gift[1]), int(gift[2]), state.decision)
    if word.endswith(f":{_NOTHING}"):
        return c.Pass(int(word[0]), state.decision)
    found = _PLAY.fullmatch(word)
    if found is None:
        raise Unplayable(word)
    seat, mark, cards, reading, wish = found.groups()
    if mark == "!":
        return c.PlayBomb(int(seat), parse_cards(cards), state.plays)
    wished = None if wish is None else c.NO_WISH if wish == _NOTHING else parse_rank(wish)
    return c.Play(int(seat), parse_cards(cards), state.decision, parse_rank(reading) if reading else None, wished)


def write_gives(gives: e.Gives) -> str:
    """Hand-overs as one text: "014s 02Kw"."""
    return " ".join(f"{giver}{to}{given.code}" for giver, to, given in gives)


def read_gives(text: str) -> e.Gives:
    """The opposite of `write_gives`."""
    return tuple((int(each[0]), int(each[1]), card(each[2:])) for each in text.split())


def turned(course: Course, seat: int) -> Course:
    """The same course with the chairs moved on, so that `seat` sits at 0."""
    new = {old: number for number, old in enumerate(GAME.places(seat))}
    first, later = GAME.deal(course.deck)
    places = GAME.places(seat)
    deck = [each for part in (first, later) for old in places for each in part[old]]
    return Course(
        tuple(deck),
        tuple(sorted(new[old] for old in course.grand)),
        tuple((new[giver], new[to], given) for giver, to, given in course.gives),
        tuple(_turned(word, new) for word in course.acts),
    )


def _turned(word: str, new: dict[int, int]) -> str:
    if word in (EXCHANGE, COLLECT):
        return word
    if word.startswith("T"):
        return f"T{new[int(word[1:])]}"
    if word[1] == ">":
        return f"{new[int(word[0])]}>{new[int(word[2])]}"
    return f"{new[int(word[0])]}{word[1:]}"


def questions(events: Sequence[e.Event], state: MatchState) -> Iterator[tuple[int, MatchState]]:
    """The states in which somebody on turn has to play, each with the number of events before it."""
    for number, event in enumerate(events, start=1):
        state = evolve(state, event)
        if state.phase is Phase.PLAY and state.deal.turn is not None and state.deal.dog is None:
            yield number, state
