"""A match's page and its replay, step by step: gates, then pages put together elsewhere. Nothing here is written."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.views.decorators.http import require_safe

from games import match_page, records, replay_films, replay_notes, replay_page, replay_rounds, selectors
from games.models import Round
from games.replay_page import Page, Subject
from games.replay_words import Eyes
from games.selectors import MatchAccess

faults = logging.getLogger(__name__)
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Refused:
    """A note that was not kept: what was written, why not, and the status that says so."""

    text: str
    reason: str
    status: int


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Result, rounds, score: open to whom `match_for` lets in."""
    access, rows, subject = enter(request, code, hands=True)
    page = match_page.build(access, subject, rows, request.user)
    context = {"page": page, "share_url": request.build_absolute_uri(page.share_path), "noindex": _is_closed(access)}
    return _answer(request, access, render(request, "games/match.html", context))


@require_safe
def step(request: HttpRequest, code: str, number: int, step: int) -> HttpResponse:
    """One position of a round that may be looked at; a fragment for replay.js, else the whole page."""
    return position(request, code, number, step, request.GET.get("as"))


def position(
    request: HttpRequest, code: str, number: int, step: int, wanted: str | None, refused: Refused | None = None
) -> HttpResponse:
    """The page of a position from the eyes that are `wanted`; `refused` is the note that could not be kept."""
    access, rows, subject = enter(request, code)
    eyes = subject.eyes(wanted)
    if eyes is None or number not in subject.rounds:
        raise Http404
    shared = match_page.shared(access.match, subject)
    notes = replay_notes.own_notes(access, shared, request.user.pk, number, request.build_absolute_uri)
    page = readable(access, lambda: _page(access, subject, number, step, eyes, notes))
    came = match_page.origin_of(access.match, request.user)
    form = replay_notes.form(access, number, step, notes)
    context = {
        "page": page,
        "subject": subject,
        "noindex": _is_closed(access),
        "banner": match_page.banner(access.match, subject, rows),
        "copy_url": request.build_absolute_uri(shared.url(number, step, eyes)),
        "note": replace(form, text=refused.text, error=refused.reason) if form and refused else form,
        "has_record": records.has_record(access.match),
        "is_over": access.match.is_over,
        "differs": came.differs.get(number, "") if came else "",
        "comment": replay_notes.comment(access.match, number, step, request.GET.get("comment", "")),
    }
    status = refused.status if refused else 200
    return _answer(request, access, render(request, _template(request, page), context, status=status))


@require_safe
def frames(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """All positions of a round from the chosen eyes, for replay.js; not found where the page has to say what is
    wrong."""
    access, _rows, subject = enter(request, code)
    eyes = subject.eyes(request.GET.get("as"))
    if eyes is None or number not in subject.rounds:
        raise Http404
    found = readable(access, lambda: replay_films.film(access.match, subject, number, eyes))
    if found is None:
        raise Http404
    response = _packed(request, found)
    add_never_cache_headers(response)
    return _answer(request, access, response)


def _packed(request: HttpRequest, film: bytes) -> HttpResponse:
    """As it was packed, so that nobody packs it again; unpacked for the few who cannot take it so."""
    takes = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(film if takes else gzip.decompress(film), content_type="application/json")
    if takes:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def enter(request: HttpRequest, code: str, *, hands: bool = False) -> tuple[MatchAccess, list[Round], Subject]:
    key = request.GET.get("key", "")
    access = selectors.match_for(request.user, code, key)
    rows = match_page.visible(access.match, hands=hands)
    return access, rows, match_page.subject_of(access, key, rows)


def _page(
    access: MatchAccess, subject: Subject, number: int, step: int, eyes: Eyes, notes: Mapping[int, object]
) -> Page:
    found = replay_rounds.round_log(access.match, number)
    if step > found.last:
        raise Http404
    return replay_page.build(subject, found, step, eyes, notes)


def readable(access: MatchAccess, make: Callable[[], Made]) -> Made | None:
    """What `make` gives; None where the log cannot be read: what is wrong with one match stays with it (BUGLOG F12)."""
    try:
        return make()
    except Http404:
        raise
    except Exception as fault:
        faults.error("match %s: its log cannot be replayed (%s)", access.match.code, type(fault).__name__)
        return None


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
    elif "Cache-Control" not in response:
        response["Cache-Control"] = "private, no-cache"
    return response
