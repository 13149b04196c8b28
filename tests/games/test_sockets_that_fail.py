"""A socket whose own end fails, as after a restart of the database or the broker: nothing of it lives on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async as in_thread
from channels.layers import get_channel_layer
from daphne.ws_protocol import WebSocketProtocol
from django.core.cache import cache
from django.db import OperationalError

from games import consumers, notify, presence
from games.consumers import COME_BACK, NOT_YOURS, TableConsumer
from games.models import Seat
from games.times import now_ms
from tests.games.factories import ALICE, Live, in_play, person
from tests.games.test_consumers import PATIENCE, Socket
from tests.games.test_races_sockets import left_behind

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.broker]


@pytest.fixture
def live() -> Iterator[Live]:
    """Afterwards no sign of life is still being written, or emptying the tables would meet it."""
    yield in_play()
    threads = consumers._renderers._max_workers
    meeting = threading.Barrier(threads)
    for free in [consumers._renderers.submit(meeting.wait, PATIENCE) for _ in range(threads)]:
        free.result(PATIENCE)


def lives() -> int:
    """Sockets that still show signs of life."""
    show_life = TableConsumer.show_life.__code__
    return sum(getattr(task.get_coro(), "cr_code", None) is show_life for task in asyncio.all_tasks())


async def becomes_offline(live: Live, name: str) -> None:
    """The others see it, once ten seconds have passed since the last sign of life; one may have been under way."""
    await cache.adelete(presence.SWEPT_SINCE)
    await swept(now_ms() - presence.SHOWN_AGAIN)  # the site has long been up
    async with asyncio.timeout(PATIENCE):
        while (await Seat.objects.aget(match=live.match, user__username=name)).online:
            await swept(now_ms() + presence.AWAY + 1_000)


async def swept(now: int) -> None:
    presence.forget()
    await in_thread(presence.sweep)(now)


async def has_ended(socket: Socket) -> None:
    """The browser is told to come back, and the application has ended without a fault of its own."""
    while (message := await socket.ends.receive_output(timeout=PATIENCE))["type"] == "websocket.send":
        pass
    assert message["type"] == "websocket.close" and message["code"] == COME_BACK
    await socket.ends.wait(timeout=PATIENCE)


async def members(live: Live) -> set[str]:
    """Whatever the channel layer keeps for the table's group; messages nobody fetches expire by themselves."""
    return {each for each in await left_behind() if notify.table_group(live.match.table.code) in each}


async def nothing_is_left(live: Live) -> None:
    assert lives() == 0
    assert not await members(live)
    await becomes_offline(live, "alice")


@pytest.mark.parametrize("code", [COME_BACK, NOT_YOURS])
def test_the_server_sends_what_a_socket_is_closed_with(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """D07, D13: Daphne takes few of the standard's codes; with another one the socket would stay open and silent."""
    sent: list[int] = []
    monkeypatch.setattr(WebSocketProtocol, "sendCloseFrame", lambda _, *, code, **__: sent.append(code))
    WebSocketProtocol().serverClose(code)
    assert sent == [code]


async def test_a_push_that_fails_ends_the_socket(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """C05, D13, T15: the database was restarted under it. The seat is not shown as there for ever."""
    socket = Socket(await in_thread(person)("alice"), live.match.table.code)
    await socket.__aenter__()
    await socket.frame()
    assert lives() == 1 and await members(live)

    async def down(*_: Any) -> None:
        raise OperationalError("terminating connection due to administrator command")

    monkeypatch.setattr("games.consumers._look", down)
    await in_thread(live.play)(ALICE, "2j")
    await has_ended(socket)
    await nothing_is_left(live)


@pytest.mark.parametrize("fault", [ConnectionError("Connection closed by server."), asyncio.CancelledError()])
async def test_a_broker_that_is_restarted_ends_the_socket(
    live: Live, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    """C05, D13, D16: whoever waits for news learns that the line is gone; also where the waiting is only cancelled,
    which is no exception of ours, and which nobody else would tell the browser."""
    restarted = asyncio.Event()
    layer: Any = get_channel_layer()

    async def gone(*_: Any) -> None:
        await restarted.wait()
        raise fault

    with monkeypatch.context() as broker:
        broker.setattr(layer, "receive", gone)
        socket = Socket(await in_thread(person)("alice"), live.match.table.code)
        await socket.__aenter__()
        await socket.frame()
        restarted.set()
        await has_ended(socket)
    await nothing_is_left(live)


async def test_leaving_the_group_may_fail_without_leaving_a_life_behind(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C05, D13: the browser goes away while the broker is."""

    async def gone(*_: Any) -> None:
        raise ConnectionError("Connection refused.")

    layer: Any = get_channel_layer()
    async with Socket(await in_thread(person)("alice"), live.match.table.code) as socket:
        await socket.frame()
        with monkeypatch.context() as broker:
            broker.setattr(layer, "group_discard", gone)
            await socket.ends.disconnect(timeout=PATIENCE)
    assert lives() == 0


async def test_a_first_look_that_fails_opens_nothing(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """D13: refused before it was open; the browser tries again later."""

    async def down(*_: Any) -> None:
        raise OperationalError("the database system is starting up")

    monkeypatch.setattr("games.consumers._look", down)
    socket = Socket(await in_thread(person)("alice"), live.match.table.code)
    accepted, _ = await socket.ends.connect(timeout=PATIENCE)
    assert not accepted
    await socket.ends.wait(timeout=PATIENCE)
    assert lives() == 0 and not await members(live)
