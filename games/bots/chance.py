"""A player by chance: any legal act is as good as any other. The measure for the others."""

from __future__ import annotations

from random import Random

from games.engine.commands import NO_WISH, AnswerGrand, Command, ExchangeCards, GiveTrick, Pass, Play, Ready
from games.engine.state import Phase
from games.engine.view import MatchView
from games.rules import MAH_JONG, RANKS, legal_plays, may_pass


def choose(view: MatchView, rng: Random) -> Command | None:
    """A legal act drawn at random; it never calls and never bombs out of turn."""
    seat, mine = view.viewer, view.mine
    if seat is None or mine is None:
        return None
    match view.phase:
        case Phase.GRAND:
            return AnswerGrand(seat, False) if mine.grand is None else None
        case Phase.EXCHANGE if mine.chosen is None:
            return ExchangeCards(seat, tuple(zip(view.targets, rng.sample(view.hand, len(view.targets)), strict=True)))
        case Phase.PLAY if mine.to_act:
            return _play_or_pass(view, seat, rng)
        case Phase.GIFT if mine.to_act:
            return GiveTrick(seat, rng.choice(view.targets), view.decision)
        case Phase.READY if not view.seats[seat].ready:
            return Ready(seat)
        case _:
            return None


def _play_or_pass(view: MatchView, seat: int, rng: Random) -> Play | Pass:
    plays = legal_plays(view.hand, view.top, view.wish)
    choices = [*plays, None] if may_pass(view.hand, view.top, view.wish) else plays
    play = rng.choice(choices)
    if play is None:
        return Pass(seat, view.decision)
    wish = rng.choice((NO_WISH, *RANKS)) if MAH_JONG in play.cards else None
    return Play(seat, play.cards, view.decision, play.phoenix, wish)
