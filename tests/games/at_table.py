"""A table as browsers meet it: real time, four signed-in people, fragments taken apart."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.test import Client

from games import log
from games.engine import commands as c
from games.engine.state import MatchState
from games.models import Match
from games.regions import REGIONS
from games.times import now_ms
from tests.filled_forms import filled
from tests.games.factories import HANDS, PEOPLE, Live, a_match
from tests.games.visiting import browser_of

HTMX = {"HX-Request": "true"}


@dataclass
class Sat:
    """A running match with its four browsers; eve has one too, and no seat."""

    live: Live
    browsers: tuple[Client, ...]
    eve: Client

    @property
    def match(self) -> Match:
        return self.live.match

    @property
    def state(self) -> MatchState:
        return log.current(self.match.pk).state

    @property
    def code(self) -> str:
        return self.match.table.code

    def url(self, form: str = "") -> str:
        return f"/tables/{self.code}/{form}/" if form else f"/tables/{self.code}/"

    def page(self, seat: int) -> str:
        return self.browsers[seat].get(self.url()).content.decode()

    def post(self, seat: int, form: str, data: dict[str, Any] | None = None, **more: Any) -> HttpResponse:
        answer: Any = self.browsers[seat].post(self.url(form), data or {}, headers=HTMX, **more)
        return answer

    def do(self, command: c.Command) -> HttpResponse:
        """Post the command as its own page would."""
        form, data = filled(command)
        return self.post(command.seat, form, data)  # type: ignore[union-attr]

    def play(self, seat: int, *codes: str, **more: str) -> HttpResponse:
        data = {"cards": list(codes), "decision": str(self.state.decision), **more}
        return self.post(seat, "play", data)

    def pass_(self, seat: int) -> HttpResponse:
        return self.post(seat, "pass", {"decision": str(self.state.decision)})


def seated(hands: Sequence[str] = HANDS, **options: object) -> Sat:
    """alice, bob, carol and dave have their first eight cards, now."""
    live = a_match(hands, now=now_ms(), **options)
    return Sat(live, tuple(browser_of(name) for name in PEOPLE), browser_of("eve"))


def seated_in_play(hands: Sequence[str] = HANDS, **options: object) -> Sat:
    sat = seated(hands, **options)
    sat.live.grand().exchange()
    return sat


def region(text: str | bytes | HttpResponse, name: str) -> str:
    """The markup of one region (or other element with this id) up to the next of its level."""
    if isinstance(text, HttpResponse):
        text = text.content
    markup = text.decode() if isinstance(text, bytes) else text
    end = "|".join((*REGIONS, "picker", "notice", "menu", "now"))
    found = re.search(rf'<(\w+)[^>]*\sid="{name}".*?(?=<\w+ [^>]*?id="(?:{end})"|\Z)', markup, re.S)
    assert found, f"no #{name} in {markup[:400]}"
    return found.group(0)


def ids(text: bytes | str) -> list[str]:
    markup = text.decode() if isinstance(text, bytes) else text
    return re.findall(r'<\w+[^>]*\sid="([\w-]+)"[^>]*hx-swap-oob', markup)


def says(text: str | bytes | HttpResponse) -> str:
    """The line, as it is read."""
    if isinstance(text, HttpResponse):
        text = text.content
    markup = text.decode() if isinstance(text, bytes) else text
    found = re.search(r'id="line".*?<span>(.*?)</span>', markup, re.S)
    assert found, "there is no line"
    return html.unescape(re.sub(r"<[^>]+>", "", found.group(1))).strip()


def rule_link(text: HttpResponse) -> str:
    """The anchor in the rules page that the line leads to, "" without one."""
    found = re.search(r'id="line".*?</p>', text.content.decode(), re.S)
    link = re.search(r'href="/rules/#([\w-]+)"', found.group(0)) if found else None
    return link.group(1) if link else ""


def key(text: str | bytes | HttpResponse, box: str) -> str:
    if isinstance(text, HttpResponse):
        text = text.content
    markup = text.decode() if isinstance(text, bytes) else text
    found = re.search(rf'<(button|a) class="key[^>]*id="key-{box}".*?</\1>', markup, re.S)
    assert found, f"no key {box}"
    return html.unescape(found.group(0))


def is_dark(text: str | bytes | HttpResponse, box: str) -> bool:
    return 'aria-disabled="true"' in key(text, box)
