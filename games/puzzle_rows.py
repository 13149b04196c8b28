"""Rows of puzzles: who has solved which, and on which days the puzzle of the day."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Solved(models.Model):
    """This person has solved this puzzle, first at that moment."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="solved_puzzles")
    puzzle = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "solved"
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="puzzle_solved_once")]

    def __str__(self) -> str:
        return f"puzzle {self.puzzle} by account {self.user_id}"


class SolvedDay(models.Model):
    """This person has solved the puzzle of that day (UTC) on the day itself."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="solved_days")
    day = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "day"], name="puzzle_day_solved_once")]

    def __str__(self) -> str:
        return f"puzzle of {self.day} by account {self.user_id}"
