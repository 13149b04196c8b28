"""Lessons: matches against house players on the real table, with prepared deals and a coach. Pure, beside the bots.

A new lesson is one file and one line in LESSONS; a family of them ("puzzle-17") one line in FAMILIES.
"""

from __future__ import annotations

from collections.abc import Callable

from games.lessons.base import FINISHED, Coach, Fact, Lesson
from games.lessons.first_round import FIRST_ROUND, FirstRound
from games.lessons.puzzle import puzzle_lesson

LESSONS: dict[str, Lesson] = {FIRST_ROUND: FirstRound()}
FAMILIES: dict[str, Callable[[str], Lesson | None]] = {"puzzle": puzzle_lesson}
"""By what stands before the first hyphen of a slug: makes the lesson of that slug, None where there is none."""


def lesson_named(slug: str) -> Lesson | None:
    """The lesson a table's slug means; None for an ordinary table ("") and for a lesson that is no more."""
    if slug in LESSONS or not slug:
        return LESSONS.get(slug)
    family = FAMILIES.get(slug.partition("-")[0])
    return family(slug) if family else None


__all__ = ["FINISHED", "FIRST_ROUND", "LESSONS", "Coach", "Fact", "Lesson", "lesson_named"]
