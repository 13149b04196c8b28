"""What a puzzle asks for, as a question to a position: reached, out of reach, or still open.

The person always sits on seat 0; team 0 is the own one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.puzzles.position import TEAM, Position, card_points

ME = 0
PARTNER = 2
OURS = 0


class Aim(StrEnum):
    """The kinds of goals."""

    FIRST = "first"  # `seat` is the first of all to go out
    AHEAD = "ahead"  # `seat` goes out before every opponent who is still in
    DOUBLE = "double"  # both of the own team are out before anybody else
    STOP_CALL = "stop_call"  # `seat` is not the first to go out
    STOP_DOUBLE = "stop_double"  # the opponents are not out as first and second
    POINTS = "points"  # the own team gets at least `least` card points
    WISH = "wish"  # the wish is met


@dataclass(frozen=True, slots=True)
class Goal:
    """One aim with what it is about. `rivals` are the opponents still in when the puzzle begins."""

    aim: Aim
    seat: int = ME
    least: int = 0
    rivals: tuple[int, ...] = ()

    @property
    def counts_points(self) -> bool:
        """Do card points decide?"""
        return self.aim is Aim.POINTS

    def verdict(self, position: Position) -> bool | None:
        """True: reached; False: out of reach, whatever happens; None: still open."""
        out = position.out
        match self.aim:
            case Aim.FIRST:
                return out[0] == self.seat if out else None
            case Aim.STOP_CALL:
                return out[0] != self.seat if out else None
            case Aim.AHEAD:
                return self._ahead(position)
            case Aim.DOUBLE:
                return _double(out, OURS)
            case Aim.STOP_DOUBLE:
                theirs = _double(out, 1 - OURS)
                return None if theirs is None else not theirs
            case Aim.POINTS:
                return card_points(position)[OURS] >= self.least if position.is_over else None
            case Aim.WISH:
                return True if position.wish is None else None

    def _ahead(self, position: Position) -> bool | None:
        for seat in position.out:
            if seat == self.seat:
                return True
            if seat in self.rivals:
                return False
        return False if position.is_over else None


def _double(out: Sequence[int], team: int) -> bool | None:
    """Whether a team is out as first and second."""
    if any(TEAM[seat] != team for seat in out[:2]):
        return False
    return True if len(out) >= 2 else None


def read_goal(text: str) -> Goal:
    """The goal of a text such as "first 2", "points 60", "ahead 0 13" or "double"; ValueError when there is none."""
    name, *rest = text.split()
    aim = Aim(name)
    if aim is Aim.POINTS:
        return Goal(aim, least=int(rest[0]))
    rivals = tuple(int(digit) for digit in rest[1]) if len(rest) > 1 else ()
    return Goal(aim, seat=int(rest[0]) if rest else ME, rivals=rivals)


def write_goal(goal: Goal) -> str:
    """The opposite of `read_goal`."""
    match goal.aim:
        case Aim.POINTS:
            return f"{goal.aim} {goal.least}"
        case Aim.AHEAD:
            return f"{goal.aim} {goal.seat} {''.join(str(seat) for seat in goal.rivals)}"
        case Aim.FIRST | Aim.STOP_CALL:
            return f"{goal.aim} {goal.seat}"
        case _:
            return str(goal.aim)
