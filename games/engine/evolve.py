"""Booking: `evolve(state, event)` is the state after an event. It trusts the event and judges nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, assert_never

from games.engine import events as e
from games.engine.change import replace
from games.engine.seal import seal_of
from games.engine.state import Laid, MatchState, Phase, RoundState, Trick
from games.engine.variants import variant_named
from games.rules import Card, Kind, sort_cards

T = TypeVar("T")


def begin(event: e.MatchStarted) -> MatchState:
    """The state after the first event of a log."""
    teams = variant_named(event.variant).teams(1)
    return MatchState(event.variant, event.options, event.kinds, Phase.DEAL, totals=(0,) * len(teams))


def fold(events: Iterable[e.Event]) -> MatchState:
    """The state after a whole log, whose first event must be MatchStarted."""
    first, *rest = events
    if not isinstance(first, e.MatchStarted):
        raise ValueError("a log begins with match_started")
    state = begin(first)
    for event in rest:
        state = evolve(state, event)
    return state


def evolve(state: MatchState, event: e.Event) -> MatchState:
    """The state after `event`."""
    match event:
        case e.MatchStarted():
            raise ValueError("match_started can only be the first event")
        case e.HandsDealt():
            return _dealt(state, event)
        case e.GrandAnswered():
            return _grand(state, event)
        case e.TichuCalled():
            calls = _put(state.deal.tichu, event.seat, True)
            return _told(state, event, replace(state.deal, tichu=calls))
        case e.CardsChosen():
            return replace(state, round=replace(state.deal, chosen=_put(state.deal.chosen, event.seat, event.gives)))
        case e.CardsExchanged():
            return _exchanged(state, event)
        case e.CombinationPlayed():
            return _played(state, event)
        case e.WishMade():
            return _told(state, event, replace(state.deal, wish=event.rank, wisher=event.seat))
        case e.Passed():
            return _passed(state, event)
        case e.LeadGiven():
            after = replace(state.deal, turn=event.to, dog=None)
            return _told(replace(state, decision=state.decision + 1), event, after)
        case e.TrickTaken():
            return _taken(state, event)
        case e.TrickGiven():
            return _given(state, event)
        case e.WentOut():
            return _told(state, event, replace(state.deal, out=(*state.deal.out, event.seat)))
        case e.RoundScored():
            return _scored(state, event)
        case e.PlayerReady():
            return _ready(state, event)
        case e.TimeRanOut():
            return state
        case e.ClockCredited():
            return state if state.round is None else _told(state, event, state.round)
        case e.MatchWon() | e.MatchForfeited() | e.MatchVoided():
            return replace(state, phase=Phase.OVER, outcome=event, decision=state.decision + 1)
        case _:
            assert_never(event)


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _told(state: MatchState, event: e.Event, round_: RoundState) -> MatchState:
    """Book `round_` and let the table tell `event`."""
    return replace(state, round=replace(round_, story=_story(round_, event)))


def _story(round_: RoundState, event: e.Event, number: int | None = None) -> tuple[tuple[int, e.Event], ...]:
    """The story with `event`, under the number of its trick."""
    trick = round_.trick.number if round_.trick else round_.tricks
    return (*round_.story, (trick if number is None else number, event))


def _without(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def _dealt(state: MatchState, event: e.HandsDealt) -> MatchState:
    variant = state.variant
    firsts, later = (tuple(sort_cards(hand) for hand in part) for part in variant.deal(event.deck))
    nobody = (None,) * variant.hands
    dealt = RoundState(
        number=event.number,
        firsts=firsts,
        later=later,
        hands=firsts,
        grand=nobody,
        tichu=(False,) * variant.hands,
        chosen=nobody,
        piles=((),) * variant.hands,
        seal=seal_of(event.deck, event.salt),
    )
    counted = replace(state, phase=Phase.GRAND, rounds=event.number, ready=frozenset(), decision=state.decision + 1)
    return replace(counted, round=dealt)


def _grand(state: MatchState, event: e.GrandAnswered) -> MatchState:
    round_ = replace(state.deal, grand=_put(state.deal.grand, event.seat, event.call))
    state = _told(state, event, round_) if event.call else replace(state, round=round_)
    if None in round_.grand:
        return state
    full = tuple(round_.dealt(seat) for seat in range(len(round_.hands)))
    return replace(state, phase=Phase.EXCHANGE, round=replace(state.deal, hands=full), decision=state.decision + 1)


def _exchanged(state: MatchState, event: e.CardsExchanged) -> MatchState:
    hands = [list(hand) for hand in state.deal.hands]
    for giver, to, card in event.gives:
        hands[giver].remove(card)
        hands[to].append(card)
    sorted_hands = tuple(sort_cards(hand) for hand in hands)
    after = replace(state.deal, hands=sorted_hands, gives=event.gives, turn=event.leader)
    return replace(state, phase=Phase.PLAY, round=after, decision=state.decision + 1)


def _played(state: MatchState, event: e.CombinationPlayed) -> MatchState:
    round_ = state.deal
    hands = _put(round_.hands, event.seat, _without(round_.hands[event.seat], event.combination.cards))
    wish, wisher = (None, None) if event.fulfils else (round_.wish, round_.wisher)
    played = round_.played | {event.seat}
    if event.combination.kind is Kind.DOG:
        pile = (*round_.piles[event.seat], *event.combination.cards)
        after = replace(
            round_,
            hands=hands,
            played=played,
            turn=None,
            dog=event.seat,
            piles=_put(round_.piles, event.seat, pile),
            story=_story(round_, event),
        )
    else:
        trick = _laid(round_, event)
        after = replace(
            round_,
            hands=hands,
            played=played,
            wish=wish,
            wisher=wisher,
            trick=trick,
            tricks=trick.number,
            turn=_next_to_answer(state, hands, trick, event.seat),
            story=_story(round_, event, trick.number),
        )
    return replace(state, phase=Phase.PLAY, decision=state.decision + 1, plays=state.plays + 1, round=after)


def _laid(round_: RoundState, event: e.CombinationPlayed) -> Trick:
    act = Laid(event.seat, event.combination)
    if round_.trick is None:
        return Trick(round_.tricks + 1, (act,))
    return Trick(round_.trick.number, (*round_.trick.acts, act))


def _passed(state: MatchState, event: e.Passed) -> MatchState:
    round_ = state.deal
    assert round_.trick is not None, "only an answer can be passed"
    trick = Trick(round_.trick.number, (*round_.trick.acts, Laid(event.seat, None)))
    turn = _next_to_answer(state, round_.hands, trick, event.seat)
    phase = Phase.PLAY if turn is not None else Phase.PAUSE
    after = replace(round_, trick=trick, turn=turn, story=_story(round_, event))
    return replace(state, phase=phase, decision=state.decision + 1, round=after)


def _next_to_answer(state: MatchState, hands: tuple[tuple[Card, ...], ...], trick: Trick, seat: int) -> int | None:
    """The next seat with cards that has neither laid the top nor passed on it; None: all have (RULES H3)."""
    done = trick.passed | {trick.owner}
    return next((other for other in state.variant.after(seat) if hands[other] and other not in done), None)


def _taken(state: MatchState, event: e.TrickTaken) -> MatchState:
    state = replace(state, decision=state.decision + 1)
    if event.gift:
        return _told(replace(state, phase=Phase.GIFT), event, replace(state.deal, turn=event.seat))
    return _told(replace(state, phase=Phase.PLAY), event, _collected(state, event.seat, event.leader))


def _given(state: MatchState, event: e.TrickGiven) -> MatchState:
    state = replace(state, phase=Phase.PLAY, decision=state.decision + 1)
    return _told(state, event, _collected(state, event.to, event.leader))


def _collected(state: MatchState, to: int, leader: int | None) -> RoundState:
    round_ = state.deal
    assert round_.trick is not None, "there is no trick to collect"
    piles = _put(round_.piles, to, (*round_.piles[to], *round_.trick.cards))
    return replace(round_, piles=piles, last_trick=round_.trick, trick=None, turn=leader)


def _scored(state: MatchState, event: e.RoundScored) -> MatchState:
    round_ = replace(state.deal, turn=None)
    state = replace(state, phase=Phase.READY, round=round_, totals=event.total, results=(*state.results, event))
    return replace(state, ready=frozenset(), decision=state.decision + 1)


def _ready(state: MatchState, event: e.PlayerReady) -> MatchState:
    ready = state.ready | {event.seat}
    phase = Phase.DEAL if len(ready) == len(state.kinds) else Phase.READY
    return replace(state, ready=ready, phase=phase)
