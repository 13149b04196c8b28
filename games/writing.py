"""The one way to open a write transaction in games.

SQLite has one writer, and its busy handler sleeps: writers of this process queue here instead.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.db import connection, transaction

_one_writer = threading.RLock()


@contextmanager
def write() -> Iterator[None]:
    """An atomic block. Inside another one it does not queue: that one holds the database already."""
    queue = connection.vendor == "sqlite" and not connection.in_atomic_block
    with _one_writer if queue else nullcontext(), transaction.atomic():
        yield
