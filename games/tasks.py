"""Entry doors for Celery: each fetches and calls one service, and may run twice or late without harm."""

import logging
from collections.abc import Callable

from celery import shared_task
from django.db import connection

from games.services import deadlines, tables, talk, watching
from games.times import now_ms

logger = logging.getLogger(__name__)


@shared_task(name="games.expire_due")
def expire_due() -> None:
    connection.ensure_connection()  # a sweep that had to wait for the database is as of the moment it has it
    deadlines.expire_due(now_ms())


@shared_task(name="games.sweep_tables")
def sweep_tables() -> None:
    for sweep in (
        lambda: tables.sweep_tables(now_ms()),
        lambda: talk.sweep_words(now_ms()),
        watching.sweep_watchers,
    ):
        _guarded(sweep)


def _guarded(sweep: Callable[[], None]) -> None:
    """A sweep that fails is logged, and tried again next time; the others are made all the same."""
    try:
        sweep()
    except Exception:
        logger.exception("A sweep has failed")


@shared_task(name="games.match_expire")
def match_expire(match_id: int) -> None:
    deadlines.match_expire(match_id=match_id, now=now_ms())


@shared_task(name="games.house_move")
def house_move(match_id: int, decision: int) -> None:
    deadlines.wake_house(match_id=match_id, now=now_ms(), decision=decision)
