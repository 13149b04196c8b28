"""Every address of the site, walked from the URL conf so that no view is forgotten, and every name a form may have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from django import forms
from django.urls import URLPattern, URLResolver, get_resolver

from games.tableview.tray import FIELDS
from tests.playing import ROOT

BLANK = re.compile(r"<(?:(\w+):)?(\w+)>")
ASKED = re.compile(r'(?:GET|POST|FILES|data)(?:\.get|\.getlist)?[(\[]\s*"(\w+)"|_number\(data, "(\w+)"')
OF_DJANGO = {"csrfmiddlewaretoken", "next", "action", "_selected_action", "q", "o", "p", "e", "_popup", "_to_field"}


@dataclass(frozen=True, slots=True)
class Place:
    """One address with its blanks, `tables/<slug:code>/sit/`."""

    route: str

    @property
    def blanks(self) -> tuple[str, ...]:
        return tuple(found[1] for found in BLANK.findall(self.route))

    def at(self, values: Mapping[str, str]) -> str:
        """The address with its blanks filled in, whatever with."""
        return "/" + BLANK.sub(lambda found: quote(values[found[2]], safe=""), self.route)


def places() -> tuple[Place, ...]:
    return tuple(dict.fromkeys(_walk(get_resolver().url_patterns, "")))


def ours() -> tuple[Place, ...]:
    """Those that are not the admin's, and its front."""
    return tuple(place for place in places() if not place.route.startswith("admin/") or place.route == "admin/login/")


def _walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[Place]:
    for each in patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _walk(each.url_patterns, route)
        elif "(?P" not in route:  # the admin's way of saying that nothing lies there
            yield Place(route)


def names() -> tuple[str, ...]:
    """Every name under which something is looked for in a form or a query: read from the code, and from its forms."""
    paths = [path for app in ("games", "accounts") for path in (ROOT / app).rglob("*.py")]
    found = {
        name for path in paths for pair in ASKED.findall(path.read_text(encoding="utf-8")) for name in pair if name
    }
    fields = {name for form in _forms(forms.BaseForm) for name in form.base_fields}
    return tuple(sorted(found | fields | set(FIELDS.values()) | OF_DJANGO))


def _forms(base: type) -> Iterator[type[forms.BaseForm]]:
    for form in base.__subclasses__():
        if form.__module__.startswith(("games.", "accounts.")) and hasattr(form, "base_fields"):
            yield form
        yield from _forms(form)
