"""Lobby, new table, practice, and the invite link. Sitting down itself is the table's own matter (views/table.py)."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits
from accounts.errors import too_many
from accounts.requests import signed_in
from games import selectors
from games.forms_lobby import TableForm
from games.lobbyview import lobby_for
from games.models import Table
from games.services import gathering, tables
from games.services.tables import TableRefusal
from games.times import now_ms

OPENED, WITHIN_SECONDS = 60, 3600


def may_open(request: HttpRequest) -> bool:
    """Bounds how many tables one account opens; far above what a person does."""
    return limits.allow(f"open-table:{signed_in(request).pk}", OPENED, WITHIN_SECONDS)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    seen = lobby_for(request.user, now_ms())
    return render(request, "games/lobby.html", {"lobby": seen, "running_match": seen.way_back})


@require_safe
def lobby_tables(request: HttpRequest) -> HttpResponse:
    """The list alone, for the page that asks every few seconds; 204 while it shows the newest."""
    if "HX-Request" not in request.headers:
        return redirect("games:lobby")
    seen = lobby_for(request.user, now_ms())
    if request.GET.get("since") == seen.version:
        return HttpResponse(status=204)
    return render(request, "games/_tables.html", {"lobby": seen, "running_match": seen.way_back, "alone": True})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def table_new(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        wanted = {
            "access": request.GET.get("access", "private"),
            "target": request.GET.get("target", "1000"),
            "pace": Table.Pace.NORMAL,
            "watchable": True,
        }
        return _table_form(request, TableForm(initial=wanted))
    if not may_open(request):
        return too_many(request, seconds=WITHIN_SECONDS)
    form = TableForm(request.POST)
    if not form.is_valid():
        return _table_form(request, form, status=422)
    try:
        table = tables.open_table(host=signed_in(request), **form.cleaned_data)
    except TableRefusal as refusal:
        form.add_error(None, refusal.message)
        return _table_form(request, form, status=refusal.status)
    return redirect("games:table", table.code)


def _table_form(request: HttpRequest, form: TableForm, status: int = 200) -> HttpResponse:
    return render(request, "games/create.html", {"form": form}, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """One press and the match runs. The page behind GET is where sign-in leads back to."""
    if request.method != "POST":
        return render(request, "games/practice.html")
    if not may_open(request):
        return too_many(request, seconds=WITHIN_SECONDS)
    target = 1000 if request.POST.get("target") == "1000" else 500
    try:
        table = tables.open_practice(user=signed_in(request), target=target)
    except TableRefusal as refusal:
        messages.error(request, refusal.message)
        return redirect("games:practice")
    return redirect("games:table", table.code)


@login_required
@require_POST
def again(request: HttpRequest, code: str) -> HttpResponse:
    """The table of last time: one press, and it waits for the same people."""
    access, user = selectors.match_for(signed_in(request), code), signed_in(request)
    if access.seat is None:
        raise PermissionDenied
    if not may_open(request):
        return too_many(request, seconds=WITHIN_SECONDS)
    try:
        table = gathering.gather(match=access.match, user=user)
    except TableRefusal as refusal:
        messages.error(request, refusal.message)
        return redirect("games:match", code)
    return redirect("games:table", table.code)


@require_safe
def join(request: HttpRequest, token: str) -> HttpResponse:
    """The invite link. It opens the door and seats nobody: a preview robot may look too."""
    table = selectors.invited_table(token)
    if table is None:
        return render(request, "games/join_dead.html", status=404)
    if not request.user.is_authenticated:
        here = reverse("games:join", args=[token])
        return render(request, "games/join.html", {"title": table.title, "pace": table.pace, "here": here})
    try:
        return redirect("games:table", tables.join(token=token, user=signed_in(request)).code)
    except TableRefusal:  # it closed in this very moment
        return render(request, "games/join_dead.html", status=404)
