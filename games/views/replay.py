"""A match's page and its replay, step by step: gates, then pages put together elsewhere. Nothing here is written."""

from __future__ import annotations

import logging

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.views.decorators.http import require_safe

from games import match_page, records, replay_page, replay_rounds, selectors
from games.models import Round
from games.replay_page import Page, Subject
from games.replay_words import Eyes
from games.selectors import MatchAccess

faults = logging.getLogger(__name__)


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Result, rounds, score: open to whom `match_for` lets in."""
    access, rows, subject = _enter(request, code, hands=True)
    page = match_page.build(access, subject, rows, request.user)
    context = {"page": page, "share_url": request.build_absolute_uri(page.share_path), "noindex": _is_closed(access)}
    return _answer(request, access, render(request, "games/match.html", context))


@require_safe
def step(request: HttpRequest, code: str, number: int, step: int) -> HttpResponse:
    """One position of a round that may be looked at; a fragment for replay.js, else the whole page."""
    access, rows, subject = _enter(request, code)
    eyes = subject.eyes(request.GET.get("as"))
    if eyes is None or number not in subject.rounds:
        raise Http404
    page = _page(access, subject, number, step, eyes)
    context: dict[str, object] = {"page": page, "subject": subject, "noindex": _is_closed(access)}
    context["has_record"], context["is_over"] = records.has_record(access.match), access.match.is_over
    came = match_page.origin_of(access.match, request.user)
    context["differs"] = came.differs.get(number, "") if came else ""
    context["banner"] = match_page.banner(access.match, subject, rows)
    if page is not None:
        shared = match_page.shared(access.match, subject)
        context["copy_url"] = request.build_absolute_uri(shared.url(number, step, eyes))
    return _answer(request, access, render(request, _template(request, page), context))


def _enter(request: HttpRequest, code: str, *, hands: bool = False) -> tuple[MatchAccess, list[Round], Subject]:
    key = request.GET.get("key", "")
    access = selectors.match_for(request.user, code, key)
    rows = match_page.visible(access.match, hands=hands)
    return access, rows, match_page.subject_of(access, key, [row.number for row in rows])


def _page(access: MatchAccess, subject: Subject, number: int, step: int, eyes: Eyes) -> Page | None:
    """The page, None where the log cannot be read: whatever is wrong with one match stays with it (BUGLOG F12)."""
    try:
        found = replay_rounds.round_log(access.match, number)
        return replay_page.build(subject, found, step, eyes) if step <= found.last else _nothing()
    except Http404:
        raise
    except Exception as fault:
        faults.error("match %s: its log cannot be replayed (%s)", access.match.code, type(fault).__name__)
        return None


def _nothing() -> Page:
    raise Http404


def _template(request: HttpRequest, page: Page | None) -> str:
    if page is None:
        return "games/replay_broken.html"
    return "games/replay_body.html" if _wants_fragment(request) else "games/replay.html"


def _wants_fragment(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _is_closed(access: MatchAccess) -> bool:
    """Is this something a search engine must not keep?"""
    return access.match.table.is_private or not access.match.is_over


def _answer(request: HttpRequest, access: MatchAccess, response: HttpResponse) -> HttpResponse:
    """Fragments are never stored, and pages are asked for anew: Back and Forward show whole pages (BUGLOG D11)."""
    patch_vary_headers(response, ("HX-Request",))
    if _is_closed(access):
        response["X-Robots-Tag"] = "noindex"
    if _wants_fragment(request) or _is_closed(access):
        add_never_cache_headers(response)
    else:
        response["Cache-Control"] = "private, no-cache"
    return response
