"""House players at the table: they see what their seat may see and move through `play.submit` (RULES O10).

A look that comes twice or late does no harm: the choice is drawn from match, seat and decision, and a decision
that is answered is refused.
"""

from __future__ import annotations

import logging
from random import Random

from games import bots, log, notify
from games.engine import commands as c
from games.engine.decide import refusal
from games.engine.reasons import IllegalMove, Reason
from games.engine.state import MatchState, Phase
from games.engine.view import MatchView, view_for
from games.lessons import lesson_named
from games.log import Current
from games.models import Match
from games.rules import MAH_JONG, legal_plays
from games.services.attention import looks, owing
from games.services.commit import Shuffle
from games.services.play import submit
from games.writing import write

logger = logging.getLogger(__name__)

TIME_IS_UP = (Reason.TOO_LATE, Reason.OVER)
AGAIN = 2_000
"""A house player that could not move is asked again after so many milliseconds."""


def move(*, match_id: int, now: int, decision: int | None = None, shuffle: Shuffle | None = None) -> bool:
    """Let the house players look whose moment has come at `now` (ms), until one of them moves; did one? The match's
    `house_due` then says when the next look is due. `decision`: nothing happens when the match is already past it.
    """
    match = Match.objects.select_related("table").get(pk=match_id)
    if match.status != Match.Status.RUNNING or not match.has_house:
        return False
    current = log.current(match_id)
    if decision is not None and decision != current.state.decision:
        return False
    moments = looks(match.code, current)
    due = sorted((at, seat) for seat, at in moments.items() if at <= now)
    if any(_look(match, current, seat, now, shuffle) for _, seat in due):
        return True
    _sleep(match, current, moments, now)
    return False


def _sleep(match: Match, current: Current, moments: dict[int, int], now: int) -> None:
    """Nobody moved: note the next look. Whoever owes a decision is asked again soon, never forgotten."""
    later = [at for at in moments.values() if at > now]
    if owing(current.state) & {seat for seat, at in moments.items() if at <= now}:
        later.append(now + AGAIN)
    due = min(later, default=None)
    with write():
        if not Match.objects.filter(pk=match.pk, head=current.head).update(house_due=due):
            return  # somebody was quicker, and has noted it
        if due is not None:
            notify.wake_house(match.pk, current.state.decision, due - now)


def _look(match: Match, current: Current, seat: int, now: int, shuffle: Shuffle | None) -> bool:
    """Let one seat look and move; did it? A call is a command of its own: after it the seat is asked again."""
    rng = Random(f"{match.code}:{seat}:{current.state.decision}")
    command = _chosen(match, current, seat, rng)
    if command is None or not _submitted(match, current, command, now, shuffle):
        return False
    if isinstance(command, c.CallTichu):
        after = log.current(match.pk)
        if (command := _chosen(match, after, seat, rng)) is not None:
            _submitted(match, after, command, now, shuffle)
    return True


def _chosen(match: Match, current: Current, seat: int, rng: Random) -> c.Command | None:
    """What the seat does. Whoever owes a decision and finds none does something plain (never stuck)."""
    try:
        view = view_for(current.state, seat, current.clock)
        command = _planned(match, current.state, view) or bots.choose(view, rng)
    except Exception:
        logger.exception("House player at seat %d of match %s, entry %d, failed", seat, match.code, current.head)
        return first_legal(current.state, seat)
    if command is None and seat in owing(current.state):
        logger.error("House player at seat %d of match %s, entry %d, found nothing", seat, match.code, current.head)
        return first_legal(current.state, seat)
    return command


def _planned(match: Match, state: MatchState, view: MatchView) -> c.Command | None:
    """What the lesson at this table has the seat do, if the rules allow it now."""
    lesson = lesson_named(match.table.lesson)
    command = lesson.choice(view) if lesson else None
    return command if command is not None and refusal(state, command) is None else None


def _submitted(match: Match, current: Current, command: c.Command, now: int, shuffle: Shuffle | None) -> bool:
    refusal = _refusal(match, command, now, shuffle)
    if refusal is None:
        return True
    if refusal in TIME_IS_UP or log.current(match.pk).head != current.head:
        return False  # somebody was quicker; what is open now has its own look
    logger.error("House player's %s in match %s: %s", type(command).__name__, match.code, refusal)
    seat = getattr(command, "seat", None)
    other = first_legal(current.state, seat) if seat is not None else None  # a refused choice holds up no table
    return other is not None and _refusal(match, other, now, shuffle) is None


def _refusal(match: Match, command: c.Command, now: int, shuffle: Shuffle | None) -> Reason | None:
    """Send the command in; why it was refused, None when it was done."""
    try:
        submit(match_id=match.pk, command=command, received_at=now, now=now, shuffle=shuffle)
    except IllegalMove as refused:
        return refused.reason
    return None


def first_legal(state: MatchState, seat: int) -> c.Command | None:
    """Something plain and legal where the seat owes a decision, None where it owes nothing."""
    if seat not in owing(state):
        return None
    round_ = state.deal
    match state.phase:
        case Phase.GRAND:
            return c.AnswerGrand(seat, call=False)
        case Phase.EXCHANGE:
            targets = state.variant.exchange_targets(seat, round_.number)
            return c.ExchangeCards(seat, tuple(zip(targets, round_.hands[seat], strict=False)))
        case Phase.GIFT:
            return c.GiveTrick(
                seat, state.variant.dragon_targets(seat, round_.active, round_.number)[0], state.decision
            )
        case Phase.READY:
            return c.Ready(seat)
    return _first_play(state, seat)


def _first_play(state: MatchState, seat: int) -> c.Command:
    round_ = state.deal
    plays = legal_plays(round_.hands[seat], round_.trick.top if round_.trick else None, round_.wish)
    if not plays:
        return c.Pass(seat, state.decision)
    play = plays[0]
    wish = c.NO_WISH if MAH_JONG in play.cards else None
    return c.Play(seat, play.cards, state.decision, reading=play.phoenix, wish=wish)
