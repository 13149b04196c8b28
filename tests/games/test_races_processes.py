"""Two processes on one match and one database: whatever they do at the same time, the log stays whole."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from games.services import tables
from tests.games.factories import Live, assert_rebuilds

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
    command = [sys.executable, "-c", PLAYER, str(live.match.pk), "80"]
    processes = [
        subprocess.Popen(
            [*command, str(seed)],
            cwd=ROOT,
            env=environment(),
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for seed in (1, 2)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n", process.communicate()[1]
    answers = [process.communicate(timeout=120) for process in _started(processes)]
    assert [process.returncode for process in processes] == [0, 0], [errors for _, errors in answers]
    assert all(errors == "" for _, errors in answers)
    assert sum(json.loads(said)["moved"] for said, _ in answers) > 0
    assert live.row.head >= 80
    assert_rebuilds(live.match)


def _started(processes: "list[subprocess.Popen[str]]") -> "list[subprocess.Popen[str]]":
    """All are let go before any is waited for."""
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return processes
