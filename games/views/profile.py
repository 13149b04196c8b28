"""A player's page: since when, what the matches add up to, and the matches."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.names import MAX_LENGTH, keys_of
from games import statview
from games.leaders import rating_of
from games.pastview import SHOWN, line_of
from games.statistics import Period, past_matches

PER_PAGE = 25


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    owner = _player_named(name)
    if owner.username != name:
        return redirect("games:player", owner.username)
    played = past_matches(owner, request.user).only(*SHOWN)
    page = Paginator(played, PER_PAGE).get_page(request.GET.get("page"))
    lines = [line_of(tally) for tally in page.object_list]
    period = Period.read(request.GET.get("period"))
    statistics = statview.build(owner, request.user, period, request.GET.get("with"), timezone.now())
    context = {"owner": owner, "own": owner == request.user, "page": page, "matches": lines}
    context |= {"statistics": statistics, "rating": rating_of(owner.pk)}
    return render(request, "games/profile.html", context)


def _player_named(name: str) -> User:
    """Any case of the name will do; deleted accounts have no page (N03)."""
    if "\x00" in name or len(name) > MAX_LENGTH:
        raise Http404
    owner = User.objects.filter(name_key=keys_of(name).key, deleted_number=None).first()
    if owner is None:
        raise Http404
    return owner
