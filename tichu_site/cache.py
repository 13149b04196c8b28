"""The cache on Redis, which may be away for a while: then it knows nothing and keeps nothing, and pages go on.

What stands in it is worth that: signs of life, and how often something was tried. After a failure it is not asked
again for a moment, so that no page waits for it twice.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis import RedisError

logger = logging.getLogger(__name__)
REST = 1.0
"""Seconds without a question after a failure."""


class PatientRedisCache(RedisCache):
    """Django's, but a Redis that does not answer is an empty one."""

    failed_at = float("-inf")

    def _ask(self, ask: Callable[[], Any], otherwise: Any) -> Any:
        if time.monotonic() - PatientRedisCache.failed_at < REST:
            return otherwise
        try:
            return ask()
        except RedisError as fault:
            logger.warning("The cache does not answer: %s", fault)
            PatientRedisCache.failed_at = time.monotonic()
            return otherwise

    def add(self, key: Any, value: Any, *more: Any, **named: Any) -> bool:
        return bool(self._ask(lambda: super(PatientRedisCache, self).add(key, value, *more, **named), True))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask(lambda: super(PatientRedisCache, self).get(key, default, version), default)

    def set(self, key: Any, value: Any, *more: Any, **named: Any) -> None:
        self._ask(lambda: super(PatientRedisCache, self).set(key, value, *more, **named), None)

    def touch(self, key: Any, *more: Any, **named: Any) -> bool:
        return bool(self._ask(lambda: super(PatientRedisCache, self).touch(key, *more, **named), False))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return bool(self._ask(lambda: super(PatientRedisCache, self).delete(key, version), False))

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        found: dict[Any, Any] = self._ask(lambda: super(PatientRedisCache, self).get_many(keys, version), {})
        return found

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return bool(self._ask(lambda: super(PatientRedisCache, self).has_key(key, version), False))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return int(self._ask(lambda: super(PatientRedisCache, self).incr(key, delta, version), delta))

    def set_many(self, data: Any, *more: Any, **named: Any) -> list[Any]:
        return list(self._ask(lambda: super(PatientRedisCache, self).set_many(data, *more, **named), []))

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        self._ask(lambda: super(PatientRedisCache, self).delete_many(keys, version), None)
