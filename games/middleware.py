"""The moment a request reached the server. It knows nothing of matches; deadlines are judged by it (RULES O4)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def received_at(get_response: GetResponse) -> GetResponse:
    """Outermost middleware: stamp `request.received_at`, so that a busy server never makes a player late."""

    def stamp(request: HttpRequest) -> HttpResponseBase:
        request.received_at = timezone.now()  # type: ignore[attr-defined]
        return get_response(request)

    return stamp
