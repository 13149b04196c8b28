"""Entry doors for Celery: each fetches and calls one service, and may run twice or late without harm."""

from celery import shared_task


@shared_task(name="games.expire_due")
def expire_due() -> None:
    pass


@shared_task(name="games.sweep_tables")
def sweep_tables() -> None:
    pass
