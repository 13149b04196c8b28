"""The own note to a moment of one's own match: gate, form, service, back to the moment."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import limits
from accounts.requests import signed_in
from games import replay_rounds
from games.engine.codec import UnreadableEvent
from games.models import Match
from games.replay import BrokenLog
from games.replay_page import OPEN
from games.services.notes import NoteRefusal, write_note
from games.views.replay import Refused, enter, position

NOTES, WITHIN_SECONDS = 20, 60
"""Nobody writes faster than that."""


@login_required
@require_POST
def note(request: HttpRequest, code: str, number: int, step: int) -> HttpResponse:
    """Keep, share, take back (`shared`) or remove (empty `text`) the note to a step; only from a seat."""
    access, _rows, subject = enter(request, code)
    if access.seat is None:
        raise PermissionDenied
    eyes, text = subject.eyes(request.POST.get("as")), request.POST.get("text", "")
    if eyes is None or number not in subject.rounds or step > _last_step(access.match, number):
        raise Http404
    seen_from = OPEN if eyes.open_hands else str(eyes.seat)
    if not limits.allow(f"note:{signed_in(request).pk}", NOTES, WITHIN_SECONDS):
        return position(request, code, number, step, seen_from, Refused(text, _("Too fast. One moment."), 429))
    try:
        write_note(
            match=access.match, author=signed_in(request), number=number, step=step, eyes=seen_from, text=text,
            shared=request.POST.get("shared") == "1",
        )  # fmt: skip
    except NoteRefusal as refusal:
        return position(request, code, number, step, seen_from, Refused(text, str(refusal), 422))
    return redirect(f"{subject.url(number, step, eyes)}#note")


def _last_step(match: Match, number: int) -> int:
    try:
        return replay_rounds.round_log(match, number).last
    except (BrokenLog, UnreadableEvent) as fault:
        raise Http404 from fault
