"""Answers when something cannot be done: too often, an old form, no access, not here, broken.

A request from inside a page (htmx) gets a notice in words and no page, so that none is ever swapped into a table (D09).
"""

import json
import logging
import sys
from typing import Any

from django.contrib import messages
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.csrf import requires_csrf_token
from django.views.defaults import page_not_found, permission_denied

from accounts.redirects import page_before

log = logging.getLogger(__name__)
RETRY_AFTER = 5
"""Seconds after which it is worth to ask a database again that did not answer."""
LAST_RESORT = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<title>Tichu</title><main><h1>Something of ours broke; your match is safe.</h1><p><a href="/">Tichu</a></p>'
    '<p lang="de">Bei uns ging etwas kaputt; deine Partie ist sicher.</p></main></html>'
)


def notice(text: str, status: int) -> HttpResponse:
    """An answer to htmx that swaps nothing; site.js shows the text."""
    trigger = json.dumps({"notice": {"value": text}})
    return HttpResponse(status=status, headers={"HX-Trigger": trigger, "HX-Reswap": "none"})


def too_many(request: HttpRequest, *, seconds: int) -> HttpResponse:
    if _inside_page(request):
        response = notice(_("Too fast. One moment."), 429)
    else:
        response = render(request, "429.html", {"minutes": max(1, seconds // 60)}, status=429)
    response["Retry-After"] = str(seconds)
    return response


def locked_out(request: HttpRequest, *_ignored: Any) -> HttpResponse:
    """What django-axes answers after too many wrong passwords."""
    from axes.helpers import get_cool_off

    cool_off = get_cool_off(request)
    return too_many(request, seconds=int(cool_off.total_seconds()) if cool_off else 3600)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page is from before a sign-in or sign-out elsewhere: nothing happened, load it afresh and go on (D09).

    site.js sends the current token anyway; this is met without scripts or without cookies.
    """
    log.info("CSRF check failed: %s", reason)
    if not _inside_page(request):
        return render(request, "403_csrf.html", {"back": page_before(request)}, status=403)
    messages.info(request, _("This page was old: you signed in or out elsewhere. It is fresh now, please press again."))
    return HttpResponse(status=403, headers={"HX-Refresh": "true"})


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return notice(_("Nothing lies here."), 404) if _inside_page(request) else page_not_found(request, exception)


@requires_csrf_token
def no_access(request: HttpRequest, exception: Exception) -> HttpResponse:
    return (
        notice(_("This is not open to you."), 403) if _inside_page(request) else permission_denied(request, exception)
    )


def wrong_method(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """The same refusal in words; `answer` says in its Allow header what the address takes."""
    said = _("Nothing to look at here.")
    response = notice(said, 405) if _inside_page(request) else render(request, "405.html", status=405)
    response["Allow"] = answer["Allow"]
    return response


@requires_csrf_token
def broken(request: HttpRequest) -> HttpResponse:
    """Needs neither database nor session nor context, and not even its template."""
    if not isinstance(sys.exception(), OperationalError | InterfaceError):
        return HttpResponse(_bare("500.html"), status=500)
    return HttpResponse(_bare("503.html"), status=503, headers={"Retry-After": str(RETRY_AFTER)})


@requires_csrf_token
def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that Django itself refuses: not even its host may be asked for."""
    if _inside_page(request):
        return notice(_("We could not read this request."), 400)
    return HttpResponse(_bare("400.html"), status=400)


def _bare(name: str) -> str:
    """A page without anything of the request; should that fail too, a sentence in both languages."""
    try:
        return str(render_to_string(name))
    except Exception:
        log.exception("%s itself is broken", name)
        return LAST_RESORT


def _inside_page(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true" and request.headers.get("HX-Boosted") != "true"
