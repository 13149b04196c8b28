"""The table: its page, its forms, and what it asks between. Each form is gate → form → service → own regions."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import signed_in
from games import forms, regions, selectors
from games.engine.commands import Ready
from games.engine.variants import variant_named
from games.regions import Raised
from games.release import release
from games.services import gathering, tables
from games.services.health import stopped_since
from games.tableview.panel import Line
from games.times import now_ms
from games.views.answers import act, answer, attempt, enter, own_seat


@login_required
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    access = enter(request, code)
    view = regions.table_view(access)
    said = [str(message) for message in messages.get_messages(request)]
    rendered = regions.rendered_with(view, Line("no", said[-1])) if said else regions.rendered(view)
    token = get_token(request)
    inside = {name: region.inside(access.table.revision, token) for name, region in rendered.items()}
    seen = {"table": view, "regions": inside, "access": access, "stopped": stopped_since(now_ms()) or ""}
    return render(request, "games/table.html", seen | {"release": release()})


@login_required
@require_safe
def state(request: HttpRequest, code: str) -> HttpResponse:
    """For pages without a socket: the regions when the table is newer than `since`, or the clocks have stopped or run
    again, else 204."""
    access = enter(request, code)
    since = request.GET.get("since", "")
    knows_clocks = bool(request.GET.get("stopped")) == (stopped_since(now_ms()) is not None)
    if knows_clocks and since.isascii() and since.isdecimal() and access.table.revision <= int(since[:18]):
        return HttpResponse(status=204)
    return answer(request, code)


@login_required
@require_POST
def selection(request: HttpRequest, code: str) -> HttpResponse:
    """Reads the raised cards back; changes nothing and counts for no limit."""
    access = selectors.table_for(signed_in(request), code)
    seat = own_seat(access)
    try:
        raised = forms.selection(request.POST)
    except forms.Unreadable as fault:
        return HttpResponse(str(fault), status=400, content_type="text/plain")
    if not access.match.head:
        return HttpResponse(status=204)
    shown = regions.selection_view(access, seat, Raised(raised.cards, raised.reading, raised.wish))
    return HttpResponse(regions.selection_fragment(shown, raised.ask))


# --- While the table waits


@login_required
@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    access, user = selectors.table_for(signed_in(request), code), signed_in(request)
    return attempt(request, access, lambda: tables.sit(table=access.table, user=user, seat=forms.seat_in(request.POST)))


@login_required
@require_POST
def stand(request: HttpRequest, code: str) -> HttpResponse:
    access = selectors.table_for(signed_in(request), code)
    own_seat(access)
    return attempt(request, access, partial(tables.stand, table=access.table, user=signed_in(request)))


@login_required
@require_POST
def ready(request: HttpRequest, code: str) -> HttpResponse:
    access = selectors.table_for(signed_in(request), code)
    own_seat(access)
    return attempt(request, access, partial(tables.set_ready, table=access.table, user=signed_in(request)))


@login_required
@require_POST
def fill(request: HttpRequest, code: str) -> HttpResponse:
    access = selectors.table_for(signed_in(request), code)
    own_seat(access)
    return attempt(request, access, partial(tables.fill_with_house, table=access.table, user=signed_in(request)))


@login_required
@require_POST
def shuffle(request: HttpRequest, code: str) -> HttpResponse:
    access = selectors.table_for(signed_in(request), code)
    own_seat(access)
    return attempt(request, access, partial(gathering.shuffle_seats, table=access.table, user=signed_in(request)))


# --- While a match is played


@login_required
@require_POST
def grand(request: HttpRequest, code: str) -> HttpResponse:
    return act(request, code, forms.grand)


@login_required
@require_POST
def exchange(request: HttpRequest, code: str) -> HttpResponse:
    variant = variant_named(selectors.table_for(signed_in(request), code).match.variant)
    return act(request, code, partial(forms.exchange, variant=variant))


@login_required
@require_POST
def play(request: HttpRequest, code: str) -> HttpResponse:
    return act(request, code, forms.play)


@login_required
@require_POST
def pass_turn(request: HttpRequest, code: str) -> HttpResponse:
    return act(request, code, forms.pass_turn)


@login_required
@require_POST
def bomb(request: HttpRequest, code: str) -> HttpResponse:
    return act(request, code, forms.bomb)


@login_required
@require_POST
def tichu(request: HttpRequest, code: str) -> HttpResponse:
    return act(request, code, forms.tichu)


@login_required
@require_POST
def gift(request: HttpRequest, code: str) -> HttpResponse:
    return act(request, code, forms.gift)


@login_required
@require_POST
def next_round(request: HttpRequest, code: str) -> HttpResponse:
    return act(request, code, lambda _data, seat: Ready(seat))


# --- After it


@login_required
@require_POST
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    access, user = selectors.table_for(signed_in(request), code), signed_in(request)
    own_seat(access)
    return attempt(
        request, access, lambda: tables.rematch(table=access.table, user=user, wants=forms.wants(request.POST))
    )


@login_required
@require_POST
def end(request: HttpRequest, code: str) -> HttpResponse:
    access = selectors.table_for(signed_in(request), code)
    own_seat(access)

    def end_it() -> None:
        forms.confirmed(request.POST)
        tables.end_practice(table=access.table, user=signed_in(request))

    return attempt(request, access, end_it)
