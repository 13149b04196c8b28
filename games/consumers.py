"""One socket of one player at one table. It only goes to the browser: "look again" comes in, changed regions go out.

Level-triggered: what was missed or merged does not matter, the newest state is rendered for the own seat. Each
socket remembers what it was last sent and nothing else; it never sees another seat's view.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import translation

from accounts.languages import language_of_socket
from accounts.models import User
from games import notify, presence, regions, selectors
from games.regions import Region
from games.services import watching
from games.services.health import stopped_since
from games.times import now_ms

NOT_YOURS = 4404
"""Close code for a table that is not there for this user; browsers do not come back after it."""
SIGN_OF_LIFE = 5.0
"""Seconds between two signs of life of an open socket."""

_renderers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="regions")


class TableConsumer(AsyncWebsocketConsumer):
    """Sends a seat its regions as they change."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.code = ""
        self.shown = -1
        self.sent: dict[str, str] = {}
        self.life: asyncio.Task[None] | None = None
        self.seat_pk: int | None = None
        self.stopped = False
        self.looking = asyncio.Lock()

    @property
    def user(self) -> User | AnonymousUser:
        user: User | AnonymousUser = self.scope["user"]
        return user

    @property
    def language(self) -> str:
        """The page's: both ask the same of the same browser."""
        return language_of_socket(self.user, self.scope.get("cookies", {}), self.scope["headers"])

    async def connect(self) -> None:
        """Join the group before the first look, so that nothing falls in between (BUGLOG D06)."""
        notify.set_loop(asyncio.get_running_loop())
        self.code = self.scope["url_route"]["kwargs"]["code"]
        await self.channel_layer.group_add(notify.table_group(self.code), self.channel_name)
        frame = await self.look() if self.user.is_authenticated else None
        await self.accept()
        if frame is None:
            await self.close(NOT_YOURS)
            return
        await self.send(frame)
        self.life = asyncio.create_task(self.show_life())

    async def disconnect(self, code: int) -> None:
        """Closing a socket never leaves a table (BUGLOG C13)."""
        if self.code:
            await self.channel_layer.group_discard(notify.table_group(self.code), self.channel_name)
        if self.life is not None:
            self.life.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is asked for over the socket; commands are forms."""

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Look again, unless something newer has been sent meanwhile."""
        if event["revision"] <= self.shown:
            return
        frame = await self.look()
        if frame is None:
            await self.close(NOT_YOURS)
        elif frame:
            await self.send(frame)

    async def show_life(self) -> None:
        """As long as the socket is open, its seat is there."""
        while True:
            with suppress(Exception):
                await _touch(self.seat_pk)
                if self.seat_pk is None:
                    await _look_on(self.user, self.code)
            with suppress(Exception):
                await self.catch_up()
            await self.tell_clocks()
            await asyncio.sleep(SIGN_OF_LIFE)

    async def catch_up(self) -> None:
        """A broker that was restarted has forgotten its groups, and any may lose a message (BUGLOG D14, D16)."""
        await self.channel_layer.group_add(notify.table_group(self.code), self.channel_name)
        await self.table_changed({"revision": await _revision(self.code)})

    async def tell_clocks(self) -> None:
        """The page learns with a sign of life that the clocks have stopped, or run again, if nothing told it before."""
        stopped = stopped_since(now_ms()) is not None
        if stopped != self.stopped:
            self.stopped = stopped
            await self.send(regions.fragment((), self.shown))

    async def send(self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False) -> None:
        with suppress(RuntimeError):  # the browser went away while we were rendering
            await super().send(text_data, bytes_data, close)

    async def look(self) -> str | None:
        """The frame with what has changed, "" when nothing has, None when the table is not theirs."""
        async with self.looking:
            seen = await _look(self.user, self.code, dict(self.sent), self.language)
            if seen is None:
                return None
            changed, self.shown, self.seat_pk = seen
            self.sent |= {region.name: region.digest for region in changed}
        return regions.fragment(changed, self.shown) if changed else ""


Seen = tuple[list[Region], int, int | None]


def look(
    user: User | AnonymousUser, code: str, sent: dict[str, str], language: str = settings.LANGUAGE_CODE
) -> Seen | None:
    """Changed regions in this language, the revision they show, and the row of the own seat."""
    with translation.override(language):
        return _seen(user, code, sent)


def _seen(user: User | AnonymousUser, code: str, sent: dict[str, str]) -> Seen | None:
    try:
        access = selectors.table_for(user, code)
        if user.is_authenticated and access.seat is None and not access.watching:  # a match has begun before their eyes
            access = watching.looking_on(access, user)
    except (Http404, PermissionDenied):
        return None
    rendered = regions.rendered(regions.table_view(access))
    seats = [seat.pk for seat in access.match.seats.all() if seat.number == access.seat and seat.live]
    return regions.changed(rendered, sent), access.table.revision, seats[0] if seats else None


def touch(seat_pk: int | None) -> None:
    if seat_pk is not None:
        presence.touch(seat_pk)


def look_on(user: User | AnonymousUser, code: str) -> None:
    """A sign of life of somebody without a seat."""
    access = selectors.table_for(user, code)
    if access.seat is None and user.is_authenticated:
        watching.show_life(table=access.table, match=access.match, user=user)


_revision = database_sync_to_async(selectors.revision_of, thread_sensitive=False, executor=_renderers)
_look_on = database_sync_to_async(look_on, thread_sensitive=False, executor=_renderers)
_look = database_sync_to_async(look, thread_sensitive=False, executor=_renderers)
_touch = database_sync_to_async(touch, thread_sensitive=False, executor=_renderers)
