"""What is said at a table: gate → form → service → own regions, as everything there."""

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import limits
from accounts.requests import signed_in
from games import forms, selectors
from games.services import talk
from games.tableview.panel import Line
from games.views.answers import answer, attempt, own_seat

SAID, WITHIN_SECONDS = 5, 20
"""A conversation, but no flood."""


def may_speak(request: HttpRequest) -> bool:
    return limits.allow(f"say:{signed_in(request).pk}", SAID, WITHIN_SECONDS)


@login_required
@require_POST
def say(request: HttpRequest, code: str) -> HttpResponse:
    """A phrase of the list (`phrase`), or own words (`text`)."""
    access, user = selectors.table_for(signed_in(request), code), signed_in(request)
    own_seat(access)
    if not may_speak(request):
        return answer(request, code, Line("no", _("You have said a lot. One moment.")), 429)
    if "phrase" in request.POST:
        speak = partial(talk.say_phrase, table=access.table, user=user, phrase=request.POST["phrase"])
    else:
        speak = partial(talk.say, table=access.table, user=user, text=request.POST.get("text", ""))
    return attempt(request, access, speak)


@login_required
@require_POST
def block(request: HttpRequest, code: str) -> HttpResponse:
    access, user = selectors.table_for(signed_in(request), code), signed_in(request)
    own_seat(access)
    wanted = request.POST.get("wanted") != "0"

    def block_them() -> None:
        talk.set_block(table=access.table, user=user, seat=forms.seat_in(request.POST), blocked=wanted)

    return attempt(request, access, block_them)


@login_required
@require_POST
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Never said aloud at the table; whoever asked reads that it has arrived."""
    access, user = selectors.table_for(signed_in(request), code), signed_in(request)
    own_seat(access)

    def report_them() -> None:
        forms.confirmed(request.POST)
        talk.report(table=access.table, user=user, seat=forms.seat_in(request.POST))

    return attempt(request, access, report_them, Line("ok", _("Thank you. Somebody will look at it.")))
