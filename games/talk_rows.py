"""Rows of what people say to each other at a table: never part of the log of a match, nor of its record."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

TEXT_LENGTH = 200


class Words(models.Model):
    """One thing somebody on a seat has said: a phrase of the list, by its key, or their own words."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="words")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="words")
    phrase = models.CharField(max_length=20, blank=True)
    text = models.CharField(max_length=TEXT_LENGTH, blank=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "words"
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=Q(phrase="") ^ Q(text=""), name="words_phrase_or_text")]

    def __str__(self) -> str:
        return f"words {self.pk}"


class Block(models.Model):
    """The owner does not want to hear the other; neither hears the other any more, and nobody is told."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "other"], name="blocked_once"),
            models.CheckConstraint(condition=~Q(owner=F("other")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"block {self.pk}"


class Report(models.Model):
    """Somebody asks the staff to look at what another said or did in a match; the match is what there is to see."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    handled_at = models.DateTimeField(_("handled"), null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "by", "about"], name="one_report_per_match_and_person"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"
