"""Does the broker answer? Asked by the health check, at most once a second for each process."""

import threading
import time

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE = 1.0
"""Seconds for its answer, and as long an answer counts."""

_asking = threading.Lock()
_answered = (float("-inf"), False)


def broker_answers() -> bool:
    """True where the broker is this very process."""
    global _answered
    if not settings.REDIS_URL:
        return True
    with _asking:
        if time.monotonic() - _answered[0] > PATIENCE:
            found = _ping(settings.REDIS_URL)
            _answered = time.monotonic(), found
        return _answered[1]


def _ping(url: str) -> bool:
    retry = Retry(NoBackoff(), 0)
    try:
        with redis.Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=retry) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
