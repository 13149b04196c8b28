"""The start page: one sentence, one picture of a table, the ways in, and how many tables there really are."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors
from games.views.positions import AT_THE_TABLE, RAISED


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    waiting, playing = selectors.how_many(request.user)
    context = {"waiting": waiting, "playing": playing, "position": AT_THE_TABLE, "raised": RAISED}
    return render(request, "games/home.html", context)
