"""Another database than the tests' own, for a while: a file beside it, or one of the same server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

from games import log


@contextmanager
def working_on(**changed: Any) -> Iterator[None]:
    """Let this thread, and those it starts, work on the database whose settings are `changed` from the tests' own."""
    databases, ours = connections.settings, connections[DEFAULT_DB_ALIAS]
    before: Mapping[str, Any] = databases[DEFAULT_DB_ALIAS]
    databases[DEFAULT_DB_ALIAS] = {**ours.settings_dict, **changed}
    connections[DEFAULT_DB_ALIAS] = connections.create_connection(DEFAULT_DB_ALIAS)
    log.forget()
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        databases[DEFAULT_DB_ALIAS], connections[DEFAULT_DB_ALIAS] = before, ours
        log.forget()
