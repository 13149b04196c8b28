"""Small pieces every page uses: icons from the sprite and the server's clock for the browser."""

import time
from urllib.parse import urlencode

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.languages import offered
from accounts.redirects import page_before, safe_next

register = template.Library()


@register.simple_tag
def icon(name: str, css: str = "icon") -> SafeString:
    """`{% icon "user" %}` draws symbol `i-user` of static/css/art/icons.svg; `css` replaces the class."""
    href = static("css/art/icons.svg")
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}#i-{}"/></svg>', css, href, name)


@register.simple_tag
def server_milliseconds() -> str:
    return str(time.time_ns() // 1_000_000)


@register.simple_tag
def offered_languages() -> dict[str, str]:
    return offered()


@register.simple_tag(takes_context=True)
def here(context: template.Context) -> str:
    """The address of this page; of the answer to a form, that of the page with the form."""
    request = context.get("request")
    if request is None:
        return "/"
    if request.path in _entry():
        return f"{request.path}{_as_next(safe_next(request))}"
    return str(request.get_full_path()) if request.method in ("GET", "HEAD") else page_before(request)


@register.simple_tag(takes_context=True)
def way_back(context: template.Context) -> str:
    """The page of ours that led here, "" when there is none or it was this one."""
    request = context.get("request")
    if request is None or "Referer" not in request.headers:
        return ""
    before = page_before(request)
    return "" if before in ("/", request.build_absolute_uri()) else before


@register.simple_tag(takes_context=True)
def here_as_next(context: template.Context) -> str:
    """`?next=…` that leads back to this page; on sign-in and sign-up the one they were given."""
    request = context.get("request")
    if request is None:
        return ""
    return _as_next(safe_next(request) if request.path in _entry() else request.get_full_path())


def _entry() -> set[str]:
    return {reverse("accounts:sign-in"), reverse("accounts:sign-up")}


def _as_next(target: str) -> str:
    return f"?{urlencode({'next': target})}" if target and target != "/" else ""
