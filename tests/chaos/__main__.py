"""`python -m tests.chaos [--seconds 60 | --minutes 60] [--seed 1]`: play while everything is killed, then judge.

Needs PostgreSQL's programs and redis-server; starts its own. Zero faults is the only result it ends with 0 for.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random

import httpx

from tests.chaos import hits as blows
from tests.chaos.hits import Hit
from tests.chaos.parts import Parts, parts
from tests.chaos.players import Company, Player, Tale
from tests.chaos.watchers import Page

PRACTICES, FOURS = 4, 3
"""Tables of one person and three house players, and of four people."""
RESERVE, RESERVE_AT_LENGTH = 120, 20
"""Seconds of reserve of each player: more than all outages together, and less than one of the long ones."""
LONG_ENOUGH = 600
"""Seconds in which everything must have been tried."""
CURRENT_WITHIN = 30.0
"""Seconds after which an open page will never be current again; on a quiet machine it takes two (BUGLOG D16)."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--seconds", type=float, default=60, help="how long parts are killed (default 60)")
    parser.add_argument("--minutes", type=float, default=0, help="the same at length: shorter clocks, longer outages")
    parser.add_argument("--seed", type=int, default=1, help="another one kills in another order")
    chosen = parser.parse_args(arguments)
    at_length = chosen.minutes > 0
    with parts(RESERVE_AT_LENGTH if at_length else RESERVE) as found:
        os.environ.update(found.environment)
        companies = _prepare(thinks=at_length)
        for part in found.processes:
            part.start()
        run = Run(found, companies, chosen.minutes * 60 or chosen.seconds, Random(chosen.seed), at_length)
        asyncio.run(run.play())
        run.faults += [f"{part.name} has ended by itself" for part in found.processes if part.has_ended]
        for part in found.processes:
            part.end()  # nothing moves any more while it is judged
        faults = [*run.faults, *_judge(run), *_not_tried(run)]
        if faults:
            _show_logs(found)
    return _say(run, faults)


def _prepare(*, thinks: bool) -> list[Company]:
    """The tables of the database, the static files, and everybody signed in."""
    import django

    django.setup()
    from django.core.management import call_command

    from tichu_site.management.commands.play import collect_static

    call_command("migrate", interactive=False, verbosity=0)
    collect_static()
    sizes = [1] * PRACTICES + [4] * FOURS
    return [
        Company([_player(f"Chaos{number}x{seat}") for seat in range(size)], number, thinks)
        for number, size in enumerate(sizes)
    ]


def _player(name: str) -> Player:
    from django.conf import settings
    from django.test import Client

    from accounts.models import User

    user, client = User.objects.create_user(name), Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    return Player(user, client.cookies[settings.SESSION_COOKIE_NAME].value)


class Run:
    """An evening of matches, and what was done to the site meanwhile."""

    def __init__(self, found: Parts, companies: list[Company], seconds: float, rng: Random, at_length: bool) -> None:
        self.at_length = at_length
        self.struck: Counter[str] = Counter()
        self.met: Counter[str] = Counter()
        self.saved = 0
        self.parts, self.companies, self.seconds, self.rng = found, companies, seconds, rng
        self.webs = [f"http://127.0.0.1:{port}" for port in found.ports]
        self.tale = Tale(self.webs)
        self.hits: list[Hit] = []
        self.faults: list[str] = []
        self.pages: list[Page] = []
        self.slowest = 0.0
        self.last = "its start"

    async def play(self) -> None:
        limits = httpx.Limits(max_connections=100)
        async with httpx.AsyncClient(limits=limits, timeout=httpx.Timeout(5, pool=None)) as client:
            await blows.recovered(self.webs, client, len(self.webs))
            tasks = [asyncio.create_task(each.play(self.tale, client)) for each in self.companies]
            try:
                await self._chaos(client)
            except TimeoutError:
                self.faults.append(f"the site is not well again after {self.last}")
            self.tale.is_over = True
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            self.faults += [f"a player fell over: {fault!r}" for fault in ended if isinstance(fault, BaseException)]

    async def _chaos(self, client: httpx.AsyncClient) -> None:
        end = time.monotonic() + self.seconds
        while not all(company.code for company in self.companies):
            await asyncio.sleep(0.1)
        watching = [asyncio.create_task(page.stay_open(self.tale, client)) for page in self._open_pages()]
        patience = blows.LONG_PATIENCE if self.at_length else blows.PATIENCE
        for plan, moment, seconds in blows.shuffled(self.parts, self.rng, at_length=self.at_length):
            if time.monotonic() > end:
                break
            at, since, until = await blows.strike(plan, moment, seconds, self.tale, patience=patience)
            self.last = f"{plan.name} {plan.how}"
            took = await blows.recovered(self.webs, client, len(self.webs) if plan.ends else 1)
            self.hits.append(Hit(plan, moment, at, since, until, took))
            print(f"  {plan.name} {plan.how} {(until - since) / 1000:.1f} s, well after {took:.1f} s", flush=True)
            await self._pages_are_current(plan.name)
            await asyncio.sleep(self.rng.uniform(0.5, 2))
        for task in watching:
            task.cancel()

    def _open_pages(self) -> list[Page]:
        """Two pages of the first table of four, one at each web process, and one of a practice."""
        four, practice = self.companies[-1], self.companies[0]
        self.pages = [Page(self.webs[n:] + self.webs[:n], four.code, four.people[0]) for n in range(len(self.webs))]
        self.pages.append(Page(self.webs, practice.code, practice.people[0]))
        return self.pages

    async def _pages_are_current(self, after: str) -> None:
        from games.models import Table
        from tests.chaos.players import ask

        began = time.monotonic()
        for page in self.pages:
            wanted = await ask(lambda page=page: Table.objects.values_list("revision", flat=True).get(code=page.code))  # type: ignore[misc]
            while wanted is not None and page.shown < wanted:
                if time.monotonic() - began > CURRENT_WITHIN:
                    self.faults.append(f"a page is at {page.shown} instead of {wanted} long after {after}")
                    break
                await asyncio.sleep(0.05)
        self.slowest = max(self.slowest, time.monotonic() - began)


def _judge(run: Run) -> list[str]:
    from django.db import connection

    from games import log
    from tests.chaos.verdict import faults_of, phases_struck, saved

    connection.close()
    log.forget()
    met = {each for pk in run.tale.matches for each in phases_struck(pk, run.hits)}
    run.struck = Counter(phase for _, phase in met)
    run.met = Counter(hit.moment for number, hit in enumerate(run.hits) if (number, hit.moment) in met)
    run.saved = sum(saved(pk) for pk in run.tale.matches)
    return [f"match {pk}: {fault}" for pk in run.tale.matches for fault in faults_of(pk, run.tale, run.hits)]


def _not_tried(run: Run) -> list[str]:
    """In so long a time no phase may have been spared, and some outage must have been worth a match."""
    if run.seconds < LONG_ENOUGH:
        return []
    spared = [
        f"no blow fell in the middle of: {moment}" for moment in blows.MOMENTS if moment and not run.struck[moment]
    ]
    return spared + ["nobody would have lost without what was given back"] * (not run.saved)


def _show_logs(found: Parts) -> None:
    for path in sorted(found.place.glob("*.log")):
        lines = path.read_text(errors="replace").splitlines()
        print(f"--- {path.name}, its last lines", *lines[-40:], sep="\n")


def _say(run: Run, faults: list[str]) -> int:
    struck = Counter(f"{hit.plan.name} {hit.plan.how}" for hit in run.hits)
    wanted = Counter(hit.moment for hit in run.hits if hit.moment)
    actions = sum(run.tale.acknowledged.values())
    print(
        f"killed or stopped, and back: {len(run.hits)}:",
        ", ".join(f"{n} × {name}" for name, n in sorted(struck.items())),
    )
    print("in the middle of, by the logs:", ", ".join(f"{phase} {n}" for phase, n in run.struck.most_common()))
    print("meant for it, and met:", ", ".join(f"{name} {run.met[name]} of {n}" for name, n in sorted(wanted.items())))
    down, longest = sum(hit.lasted for hit in run.hits) / 1000, max((hit.recovered for hit in run.hits), default=0)
    print(f"down for {down:.0f} s in all, well again after {longest:.1f} s at most, pages after {run.slowest:.1f} s")
    print("answers:", ", ".join(f"{n} × {status}" for status, n in sorted(run.tale.statuses.items())))
    print(f"matches {len(run.tale.matches)}, actions acknowledged {actions}")
    for what, word in (("lost", "is lost"), ("doubled", "times"), ("unfair forfeits", "a forfeit")):
        print(f"{what}: {sum(word in fault for fault in faults)}")
    print(f"players who would have lost on time if nothing had been given back: {run.saved}")
    print("checked of each match: log without gaps, legal, seals; projections; acknowledged once; pauses; clocks")
    print(*faults, f"faults: {len(faults)}", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
