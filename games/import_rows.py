"""Rows of matches that were not played here: whose they are, where they came from and what is odd about them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Import(models.Model):
    """The match was imported. Private to its owner unless `shared`; without an owner the staff has imported it.

    `digest` knows a match that comes twice. `dated` and `timed` say whether anybody wrote down when it was played and
    how long each act took; `whole` is False where the record breaks off. `differences` lists the rounds that differ
    from our rulings, as in games.importing.
    """

    class Source(models.TextChoices):
        RECORD = "record", _("record")
        BSW = "bsw", _("BrettspielWelt log")

    match = models.OneToOneField("games.Match", on_delete=models.CASCADE, related_name="imported")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="imports")
    source = models.CharField(max_length=6, choices=Source)
    digest = models.CharField(max_length=64)
    shared = models.BooleanField(default=False)
    dated = models.BooleanField(default=False)
    timed = models.BooleanField(default=False)
    whole = models.BooleanField(default=True)
    differences = models.JSONField(default=list)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "digest"], name="imported_once_by_each"),
            models.UniqueConstraint(fields=["digest"], condition=Q(owner=None), name="imported_once_by_the_staff"),
            models.CheckConstraint(condition=Q(shared=True) | Q(owner__isnull=False), name="import_seen_by_somebody"),
        ]

    def __str__(self) -> str:
        return f"import {self.pk}"
