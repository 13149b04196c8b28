"""What is done to the site: which part, with which signal, for how long, in which moment of a match. Seeded."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import httpx

from tests.chaos.parts import Part, Parts
from tests.chaos.players import Tale

KILL, TERM, STOP = signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP
MOMENTS = ("", "pause", "gift", "exchange", "ready", "grand")
"""Phases that some table shall be in; "" takes whatever comes."""
PATIENCE = 6.0
"""Seconds in which the wanted moment may come."""
RECOVERY = 240.0
"""Seconds after which a site that is not well again never will be."""
SHORT, LONG = (0.2, 3.0), (6.0, 9.0)
"""An outage (seconds) that nobody notices, and one that is given back."""


@dataclass(frozen=True)
class Plan:
    """One blow. `ends`: the service cannot answer as long as it lasts."""

    name: str
    how: str
    strike: Callable[[], None]
    mend: Callable[[], None]
    ends: bool


@dataclass(frozen=True)
class Hit:
    """A blow that was struck, from `since` to `until` (ms); `phases` are those of all tables in that moment."""

    plan: Plan
    since: int
    until: int
    phases: frozenset[str]
    recovered: float

    @property
    def lasted(self) -> int:
        return self.until - self.since


def plans(parts: Parts) -> list[Plan]:
    """Every part with every signal, and whole groups at once."""
    groups = [(part,) for part in (*parts.webs, *parts.workers, parts.beat, parts.redis)]
    groups += [parts.webs, parts.workers]
    found = [_signalled(group, number, _ends(parts, group)) for group in groups for number in (KILL, TERM, STOP)]
    return found + [_database(parts, mode) for mode in ("immediate", "fast")]


def _ends(parts: Parts, group: tuple[Part, ...]) -> bool:
    return len(group) > 1 or group[0] in (parts.beat, parts.redis)


def _signalled(group: tuple[Part, ...], number: signal.Signals, ends: bool) -> Plan:
    def strike() -> None:
        for part in group:
            part.hit(number)

    def mend() -> None:
        for part in group:
            part.come_back(number)

    return Plan("+".join(part.name for part in group), number.name, strike, mend, ends)


def _database(parts: Parts, mode: str) -> Plan:
    return Plan("postgres", mode, lambda: parts.postgres.stop(mode), parts.postgres.start, True)


def shuffled(parts: Parts, rng: Random) -> Iterator[tuple[Plan, str, float]]:
    """(plan, moment, seconds) without end; every part is hit before one is hit again."""
    while True:
        by_name: dict[str, list[Plan]] = {}
        for plan in plans(parts):
            by_name.setdefault(plan.name, []).append(plan)
        for names in [rng.sample(sorted(by_name), len(by_name)) for _ in range(3)]:
            for name in names:
                plan = rng.choice(by_name[name])
                lengths = LONG if plan.ends and rng.random() < 0.6 else SHORT
                yield plan, rng.choice(MOMENTS), rng.uniform(*lengths)


async def strike(plan: Plan, moment: str, seconds: float, tale: Tale) -> tuple[int, int, frozenset[str]]:
    """Wait for the moment, hit, wait, mend; from when to when it was down (ms), and the phases it struck."""
    end = time.monotonic() + PATIENCE
    while moment and moment not in tale.phases.values() and time.monotonic() < end:
        await asyncio.sleep(0.02)
    phases = frozenset(tale.phases.values())
    await asyncio.to_thread(plan.strike)
    since = time.time_ns() // 1_000_000
    await asyncio.sleep(seconds)
    until = time.time_ns() // 1_000_000
    await asyncio.to_thread(plan.mend)
    return since, until, phases


async def recovered(webs: list[str], client: httpx.AsyncClient, how_many: int) -> float:
    """Seconds until so many web processes say that all is well; raises TimeoutError when that never comes."""
    began = time.monotonic()
    async with asyncio.timeout(RECOVERY):
        while sum([await _is_well(web, client) for web in webs]) < how_many:
            await asyncio.sleep(0.2)
    return time.monotonic() - began


async def _is_well(web: str, client: httpx.AsyncClient) -> bool:
    try:
        return (await client.get(f"{web}/healthz")).status_code == 200
    except httpx.HTTPError:
        return False
