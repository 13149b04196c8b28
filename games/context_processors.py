"""What every page knows about games: the way back to one's match, whether the clocks stand still, the puzzle of the
day. Match and puzzle are asked for only where they are drawn."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.puzzle_page import daily
from games.returning import running_match_of
from games.services.health import stopped_since
from games.times import now_ms


def running_match(request: HttpRequest) -> dict[str, object]:
    user = getattr(request, "user", None)
    return {"running_match": SimpleLazyObject(lambda: running_match_of(user)) if user else None}


def puzzle_of_the_day(request: HttpRequest) -> dict[str, object]:
    return {"daily": SimpleLazyObject(lambda: daily(getattr(request, "user", None)))}


def clocks(request: HttpRequest) -> dict[str, object]:
    return {"clocks_stopped": stopped_since(now_ms()) is not None}
