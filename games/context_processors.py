"""What every page knows about games: the way back to one's match. Asked only where the bar is drawn."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.returning import running_match_of


def running_match(request: HttpRequest) -> dict[str, object]:
    user = getattr(request, "user", None)
    return {"running_match": SimpleLazyObject(lambda: running_match_of(user)) if user else None}
