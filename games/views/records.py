"""A finished match to take away: the record for programs, the sheet for people. Never a running one's."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from games import records, selectors
from games.models import Match

faults = logging.getLogger(__name__)


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """`<code>.tichu.jsonl` for whom `match_for` lets in."""
    match = _match(request, code)
    if not records.has_record(match):
        raise Http404
    return _file(match, records.record, "tichu.jsonl", "application/x-ndjson; charset=utf-8")


@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """`<code>.txt`, in the reader's language."""
    return _file(_match(request, code), records.sheet, "txt", "text/plain; charset=utf-8")


def _match(request: HttpRequest, code: str) -> Match:
    access = selectors.match_for(request.user, code, request.GET.get("key", ""))
    if not access.match.is_over:
        raise Http404
    return access.match


def _file(match: Match, written: Callable[[Match], str], ending: str, content_type: str) -> HttpResponse:
    """Whatever is wrong with one match's log stays with it (BUGLOG F12)."""
    try:
        text = written(match)
    except Exception as fault:
        faults.error("match %s: its log cannot be written out (%s)", match.code, type(fault).__name__)
        raise Http404 from None
    response = HttpResponse(text, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{match.code}.{ending}"'
    response["X-Robots-Tag"] = "noindex"
    add_never_cache_headers(response)
    return response
