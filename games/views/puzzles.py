"""Positions to solve: the list, one of them, and the table on which it is solved."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.errors import too_many
from accounts.requests import signed_in
from games import puzzle_page
from games.puzzles import Puzzle, puzzle_numbered
from games.services import lessons
from games.services.tables import TableRefusal
from games.views.lobby import WITHIN_SECONDS, may_open


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    return render(request, "games/puzzles.html", {"groups": puzzle_page.groups(request.user)})


@require_safe
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    page = puzzle_page.page_for(_found(number), request.user, solved="solution" in request.GET)
    return render(request, "games/puzzle.html", {"page": page})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle_start(request: HttpRequest, number: int) -> HttpResponse:
    """One press and the puzzle lies on a table of one's own, from its beginning. Behind GET, where signing in leads
    back to, is its page."""
    puzzle = _found(number)
    if request.method != "POST":
        return redirect("games:puzzle", number)
    if not may_open(request):
        return too_many(request, seconds=WITHIN_SECONDS)
    try:
        table = lessons.start_lesson(user=signed_in(request), slug=puzzle.slug, again=True)
    except TableRefusal as refusal:
        messages.error(request, refusal.message)
        return redirect("games:puzzle", number)
    return redirect("games:table", table.code)


def _found(number: int) -> Puzzle:
    found = puzzle_numbered(number)
    if found is None:
        raise Http404
    return found
