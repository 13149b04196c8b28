"""What is done to the site: which part, with which signal, for how long, in which moment of a match. Seeded."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import httpx

from tests.chaos.parts import Part, Parts
from tests.chaos.players import Tale

KILL, TERM, STOP = signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP
MOMENTS = ("", "pause", "gift", "exchange", "ready", "grand")
"""Phases that some table shall be in; "" takes whatever comes."""
PATIENCE, LONG_PATIENCE = 6.0, 30.0
"""Seconds in which the wanted moment may come; at length."""
RECOVERY = 240.0
"""Seconds after which a site that is not well again never will be."""
SHORT, LONG, ENDLESS = (0.2, 3.0), (6.0, 9.0), (9.0, 25.0)
"""An outage (seconds) that nobody notices, one that is given back, and one that would else lose matches on time."""


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
    """A blow struck at `at`, when `moment` was waited for; the part was down from `since` to `until` (all in ms)."""

    plan: Plan
    moment: str
    at: int
    since: int
    until: int
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


def shuffled(parts: Parts, rng: Random, *, at_length: bool) -> Iterator[tuple[Plan, str, float]]:
    """(plan, moment, seconds) without end; every part is hit before one is hit again, and so with the moments."""
    moments = _in_turn(MOMENTS, rng)
    while True:
        by_name: dict[str, list[Plan]] = {}
        for plan in plans(parts):
            by_name.setdefault(plan.name, []).append(plan)
        for names in [rng.sample(sorted(by_name), len(by_name)) for _ in range(3)]:
            for name in names:
                plan = rng.choice(by_name[name])
                lengths = _lengths(rng, at_length) if plan.ends else SHORT
                yield plan, next(moments), rng.uniform(*lengths)


def _in_turn(choices: Sequence[str], rng: Random) -> Iterator[str]:
    while True:
        yield from rng.sample(choices, len(choices))


def _lengths(rng: Random, at_length: bool) -> tuple[float, float]:
    return rng.choice((SHORT, LONG, ENDLESS, ENDLESS)) if at_length else LONG if rng.random() < 0.6 else SHORT


async def strike(
    plan: Plan, moment: str, seconds: float, tale: Tale, *, patience: float = PATIENCE
) -> tuple[int, int, int]:
    """Wait for the moment, hit, wait, mend; when it was struck, and from when to when it was down (ms)."""
    end = time.monotonic() + patience
    while moment and moment not in tale.phases.values() and time.monotonic() < end:
        await asyncio.sleep(0.02)
    at = _now()
    await asyncio.to_thread(plan.strike)
    since = _now()
    await asyncio.sleep(seconds)
    until = _now()
    await asyncio.to_thread(plan.mend)
    return at, since, until


def _now() -> int:
    return time.time_ns() // 1_000_000


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
