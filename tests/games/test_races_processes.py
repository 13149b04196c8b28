"""Two processes on one match and one database: whatever they do at the same time, the log stays whole."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from games import log
from games.engine.clock import GRACE
from games.models import Match, Pulse
from games.services import tables
from tests.games.factories import SECOND, Live, assert_rebuilds, in_play

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

ROOT = Path(__file__).resolve().parents[2]
NOW = 1_750_000_000_000
PLAYER = """
import json, sys, random, django
django.setup()
from games import log, notify
from games.models import Match
from games.services import house
from games.services.deadlines import match_expire
from django.conf import settings
settings.WATCH_WEB = False  # nobody serves pages here
pk, moves, seed = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
shuffle, done = random.Random(seed).shuffle, 0
print("ready", flush=True)
sys.stdin.readline()
with notify.muted():
    while log.current(pk).head < moves:
        now = log.current(pk).at + 4_000
        done += house.move(match_id=pk, now=now, shuffle=shuffle)
        match_expire(match_id=pk, now=now, shuffle=shuffle)
print(json.dumps({"moved": done}))
"""

SWEEPER = """
import sys, django
django.setup()
from games import notify
from games.services.deadlines import expire_due
from django.conf import settings
settings.WATCH_WEB = False
now = int(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
with notify.muted():
    for _ in range(25):
        expire_due(now)
"""


def environment() -> dict[str, str]:
    """The test database for a process of its own."""
    settings = connection.settings_dict
    shared = os.environ | {"DJANGO_SETTINGS_MODULE": "tichu_site.settings", "SECRET_KEY": "only-for-tests"}
    if connection.vendor == "sqlite":
        return shared | {"SQLITE_PATH": str(settings["NAME"]), "DATABASE_URL": ""}
    where = f"{settings['HOST']}:{settings['PORT']}" if settings["PORT"] else settings["HOST"]
    user = f"{settings['USER']}:{settings['PASSWORD']}" if settings["PASSWORD"] else settings["USER"]
    return shared | {"DATABASE_URL": f"postgres://{user}@{where}/{settings['NAME']}"}


def test_two_processes_move_the_same_house_players() -> None:
    """Each is as fast as it can; every decision is answered once, and neither sees an error."""
    table = tables.open_house_table(target=500, code="two-at-once", names=("A", "B", "C", "D"), now=NOW)
    live = Live(table.match, NOW)
    answers = at_once(*([PLAYER, str(live.match.pk), "80", str(seed)] for seed in (1, 2)))
    assert sum(json.loads(said)["moved"] for said in answers) > 0
    assert live.row.head >= 80
    assert_rebuilds(live.match)


def test_a_hundred_ticks_of_four_processes_are_one() -> None:
    """T09, T16: beside a lock of one process. First they find an outage, then a deadline that has passed."""
    live = in_play(now=NOW)
    live.sweep()
    live.wait(100 * SECOND)
    at_once(*([SWEEPER, str(live.now)] for _ in range(4)))
    assert [entry.event.ms for entry in log.load(live.match.pk) if hasattr(entry.event, "ms")] == [100 * SECOND]
    assert live.row.status == Match.Status.RUNNING
    live.now = (live.row.deadline or 0) + GRACE
    Pulse.objects.update(at=live.now)
    at_once(*([SWEEPER, str(live.now)] for _ in range(4)))
    assert live.kinds.count("time_ran_out") == live.kinds.count("match_forfeited") == 1
    assert Pulse.objects.get().at == live.now
    assert_rebuilds(live.match)


def at_once(*programs: list[str]) -> list[str]:
    """Run all of them (text, arguments), each in a process of its own, begun together; what they say. None may
    complain."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", *program],
            cwd=ROOT,
            env=environment(),
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for program in programs
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n", process.communicate()[1]
    answers = [process.communicate(timeout=120) for process in _started(processes)]
    assert [process.returncode for process in processes] == [0] * len(processes), [errors for _, errors in answers]
    assert all(errors == "" for _, errors in answers), [errors for _, errors in answers]
    return [said for said, _ in answers]


def _started(processes: "list[subprocess.Popen[str]]") -> "list[subprocess.Popen[str]]":
    """All are let go before any is waited for."""
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return processes
