"""The course of the score as points of an SVG; the template draws it. Numbers are texts, so no locale touches them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 340, 150
LEFT, RIGHT, TOP, BOTTOM = 34, 70, 12, 22
GRID = 500
LABEL_GAP = 13
MOST_LABELS = 12


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal line at a score; `is_goal` marks the target."""

    y: str
    text_y: str
    value: str
    is_goal: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One team's course: the path, its dots, and where its final score is written."""

    path: str
    dots: tuple[tuple[str, str], ...]
    label_y: str
    value: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything the template draws. `ticks` are (x, round), `told` both totals after each round."""

    us: Line
    them: Line
    rules: tuple[Rule, ...]
    ticks: tuple[tuple[str, str], ...]
    told: str
    view_box: str = f"0 0 {WIDTH} {HEIGHT}"
    left: str = str(LEFT)
    right: str = str(WIDTH - RIGHT)
    rule_x: str = str(LEFT - 6)
    label_x: str = str(WIDTH - RIGHT + 8)
    tick_y: str = str(HEIGHT - 2)


@dataclass(frozen=True, slots=True)
class _Scale:
    rounds: int
    low: int
    high: int

    def x(self, number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / max(1, self.rounds)

    def y(self, value: int) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - value) / (self.high - self.low)


def chart(us: Sequence[int], them: Sequence[int], target: int) -> Chart:
    """The course of both totals, round by round from the first; both begin at nought."""
    ours, theirs = (0, *us), (0, *them)
    scale = _Scale(len(us), min(*ours, *theirs), max(target, *ours, *theirs))
    ours_at, theirs_at = _apart(scale.y(ours[-1]), scale.y(theirs[-1]))
    step = -(-len(ours) // MOST_LABELS)
    return Chart(
        us=_line(scale, ours, ours_at),
        them=_line(scale, theirs, theirs_at),
        rules=tuple(_rule(scale, value, target) for value in _values(scale, target)),
        told=", ".join(f"{our} : {their}" for our, their in zip(us, them, strict=True)).replace("-", "−"),
        ticks=tuple((f"{scale.x(number):.0f}", str(number)) for number in range(0, len(ours), step)),
    )


def _line(scale: _Scale, totals: Sequence[int], label_y: float) -> Line:
    dots = tuple((f"{scale.x(number):.0f}", f"{scale.y(total):.0f}") for number, total in enumerate(totals))
    path = "M" + "L".join(f"{x} {y}" for x, y in dots)
    return Line(path, dots, f"{label_y + 4:.0f}", str(totals[-1]).replace("-", "−"))


def _values(scale: _Scale, target: int) -> list[int]:
    first = -(-scale.low // GRID) * GRID
    return sorted({target, *range(first, scale.high + 1, GRID)})


def _rule(scale: _Scale, value: int, target: int) -> Rule:
    y = scale.y(value)
    return Rule(f"{y:.0f}", f"{y + 4:.0f}", str(value).replace("-", "−"), is_goal=value == target)


def _apart(one: float, other: float) -> tuple[float, float]:
    """Two labels so far apart that both can be read."""
    missing = LABEL_GAP - abs(one - other)
    if missing <= 0:
        return one, other
    shift = missing / 2 if one > other else -missing / 2
    return one + shift, other - shift
