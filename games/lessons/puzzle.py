"""The lesson of a puzzle: a round that is told up to a decision, opponents who defend, and a coach who knows whether
the goal is still in reach. It knows the puzzle's cards, and of the match only what is public.
"""

from __future__ import annotations

from collections.abc import Sequence

from games import puzzles
from games.engine.commands import Command
from games.engine.events import Event
from games.engine.options import Options
from games.engine.state import Phase
from games.engine.view import MatchView
from games.lessons.base import Coach, Lesson
from games.puzzles import ME, Position, Puzzle, Standing
from games.puzzles.telling import told_again

PLAYING = (Phase.PLAY, Phase.PAUSE, Phase.GIFT)


class PuzzleLesson(Lesson):
    """One puzzle on the table."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.slug = puzzle.slug

    def begun(self, kinds: Sequence[str], options: Options) -> tuple[Event, ...]:
        """The round up to the decision."""
        return tuple(told_again(self.puzzle.course, kinds, options)[0])

    def choice(self, view: MatchView) -> Command | None:
        """What the search knows to be best for the seat's side."""
        if view.phase not in PLAYING or view.viewer is None:
            return None
        position = self._position(view)
        act = puzzles.answer(self.puzzle, position, view.viewer)
        if act is None:
            return None
        out_of_turn = act.seat != position.turn
        return puzzles.as_command(act, decision=view.decision, plays=view.on, out_of_turn=out_of_turn)

    def coach(self, view: MatchView) -> Coach | None:
        """The goal, and whether it is still in reach; a hint is the act itself."""
        if view.phase is Phase.OVER:
            return None
        position = self._position(view)
        standing = puzzles.standing(self.puzzle, position)
        facts = (("puzzle", self.puzzle.number), ("goal", self.puzzle.number))
        if standing is Standing.OPEN and position.turn == ME:
            act = puzzles.a_right_act(self.puzzle, position)
            suggests = puzzles.as_command(act, decision=view.decision, plays=view.on) if act else None
            return Coach("puzzle-turn", facts, suggests=suggests)
        key = "puzzle-wait" if standing is Standing.OPEN else f"puzzle-{standing.value}"
        return Coach(key, facts, quiet=standing is Standing.OPEN)

    def is_over(self, view: MatchView) -> bool:
        """As soon as the goal is reached, or out of reach for good."""
        return self.puzzle.goal.verdict(self._position(view)) is not None

    def _position(self, view: MatchView) -> Position:
        return puzzles.position_told(self.puzzle, view.story)


def puzzle_lesson(slug: str) -> Lesson | None:
    """The lesson of a puzzle's slug, None where there is none."""
    puzzle = puzzles.puzzle_of_slug(slug)
    return PuzzleLesson(puzzle) if puzzle else None
