"""In which language somebody reads: as their account says, else as this browser chose, else as it asks for.

A new language is a catalogue in locale/ and a line in settings.LANGUAGES; nothing here names one.
"""

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

BY_BROWSER = ""


def offered() -> dict[str, str]:
    """Code and own name of every language of the site."""
    return dict(settings.LANGUAGES)


def choices() -> list[tuple[str, str | Promise]]:
    """For the account: every language, or none in particular."""
    return [(BY_BROWSER, _("as the browser")), *settings.LANGUAGES]


def language_of(user: object, request: HttpRequest) -> str:
    """`user` may be anonymous; a language that is no longer offered counts for nothing."""
    chosen = getattr(user, "language", BY_BROWSER)
    return chosen if chosen in offered() else translation.get_language_from_request(request)


def language_of_socket(user: object, cookies: Mapping[str, str], headers: list[tuple[bytes, bytes]]) -> str:
    """The same for a socket, whose first request has cookies and headers too."""
    request = HttpRequest()
    request.COOKIES = dict(cookies)
    request.META["HTTP_ACCEPT_LANGUAGE"] = dict(headers).get(b"accept-language", b"").decode("latin-1")
    return language_of(user, request)


def remember(response: HttpResponse, language: str) -> None:
    """Have this browser keep the choice, also for when nobody is signed in."""
    name = settings.LANGUAGE_COOKIE_NAME
    if language == BY_BROWSER:
        response.delete_cookie(name, samesite="Lax")
        return
    response.set_cookie(
        name,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
