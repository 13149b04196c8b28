"""Rows of rounds and hands: projections of the log, made anew from it at any time (projections.py)."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Round(models.Model):
    """Projection of one deal; pairs are per team, `order` lists the seats as they went out. `opening` is what the
    log had come to before the deal, so that a round can be read without those before it (replay_rounds.py)."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    scored = models.BooleanField(default=False)
    team_victory = models.BooleanField(default=False)
    order = models.JSONField(default=list)
    card_points = models.JSONField(default=list)
    calls = models.JSONField(default=list)
    score = models.JSONField(default=list)
    total = models.JSONField(default=list)
    opening = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_row_per_round")]

    def __str__(self) -> str:
        return f"round {self.number} of match {self.match_id}"


class Hand(models.Model):
    """Projection of one seat's cards in one round, written when the round is over. Cards as in a record."""

    class Call(models.TextChoices):
        NONE = "", _("no call")
        TICHU = "tichu", _("Tichu")
        GRAND = "grand", _("Grand Tichu")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="hands")
    seat = models.PositiveSmallIntegerField()
    firsts = models.CharField(max_length=28)
    later = models.CharField(max_length=28, blank=True)
    given = models.JSONField(default=list)
    received = models.JSONField(default=list)
    left_over = models.CharField(max_length=28, blank=True)
    call = models.CharField(max_length=5, choices=Call, blank=True, default=Call.NONE)
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["round", "seat"], name="one_hand_per_seat_and_round")]

    def __str__(self) -> str:
        return f"hand of seat {self.seat} in round {self.round_id}"
