"""Habits of every page: it speaks the reader's language, what was made for one person is never kept, sign-in always
takes the whole page, and nobody floods us with forms."""

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme

from accounts import limits
from accounts.errors import too_many, wrong_method
from accounts.languages import language_of

Handler = Callable[[HttpRequest], HttpResponse]
SAFE_METHODS = {"GET", "HEAD", "OPTIONS", "TRACE"}
MINUTE = 60


def own_language(get_response: Handler) -> Handler:
    """What the account says, for whoever may have one; for others LocaleMiddleware has looked already."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            translation.activate(language_of(request.user, request))
        response = get_response(request)
        patch_vary_headers(response, ["Cookie"])
        return response

    return middleware


def private_pages(get_response: Handler) -> Handler:
    """Back after sign-out shows sign-in and no hand, and never a naked partial (D11, D12)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        patch_vary_headers(response, ["HX-Request"])
        personal = request.session.accessed or "HX-Request" in request.headers
        if personal and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_store=True)
        return response

    return middleware


def wrong_method_in_words(get_response: Handler) -> Handler:
    """An address that only takes forms, opened by hand: Django's own answer would be an empty page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        return wrong_method(request, response) if response.status_code == 405 and not response.content else response

    return middleware


def not_too_many_forms(get_response: Handler) -> Handler:
    """Whatever a form has a limit of its own or not, there is an end (BUGLOG E12)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method in SAFE_METHODS or _may_post(request):
            return get_response(request)
        return too_many(request, seconds=MINUTE)

    return middleware


def _may_post(request: HttpRequest) -> bool:
    who = f"account {request.user.pk}" if request.user.is_authenticated else limits.peer_key(request)
    return limits.allow(f"forms:{who}", settings.FORMS_PER_MINUTE, MINUTE)


def whole_page_sign_in(get_response: Handler) -> Handler:
    """A fragment asked for after the session ended: the browser goes to sign-in and then back to its page (D08)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "HX-Request" not in request.headers or response.status_code != 302:
            return response
        if urlsplit(response["Location"]).path != settings.LOGIN_URL:
            return response
        target = f"{settings.LOGIN_URL}?{urlencode({'next': _page_of(request)})}"
        return HttpResponse(headers={"HX-Redirect": target})

    return middleware


def _page_of(request: HttpRequest) -> str:
    """The path of the page the fragment belongs to."""
    page = request.headers.get("HX-Current-URL", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}):
        return settings.LOGIN_REDIRECT_URL
    parts = urlsplit(page)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
