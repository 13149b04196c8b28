"""The heart of a web process: a thread that shows, several times a second, that this process answers (RULES O5).

A stopped process shows nothing, nor does one whose event loop hangs or whose threads are all stuck. Beside that it
looks at the pulse, so that pages know without asking when the clocks stand still.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import Any

from django.db import close_old_connections

from games.services import health
from games.times import now_ms

logger = logging.getLogger(__name__)
EVERY = 0.25
"""Seconds between two signs of life; less than half the grace, which covers the way between them."""
LOOKS = 4
"""One look at the pulse for so many signs of life."""
PATIENCE = 1.0
"""Seconds in which the event loop and then a thread have to answer: so old, a sign of life is no outage yet."""

Application = Callable[[Any, Any, Any], Awaitable[None]]


class Heart:
    """Wraps the application, and beats beside it once it was started. `threads`: those that answer requests."""

    def __init__(self, application: Application, threads: Executor | None = None) -> None:
        self.application = application
        self.threads = threads
        self.loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> "Heart":
        threading.Thread(target=self._beat, name="heart", daemon=True).start()
        return self

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.loop = asyncio.get_running_loop()
        await self.application(scope, receive, send)

    def _beat(self) -> None:
        rest, beats = threading.Event(), 0
        while not rest.wait(EVERY):
            beats += 1
            try:
                self.beat(look=beats % LOOKS == 0)
            except Exception:
                logger.exception("The heart missed a beat")

    def beat(self, *, look: bool) -> None:
        """Show that this process answers, if it does, and `look` at the pulse."""
        asked = now_ms()
        if self._answers():  # threads serve in order: whatever reached it before it was asked has been taken up
            health.show_web(asked)
        if look:
            close_old_connections()
            health.look(now_ms())

    def _answers(self) -> bool:
        """Do the event loop and a thread?"""
        until = time.monotonic() + PATIENCE
        try:
            self._ask_loop(PATIENCE)
            self._ask_threads(max(0, until - time.monotonic()))
        except TimeoutError:
            return False
        return True

    def _ask_loop(self, patience: float) -> None:
        """Before the first request nothing is known of it."""
        if self.loop is not None and not self.loop.is_closed():
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0), self.loop).result(patience)

    def _ask_threads(self, patience: float) -> None:
        """With all of them stuck nobody's move is heard, however well the loop takes it in."""
        if self.threads is None:
            return
        question = self.threads.submit(now_ms)
        try:
            question.result(patience)
        finally:
            question.cancel()  # nobody waits for the answer any more
