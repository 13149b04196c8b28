"""Django's ASGI handler with one thread hop a request: middleware and view run together on a small fixed pool.

It replaces a private part of Django (`ASGIHandler.handle`), so it stays small, is compared with the original by
tests/test_setup_one_hop.py, and ONE_HOP_HANDLER=0 brings the original back.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponseBase
from django.urls import set_script_prefix
from django.utils import timezone

from games.middleware import RECEIVED_AT

Scope = Mapping[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class OneHopHandler(ASGIHandler):
    """Threads live as long as the process, so each keeps its database connection (CONN_MAX_AGE)."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.pool = ThreadPoolExecutor(settings.ONE_HOP_THREADS, thread_name_prefix="http")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"Only HTTP requests are answered here, not {scope['type']}.")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        # All of it is here: whoever waits for a thread is not late by that, whoever holds back the form is.
        scope = {**scope, RECEIVED_AT: timezone.now()}
        loop = asyncio.get_running_loop()
        for message in await loop.run_in_executor(self.pool, self.respond, scope, body):
            await send(message)

    def respond(self, scope: Scope, body: IO[bytes]) -> list[Message]:
        """One whole request on this thread; signals too, because they look after this thread's connections."""
        with body:
            set_script_prefix(get_script_prefix(scope))
            signals.request_started.send(sender=self.__class__, scope=scope)
            request, refusal = self.create_request(scope, body)
            response = refusal if request is None else self.get_response(request)
            assert response is not None  # `create_request` gives the one or the other
            response._handler_class = self.__class__  # type: ignore[attr-defined]
            try:
                return self.messages_of(response)
            finally:
                response.close()

    def messages_of(self, response: HttpResponseBase) -> list[Message]:
        """What the original's `send_response` sends. Streams are read here: ours are small static files."""
        content = response.getvalue()
        start = {"type": "http.response.start", "status": response.status_code, "headers": headers_of(response)}
        chunks = [
            {"type": "http.response.body", "body": chunk, "more_body": not last}
            for chunk, last in self.chunk_bytes(content)
        ]
        return [start, *chunks]


def headers_of(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    cookies = [(b"Set-Cookie", c.output(header="").encode("ascii").strip()) for c in response.cookies.values()]
    return headers + cookies
