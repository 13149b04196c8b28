"""Rows of what somebody notes to a moment of a match: never part of its log, nor of its record."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

NOTE_LENGTH = 500


class Note(models.Model):
    """What one player wrote to a step of a round. Nobody else reads it but through the link of its `token`, which is
    there while the author shares it; `eyes` is from where the author looked ("0" … or "open")."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="notes")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes")
    round = models.PositiveSmallIntegerField()
    step = models.PositiveSmallIntegerField()
    eyes = models.CharField(max_length=4)
    text = models.CharField(max_length=NOTE_LENGTH)
    token = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["round", "step"]
        constraints = [
            models.UniqueConstraint(fields=["match", "author", "round", "step"], name="one_note_per_moment_and_author"),
            models.UniqueConstraint(fields=["token"], condition=~Q(token=""), name="note_token_is_unique"),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"
