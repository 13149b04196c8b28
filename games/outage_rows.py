"""Rows of the times in which the service was not well; what began before one is given that much longer (RULES O5)."""

from __future__ import annotations

from django.db import models


class Outage(models.Model):
    """One outage, written as it ends. Milliseconds since the epoch."""

    since = models.BigIntegerField(unique=True)
    until = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"outage of {self.until - self.since} ms"
