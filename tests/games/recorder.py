"""A match at the real site, and every byte that anybody receives of it: answers with their headers and cookies, pages,
polls, frames of sockets; and what goes to the broker, to other processes and into the log file.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client, override_settings

from games import log, notify, presence, regions, snapshots
from games.consumers import look
from games.engine import commands as c
from games.engine.clock import GRACE
from games.engine.state import MatchState
from games.kept import Kept
from games.models import Table
from games.services import commit, deadlines, play, tables
from games.times import from_ms
from games.views import answers
from tests.engine.playouts import Step
from tests.filled_forms import filled
from tests.games.at_table import HTMX
from tests.games.factories import NOW, PEOPLE, person
from tests.games.visiting import browser_of

WATCHER, STRANGER, BACKSTAGE = "eve", "", "backstage"
READERS = (*PEOPLE, WATCHER, STRANGER)
AFTER_EACH = 700
"""Milliseconds between two steps."""
AS_TABLE = (200, 409, 422, 429)
"""Answers that show the table; the others are pages of their own, with drawings of some card."""
RANDOM_IDS = re.compile(
    r"\b[0-9A-Za-z]{64}\b|(?<=csrftoken=)\w+|(?<=expires=)[^;]+|\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT"
)
"""Masked tokens of forms, and until when a cookie is kept; everything else of an evening happens twice alike."""
FORMS: dict[str, dict[str, object]] = {
    "play": {"cards": "7j", "decision": "0"},
    "pass": {"decision": "0"},
    "hint": {},
    "selection": {"cards": ["7j", "Dr"], "ask": "1"},
    "bomb": {"cards": ["8j", "8w"], "on": "0", "confirm": "1"},
    "exchange": {"to_left": "2j", "to_partner": "2j", "to_right": "2j"},
    "command": {"text": "hand"},
}
"""What is tried out of turn: refused each time, or a question."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something received: after which step, how it came, and the whole of it. `state`: it shows the match as it is now,
    which stands so; None where it shows something else. `cause`: whose visit brought it about, "-" the match itself."""

    step: int
    way: str
    text: str
    state: MatchState | None
    cause: str


@dataclass
class Evening:
    """`heard` by reader, oldest first. Only `listeners` have a browser open; others' commands come some other way."""

    seed: int
    browsers: dict[str, Client]
    listeners: Collection[str] = READERS
    now: int = NOW
    step: int = 0
    cause: str = "-"
    heard: dict[str, list[Piece]] = field(default_factory=lambda: {name: [] for name in (*READERS, BACKSTAGE)})
    sent: dict[str, dict[str, str]] = field(default_factory=lambda: {name: {} for name in READERS})
    decks: list[Sequence[object]] = field(default_factory=list)
    pk: int = 0
    code: str = ""
    match_code: str = ""
    state: MatchState | None = None

    def __post_init__(self) -> None:
        self.users = {name: person(name) if name else AnonymousUser() for name in READERS}

    @property
    def access(self) -> str:
        return Table.Access.PRIVATE if self.seed // len(READERS) % 2 else Table.Access.PUBLIC

    def hear(self, reader: str, way: str, text: str, *, live: bool = False) -> None:
        self.heard[reader].append(Piece(self.step, way, text, self.state if live else None, self.cause))

    def answer(self, reader: str, way: str, answer: HttpResponse, *, live: bool = True) -> None:
        whole = f"{answer.status_code} {sorted(answer.items())} {answer.cookies}\n{answer.content.decode()}"
        self.hear(reader, way, RANDOM_IDS.sub("~", whole), live=live and answer.status_code in AS_TABLE)

    def hear_task(self, task: str, arguments: list[int], delay_ms: int) -> None:
        """Its first argument is the match, whose key the database gives anew each time."""
        self.hear(BACKSTAGE, "task", repr((task, arguments[1:], delay_ms)))

    # --- The evening

    def play(self, steps: Sequence[Step]) -> None:
        """Everybody does through the site what the steps say, and the listeners look on."""
        self.decks = [step.command.deck for step in steps if isinstance(step.command, c.Deal)]
        dice = Random(self.seed)
        for self.step, step in enumerate(steps):
            self.now += AFTER_EACH
            self._do(step.command)
            self.state = log.current(self.pk).state
            self._frames()
            self._visit(dice)

    def _do(self, command: c.Command) -> None:
        match command:
            case c.StartMatch():
                self._sit_down()
            case c.Deal():  # the site has dealt by itself
                pass
            case c.CollectTrick():
                self.now = (log.current(self.pk).clock.until or 0) + GRACE
                deadlines.match_expire(match_id=self.pk, now=self.now)
            case _:
                self._act(PEOPLE[command.seat], command)

    def _act(self, name: str, command: c.Command) -> None:
        if name not in self.listeners:
            play.submit(match_id=self.pk, command=command, received_at=self.now, now=self.now)
            return
        form, data = filled(command)
        answer = self.browsers[name].post(f"/tables/{self.code}/{form}/", data, headers=HTMX)
        assert answer.status_code == 200, answer.content
        self.state = log.current(self.pk).state
        self.answer(name, form, answer)

    def _sit_down(self) -> None:
        wanted = {"target": 500, "access": self.access, "watchable": self.access == Table.Access.PUBLIC}
        table = tables.open_table(host=person(PEOPLE[0]), now=self.now, **wanted)  # type: ignore[arg-type]
        self.pk, self.code, self.match_code = table.match.pk, table.code, table.match.code
        for number, name in enumerate(PEOPLE[1:], start=1):
            tables.sit(table=table, user=person(name), seat=number, now=self.now)
        for name in PEOPLE:
            self.answer(name, "ready", self.browsers[name].post(f"/tables/{self.code}/ready/", headers=HTMX))
        self.browsers[WATCHER].get(f"/tables/{self.code}/")

    def _frames(self) -> None:
        """What each open socket sends: nothing where nothing has changed."""
        for name in self.listeners:
            seen = look(self.users[name], self.code, dict(self.sent[name]))
            if seen is not None and seen[0]:
                self.sent[name] |= {region.name: region.digest for region in seen[0]}
                self.hear(name, "frame", regions.fragment(seen[0], seen[1]), live=True)

    def _visit(self, dice: Random) -> None:
        """Somebody loads a page, polls, asks, or tries what is refused; the dice know no cards."""
        name, pages = dice.choice(READERS), self._pages()
        way = dice.choice((*pages, *FORMS))
        if name not in self.listeners:
            return
        self.cause = name
        if way in pages:
            answer = self.browsers[name].get(pages[way])
        else:
            answer = self.browsers[name].post(f"/tables/{self.code}/{way}/", FORMS[way], headers=HTMX)
        self.answer(name, way, answer, live=way in ("page", "state") or way in FORMS)
        self.cause = "-"

    def _pages(self) -> dict[str, str]:
        table, match = f"/tables/{self.code}/", f"/matches/{self.match_code}"
        return {
            "page": table, "state": f"{table}state/?since=0", "nothing new": f"{table}state/?since=1000000",
            "lobby": "/lobby/", "match": f"{match}/", "replay": f"{match}/1/0/", "frames": f"{match}/1/frames/",
            "deal": f"{match}/1/deal/", "record": f"{match}.tichu.jsonl", "sheet": f"{match}.txt",
            "profile": "/players/bob/", "missing": "/nowhere/", "home": "/",
        }  # fmt: skip


def everybodys_browsers() -> dict[str, Client]:
    """Of the six readers, by name; the stranger's is not signed in."""
    return {name: browser_of(name) if name else Client() for name in READERS}


def recording(
    seed: int,
    steps: Sequence[Step],
    browsers: dict[str, Client],
    patch: pytest.MonkeyPatch,
    listeners: Sequence[str] = READERS,
) -> Evening:
    """These steps as an evening at the site. The browsers are afterwards as they were before."""
    keys = {name: dict(browser.cookies) for name, browser in browsers.items()}
    for browser in browsers.values():  # nobody brings a form's token from an earlier evening
        browser.cookies.pop("csrftoken", None)
    with recorded(Evening(seed, browsers, listeners), patch) as evening:
        evening.play(steps)
    for name, browser in browsers.items():
        browser.cookies.clear()
        browser.cookies.update(keys[name])
    return evening


@contextmanager
def recorded(evening: Evening, patch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """Time, codes and decks are the evening's own; when it is over it has never been."""
    ids = Random(evening.seed)
    letters = SimpleNamespace(choice=ids.choice, token_urlsafe=lambda size: f"{ids.getrandbits(8 * size):x}")
    clock = SimpleNamespace(time_ns=lambda: evening.now * 1_000_000)
    with override_settings(FORMS_PER_MINUTE=10**9), patch.context() as during, _lines(evening), transaction.atomic():
        during.setattr("games.times.time", clock)
        during.setattr("accounts.templatetags.frame.time", clock)
        during.setattr("django.utils.timezone.now", lambda: _moment(evening))
        during.setattr("games.models.secrets", letters)
        during.setattr("games.engine.evolve.seal_of", lambda deck, salt: "0" * 63)  # of a deck and 128 secret bits
        during.setattr(answers, "ACTIONS", 10**9)
        during.setattr(commit, "shuffle_fairly", lambda deck: deck.__setitem__(slice(None), evening.decks.pop(0)))
        during.setattr(notify, "_tell", lambda *letter: evening.hear(BACKSTAGE, "message", repr(letter)))
        during.setattr(notify, "_start_later", evening.hear_task)
        # As if each step had been committed: rows are kept per revision, as at the real site.
        during.setattr(snapshots, "connection", SimpleNamespace(in_atomic_block=False, cursor=connection.cursor))
        during.setattr(snapshots, "_kept", Kept(len(READERS)))
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
                evening.hear(BACKSTAGE, "line", f"{record.levelname} {record.name} {whole.format(record)}")

    root, handler, whole = logging.getLogger(), Lines(), logging.Formatter()
    level, handlers = root.level, root.handlers
    root.handlers = [handler]
    root.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        root.handlers = handlers
        root.setLevel(level)
