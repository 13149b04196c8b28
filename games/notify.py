"""Telling others after the commit: sockets look again, house players are woken, the end of a pause is armed.

Messages carry ids and numbers, never content. They may be lost: polling and the sweep find everything without
them, so nothing here blocks or breaks a move (BUGLOG D05). Tasks are started by name.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import celery
from channels.layers import get_channel_layer
from django.db import connection, transaction
from django.db.models import F

from games.models import Table

logger = logging.getLogger(__name__)

LOBBY_GROUP = "lobby"
BACKLOG = 1_000
"""Messages waiting for a broker that does not answer; more are dropped."""
LATE = 30
"""Seconds after which a wake-up is worthless: the sweep has done its work."""


def table_group(code: str) -> str:
    """The group of everybody who looks at a table."""
    return f"table.{code}"


def bump(table: Table) -> int:
    """Raise the table's revision, tell its sockets after the commit, and return it. Inside a transaction."""
    table.revision = _raised(table.pk)
    table_changed(table.code, table.revision)
    return table.revision


def _raised(table_id: int) -> int:
    if not connection.features.can_return_columns_from_insert:  # SQLite before 3.35
        Table.objects.filter(pk=table_id).update(revision=F("revision") + 1)
        return Table.objects.values_list("revision", flat=True).get(pk=table_id)
    with connection.cursor() as cursor:  # once with every move, so not put together by the ORM each time
        cursor.execute("UPDATE games_table SET revision = revision + 1 WHERE id = %s RETURNING revision", [table_id])
        return int(cursor.fetchone()[0])


def table_changed(code: str, revision: int) -> None:
    """Tell the table's sockets to look again."""
    _tell(table_group(code), {"type": "table.changed", "revision": revision})


def lobby_changed() -> None:
    """Tell the lobby's sockets to look again."""
    _tell(LOBBY_GROUP, {"type": "lobby.changed"})


def wake_house(match_id: int, decision: int, delay_ms: int) -> None:
    """Have the house players of a match looked after in `delay_ms`."""
    _start_later("games.house_move", [match_id, decision], delay_ms)


def arm(match_id: int, delay_ms: int) -> None:
    """Have the clocks of a match looked at in `delay_ms`; the sweep would come a little later."""
    _start_later("games.match_expire", [match_id], delay_ms)


_muted = False


@contextmanager
def muted() -> Iterator[None]:
    """Tell nobody: for matches that are played without a site around them."""
    global _muted
    before, _muted = _muted, True
    try:
        yield
    finally:
        _muted = before


_web_loop: asyncio.AbstractEventLoop | None = None


def set_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Every consumer says which loop it lives on: the in-memory layer may be used from there only."""
    global _web_loop
    _web_loop = loop


def _tell(group: str, message: dict[str, Any]) -> None:
    if not _muted:
        transaction.on_commit(lambda: _send(group, message), robust=True)


def _start_later(task: str, arguments: list[int], delay_ms: int) -> None:
    if not _muted:
        transaction.on_commit(lambda: post_task(task, arguments, delay_ms), robust=True)


def post_task(task: str, arguments: list[int], delay_ms: int) -> None:
    """Have the messenger hand a task to the broker: a missing broker can take its time to be missed."""
    _post(lambda: _start(task, arguments, delay_ms))


def _start(task: str, arguments: list[int], delay_ms: int) -> None:
    delay = max(0, delay_ms) / 1000
    celery.current_app.send_task(
        task, args=arguments, countdown=delay, expires=delay + LATE, retry=False, ignore_result=True
    )


def _send(group: str, message: dict[str, Any]) -> None:
    loop = _web_loop
    if loop is None or loop.is_closed():
        loop = _own_loop()
    layer = get_channel_layer()
    if layer is not None:
        asyncio.run_coroutine_threadsafe(_quietly(layer.group_send(group, message)), loop)


async def _quietly(sending: Coroutine[Any, Any, None]) -> None:
    try:
        await sending
    except Exception:
        logger.warning("The channel layer did not take a message", exc_info=True)


class _Messenger:
    """The helpers of one process: a thread for the broker and, without a web server, a loop for the layer."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.letters: queue.Queue[Callable[[], None]] = queue.Queue(BACKLOG)
        threading.Thread(target=self._deliver, name="messenger", daemon=True).start()
        self._loop: asyncio.AbstractEventLoop | None = None

    def _deliver(self) -> None:
        while True:
            letter = self.letters.get()
            try:
                letter()
            except Exception as fault:
                logger.warning("The broker did not take a task: %s", fault)

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(target=self._loop.run_forever, name="messenger-loop", daemon=True).start()
        return self._loop


_messenger: _Messenger | None = None
_making = threading.Lock()


def _helpers() -> _Messenger:
    """Made when first needed, anew after a fork."""
    global _messenger
    with _making:
        if _messenger is None or _messenger.pid != os.getpid():
            _messenger = _Messenger()
        return _messenger


def _own_loop() -> asyncio.AbstractEventLoop:
    helpers = _helpers()
    with _making:
        return helpers.loop


def _post(letter: Callable[[], None]) -> None:
    try:
        _helpers().letters.put_nowait(letter)
    except queue.Full:
        logger.warning("The broker does not keep up: a wake-up was dropped")
