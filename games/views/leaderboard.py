"""The leaderboard: people and pairs by their rating."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.leaders import Board, listed
from games.rating_rows import LISTED_FROM

PER_PAGE = 50


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    board = Board.read(request.GET.get("of"))
    page = Paginator(listed(board), PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "board": board.value, "listed_from": LISTED_FROM}
    return render(request, "games/leaderboard.html", context)
