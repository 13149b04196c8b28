"""Small pieces every page uses: icons from the sprite and the server's clock for the browser."""

import time
from urllib.parse import urlencode

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.redirects import safe_next

register = template.Library()


@register.simple_tag
def icon(name: str, css: str = "icon") -> SafeString:
    """`{% icon "user" %}` draws symbol `i-user` of static/css/art/icons.svg; `css` replaces the class."""
    href = static("css/art/icons.svg")
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}#i-{}"/></svg>', css, href, name)


@register.simple_tag
def server_milliseconds() -> str:
    return str(time.time_ns() // 1_000_000)


@register.simple_tag(takes_context=True)
def here_as_next(context: template.Context) -> str:
    """`?next=…` that leads back to this page; on sign-in and sign-up the one they were given."""
    request = context.get("request")
    if request is None:
        return ""
    entry = {reverse("accounts:sign-in"), reverse("accounts:sign-up")}
    target = safe_next(request) if request.path in entry else request.get_full_path()
    return f"?{urlencode({'next': target})}" if target and target != "/" else ""
