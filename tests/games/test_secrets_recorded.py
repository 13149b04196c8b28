"""No leak, by machine: everything that anybody receives of random matches at the real site (BUGLOG E01–E03, RULES U2).

Strong form: of two deals which look the same to somebody, they receive the same bytes, in the same number of messages,
after the same pauses. `SECRET_MATCHES=200 python3 manage.py test -n 0 -s tests/games/test_secrets_recorded.py` plays
so many rounds through the site, for an hour on a quiet machine; without it three.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from django.test import Client

from tests.engine.playouts import random_match
from tests.games.factories import PEOPLE
from tests.games.leaks import Leak, differences, shown_cards
from tests.games.lookalikes import lookalike
from tests.games.recorder import READERS, everybodys_browsers, recording

MATCHES = int(os.environ.get("SECRET_MATCHES", "0"))
SHORT = 3
"""Matches when nobody asks for more: each of the six listens to one of them."""


@pytest.mark.django_db
def test_nobody_receives_what_is_hidden_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """E01, E02, E03: no card by code or name in any byte; and nobody can tell the deal from one that looks the same."""
    totals: Counter[str] = Counter()
    leaks: list[Leak] = []
    browsers = everybodys_browsers()
    for seed in range(MATCHES or SHORT):
        leaks += leaks_of_match(seed, browsers, monkeypatch, totals)
        if MATCHES:
            print(f"{seed + 1} matches: {dict(totals)}, leaks: {len(leaks)}", flush=True)
    assert leaks == []
    assert totals["pairs of deals"] >= 0.9 * (MATCHES or SHORT) and totals["bytes compared"] > 500_000


def leaks_of_match(
    seed: int, browsers: dict[str, Client], patch: pytest.MonkeyPatch, totals: Counter[str]
) -> list[Leak]:
    """A random round with two of the six listening, and what one of them hears of a deal that looks the same."""
    steps, dice = list(random_match(seed + 500, rounds=1))[:-1], Random(seed)
    names = [READERS[seed % 6], READERS[(seed + 3) % 6]]
    true = recording(seed, steps, browsers, patch, names)
    totals["steps"] += len(steps)
    leaks = list(shown_cards(true, totals))
    name = names[0 if MATCHES else seed % 2]
    other = lookalike(steps, PEOPLE.index(name) if name in PEOPLE else None, dice)
    if other is not None:
        alike = recording(seed, other.steps[: other.until], browsers, patch, [name])
        leaks += differences(true, alike, other, name, totals)
    return leaks
