"""On turn: which combination to lead or answer with, or whether to pass.

Every possible play gets a worth in tricks: what it saves on the way out, and what winning the trick is worth.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.bots.bombing import is_worth_a_bomb
from games.bots.outlook import SURE
from games.bots.situation import Situation
from games.bots.wishing import choose_wish
from games.engine.commands import Pass, Play
from games.engine.view import SeatView
from games.rules import DRAGON, MAH_JONG, Card, Combination, Kind, bombs_in, legal_plays, may_pass, points_of, readings

LEAD = 0.45
"""What having the lead is worth, in tricks."""
PARTNER_LEAD = 0.7
POINTS = 1 / 35
"""What a card point is worth, in tricks."""
OUT = 10.0
BOMB_KEPT = 0.9
"""What a bomb in hand is worth beyond the trick it takes."""
BOMB_WASTED = 1.5
"""What a bomb costs on a trick that needs none; the pause gives another chance to throw it."""


def play_or_pass(now: Situation) -> Play | Pass:
    """The best command of the seat on turn; always a legal one (RULES E–K)."""
    view, hand = now.view, now.hand
    best, worth = None, float("-inf")
    for play in distinct(now, legal_plays(hand, view.top, view.wish)):
        value = worth_of_lead(now, play) if view.top is None else worth_of_answer(now, play)
        if value > worth:
            best, worth = play, value
    number = now.me.number
    if best is None or (may_pass(hand, view.top, view.wish) and worth <= worth_of_passing(now)):
        return Pass(number, view.decision)
    wish = choose_wish(now, best) if MAH_JONG in best.cards else None
    return Play(number, best.cards, view.decision, best.phoenix, wish)


def distinct(now: Situation, plays: Iterable[Combination]) -> list[Combination]:
    """One play of each shape: the one that breaks the fewest bombs, for suits matter for nothing else."""
    found: dict[tuple[object, ...], Combination] = {}
    for play in plays:
        shape = (play.kind, play.rank, len(play.cards), play.phoenix, play.ranks)
        if shape not in found or (now.bombs and _bombs_lost(now, play) < _bombs_lost(now, found[shape])):
            found[shape] = play
    return list(found.values())


def worth_of_lead(now: Situation, play: Combination) -> float:
    """What leading this is worth."""
    rest = now.without(play.cards)
    if not rest:
        return _worth_of_going_out(now)
    if play.kind is Kind.DOG:
        return _worth_of_dog(now, rest)
    chance = now.outlook.chance_of(play)
    worth = _saved(now, play, rest) + chance * _lead_worth(now, rest)
    return worth - _danger(now, play, chance) + _help(now, play)


def worth_of_answer(now: Situation, play: Combination) -> float:
    """What laying this on the table's top is worth."""
    owner = now.owner
    assert owner is not None and now.view.trick is not None, "only a top can be answered"
    rest = now.without(play.cards)
    if not rest:
        return _worth_of_going_out(now)
    chance = now.outlook.chance_of(play)
    points = points_of(now.view.trick.cards) + play.points
    stakes = -points if play.cards == (DRAGON,) else points
    worth = _saved(now, play, rest) + chance * (_lead_worth(now, rest) + stakes * POINTS)
    if now.partner_called and owner.is_partner:
        worth -= OUT / 2
    if play.is_bomb and (owner.is_partner or not is_worth_a_bomb(now, play)):
        worth -= BOMB_WASTED
    return worth


def worth_of_passing(now: Situation) -> float:
    """What it is worth to leave the trick as it is."""
    owner, trick = now.owner, now.view.trick
    assert owner is not None and trick is not None, "a lead cannot be passed"
    chance = now.outlook.chance_of(trick.top)
    stakes = points_of(trick.cards) * POINTS
    if owner.is_partner:
        return chance * (PARTNER_LEAD * (2 if now.partner_called else 1) + stakes)
    return -chance * (LEAD * _threat(now, owner) + stakes)


def _saved(now: Situation, play: Combination, rest: tuple[Card, ...]) -> float:
    """How much nearer the play brings the hand to being empty."""
    saved = now.cost(now.hand) - now.cost(rest) - BOMB_KEPT * _bombs_lost(now, play)
    return saved * 0.6 if now.partner_called else saved


def _bombs_lost(now: Situation, play: Combination) -> int:
    return len(now.bombs) - len(bombs_in(now.without(play.cards))) if now.bombs else 0


def _lead_worth(now: Situation, rest: tuple[Card, ...]) -> float:
    """What having the lead with these cards is worth: most when they are one combination."""
    if readings(rest) and (DRAGON not in rest or len(rest) == 1):
        return 2.5
    cost = now.cost(rest)
    return LEAD + max(0.0, 1.6 - cost) * 0.5


def _worth_of_going_out(now: Situation) -> float:
    """Good, unless it spoils the partner's call."""
    return -OUT if now.partner_called else OUT


def _worth_of_dog(now: Situation, rest: tuple[Card, ...]) -> float:
    """Better the more the partner can do with the lead."""
    saved = now.cost(now.hand) - now.cost(rest)
    partner = next((seat for seat in now.partners if not seat.out), None)
    if partner is None:
        return saved - LEAD
    if now.partner_called:
        return saved + 3
    near = 0.4 if partner.count <= 3 else 0.0
    return saved - 0.5 + near - (1.0 if now.i_called else 0.0)


def _threat(now: Situation, owner: SeatView) -> float:
    """How badly the owner of the top must be stopped."""
    threat = 1.0
    if owner in now.callers:
        threat += 1.0
    if 0 < owner.count <= 3:
        threat += 0.6
    return threat


def _danger(now: Situation, play: Combination, chance: float) -> float:
    """An opponent about to go out must not be led what he can go out with."""
    close = [seat for seat in now.opponents if seat.count == len(play.cards)]
    return sum(1.2 * (1 - chance) for _ in close) if chance < SURE else 0.0


def _help(now: Situation, play: Combination) -> float:
    """A partner who has called, or has one card left, is glad of a low single."""
    low = max(0.0, 0.8 - play.rank / 20)
    if play.kind is Kind.SINGLE and any(seat.count == 1 for seat in now.partners):
        return low
    return low / 2 if now.partner_called and len(play.cards) <= 2 else 0.0
