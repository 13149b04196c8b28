"""What a lesson is: prepared deals, house players who follow a plan, and a coach. Pure; it sees views, never a state.

Everything has a plain default, so that a lesson only says what is special about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.commands import Command
from games.engine.events import Event
from games.engine.options import Options
from games.engine.view import MatchView
from games.rules import Card, Combination

Fact = Card | Combination | int | str
"""What fills a blank of a sentence: a card, a play, a seat or a rank (the blank's name says which), or a word."""

FINISHED = "lesson finished"
"""The reason in the log of a match that ended because its lesson was over."""


@dataclass(frozen=True, slots=True)
class Coach:
    """What the coach says. `key` names the words (games/tableview/coach_words.py), `facts` fill their blanks, `anchor`
    is the rule's place on the rules page, `suggests` what the learner could do; a `quiet` remark is not read aloud."""

    key: str
    facts: tuple[tuple[str, Fact], ...] = ()
    anchor: str = ""
    suggests: Command | None = None
    quiet: bool = False


class Lesson:
    """One lesson, named by the `slug` that its table bears."""

    slug: str

    def begun(self, kinds: Sequence[str], options: Options) -> tuple[Event, ...]:
        """The log with which the match begins, from its first event to where the learner comes in; () = with a deal."""
        return ()

    def deck(self, number: int) -> tuple[Card, ...] | None:
        """The deck of round `number`, in the order it is dealt from; None = shuffled as ever."""
        return None

    def choice(self, view: MatchView) -> Command | None:
        """What the house player in `view.viewer` does now; None = what it would do anyway. Only a legal command is
        carried out."""
        return None

    def coach(self, view: MatchView) -> Coach | None:
        """What the learner in `view.viewer` reads now; None = nothing. It never blocks any legal choice."""
        return None

    def is_over(self, view: MatchView) -> bool:
        """Whether the lesson ends with what the learner sees now; the match then ends without a result."""
        return False
