"""One socket of one player at one table. It only goes to the browser: "look again" comes in, changed regions go out.

Level-triggered: what was missed or merged does not matter, the newest state is rendered for the own seat. Each
socket remembers what it was last sent and nothing else; it never sees another seat's view.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import translation

from accounts.languages import language_of_socket
from accounts.models import User
from accounts.selectors import user_of_session
from games import notify, presence, regions, selectors
from games.engine.codec import UnreadableEvent
from games.log import NotStarted
from games.regions import Region
from games.services import watching
from games.services.health import stopped_since
from games.times import now_ms

logger = logging.getLogger(__name__)

NOT_YOURS = 4404
"""Close code for a table that is not there for this user any more; browsers do not come back after it."""
COME_BACK = 4012
"""Close code after which a page opens another socket, and shows anew who it is. One of our own: Daphne sends none of
the standard's that mean it, and a socket that it refuses to close stays open and silent."""
SIGN_OF_LIFE = 4.0
"""Seconds between two signs of life of an open socket; no longer does a silent one outlive its session (BUGLOG D07)."""

_renderers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="regions")


class SessionEnded(Exception):
    """Whoever opened the socket has signed out, or may not come in any more: there is news, but not for them."""


class Nowhere(AsyncWebsocketConsumer):
    """Any other address: the handshake is refused."""

    async def connect(self) -> None:
        await self.close()


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
        self.is_open = True
        self.looking = asyncio.Lock()

    @property
    def user(self) -> User | AnonymousUser:
        user: User | AnonymousUser = self.scope["user"]
        return user

    @property
    def session_key(self) -> str | None:
        """None without a session: whoever opened such a socket answers for its user."""
        session = self.scope.get("session")
        return None if session is None else session.session_key

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
        if frame is None:
            await self.close(NOT_YOURS)  # before it is open: the handshake is refused (BUGLOG E08)
            raise StopConsumer  # and nothing more of the table reaches it
        await self.accept()
        await self.send(frame)
        self.life = asyncio.create_task(self.show_life())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """However it ends, nothing of it lives on, and no browser is left with a socket that is open and silent:
        Channels tells `disconnect` only of those that went away, and where it ends by itself, nobody (BUGLOG C05,
        D13)."""
        try:
            await super().__call__(scope, receive, send)
        except SessionEnded:
            pass
        except Exception:
            logger.exception("A socket at table %s has failed", self.code)
        finally:
            await self.end()

    async def websocket_disconnect(self, message: Any) -> None:
        self.is_open = False
        await super().websocket_disconnect(message)

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        self.is_open = False
        await super().close(code, reason)

    async def end(self) -> None:
        """No more signs of life, no place in the group. Closing a socket never leaves a table (BUGLOG C13)."""
        if self.life is not None:
            self.life.cancel()  # before anything that may fail, and gone before the group is left: it joins it
        if self.is_open:
            with suppress(Exception):
                await self.close(COME_BACK)
        if self.life is not None:
            await asyncio.wait([self.life], timeout=SIGN_OF_LIFE)
        if self.code:
            with suppress(Exception):  # a broker that is away has forgotten its groups
                async with asyncio.timeout(SIGN_OF_LIFE):
                    await self.channel_layer.group_discard(notify.table_group(self.code), self.channel_name)

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
        """As long as the socket is open, its seat is there; it is open as long as its session (BUGLOG D07)."""
        while await self.is_signed_in():
            with suppress(Exception):
                await _touch(self.seat_pk)
                if self.seat_pk is None:
                    await _look_on(self.user, self.code)
            with suppress(Exception):
                await self.catch_up()
            with suppress(Exception):
                await self.tell_clocks()
            await asyncio.sleep(SIGN_OF_LIFE)
        await self.close(COME_BACK)

    async def is_signed_in(self) -> bool:
        """Does the session still belong to this user? A database that does not answer signs nobody out."""
        if self.session_key is None:
            return True
        with suppress(Exception):
            return await _is_signed_in(self.session_key, self.user.pk)
        return True

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
        """The frame with what has changed, "" when nothing has, None when the table is not theirs.
        `SessionEnded` when something has, and it would reach somebody who has signed out."""
        async with self.looking:
            seen = await _look(self.user, self.code, dict(self.sent), self.language, self.session_key)
            if seen is None:
                return None
            changed, self.shown, self.seat_pk = seen
            self.sent |= {region.name: region.digest for region in changed}
        return regions.fragment(changed, self.shown) if changed else ""


Seen = tuple[list[Region], int, int | None]


def look(
    user: User | AnonymousUser,
    code: str,
    sent: dict[str, str],
    language: str = settings.LANGUAGE_CODE,
    session_key: str | None = None,
) -> Seen | None:
    """Changed regions in this language, the revision they show, and the row of the own seat.

    The session is asked here, after rendering and only when there is news: two look-ups by key without another thread,
    and however a session ends, nothing goes out after that (BUGLOG D07).
    """
    with translation.override(language):
        seen = _seen(user, code, sent)
    has_news = seen is not None and seen[0]
    if has_news and session_key is not None and not is_signed_in(session_key, user.pk):
        raise SessionEnded
    return seen


def _seen(user: User | AnonymousUser, code: str, sent: dict[str, str]) -> Seen | None:
    try:
        access = selectors.table_for(user, code)
        if user.is_authenticated and access.seat is None and not access.watching:  # a match has begun before their eyes
            access = watching.looking_on(access, user)
        rendered = regions.rendered(regions.table_view(access))
    except (Http404, PermissionDenied, UnreadableEvent, NotStarted):  # the page says which it is
        return None
    seats = [seat.pk for seat in access.match.seats.all() if seat.number == access.seat and seat.live]
    return regions.changed(rendered, sent), access.table.revision, seats[0] if seats else None


def touch(seat_pk: int | None) -> None:
    if seat_pk is not None:
        presence.touch(seat_pk)


def is_signed_in(session_key: str, user_pk: int | None) -> bool:
    """Has this session neither ended nor changed hands?"""
    found = user_of_session(session_key)
    return found is not None and found.pk == user_pk


def look_on(user: User | AnonymousUser, code: str) -> None:
    """A sign of life of somebody without a seat."""
    access = selectors.table_for(user, code)
    if access.seat is None and user.is_authenticated:
        watching.show_life(table=access.table, match=access.match, user=user)


_is_signed_in = database_sync_to_async(is_signed_in, thread_sensitive=False, executor=_renderers)
_revision = database_sync_to_async(selectors.revision_of, thread_sensitive=False, executor=_renderers)
_look_on = database_sync_to_async(look_on, thread_sensitive=False, executor=_renderers)
_look = database_sync_to_async(look, thread_sensitive=False, executor=_renderers)
_touch = database_sync_to_async(touch, thread_sensitive=False, executor=_renderers)
