"""Lessons: the page a lesson begins on, and the button behind it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.errors import too_many
from accounts.requests import signed_in
from games.lessons import FIRST_ROUND
from games.services import lessons
from games.services.tables import TableRefusal
from games.views.lobby import WITHIN_SECONDS, may_open


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def first_round(request: HttpRequest) -> HttpResponse:
    """The guided first round: one press and it begins, or goes on where it was left. The page behind GET is where
    sign-up leads back to."""
    user = signed_in(request)
    if request.method != "POST":
        return render(request, "games/first_round.html", {"waiting": lessons.running_lesson(user, FIRST_ROUND)})
    if not may_open(request):
        return too_many(request, seconds=WITHIN_SECONDS)
    try:
        table = lessons.start_lesson(user=user, slug=FIRST_ROUND, again="again" in request.POST)
    except TableRefusal as refusal:
        messages.error(request, refusal.message)
        return redirect("games:first_round")
    return redirect("games:table", table.code)
