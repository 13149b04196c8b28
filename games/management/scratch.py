"""A database of its own for one command: a fresh, migrated SQLite file that is gone afterwards."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections

from games import log, notify

FAST = "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"
"""Nothing in it has to survive a crash."""


@contextmanager
def scratch_database() -> Iterator[None]:
    """Let this process work on an empty database, with the ordinary clocks and without telling anybody."""
    with tempfile.TemporaryDirectory(prefix="tichu-") as folder, _clocks(), notify.muted():
        databases = connections.settings
        before, connection = databases[DEFAULT_DB_ALIAS], connections[DEFAULT_DB_ALIAS]
        databases[DEFAULT_DB_ALIAS] = before | _sqlite(Path(folder) / "scratch.sqlite3")
        connections[DEFAULT_DB_ALIAS] = connections.create_connection(DEFAULT_DB_ALIAS)
        log.forget()
        try:
            call_command("migrate", verbosity=0, interactive=False)
            yield
        finally:
            connections[DEFAULT_DB_ALIAS].close()
            databases[DEFAULT_DB_ALIAS] = before
            connections[DEFAULT_DB_ALIAS] = connection
            log.forget()


def _sqlite(path: Path) -> dict[str, Any]:
    options = {"transaction_mode": "IMMEDIATE", "init_command": FAST}
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": options, "CONN_HEALTH_CHECKS": False}


@contextmanager
def _clocks() -> Iterator[None]:
    """The clocks of the rules, whatever the environment has set: they decide who is in time with a bomb. There is no
    web process for them to wait for."""
    before = settings.TICHU_CLOCKS, settings.WATCH_WEB
    settings.TICHU_CLOCKS, settings.WATCH_WEB = settings.DEFAULT_CLOCKS, False
    try:
        yield
    finally:
        settings.TICHU_CLOCKS, settings.WATCH_WEB = before
