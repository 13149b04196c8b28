"""From a move's POST to the last of four sockets holding its new region, against a running `manage.py play`.

Each table has four signed-in players with a socket each. The moves are those of a house player, posted as a
browser would. `measure()` gives the rows of the benchmark table.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.playing import Site, playing

TABLES = (1, 10, 50)
SECONDS = 20
THINKING = {1: 0.25, 10: 1.0, 50: 2.0}
"""Mean pause of a table between two moves, in seconds."""
REVISION = re.compile(r'data-rev="(\d+)"')
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Player:
    """One browser: its cookies, its socket, and when it got which revision."""

    cookie: str
    csrf: str
    socket: ClientConnection | None = None
    got: list[tuple[int, float]] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        assert self.socket is not None
        async for frame in self.socket:
            revisions = [int(found) for found in REVISION.findall(str(frame))]
            if revisions:
                self.got.append((max(revisions), time.perf_counter()))
                self.news.set()

    async def when(self, revision: int) -> float:
        """The moment at which this browser had the revision."""
        while True:
            for seen, moment in self.got:
                if seen >= revision:
                    return moment
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), timeout=10)


@dataclass
class Seated:
    """A table with its match and its players by seat."""

    code: str
    match_id: int
    players: Sequence[Player]


@dataclass
class Timed:
    """What was measured at one number of tables."""

    tables: int
    seconds: list[float]
    processor: float
    lasted: float

    @property
    def row(self) -> tuple[str, str]:
        ordered = sorted(self.seconds)
        p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
        return (
            f"POST to the last of four sockets, {self.tables} tables",
            f"median {statistics.median(ordered) * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms, "
            f"{self.processor / len(ordered) * 1000:.1f} ms CPU a move "
            f"({len(ordered)} moves, {len(ordered) / self.lasted:.1f} a second)",
        )


def measure(tables: Sequence[int] = TABLES) -> list[tuple[str, str]]:
    """(what, figure) for each number of tables, each on a fresh site."""
    return [_at(count).row for count in tables]


def _at(count: int) -> Timed:
    key = secrets.token_urlsafe(32)
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "bench.sqlite3"
        with playing(database, SECRET_KEY=key, TICHU_CLOCKS="pause=0.5,short_pause=0.5,turn=600") as site:
            os.environ.update(SECRET_KEY=key, SQLITE_PATH=str(database), DJANGO_SETTINGS_MODULE="tichu_site.settings")
            _point_django_at(database)
            seated = [_seat_four(number) for number in range(count)]
            return asyncio.run(_play(site, seated))


def _point_django_at(database: Path) -> None:
    import django
    from django.conf import settings
    from django.db import connections

    django.setup()
    connections.close_all()
    settings.SECRET_KEY = os.environ["SECRET_KEY"]
    connections["default"].settings_dict["NAME"] = str(database)
    from games import log

    log.forget()


def _seat_four(number: int) -> Seated:
    from django.conf import settings
    from django.test import Client

    from accounts.models import User
    from games import notify
    from games.services import tables

    users = [User.objects.create_user(f"Bench{number}x{seat}") for seat in range(4)]
    with notify.muted():
        table = tables.open_table(host=users[0], target=1000, access="public")
        for seat, user in enumerate(users[1:], start=1):
            tables.sit(table=table, user=user, seat=seat)
        for user in users:
            tables.set_ready(table=table, user=user)
    players = []
    for user in users:
        client = Client()
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
        players.append(Player(client.cookies[settings.SESSION_COOKIE_NAME].value, secrets.token_hex(16)))
    return Seated(table.code, table.match.pk, players)


async def _play(site: Site, seated: list[Seated]) -> Timed:
    players = [player for table in seated for player in table.players]
    address = site.url.replace("http", "ws")
    for table in seated:
        for player in table.players:
            headers = {"Cookie": f"sessionid={player.cookie}", "Origin": site.url}
            player.socket = await connect(f"{address}/ws/tables/{table.code}/", additional_headers=headers)
    listening = [asyncio.create_task(player.listen()) for player in players]
    await asyncio.sleep(1)
    before, began = _processor_time(site), time.perf_counter()
    limits = httpx.Limits(max_connections=100)
    async with httpx.AsyncClient(base_url=site.url, limits=limits, timeout=30) as client:
        found = await asyncio.gather(*(_play_table(client, table, THINKING.get(len(seated), 2.0)) for table in seated))
    used, lasted = _processor_time(site) - before, time.perf_counter() - began
    for task in listening:
        task.cancel()
    for player in players:
        assert player.socket is not None
        await player.socket.close()
    return Timed(len(seated), [seconds for table in found for seconds in table], used, lasted)


async def _play_table(client: httpx.AsyncClient, table: Seated, thinking: float) -> list[float]:
    rng, measured, end = Random(table.code), list[float](), time.perf_counter() + SECONDS
    await asyncio.sleep(rng.random() * thinking)
    while time.perf_counter() < end:
        chosen = await asyncio.to_thread(_next_move, table.match_id, rng)
        if chosen is not None:
            measured.append(await _timed(client, table, *chosen))
        await asyncio.sleep(rng.uniform(0.5, 1.5) * thinking if chosen else 0.1)
    return measured


def _next_move(match_id: int, rng: Random) -> tuple[int, str, dict[str, str | list[str]]] | None:
    """(seat, form, fields) of a move that is due; None while nobody has to move."""
    from django.db import connection

    from games import bots, log
    from games.engine.state import Phase
    from games.engine.view import view_for
    from tests.filled_forms import filled

    try:
        current = log.current(match_id)
    finally:
        connection.close()
    state = current.state
    waiting = set(range(4)) - state.ready if state.phase is Phase.READY else state.to_act()
    for seat in sorted(waiting):
        command = bots.choose(view_for(state, seat, current.clock), rng)
        if command is not None:
            return seat, *filled(command)
    return None


async def _timed(
    client: httpx.AsyncClient, table: Seated, seat: int, form: str, fields: dict[str, str | list[str]]
) -> float:
    player = table.players[seat]
    headers = {
        "Cookie": f"sessionid={player.cookie}; csrftoken={player.csrf}",
        "X-CSRFToken": player.csrf,
        "HX-Request": "true",
    }
    started = time.perf_counter()
    answer = await client.post(f"/tables/{table.code}/{form}/", data=fields, headers=headers)
    assert answer.status_code == 200, f"{form}: {answer.status_code} {answer.text[:300]}"
    revision = max(int(found) for found in REVISION.findall(answer.text))
    moments = await asyncio.gather(*(each.when(revision) for each in table.players))
    return max(moments) - started


def _processor_time(site: Site) -> float:
    """Processor seconds of the site's one process so far."""
    fields = Path(f"/proc/{site.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    for what, figure in measure():
        print(f"{what:50} {figure}")
