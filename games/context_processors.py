"""What every page knows about games: the way back to one's match, and whether the clocks stand still. The match is
asked for only where the bar is drawn."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.returning import running_match_of
from games.services.health import stopped_since
from games.times import now_ms


def running_match(request: HttpRequest) -> dict[str, object]:
    user = getattr(request, "user", None)
    return {"running_match": SimpleLazyObject(lambda: running_match_of(user)) if user else None}


def clocks(request: HttpRequest) -> dict[str, object]:
    return {"clocks_stopped": stopped_since(now_ms()) is not None}
