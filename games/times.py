"""Time as the server counts it: whole milliseconds since the epoch. The only reader of the wall clock in games."""

import time
from datetime import UTC, datetime


def now_ms() -> int:
    """Now, in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def to_ms(moment: datetime) -> int:
    """An aware datetime as milliseconds since the epoch."""
    return round(moment.timestamp() * 1000)


def from_ms(ms: int) -> datetime:
    """Milliseconds since the epoch as an aware datetime in UTC."""
    return datetime.fromtimestamp(ms / 1000, tz=UTC)
