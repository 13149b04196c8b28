"""The start page: one sentence, three ways in, and how many tables there really are."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    waiting, playing = selectors.open_tables(request.user), selectors.running_tables()
    return render(request, "games/home.html", {"waiting": len(waiting), "playing": len(playing)})
