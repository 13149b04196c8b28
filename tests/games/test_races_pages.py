"""Races through the pages: one press in several tabs, a move at the very moment of its deadline, a table that stalls.

Services race in test_races.py, processes in test_races_processes.py, a whole site in tests/chaos/.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from functools import partial
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection, transaction
from django.test import Client

from games.engine import commands as c
from games.engine.reasons import IllegalMove
from games.models import Match
from games.rules import parse_cards
from games.services import deadlines, tables
from games.times import now_ms
from tests.filled_forms import filled
from tests.games.at_table import HTMX, Sat, seated, seated_in_play
from tests.games.factories import (
    ALICE,
    BOB,
    NOW,
    PEOPLE,
    SEATS,
    SECOND,
    a_table,
    assert_rebuilds,
    in_play,
    longest,
    person,
)
from tests.games.test_races import race
from tests.games.visiting import browser_of
from tichu_site.one_hop import OneHopHandler

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

TURN, GRACE = 90 * SECOND, 500


def a_tab(sat: Sat, seat: int) -> Client:
    """One more tab of the same browser."""
    tab = Client()
    tab.cookies = sat.browsers[seat].cookies
    return tab


def pressed(sat: Sat, seat: int, command: c.Command, tabs: int) -> Counter[int]:
    """The same command from so many tabs at once; how often each status came back."""
    form, data = filled(command)
    statuses: list[int] = []

    def press(tab: Client) -> None:
        statuses.append(tab.post(sat.url(form), data, headers=HTMX).status_code)

    browsers = [a_tab(sat, seat) for _ in range(tabs)]
    assert race(*(partial(press, tab) for tab in browsers)) == ["done"] * tabs
    return Counter(statuses)


def test_one_play_from_two_tabs_counts_once() -> None:
    """D02, D03: the other tab is told that the table has moved on, and shows it."""
    sat = seated_in_play()
    head = sat.match.head
    assert pressed(sat, ALICE, longest(sat.state, ALICE), 2) == {200: 1, 409: 1}
    assert_rebuilds(sat.match)
    assert Match.objects.get(pk=sat.match.pk).head > head


def test_one_answer_from_four_tabs_counts_once() -> None:
    """D03: what answers no numbered decision is not doubled either."""
    sat = seated()
    statuses = pressed(sat, BOB, c.AnswerGrand(BOB, call=False), 4)
    assert statuses[200] == 1 and all(status in (409, 422) for status in statuses if status != 200)
    assert_rebuilds(sat.match)


@pytest.mark.parametrize("is_task_first", [True, False])
@pytest.mark.parametrize("late", [0, GRACE - 1])
def test_move_and_deadline_task_in_the_same_millisecond(is_task_first: bool, late: int) -> None:
    """T08: received at the deadline itself and judged before the grace is over, in either order: the move counts."""
    live = in_play()
    live.wait(TURN + late)
    move = c.Play(ALICE, parse_cards("2j"), live.state.decision)
    acts = [live.expire, lambda: live.do(move, received_at=NOW + TURN)]
    for act in acts if is_task_first else reversed(acts):
        act()
    assert live.row.status == Match.Status.RUNNING and live.kinds[-1] == "combination_played"
    assert_rebuilds(live.match)


@pytest.mark.parametrize("is_task_first", [True, False])
def test_when_the_grace_is_over_the_order_decides(is_task_first: bool) -> None:
    """T08: never both, and the second one learns it."""
    live = in_play()
    live.wait(TURN + GRACE)
    move = c.Play(ALICE, parse_cards("2j"), live.state.decision)
    if is_task_first:
        live.expire()
        with pytest.raises(IllegalMove):
            live.do(move, received_at=NOW + TURN)
    else:
        live.do(move, received_at=NOW + TURN)
        live.expire()
    played, lost = live.kinds.count("combination_played"), live.kinds.count("match_forfeited")
    assert (played, lost) == ((0, 1) if is_task_first else (1, 0))


def test_three_identical_tasks_and_a_hundred_ticks_together() -> None:
    """T08, T09: on as many threads as a worker has, and the pulse is one."""
    live = in_play()
    live.wait(TURN + GRACE)

    def task() -> None:
        deadlines.match_expire(match_id=live.match.pk, now=live.now)

    def ticks() -> None:
        for _ in range(50):
            deadlines.expire_due(live.now)

    assert race(task, task, task, ticks, ticks) == ["done"] * 5
    assert live.kinds.count("time_ran_out") == live.kinds.count("match_forfeited") == 1
    assert_rebuilds(live.match)


# --- A table that stalls (D15)


async def asked(handler: OneHopHandler, browser: Client, path: str, data: dict[str, Any]) -> int:
    """The status of a form posted through the real handler with its threads."""
    body = urlencode(data, doseq=True).encode()
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    headers = {
        "host": "testserver",
        "content-type": "application/x-www-form-urlencoded",
        "content-length": str(len(body)),
        "cookie": f"{settings.SESSION_COOKIE_NAME}={session}; csrftoken={'a' * 32}",
        "x-csrftoken": "a" * 32,
        "hx-request": "true",
    }
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    loop = asyncio.get_running_loop()
    messages = await loop.run_in_executor(handler.pool, handler.respond, scope, BytesIO(body))
    return int(messages[0]["status"])


def holding(match_id: int, held: threading.Event, let_go: threading.Event) -> None:
    """Whoever writes to this match waits until it is let go."""
    try:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=match_id)
            held.set()
            let_go.wait(30)
    finally:
        connection.close()


def a_running_match(*people: str) -> Match:
    """Just dealt, now."""
    table = a_table(*people, now=now_ms())
    for name in people:
        tables.set_ready(table=table, user=person(name), now=now_ms())
    return table.match


async def test_a_table_that_stalls_holds_up_no_other() -> None:
    """D15: all four at one table wait for its row; another table moves on meanwhile."""
    if connection.vendor == "sqlite":
        pytest.skip("one writer for the whole file, and it holds it for no longer than a move takes")
    names = [[f"{name}{number}" for name in PEOPLE] for number in (1, 2)]
    stalled, other = [await sync_to_async(a_running_match)(*four) for four in names]
    browsers = [[await sync_to_async(browser_of)(name) for name in four] for four in names]
    held, let_go, handler = threading.Event(), threading.Event(), OneHopHandler()
    holder = threading.Thread(target=holding, args=(stalled.pk, held, let_go))
    holder.start()
    assert await asyncio.to_thread(held.wait, 30)
    try:
        path = f"/tables/{stalled.table.code}/grand/"
        waiting = [asyncio.create_task(asked(handler, browsers[0][seat], path, {"answer": "no"})) for seat in SEATS]
        path = f"/tables/{other.table.code}/grand/"
        assert await asked(handler, browsers[1][ALICE], path, {"answer": "no"}) == 200
    finally:
        let_go.set()
        await asyncio.to_thread(holder.join, 30)
    assert await asyncio.gather(*waiting) == [200] * 4
    await asyncio.to_thread(_close_all, handler)


def _close_all(handler: OneHopHandler) -> None:
    """Each thread of the pool has a connection of its own."""
    barrier = threading.Barrier(settings.ONE_HOP_THREADS)

    def close() -> None:
        connection.close()
        barrier.wait(30)

    for future in [handler.pool.submit(close) for _ in range(settings.ONE_HOP_THREADS)]:
        future.result(60)
    handler.pool.shutdown()
