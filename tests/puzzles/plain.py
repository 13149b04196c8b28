"""The same questions as the search answers, asked the plain way: on whole match states, with the judge, no shortcut.

Slow, so for tiny positions only.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from games.engine import commands as c
from games.engine import events as e
from games.engine.decide import judge, with_consequences
from games.engine.state import MatchState, Phase
from games.puzzles.goals import ME, OURS, Goal
from games.puzzles.position import TEAM, Act, position_of
from games.rules import DECK, MAH_JONG, RANKS, Card, bombs_over, legal_plays, may_pass
from tests.builders import a_round


def after(state: MatchState, command: c.Command) -> MatchState:
    return with_consequences(state, judge(state, command))[1]


def commands(state: MatchState) -> Iterator[c.Command]:
    """Everything the seat on turn may do."""
    round_, seat = state.deal, state.deal.turn
    assert seat is not None
    if state.phase is Phase.GIFT:
        for to in state.variant.dragon_targets(seat, round_.active, round_.number):
            yield c.GiveTrick(seat, to, state.decision)
        return
    top = round_.trick.top if round_.trick else None
    for play in legal_plays(round_.hands[seat], top, round_.wish):
        for wish in (c.NO_WISH, *RANKS) if MAH_JONG in play.cards else (None,):
            yield c.Play(seat, play.cards, state.decision, play.phoenix, wish)
    if may_pass(round_.hands[seat], top, round_.wish):
        yield c.Pass(seat, state.decision)


def bombs(state: MatchState) -> Iterator[c.PlayBomb]:
    """Every bomb out of turn."""
    round_ = state.deal
    if round_.trick is None or state.phase is Phase.GIFT:
        return
    for seat, hand in enumerate(round_.hands):
        if seat != round_.turn:
            yield from (c.PlayBomb(seat, bomb.cards, state.plays) for bomb in bombs_over(hand, round_.trick.top))


def wins(state: MatchState, goal: Goal) -> bool:
    """Can the goal be reached? All hands open, every continuation tried."""
    verdict = goal.verdict(position_of(state))
    if verdict is not None:
        return verdict
    thrown = list(bombs(state))
    if any(not wins(after(state, each), goal) for each in thrown if TEAM[each.seat] != OURS):
        return False
    if any(wins(after(state, each), goal) for each in thrown if TEAM[each.seat] == OURS):
        return True
    if state.phase is Phase.PAUSE:
        return wins(after(state, c.CollectTrick(state.decision)), goal)
    outcomes = (wins(after(state, each), goal) for each in commands(state))
    return any(outcomes) if TEAM[state.deal.turn or 0] == OURS else all(outcomes)


def is_sure(layouts: tuple[MatchState, ...], goal: Goal) -> bool:
    """Does the person on seat 0 reach the goal in all layouts with one plan, whatever the others do? `layouts` are
    those that fit what has been seen."""
    verdicts = [goal.verdict(position_of(state)) for state in layouts]
    if False in verdicts:
        return False
    layouts = tuple(state for state, verdict in zip(layouts, verdicts, strict=True) if verdict is None)
    if not layouts:
        return True
    one = layouts[0]
    if one.phase is Phase.PAUSE:
        return is_sure(tuple(after(state, c.CollectTrick(state.decision)) for state in layouts), goal)
    if one.phase is Phase.GIFT or one.deal.turn == ME:
        ours = one.deal.turn == ME
        outcomes = (is_sure(tuple(after(state, each) for state in layouts), goal) for each in commands(one))
        return any(outcomes) if ours else all(outcomes)
    seen = {each: None for state in layouts for each in commands(state)}
    return all(is_sure(tuple(after(s, each) for s in layouts if each in set(commands(s))), goal) for each in seen)


def layouts_of(state: MatchState, hands: tuple[tuple[Card, ...], ...]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every way in which the unseen cards may lie, by the numbers the others hold."""
    unseen = sorted(card for seat, hand in enumerate(hands) if seat != ME for card in hand)
    for right in combinations(unseen, len(hands[1])):
        rest = [card for card in unseen if card not in right]
        for partner in combinations(rest, len(hands[2])):
            yield hands[ME], right, partner, tuple(card for card in rest if card not in partner)


def small_round(rng: Random, *, most: int = 3, out: bool = False, special: bool = True) -> MatchState:
    """A position with a few cards in each hand, somebody to lead or to answer a single card."""
    few = [card for card in DECK if card.rank in (7, 8, 9, 10) or (special and card.is_special)]
    rng.shuffle(few)
    sizes = [rng.randint(1, most) for _ in range(4)]
    gone = rng.choice((1, 2, 3)) if out else None
    hands = {}
    for seat, size in enumerate(sizes):
        hands[seat] = "" if seat == gone else "".join(few.pop().code for _ in range(size))
    turn = rng.choice([seat for seat in range(4) if seat != gone])
    wish = rng.choice((None, None, "8", "9")) if special else None
    outs = () if gone is None else (gone,)
    if rng.random() < 0.5:
        return a_round(hands, to_act=turn, out=outs, wish=wish).state
    leader = rng.choice([seat for seat in range(4) if seat not in (turn, gone)])
    return a_round(hands, trick=f"{'ABCD'[leader]}:5j", to_act=turn, out=outs, wish=wish).state


def act_of(command: c.Command, events: tuple[e.Event, ...]) -> Act:
    """The act that a command was, by what it caused."""
    match command:
        case c.GiveTrick():
            return Act(command.seat, to=command.to)
        case c.Pass():
            return Act(command.seat)
    played = events[0]
    assert isinstance(played, e.CombinationPlayed)
    wish = events[1].rank if len(events) > 1 and isinstance(events[1], e.WishMade) else 0
    return Act(played.seat, played.combination, wish)
