"""How the table's forms answer: always with this seat's fresh regions; a refusal adds its reason to the line.

Without htmx (no script) the browser is sent back to the page, with the reason as a message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts import limits
from accounts.requests import signed_in
from games import presence, regions, selectors
from games.engine.commands import Command
from games.engine.reasons import CONFLICTS, IllegalMove
from games.forms import Unreadable
from games.log import NotStarted
from games.selectors import TableAccess
from games.services import play, watching
from games.services.tables import TableRefusal
from games.tableview.panel import Line, refusal_line
from games.times import now_ms, to_ms

if TYPE_CHECKING:
    from django.http import QueryDict

ACTIONS, WITHIN_SECONDS = 10, 1
"""Far above what a person does, far below what hurts (BUGLOG E12)."""


def act(request: HttpRequest, code: str, read: Callable[[QueryDict, int], Command]) -> HttpResponse:
    """Read a command for the own seat, submit it, answer. Only a seat may act (BUGLOG E05)."""
    access = selectors.table_for(signed_in(request), code)
    seat = own_seat(access)

    def submit() -> None:
        command = read(request.POST, seat)
        play.submit(match_id=access.match.pk, command=command, received_at=received_at(request))

    return attempt(request, access, submit)


def attempt(
    request: HttpRequest, access: TableAccess, do: Callable[[], None], done: Line | None = None
) -> HttpResponse:
    """Do something at a table and answer; what is refused changed nothing. `done` is said when it worked."""
    if not limits.allow(f"table-action:{signed_in(request).pk}", ACTIONS, WITHIN_SECONDS):
        return answer(request, access.table.code, Line("no", _("Too fast. One moment.")), 429)
    show_presence(access)
    try:
        do()
    except Unreadable as fault:
        return answer(request, access.table.code, Line("no", str(fault)), 422)
    except TableRefusal as refusal:
        return answer(request, access.table.code, Line("no", refusal.message), refusal.status)
    except NotStarted:
        return answer(request, access.table.code, Line("no", _("The match has not begun yet.")), 409)
    except IllegalMove as refused:
        line = refusal_line(refused, regions.setting_for(access))
        return answer(request, access.table.code, line, 409 if refused.reason in CONFLICTS else 422)
    return answer(request, access.table.code, done)


def answer(request: HttpRequest, code: str, line: Line | None = None, status: int = 200) -> HttpResponse:
    """The fresh regions of whoever asks, after whatever happened."""
    if "HX-Request" not in request.headers:
        if line is not None:
            messages.error(request, line.text)
        return redirect("games:table", code)
    access = selectors.table_for(signed_in(request), code)
    table = regions.table_view(access)
    table = table if line is None else table.with_line(line)
    return HttpResponse(regions.fragment(regions.rendered(table).values(), access.table.revision), status=status)


def own_seat(access: TableAccess) -> int:
    """The seat that acts; whoever only looks may not (BUGLOG E05)."""
    if access.seat is None:
        raise PermissionDenied
    return access.seat


def show_presence(access: TableAccess) -> None:
    """A request from a seat is a sign of life."""
    for seat in access.match.seats.all():
        if access.seat == seat.number and seat.live:
            presence.touch(seat.pk)


def enter(request: HttpRequest, code: str) -> TableAccess:
    """The gate for whoever opens the table: a seat shows itself, somebody without one begins to look on if they may."""
    user = signed_in(request)
    access = selectors.table_for(user, code)
    show_presence(access)
    return watching.looking_on(access, user)


def received_at(request: HttpRequest) -> int:
    """When the request reached the server (RULES O4)."""
    moment = getattr(request, "received_at", None)
    return to_ms(moment) if moment is not None else now_ms()
