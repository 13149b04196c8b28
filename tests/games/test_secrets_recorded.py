"""No leak, by machine: everything that anybody receives of random matches at the real site (BUGLOG E01–E03, RULES U2).

Strong form: of two deals which look the same to somebody, they receive the same bytes, in the same number of messages,
after the same pauses. `SECRET_MATCHES=200 python3 manage.py test -n 0 -s tests/games/test_secrets_recorded.py` plays
whole matches, for about an hour; without it a few rounds are played.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from django.conf import settings as site_settings
from django.test import Client
from pytest_django import Settings

from games.engine.clock import new_clock
from games.engine.view import view_for
from games.regions import rendered
from games.tableview import match_table_view
from tests.engine.playouts import Step, random_match
from tests.games.factories import PEOPLE, person
from tests.games.lookalikes import Lookalike, lookalike
from tests.games.recorder import BACKSTAGE, READERS, STRANGER, Evening, Piece, recorded
from tests.games.test_regions import setting
from tests.games.test_secrets import cards_in, hidden_from
from tests.games.visiting import browser_of

pytestmark = pytest.mark.skipif(bool(site_settings.DATABASE_URL), reason="the same on every database: done once")

MATCHES = int(os.environ.get("SECRET_MATCHES", "0"))
ROUNDS, SHORT = 12, 2
"""Rounds whose views are compared, and those that are played through the site when nobody asks for more."""

WORD = re.compile(r"\bAs (?=[a-z])")
"""No Ace of Star, but the beginning of a sentence."""


@pytest.fixture
def browsers(db: None, settings: Settings) -> dict[str, Client]:
    settings.FORMS_PER_MINUTE = 10**9
    return {name: browser_of(name) if name else Client() for name in READERS}


def evenings() -> Iterator[tuple[int, list[Step]]]:
    """Random matches up to some round of theirs, without its score."""
    for seed in range(MATCHES or SHORT):
        rounds = 1 + seed % 4 if MATCHES else 1
        steps = list(random_match(seed + 500, rounds=rounds))
        yield seed, steps[:-1]


def test_nobody_receives_what_is_hidden_from_them(browsers: dict[str, Client], monkeypatch: pytest.MonkeyPatch) -> None:
    """E01, E02, E03: no card by code or name in any byte; and nobody can tell the deal from one that looks the same."""
    totals: Counter[str] = Counter()
    for seed, steps in evenings():
        true = recording(seed, steps, browsers, monkeypatch)
        scan(true, totals)
        dice = Random(seed)
        for number, name in list(enumerate(READERS))[0 if MATCHES else seed % SHORT :: 1 if MATCHES else SHORT]:
            other = lookalike(steps, number if name in PEOPLE else None, dice)
            if other is not None:
                compare(true, recording(seed, list(other.steps), browsers, monkeypatch), other, name, totals)
    print(f"\n{dict(totals)}, leaks: 0")
    assert totals["pairs of deals"] >= 2 * (MATCHES or SHORT) and totals["bytes compared"] > 1_000_000


def recording(seed: int, steps: list[Step], browsers: dict[str, Client], patch: pytest.MonkeyPatch) -> Evening:
    for name in (*PEOPLE, READERS[4]):
        person(name)
    keys = {name: dict(browser.cookies) for name, browser in browsers.items()}
    for browser in browsers.values():  # nobody brings a form's token from an earlier evening
        browser.cookies.pop("csrftoken", None)
    with recorded(Evening(seed, browsers, "private" if seed % 2 else "public"), patch) as evening:
        evening.play(steps)
    for name, browser in browsers.items():
        browser.cookies.clear()
        browser.cookies.update(keys[name])
    return evening


def scan(evening: Evening, totals: Counter[str]) -> None:
    """The cards in what shows the match as it is now. Of messages, tasks and lines of the log: in all of it."""
    for reader, pieces in evening.heard.items():
        eyes = PEOPLE.index(reader) if reader in PEOPLE else None
        for piece in pieces:
            totals["pieces"] += 1
            totals["bytes"] += len(piece.text.encode())
            found = cards_in(WORD.sub("", piece.text))
            if reader == BACKSTAGE or (reader == STRANGER and piece.live):
                assert not found, (reader, piece.way, found)
            if piece.live and piece.state is not None and piece.way not in ("selection", "play", "exchange", "bomb"):
                assert not found & hidden_from(piece.state, eyes), (reader, piece.way, piece.step)


def compare(true: Evening, other: Evening, pair: Lookalike, name: str, totals: Counter[str]) -> None:
    """Piece by piece: as many, in the same way, after the same step, and the same bytes; backstage too."""
    for reader in (name, BACKSTAGE):
        left, right = before(true.heard[reader], pair.until), before(other.heard[reader], pair.until)
        assert [(piece.step, piece.way) for piece in left] == [(piece.step, piece.way) for piece in right]
        for one, two in zip(left, right, strict=True):
            assert one.text == two.text, (reader, one.way, one.step, pair.cards)
        totals["bytes compared"] += sum(len(piece.text.encode()) for piece in left)
    totals["pairs of deals"] += 1


def before(pieces: list[Piece], step: int) -> list[Piece]:
    return [piece for piece in pieces if piece.step < step]


def test_views_of_deals_that_look_the_same_are_the_same() -> None:
    """The same of many more rounds, for what the table shows: every region of every seat and of a watcher."""
    pairs = 0
    for seed in range(ROUNDS):
        steps, dice = list(random_match(seed + 900, rounds=1)), Random(seed)
        for viewer in (*range(4), None):
            other = lookalike(steps, viewer, dice)
            if other is None:
                continue
            pairs += 1
            for at in sorted(dice.sample(range(1, other.until), min(6, other.until - 1))) + [other.until - 1]:
                shown = [regions_for(viewer, step) for step in (steps[at], other.steps[at])]
                assert shown[0] == shown[1], (seed, viewer, at, other.cards)
    assert pairs > ROUNDS * 4


def regions_for(viewer: int | None, step: Step) -> dict[str, str]:
    view = view_for(step.after, viewer, new_clock(step.after))
    return {name: region.html for name, region in rendered(match_table_view(setting(viewer), view)).items()}
