"""A match whose log cannot be read: its own pages say so in words, and nothing else is touched (BUGLOG F12)."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.errors import notice
from games.engine.codec import UnreadableEvent
from games.log import NotStarted

faults = logging.getLogger(__name__)


class UnreadableLogs:
    """Middleware that answers for a view which stumbled over such a log."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        if not isinstance(fault, UnreadableEvent | NotStarted):
            return None
        faults.error("%s: its log cannot be read (%s: %s)", request.path, type(fault).__name__, fault)
        if "HX-Request" in request.headers:
            return notice(_("This match cannot be read."), 409)
        return render(request, "games/unreadable.html", status=409)
