"""Rows of what each person did in a match, summed over its scored rounds: what statistics add up."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Tally(models.Model):
    """One person's part in one match; house players and people without an account have none.

    `points` are those of the own team, `against` the other's; `doubles` double victories won, `doubled` lost;
    `turns` decisions in turn, `thought` the milliseconds they took. `public`: everybody may see the match.
    """

    class Kind(models.TextChoices):
        """Whether a match counts (BUGLOG F11): only one that four people with accounts played to its target does."""

        OPEN = "open", _("still open")
        COUNTED = "counted", _("counted")
        FORFEITED = "forfeited", _("forfeited")
        HOUSE = "house", _("with house players")
        APART = "apart", _("without a result")

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="tallies", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tallies", db_index=False)
    partner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=9, choices=Kind, default=Kind.OPEN)
    public = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True, blank=True)
    won = models.BooleanField(default=False)
    rounds = models.PositiveSmallIntegerField(default=0)
    points = models.IntegerField(default=0)
    against = models.IntegerField(default=0)
    firsts = models.PositiveSmallIntegerField(default=0)
    tichu = models.PositiveSmallIntegerField(default=0)
    tichu_made = models.PositiveSmallIntegerField(default=0)
    grand = models.PositiveSmallIntegerField(default=0)
    grand_made = models.PositiveSmallIntegerField(default=0)
    doubles = models.PositiveSmallIntegerField(default=0)
    doubled = models.PositiveSmallIntegerField(default=0)
    bombs = models.PositiveSmallIntegerField(default=0)
    turns = models.PositiveIntegerField(default=0)
    thought = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_tally_per_seat_and_match")]
        indexes = [
            # What statistics add up: all of somebody's ended matches; and how many there are, from the index alone.
            models.Index(fields=["user", "kind", "ended_at"], name="tally_of_user"),
            # The list of somebody's matches, from the latest, and what they add up to since a day.
            models.Index(fields=["user", "-ended_at", "-match"], name="tally_history"),
        ]

    def __str__(self) -> str:
        return f"tally of seat {self.seat} in match {self.match_id}"
