"""Two more ways to a play than tapping cards: suggestions for the own hand, and commands typed as words."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from accounts.requests import signed_in
from games import forms, forms_typed, log, regions, selectors
from games.services import play
from games.tableview.hints import next_hint
from games.views.answers import attempt, own_seat, received_at


@login_required
@require_POST
def hint(request: HttpRequest, code: str) -> HttpResponse:
    """The next play the rules allow after the one that is raised: its cards and its name. Changes nothing."""
    access = selectors.table_for(signed_in(request), code)
    seat = own_seat(access)
    try:
        raised = forms.cards_in(request.POST)
    except forms.Unreadable as fault:
        return HttpResponse(str(fault), status=400, content_type="text/plain")
    if not access.match.head:
        return HttpResponse(status=204)
    found = next_hint(regions.match_view(log.current(access.match.pk), seat), raised)
    return JsonResponse({"cards": [card.code for card in found.cards], "text": found.text})


@login_required
@require_POST
def typed(request: HttpRequest, code: str) -> HttpResponse:
    """A command typed as words: the same services as behind the keys, and an answer in words."""
    access = selectors.table_for(signed_in(request), code)
    seat = own_seat(access)
    said: list[str] = []

    def do() -> None:
        view = regions.match_view(log.current(access.match.pk), seat)
        order = forms_typed.typed(request.POST.get("text", ""), regions.setting_for(access), view, seat)
        if order.command is not None:
            play.submit(match_id=access.match.pk, command=order.command, received_at=received_at(request))
        said.append(order.text)

    response = attempt(request, access, do)
    return trigger_client_event(response, "typed", {"value": said[0]}) if said else response
