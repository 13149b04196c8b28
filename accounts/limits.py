"""How often something may happen: a counter in the cache, and the address that really spoke to us (BUGLOG E12).

`allow("sign-up:…", 30, 3600)` is all that other apps need.
"""

import hashlib
import time
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest


def allow(key: str, limit: int, per_seconds: int, *, now: float | None = None) -> bool:
    """Count one more use of `key`; False once it was used more than `limit` times since its window began.

    A window begins with its first use, so nobody's turn of the hour lets through twice as many.
    """
    at = time.time() if now is None else now
    digest = hashlib.sha256(f"{key}:{per_seconds}".encode()).hexdigest()
    began = _began(f"limit-window:{digest}", at, per_seconds)
    name = f"limit:{digest}:{began}"  # a counter of its own for each: one whose end was lost counts for nobody
    cache.add(name, 0, timeout=per_seconds + 1)
    try:
        return cache.incr(name) <= limit
    except ValueError:  # it ran out between the two lines: a new window, and this is its first use
        return limit > 0


def _began(name: str, at: float, per_seconds: int) -> float:
    began: float | None = cache.get_or_set(name, at, timeout=per_seconds)
    if began is not None and began <= at < began + per_seconds:
        return began
    cache.set(name, at, timeout=per_seconds)
    return at


def peer_address(request: HttpRequest) -> str:
    """The address of the connection; behind our own proxies, the one the outermost of them saw.

    `settings.TRUSTED_PROXIES` is their number. With 0 a forwarding header is what anybody could write, and is ignored.
    """
    peer = request.META.get("REMOTE_ADDR") or "0.0.0.0"
    trusted: int = getattr(settings, "TRUSTED_PROXIES", 0)
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",")]
    if not trusted or len(hops) < trusted:
        return peer
    return hops[-trusted] if _is_address(hops[-trusted]) else peer


def peer_key(request: HttpRequest) -> str:
    """What to count by: one IPv6 line has more addresses than it needs, so its network counts as one."""
    address = ip_address(peer_address(request)) if _is_address(peer_address(request)) else None
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False).network_address)
    return str(address)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
