"""Many sockets at once: none is left behind, a sleeping one holds up nobody, and all may drop together."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings

from games import notify
from games.models import Table
from tests.filled_forms import filled
from tests.games.at_table import HTMX, seated_in_play
from tests.games.factories import ALICE, in_play, longest, person
from tests.games.test_consumers import Socket, newest
from tests.games.visiting import browser_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.broker]

in_thread = sync_to_async
REVISION = re.compile(r'data-rev="(\d+)"')


@pytest.fixture(autouse=True)
def nobody_comes_or_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.consumers._touch", sync_to_async(lambda seat_pk: None))


async def left_behind() -> set[str]:
    """What the channel layer remembers now."""
    layer: Any = get_channel_layer()
    if settings.REDIS_URL:
        return {key.decode() for key in await layer.connection(0).keys(f"{layer.prefix}*")}
    return {*layer.channels, *layer.groups}


async def test_sockets_that_come_and_go_leave_nothing_behind() -> None:
    """D13: neither groups nor messages nor tasks, however many: each wave of 25 leaves what was there before."""
    live = await in_thread(in_play)()
    alice, code = await in_thread(person)("alice"), live.match.table.code
    before, tasks = await left_behind(), len(asyncio.all_tasks())
    for _ in range(8):
        sockets = [Socket(alice, code) for _ in range(25)]
        await asyncio.gather(*(socket.__aenter__() for socket in sockets))
        await asyncio.gather(*(socket.__aexit__() for socket in sockets))
    assert await left_behind() <= before
    assert len(asyncio.all_tasks()) <= tasks


async def test_a_sleeping_client_holds_up_nobody_and_catches_up() -> None:
    """D14: two hundred pushes pile up where nobody reads; the others see the next move, and so does who wakes up."""
    live = await in_thread(in_play)()
    alice, code = await in_thread(person)("alice"), live.match.table.code
    browser = await in_thread(browser_of)("bob")
    before = (await Table.objects.aget(code=code)).revision
    layer: Any = get_channel_layer()
    asleep = await layer.new_channel()
    await layer.group_add(notify.table_group(code), asleep)
    async with Socket(alice, code) as awake:
        await awake.frame()
        for _ in range(200):
            await layer.group_send(notify.table_group(code), {"type": "table.changed", "revision": 0})
            await asyncio.sleep(0)
        written = (await in_thread(live.play)(ALICE, "2j")).revision
        assert await newest(awake, written)
    await layer.group_discard(notify.table_group(code), asleep)
    caught_up = await in_thread(browser.get)(f"/tables/{code}/state/", {"since": before}, headers=HTMX)
    assert caught_up.status_code == 200
    assert max(int(found) for found in REVISION.findall(caught_up.content.decode())) >= written


async def test_forty_sockets_drop_at_once_and_the_next_move_is_taken() -> None:
    """D18: forty in one moment, and it waits for none of them to be buried."""
    sat = await in_thread(seated_in_play)()
    people = [await in_thread(person)(name) for name in ("alice", "bob", "carol", "dave")]
    sockets = [Socket(user, sat.code) for user in people for _ in range(10)]
    await asyncio.gather(*(socket.__aenter__() for socket in sockets))
    form, data = await in_thread(lambda: filled(longest(sat.state, ALICE)))()
    drop = asyncio.gather(*(socket.__aexit__() for socket in sockets))
    answer = await in_thread(lambda: sat.post(ALICE, form, data))()
    await drop
    assert answer.status_code == 200


async def test_what_happens_between_page_and_socket_is_in_the_first_frame() -> None:
    """D06: a move falls into the moment in which the page has no socket yet."""
    sat = await in_thread(seated_in_play)()
    await in_thread(sat.page)(ALICE)
    written = (await in_thread(sat.live.play)(ALICE, "2j")).revision
    async with Socket(await in_thread(person)("alice"), sat.code) as socket:
        frame = await socket.frame()
        assert f'data-rev="{written}"' in frame and 'value="2j"' not in frame
