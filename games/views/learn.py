"""Tichu in two minutes: four cards to read, one position that shows the partnership, the four special cards."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.views.positions import PARTNER_LEADS
from games.views.sheets import SHEETS


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    return render(request, "games/learn.html", {"position": PARTNER_LEADS, "sheets": SHEETS})
