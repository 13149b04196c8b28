"""The recorder has eyes: a leak of each kind, planted in the site, is found.

What is planted tells in which seat a certain hidden card is; or, once, the card itself.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.http import HttpResponse

from games import log, notify, regions
from games.engine import clock
from games.engine import commands as c
from games.engine.state import MatchState
from games.models import Match
from games.rules import Card
from games.services import commit
from games.views import answers
from tests.engine.playouts import random_match
from tests.games.factories import PEOPLE
from tests.games.leaks import Leak, differences, shown_cards
from tests.games.lookalikes import lookalike
from tests.games.recorder import BACKSTAGE, everybodys_browsers, recording

pytestmark = pytest.mark.django_db

VIEWER, SEED = 0, 512

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch, Card], None]


def holder(state: MatchState, hidden: Card) -> int:
    """The seat that has the card or will get it, counted from one; 0 when nothing is dealt."""
    if state.round is None:
        return 0
    hands = [{*hand, *later} for hand, later in zip(state.deal.hands, state.deal.later, strict=True)]
    return next((seat for seat, hand in enumerate(hands, start=1) if hidden in hand), 0)


def holder_now(hidden: Card) -> int:
    match = Match.objects.latest("pk")
    return holder(log.current(match.pk).state, hidden) if match.head else 0


def a_card_in_a_frame(patch: Patch, hidden: Card) -> None:
    real = regions.fragment
    patch.setattr(regions, "fragment", lambda *given: f'{real(*given)}<i data-card="{hidden.code}"></i>')


def a_header(patch: Patch, hidden: Card) -> None:
    def respond(*given: Any, **more: Any) -> HttpResponse:
        answer = HttpResponse(*given, **more)
        answer["ETag"] = f'"{holder_now(hidden)}"'
        return answer

    patch.setattr(answers, "HttpResponse", respond)


def a_cookie(patch: Patch, hidden: Card) -> None:
    def respond(*given: Any, **more: Any) -> HttpResponse:
        answer = HttpResponse(*given, **more)
        answer.set_cookie("seen", str(holder_now(hidden)))
        return answer

    patch.setattr(answers, "HttpResponse", respond)


def a_tasks_argument(patch: Patch, hidden: Card) -> None:
    def arm(match_id: int, delay_ms: int) -> None:
        notify._start_later("games.match_expire", [match_id, holder_now(hidden)], delay_ms)

    patch.setattr(notify, "arm", arm)


def a_line_of_the_log(patch: Patch, hidden: Card) -> None:
    real = commit.append

    def append(match: Match, *given: Any, **more: Any) -> log.Current:
        after = real(match, *given, **more)
        logging.getLogger("games.log").debug("Match %s goes on, %d", match.code, holder(after.state, hidden))
        return after

    patch.setattr(commit, "append", append)


def one_message_more(patch: Patch, hidden: Card) -> None:
    real = notify.table_changed

    def tell(code: str, revision: int) -> None:
        for _ in range(1 + holder_now(hidden)):
            real(code, revision)

    patch.setattr(notify, "table_changed", tell)


def a_longer_pause(patch: Patch, hidden: Card) -> None:
    real = clock.pause_length
    patch.setattr(clock, "pause_length", lambda state: real(state) + holder(state, hidden))


@pytest.mark.parametrize(
    ("plant", "backstage", "way"),
    [
        (a_card_in_a_frame, False, "frame"),
        (a_header, False, "grand"),
        (a_cookie, False, "grand"),
        (a_tasks_argument, True, "task"),
        (a_line_of_the_log, True, "line"),
        (one_message_more, True, "message"),
        (a_longer_pause, True, "task"),
    ],
)
def test_what_is_planted_is_found(plant: Plant, backstage: bool, way: str, monkeypatch: Patch) -> None:
    """E01: otherwise the recordings would prove less than they say."""
    leaks = leaks_with(plant, monkeypatch)
    reader = BACKSTAGE if backstage else PEOPLE[VIEWER]
    assert (reader, way) in {(leak.reader, leak.way) for leak in leaks}


def test_where_nothing_is_planted_nothing_is_found(monkeypatch: Patch) -> None:
    assert leaks_with(lambda patch, hidden: None, monkeypatch) == []


def leaks_with(plant: Plant, patch: Patch) -> list[Leak]:
    """What is found in the beginning of a round, up to its first pause and the play after it."""
    steps = list(random_match(SEED, rounds=1))
    pair = lookalike(steps, VIEWER, Random(0))
    end = next(at for at, step in enumerate(steps) if isinstance(step.command, c.CollectTrick)) + 2
    assert pair is not None and end < pair.until
    browsers = everybodys_browsers()
    with patch.context() as during:
        plant(during, min(pair.cards))
        true = recording(SEED, steps[:end], browsers, patch, [PEOPLE[VIEWER]])
        other = recording(SEED, pair.steps[:end], browsers, patch, [PEOPLE[VIEWER]])
    totals: Counter[str] = Counter()
    return [*shown_cards(true, totals), *differences(true, other, pair, PEOPLE[VIEWER], totals)]
