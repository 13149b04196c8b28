"""What operators may see and do: tables and matches read-only, and voiding a running match with a reason.

Nobody, superusers included, sees cards of a match before it has ended (RULES U3). `games.models.Action` and `Hand`
have no pages of their own.
"""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin import ByKey
from accounts.requests import signed_in
from games import log
from games.engine.codec import UnreadableEvent, encode
from games.models import Hand, Match, Report, Round, Seat, Table, Words
from games.services import tables, talk
from games.times import from_ms

OPEN_KINDS = frozenset(
    {
        "match_started",
        "tichu_called",
        "combination_played",
        "wish_made",
        "passed",
        "lead_given",
        "went_out",
        "round_scored",
        "player_ready",
        "time_ran_out",
        "clock_credited",
        "match_won",
        "match_forfeited",
        "match_voided",
    }
)
"""Entries of a running match whose content everybody at the table knows (RULES U1, U2)."""


class ReadOnly(admin.options.BaseModelAdmin):
    """Rows are made by services and never by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("number", "name", "is_house", "ready", "online", "last_seen")
    readonly_fields = ("name", "is_house")
    extra = 0


class RoundInline(ReadOnly, admin.TabularInline):
    model = Round
    fields = ("number", "scored", "team_victory", "order", "card_points", "calls", "score", "total")
    extra = 0


class VoidForm(forms.Form):
    reason = forms.CharField(label=gettext_lazy("Reason, as the players read it"), max_length=200, min_length=3)


@admin.register(Match)
class MatchAdmin(ReadOnly, ByKey):
    list_display = ("code", "table", "status", "target", "head", "has_house", "practice", "started_at", "ended_at")
    list_filter = ("status", "has_house", "practice")
    search_fields = ("code", "table__code", "seats__user__username")
    ordering = ("-pk",)
    list_select_related = ("table",)
    fields = (
        "code", "table", "status", "variant", "target", "totals", "winner", "end_reason", "end_seats", "has_house",
        "practice", "created_at", "started_at", "ended_at", "head", "deadline", "hands", "entries",
    )  # fmt: skip
    readonly_fields = ("target", "hands", "entries")
    inlines = (SeatInline, RoundInline)
    actions = ("void",)

    @admin.display(description=gettext_lazy("target"))
    def target(self, match: Match) -> int:
        return int(match.options.get("target", 0))

    @admin.display(description=gettext_lazy("log"))
    def entries(self, match: Match) -> SafeString | str:
        try:
            entries = log.load(match.pk)
        except UnreadableEvent as fault:
            return _("This log cannot be read: %(fault)s") % {"fault": fault}
        rows = format_html_join(
            "", "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", map(_cells(match), entries)
        )
        head = format_html(
            "<tr><th>{}</th><th>{}</th><th>{}</th><th>{}</th></tr>", "#", _("time"), _("kind"), _("content")
        )
        return format_html("<table>{}{}</table>", head, rows)

    @admin.display(description=gettext_lazy("hands"))
    def hands(self, match: Match) -> SafeString | str:
        if not match.is_over:
            return _("Hidden until the match has ended.")
        hands = Hand.objects.filter(round__match=match).select_related("round").order_by("round__number", "seat")
        cells = (
            (hand.round.number, hand.seat, hand.firsts, hand.later, hand.left_over, hand.call, hand.place or "")
            for hand in hands
        )
        row = "<tr>" + "<td>{}</td>" * 7 + "</tr>"
        return format_html("<table>{}</table>", format_html_join("", row, cells))

    def has_void_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_match")

    @admin.action(description=gettext_lazy("Void, with a reason"), permissions=["void"])
    def void(self, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
        form = VoidForm(request.POST if "reason" in request.POST else None)
        if not form.is_valid():
            return self._ask_for_reason(request, queryset, form)
        for match in queryset:
            self._void(request, match, form.cleaned_data["reason"])
        return None

    def _void(self, request: HttpRequest, match: Match, reason: str) -> None:
        try:
            tables.void_match(match=match, by=signed_in(request), reason=reason)
        except tables.TableRefusal as refusal:
            self.message_user(request, f"{match}: {refusal.message}", messages.WARNING)
            return
        self.log_change(request, match, _("Voided: %(reason)s") % {"reason": reason})
        self.message_user(request, _("%(match)s was voided.") % {"match": match})

    def _ask_for_reason(self, request: HttpRequest, queryset: QuerySet[Match], form: VoidForm) -> HttpResponse:
        context = self.admin_site.each_context(request) | {
            "title": _("Void"),
            "opts": self.model._meta,
            "matches": queryset,
            "form": form,
            "action_checkbox_name": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "admin/games/void.html", context)


def _cells(match: Match) -> Any:
    """One row of the log: number, time, kind, and what may be known of it now."""

    def cells(entry: log.Entry) -> tuple[int, str, str, str]:
        kind, _version, payload = encode(entry.event)
        shown = match.is_over or kind in OPEN_KINDS
        content = json.dumps(payload, ensure_ascii=False) if shown else _("hidden until the match has ended")
        return entry.sequence, from_ms(entry.at).isoformat(timespec="milliseconds"), kind, content

    return cells


@admin.register(Table)
class TableAdmin(ReadOnly, ByKey):
    list_display = ("code", "title", "access", "target", "pace", "host", "practice", "created_at", "closed_at")
    list_filter = ("access", "pace", "practice", ("closed_at", admin.EmptyFieldListFilter))
    search_fields = ("code", "title", "host__username")
    ordering = ("-pk",)
    list_select_related = ("host",)
    fields = (
        "code", "title", "access", "target", "pace", "variant", "host", "practice", "lesson", "created_at", "closed_at",
        "revision",
    )  # fmt: skip


@admin.register(Report)
class ReportAdmin(ReadOnly, ByKey):
    """What people ask the staff to look at: the match itself, with its log, and what was said in it."""

    list_display = ("at", "about", "by", "match", "handled_at")
    list_filter = (("handled_at", admin.EmptyFieldListFilter),)
    search_fields = ("about__username", "match__code")
    ordering = ("handled_at", "-at")
    list_select_related = ("about", "by", "match")
    fields = ("at", "about", "by", "match", "said", "handled_at")
    readonly_fields = ("said",)
    actions = ("handle",)

    @admin.display(description=gettext_lazy("what was said"))
    def said(self, report: Report) -> SafeString:
        words = Words.objects.filter(match=report.match).select_related("user")
        rows = ((each.at.isoformat(timespec="seconds"), each.user, each.text or f"[{each.phrase}]") for each in words)
        return format_html(
            "<table>{}</table>", format_html_join("", "<tr><td>{}</td><td>{}</td><td>{}</td></tr>", rows)
        )

    @admin.action(description=gettext_lazy("Mark as handled"), permissions=["view"])
    def handle(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        talk.mark_handled(report_ids=list(queryset.values_list("pk", flat=True)), by=signed_in(request))
