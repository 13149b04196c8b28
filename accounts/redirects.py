"""Where to go after signing in: `next`, and only within this site."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def safe_next(request: HttpRequest) -> str:
    """The path they wanted, or "" when there is none or it leads elsewhere: a word alone names no page, and
    `redirect` would take it for the name of a view."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return wanted if wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, set()) else ""


def after_sign_in(request: HttpRequest) -> str:
    return safe_next(request) or settings.LOGIN_REDIRECT_URL


def page_before(request: HttpRequest) -> str:
    """The page of ours that a form was sent from, "/" when there is none."""
    page = request.headers.get("Referer", "")
    return page if url_has_allowed_host_and_scheme(page, {request.get_host()}) else "/"
