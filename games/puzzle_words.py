"""Puzzles in words: what is asked, who is who, what would be right. Words only, no markup."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.puzzles import ME, PARTNER, Act, Aim, Goal, Position, Puzzle, start_of
from games.replay_words import shape_word
from games.wording import one_of, play_word

_ROLES = (
    gettext_noop("You"),
    gettext_noop("The opponent on your right"),
    gettext_noop("Your partner"),
    gettext_noop("The opponent on your left"),
)
_LEVELS = {
    1: gettext_noop("easy"),
    2: gettext_noop("quite easy"),
    3: gettext_noop("medium"),
    4: gettext_noop("hard"),
    5: gettext_noop("very hard"),
}


def level_word(level: int) -> str:
    """ "easy" to "very hard"."""
    return _(_LEVELS[level])


def role(seat: int) -> str:
    """ "Your partner"."""
    return _(_ROLES[seat])


def goal_word(puzzle: Puzzle) -> str:
    """What is asked, in one sentence."""
    goal = puzzle.goal
    state, position = start_of(puzzle)
    call = _("Grand Tichu") if state.deal.grand[goal.seat] else _("Tichu")
    match goal.aim:
        case Aim.FIRST if goal.seat == ME:
            return _("Save your %(call)s: go out before everybody else.") % {"call": call}
        case Aim.FIRST:
            return _("Save your partner's %(call)s: your partner must be the first to go out.") % {"call": call}
        case Aim.STOP_CALL if goal.seat < PARTNER:
            return _("Break the %(call)s of the opponent on your right: somebody else must be out first.") % {
                "call": call
            }
        case Aim.STOP_CALL:
            return _("Break the %(call)s of the opponent on your left: somebody else must be out first.") % {
                "call": call
            }
        case Aim.AHEAD:
            return _ahead(goal)
        case Aim.WISH:
            return _("Somebody has wished for %s, and that binds you. Find the play that fulfils the wish.") % one_of(
                position.wish or 0
            )
        case _:
            return _of_the_side(goal, position)


def _ahead(goal: Goal) -> str:
    alone = len(goal.rivals) == 1
    if goal.seat == ME:
        return _("Go out before the opponent who is still in.") if alone else _("Go out before both opponents.")
    if alone:
        return _("Get your partner out before the opponent who is still in.")
    return _("Get your partner out before both opponents.")


def _of_the_side(goal: Goal, position: Position) -> str:
    if goal.aim is Aim.STOP_DOUBLE:
        return _("One opponent is out. Prevent the double victory: one of you two must be out second.")
    if goal.aim is Aim.DOUBLE and position.out:
        return _("Your partner is out. Make it a double victory: go out second.")
    if goal.aim is Aim.DOUBLE:
        return _("Make a double victory: you and your partner must be out first and second.")
    return _("Get at least %(points)d points for the cards of this round.") % {"points": goal.least}


def terms_word(puzzle: Puzzle) -> str:
    """What holds in this puzzle besides the rules."""
    if puzzle.goal.aim is Aim.WISH:
        return _("Only one play is allowed here.")
    if puzzle.is_open:
        return _("All hands are open. The opponents defend as well as they can, and your partner helps.")
    return _("The hands are hidden. Your solution must hold however the unseen cards lie.")


def act_word(act: Act) -> str:
    """An act as an instruction or a line of a solution: "pair of Kings", "pass"."""
    if act.to is not None:
        return _("the Dragon's trick to: %s") % role(act.to)
    if act.laid is None:
        return _("pass")
    if not act.wish:
        return play_word(act.laid)
    return _("%(play)s, wish for %(rank)s") % {"play": play_word(act.laid), "rank": one_of(act.wish)}


def kind_word(act: Act) -> str:
    """What sort of act it is, for a first hint."""
    if act.to is not None or act.laid is None:
        return act_word(act)
    return shape_word(act.laid)


def line_word(act: Act) -> str:
    """A line of a solution: "Your partner: pair of Kings"."""
    return _("%(who)s: %(act)s") % {"who": role(act.seat), "act": act_word(act)}
