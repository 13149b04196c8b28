"""Rows of the rating: how strong a person or a pair plays, and which matches have told so."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

LISTED_FROM = 10
"""After fewer matches a rating says too little to be shown."""


class Rating(models.Model):
    """The rating of a person, or with `second` of a pair (the lower key first).

    `mu` and `sigma` are the estimate and its doubt; `shown` is what the leaderboard is ordered by.
    """

    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    shown = models.IntegerField()
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first"], condition=Q(second=None), name="one_rating_per_person"),
            models.UniqueConstraint(fields=["first", "second"], name="one_rating_per_pair"),
            models.CheckConstraint(condition=Q(second=None) | Q(first__lt=F("second")), name="pair_in_one_order"),
        ]
        indexes = [
            models.Index(fields=["-shown", "id"], condition=Q(second=None), name="rating_people"),
            # Few of the many pairs there are have played that often.
            models.Index(
                fields=["-shown", "id"],
                condition=Q(second__isnull=False, matches__gte=LISTED_FROM),
                name="rating_pairs",
            ),
        ]

    def __str__(self) -> str:
        return f"rating {self.pk}"


class Rated(models.Model):
    """This match is in the ratings; it is so once."""

    match = models.OneToOneField("games.Match", on_delete=models.CASCADE, related_name="rated")

    def __str__(self) -> str:
        return f"rated {self.pk}"
