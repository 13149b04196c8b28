"""Rows: tables, matches, seats, the log of actions and its projections. Fields and constraints only.

The log (`Action`) is the truth about a match; `Round`, `Hand` and the result columns of `Match` are rebuilt from it.
"""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.engine.variants import DEFAULT_VARIANT
from games.import_rows import Import
from games.note_rows import Note
from games.outage_rows import Outage
from games.puzzle_rows import Solved, SolvedDay
from games.rating_rows import Rated, Rating
from games.round_rows import Hand, Round
from games.talk_rows import Block, Report, Words
from games.tally_rows import Tally

__all__ = [
    "ENDED", "LIVE", "Action", "Block", "Grant", "Hand", "Immutable", "Import", "Match", "Note", "Outage", "Pulse",
    "Rated", "Rating", "Report", "Round", "Seat", "Solved", "SolvedDay", "Table", "Tally", "Watcher", "Words",
    "new_match_code", "new_table_code", "new_token",
]  # fmt: skip

CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that looks like something else
CODE_LENGTH = 8
MATCH_CODE_LENGTH = 10


def _code(length: int) -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


def new_table_code() -> str:
    return _code(CODE_LENGTH)


def new_match_code() -> str:
    return _code(MATCH_CODE_LENGTH)


def new_token() -> str:
    """192 bits, for links that are secrets."""
    return secrets.token_urlsafe(24)


class Table(models.Model):
    """Where people meet. It hosts one match at a time: its newest. `lesson` names the one given there ("" = none)."""

    class Access(models.TextChoices):
        PUBLIC = "public", _("public")
        PRIVATE = "private", _("private")

    class Pace(models.IntegerChoices):
        """How many times the normal time a decision has."""

        NORMAL = 1, _("normal clock")
        DOUBLE = 2, _("twice the time")
        FIVEFOLD = 5, _("five times the time")
        NONE = 0, _("no clock")

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_table_code, editable=False)
    title = models.CharField(max_length=40, blank=True)
    access = models.CharField(max_length=7, choices=Access, default=Access.PUBLIC)
    invite_token = models.CharField(max_length=64, unique=True, default=new_token, editable=False)
    target = models.PositiveSmallIntegerField()
    pace = models.PositiveSmallIntegerField(choices=Pace, default=Pace.NORMAL)
    variant = models.CharField(max_length=20, default=DEFAULT_VARIANT)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="hosted_tables"
    )
    practice = models.BooleanField(default=False)
    watchable = models.BooleanField(default=False)
    aids = models.BooleanField(default=False)
    lesson = models.CharField(max_length=40, blank=True, default="")
    revision = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(target__in=(500, 1000)), name="table_target_is_offered"),
            models.CheckConstraint(
                condition=Q(pace=1) | Q(pace__in=(0, 2, 5), access="private"), name="table_relaxed_in_private"
            ),
            models.CheckConstraint(condition=Q(watchable=False) | Q(access="public"), name="table_watched_in_public"),
            models.CheckConstraint(condition=Q(aids=False) | Q(access="private"), name="table_aids_in_private"),
            models.CheckConstraint(
                condition=Q(lesson="") | Q(practice=True, access="private", pace=0), name="table_lesson_is_practice"
            ),
        ]
        indexes = [models.Index(fields=["created_at"], condition=Q(closed_at=None), name="table_open")]

    def __str__(self) -> str:
        return f"table {self.code}"

    @property
    def is_private(self) -> bool:
        return self.access == self.Access.PRIVATE

    @property
    def match(self) -> Match:
        """Its newest match; a table always has one. Read anew each time, unless a selector has put it here."""
        loaded: Match | None = self.__dict__.get("_match")
        return loaded or self.matches.latest("pk")

    @match.setter
    def match(self, match: Match) -> None:
        self.__dict__["_match"] = match


class Grant(models.Model):
    """This user has opened the invite link of a private table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="grants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="table_grants")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="one_grant_per_user_and_table")]

    def __str__(self) -> str:
        return f"grant {self.pk}"


class Watcher(models.Model):
    """This user is looking on at a table, without a seat."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="watchers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="one_watcher_per_user_and_table")]

    def __str__(self) -> str:
        return f"watcher {self.pk}"


class Match(models.Model):
    """Play up to the target score. Times are milliseconds since the epoch where they are clocks."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        FORFEITED = "forfeited", _("forfeited")
        VOIDED = "voided", _("voided")
        NO_RESULT = "no_result", _("no result")
        ABANDONED = "abandoned", _("abandoned")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="matches")
    code = models.CharField(max_length=20, unique=True, default=new_match_code, editable=False)
    variant = models.CharField(max_length=20, default=DEFAULT_VARIANT)
    options = models.JSONField()
    status = models.CharField(max_length=9, choices=Status, default=Status.WAITING)
    head = models.PositiveIntegerField(default=0)
    deadline = models.BigIntegerField(null=True, blank=True)
    house_due = models.BigIntegerField(null=True, blank=True)
    credited_until = models.BigIntegerField(default=0)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    totals = models.JSONField(default=list)
    end_reason = models.CharField(max_length=200, blank=True)
    end_seats = models.JSONField(default=list)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    has_house = models.BooleanField(default=False)
    practice = models.BooleanField(default=False)
    share_key = models.CharField(max_length=64, default=new_token, editable=False)

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["deadline"], condition=Q(status="running"), name="match_deadline"),
            models.Index(fields=["house_due"], condition=Q(status="running"), name="match_house_due"),
            models.Index(fields=["-ended_at"], name="match_ended"),
        ]

    def __str__(self) -> str:
        return f"match {self.code}"

    @property
    def is_live(self) -> bool:
        """Waiting or running."""
        return self.status in LIVE

    @property
    def is_over(self) -> bool:
        """Ended in any way after it had begun."""
        return self.status in ENDED


LIVE = (Match.Status.WAITING, Match.Status.RUNNING)
ENDED = (Match.Status.FINISHED, Match.Status.FORFEITED, Match.Status.VOIDED, Match.Status.NO_RESULT)


class Seat(models.Model):
    """A taken place in a match, by a user or by a house player, in an imported one by somebody of whom no more than
    the name is known. `live`: its match is waiting or running.

    `online` is what the table was last told about the player's presence (presence.py).
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="seats")
    house = models.CharField(max_length=30, blank=True)
    known_as = models.CharField(max_length=60, blank=True)
    ready = models.BooleanField(default=False)
    live = models.BooleanField(default=True)
    wants_rematch = models.BooleanField(null=True, blank=True)
    online = models.BooleanField(default=False)
    last_seen = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_per_user_and_match"),
            models.UniqueConstraint(fields=["user"], condition=Q(live=True), name="one_live_match_per_user"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, house="", known_as="")
                | (Q(user__isnull=True, known_as="") & ~Q(house=""))
                | (Q(user__isnull=True, house="") & ~Q(known_as="")),
                name="seat_of_one_player",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of match {self.match_id}"

    @property
    def is_house(self) -> bool:
        return self.house != ""

    @property
    def name(self) -> str:
        """The only name to show."""
        return self.user.display_name if self.user else self.house or self.known_as


class Immutable(TypeError):
    """The log is only ever added to."""


class ActionQuerySet(models.QuerySet["Action"]):
    def update(self, **kwargs: Any) -> int:
        raise Immutable("actions are never changed")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise Immutable("actions are never deleted")


class Action(models.Model):
    """One entry of a match's log. Never changed, never deleted (in PostgreSQL a trigger sees to it too)."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    sequence = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    at = models.BigIntegerField()
    kind = models.CharField(max_length=30)
    version = models.PositiveSmallIntegerField()
    payload = models.JSONField()

    objects: ClassVar[models.Manager[Action]] = ActionQuerySet.as_manager()

    class Meta:
        ordering = ["sequence"]
        constraints = [models.UniqueConstraint(fields=["match", "sequence"], name="no_gap_filled_twice")]

    def __str__(self) -> str:
        return f"action {self.sequence} of match {self.match_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise Immutable("actions are never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise Immutable("actions are never deleted")


class Pulse(models.Model):
    """One row: when the last sweep saw the service in good health, its age is the length of an outage; and since when
    it has been well without a break."""

    at = models.BigIntegerField()
    since = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"pulse at {self.at}"
