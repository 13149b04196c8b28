"""A match at the real site, and every byte that anybody receives of it: answers with their headers and cookies, pages,
polls, frames of sockets; and what goes to the broker, to other processes and into the log file.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from games import log, notify, presence, regions
from games.consumers import look
from games.engine import commands as c
from games.engine.clock import GRACE
from games.engine.state import MatchState
from games.models import Match, Table
from games.services import commit, deadlines, tables
from games.times import from_ms
from games.views import answers
from tests.engine.playouts import Step
from tests.filled_forms import filled
from tests.games.at_table import HTMX
from tests.games.factories import NOW, PEOPLE, person

WATCHER, STRANGER, BACKSTAGE = "eve", "", "backstage"
READERS = (*PEOPLE, WATCHER, STRANGER)
RANDOM_IDS = re.compile(r"\b[0-9A-Za-z]{64}\b|(?<=csrftoken=)\w+|(?<=expires=)[^;]+")
"""Masked tokens of forms, and until when a cookie is kept; everything else of an evening happens twice alike."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something received: after which step, how it came, and the whole of it. `live`: it shows the match as it is now,
    which stood like `state`."""

    step: int
    way: str
    text: str
    live: bool
    state: MatchState | None


@dataclass
class Evening:
    """`heard` by reader, oldest first."""

    seed: int
    browsers: dict[str, Client]
    access: str = Table.Access.PUBLIC
    now: int = NOW
    step: int = 0
    heard: dict[str, list[Piece]] = field(default_factory=lambda: {name: [] for name in (*READERS, BACKSTAGE)})
    sent: dict[str, dict[str, str]] = field(default_factory=lambda: {name: {} for name in READERS})
    decks: list[Sequence[object]] = field(default_factory=list)
    pk: int = 0
    url: str = ""

    @property
    def state(self) -> MatchState:
        return log.current(self.pk).state

    def hear(self, reader: str, way: str, text: str, *, live: bool = False) -> None:
        state = self.state if live and Match.objects.get(pk=self.pk).head else None
        self.heard[reader].append(Piece(self.step, way, RANDOM_IDS.sub("~", text), live and state is not None, state))

    def answer(self, reader: str, way: str, answer: HttpResponse, *, live: bool = True) -> None:
        whole = f"{answer.status_code} {sorted(answer.items())} {answer.cookies}\n{answer.content.decode()}"
        self.hear(reader, way, whole, live=live)

    def hear_task(self, task: str, arguments: list[int], delay_ms: int) -> None:
        """Its first argument is the match, whose key the database gives anew each time."""
        self.hear(BACKSTAGE, "task", repr((task, arguments[1:], delay_ms)))

    # --- The evening

    def sit_down(self) -> None:
        wanted = {"target": 500, "access": self.access, "watchable": self.access == Table.Access.PUBLIC}
        table = tables.open_table(host=person(PEOPLE[0]), now=self.now, **wanted)  # type: ignore[arg-type]
        self.pk, self.url = table.match.pk, f"/tables/{table.code}/"
        for number, name in enumerate(PEOPLE):
            if number:
                tables.sit(table=table, user=person(name), seat=number, now=self.now)
        for name in PEOPLE:
            self.answer(name, "ready", self.browsers[name].post(f"{self.url}ready/", headers=HTMX))

    def play(self, steps: Sequence[Step]) -> None:
        """Everybody does through the site what the steps say, and everybody looks on."""
        self.decks = [step.command.deck for step in steps if isinstance(step.command, c.Deal)]
        dice = Random(self.seed)
        for self.step, step in enumerate(steps):
            self.now += 700
            self._do(step.command)
            self._frames()
            self._visits(dice)

    def _do(self, command: c.Command) -> None:
        match command:
            case c.StartMatch():
                self.sit_down()
            case c.Deal():  # the site has dealt by itself
                pass
            case c.CollectTrick():
                self.now = (log.current(self.pk).clock.until or 0) + GRACE
                deadlines.match_expire(match_id=self.pk, now=self.now)
            case _:
                name, (form, data) = PEOPLE[command.seat], filled(command)
                answer = self.browsers[name].post(f"{self.url}{form}/", data, headers=HTMX)
                assert answer.status_code == 200, answer.content
                self.answer(name, form, answer)

    def _frames(self) -> None:
        """What each open socket sends: nothing where nothing has changed."""
        for name in PEOPLE if self.access == Table.Access.PRIVATE else (*PEOPLE, WATCHER):
            seen = look(person(name) if name else AnonymousUser(), self.url.split("/")[2], dict(self.sent[name]))
            if seen is not None and seen[0]:
                self.sent[name] |= {region.name: region.digest for region in seen[0]}
                self.hear(name, "frame", regions.fragment(seen[0], seen[1]), live=True)

    def _visits(self, dice: Random) -> None:
        """Now and then somebody loads a page, polls, asks, or tries what is refused; the dice know no cards."""
        match, name = Match.objects.get(pk=self.pk), dice.choice(READERS)
        visits = {
            "page": self.url, "state": f"{self.url}state/?since=0", "new": f"{self.url}state/?since=1000000",
            "lobby": "/lobby/", "match": f"/matches/{match.code}/", "replay": f"/matches/{match.code}/1/0/",
            "record": f"/matches/{match.code}.tichu.jsonl", "profile": "/players/bob/", "missing": "/nowhere/",
        }  # fmt: skip
        forms: dict[str, dict[str, object]] = {
            "play": {"cards": "7j", "decision": "0"}, "pass": {"decision": "0"}, "hint": {},
            "selection": {"cards": ["7j", "Dr"], "ask": "1"},
            "bomb": {"cards": ["8j", "8w"], "on": "0", "confirm": "1"},
            "exchange": {"to_left": "2j", "to_partner": "2j", "to_right": "2j"}, "command": {"text": "hand"},
        }  # fmt: skip
        way = dice.choice((*visits, *forms))
        if way in visits:
            answer = self.browsers[name].get(visits[way])
        else:
            answer = self.browsers[name].post(f"{self.url}{way}/", forms[way], headers=HTMX)
        self.answer(name, way, answer, live=way in ("page", "state") or way in forms)


@contextmanager
def recorded(evening: Evening, patch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """Time, codes and decks are the evening's own; when it is over it has never been."""
    ids = Random(evening.seed)
    letters = SimpleNamespace(choice=ids.choice, token_urlsafe=lambda size: f"{ids.getrandbits(8 * size):x}")
    clock = SimpleNamespace(time_ns=lambda: evening.now * 1_000_000)
    with patch.context() as during, _lines(evening), transaction.atomic():
        during.setattr("games.times.time", clock)
        during.setattr("accounts.templatetags.frame.time", clock)
        during.setattr("django.utils.timezone.now", lambda: _moment(evening))
        during.setattr("games.models.secrets", letters)
        during.setattr("games.engine.evolve.seal_of", lambda deck, salt: "0" * 63)  # of a deck and 128 secret bits
        during.setattr(answers, "ACTIONS", 10**9)
        during.setattr(commit, "shuffle_fairly", lambda deck: deck.__setitem__(slice(None), evening.decks.pop(0)))
        during.setattr(notify, "_tell", lambda *letter: evening.hear(BACKSTAGE, "message", repr(letter)))
        during.setattr(notify, "_start_later", evening.hear_task)
        cache.clear()
        log.forget()
        presence.forget()
        yield evening
        transaction.set_rollback(True)
    log.forget()
    cache.clear()


def _moment(evening: Evening) -> datetime:
    return from_ms(evening.now)


@contextmanager
def _lines(evening: Evening) -> Iterator[None]:
    """Every line of every logger, also those that nobody would write down."""

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.name.startswith(("games", "accounts", "django.request", "tichu_site")):
                evening.hear(BACKSTAGE, "line", f"{record.levelname} {record.name} {record.getMessage()}")

    root, handler = logging.getLogger(), Lines()
    level, handlers = root.level, root.handlers
    root.handlers = [handler]
    root.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        root.handlers = handlers
        root.setLevel(level)
