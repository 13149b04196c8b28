"""The moment a request reached the server. It knows nothing of matches; deadlines are judged by it (RULES O4)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

GetResponse = Callable[[HttpRequest], HttpResponseBase]

RECEIVED_AT = "tichu.received_at"
"""Where the server notes in the ASGI scope when the whole request had arrived. Browsers cannot write there."""


def received_at(get_response: GetResponse) -> GetResponse:
    """Outermost middleware: stamp `request.received_at`, so that a busy server never makes a player late. Where the
    server noted nothing (WSGI, Django's own handler), it is the moment a thread takes the request up."""

    def stamp(request: HttpRequest) -> HttpResponseBase:
        noted = getattr(request, "scope", {}).get(RECEIVED_AT)
        request.received_at = noted or timezone.now()  # type: ignore[attr-defined]
        return get_response(request)

    return stamp
