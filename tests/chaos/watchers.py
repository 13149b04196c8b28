"""Pages that only look: a socket while there is one, else asking every two seconds, as table-line.js does. After every
restart of Redis too they must become current again (BUGLOG D16)."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.chaos.players import Player, Tale

REVISION = re.compile(r'data-rev="(\d+)"')
ASKS = 1.7
"""Seconds between two questions of a page without a socket."""


@dataclass
class Page:
    """One open table; `shown` is the revision it has come to. A proxy leads it to the next web process when one does
    not answer."""

    webs: list[str]
    code: str
    player: Player
    shown: int = 0
    tries: int = 0

    @property
    def web(self) -> str:
        return self.webs[self.tries % len(self.webs)]

    async def stay_open(self, tale: Tale, client: httpx.AsyncClient) -> None:
        while not tale.is_over:
            with suppress(OSError, WebSocketException, TimeoutError):
                await self._listen(tale)
            self.tries += 1
            await self._ask(client)
            await asyncio.sleep(ASKS)

    async def _listen(self, tale: Tale) -> None:
        address = f"{self.web.replace('http', 'ws')}/ws/tables/{self.code}/"
        headers = {"Cookie": self.player.headers["Cookie"]}
        async with connect(address, additional_headers=headers, origin=self.web, open_timeout=5) as socket:  # type: ignore[arg-type]
            while not tale.is_over:
                with suppress(TimeoutError):
                    self._show(str(await asyncio.wait_for(socket.recv(), 1)))

    async def _ask(self, client: httpx.AsyncClient) -> None:
        with suppress(httpx.HTTPError):
            address = f"{self.web}/tables/{self.code}/state/"
            answer = await client.get(address, params={"since": self.shown}, headers=self.player.headers)
            if answer.status_code == 200:
                self._show(answer.text)

    def _show(self, text: str) -> None:
        self.shown = max([self.shown, *(int(found) for found in REVISION.findall(text))])
