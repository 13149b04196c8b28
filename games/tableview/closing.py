"""The sheet at the end of a lesson: what was learnt, how the last round was counted, and where to go from here."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.state import Phase
from games.engine.view import MatchView
from games.lessons import FINISHED, FIRST_ROUND
from games.models import Match
from games.tableview.round_sheet import round_sheet
from games.tableview.setting import Setting
from games.tableview.sheets import Sheet

LEARNT: dict[str, tuple[str, ...]] = {
    FIRST_ROUND: (
        gettext_noop("Give low cards to the opponents and a good one to your partner."),
        gettext_noop("Beat the opponents with the lowest card that does; pass when your partner is ahead."),
        gettext_noop(
            "A wish binds whoever can fulfil it; the Dog hands over the lead; the Phoenix fits almost anywhere."
        ),
        gettext_noop("A bomb beats everything, and the Dragon’s trick goes to an opponent."),
        gettext_noop("Tichu pays if you are out first, and being out as a pair is the game."),
    ),
}
"""By lesson; one without an entry ends as any match does."""


def closing(setting: Setting, view: MatchView) -> Sheet | None:
    """The sheet, once the lesson has come to its end; None at any other table and moment."""
    learnt = LEARNT.get(setting.lesson)
    if view.phase is not Phase.OVER or not learnt or not _is_through(setting, view):
        return None
    round_ = round_sheet(setting, view, view.results[-1])
    return Sheet("lesson", _("That was your first match"), round_, learnt=tuple(_(each) for each in learnt))


def _is_through(setting: Setting, view: MatchView) -> bool:
    """Every prepared round was played; or somebody has won before."""
    return bool(view.results) and (setting.end_reason == FINISHED or setting.status == Match.Status.FINISHED)
