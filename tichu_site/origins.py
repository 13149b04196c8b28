"""Sockets are opened by our own pages only (BUGLOG E09)."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import OriginValidator, WebsocketDenier


class OwnOrigin(OriginValidator):
    """Refuses every origin that is no host of ours, also one that cannot be read: the original stumbles over that."""

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> Any:
        if all(_can_be_read(value) for name, value in scope["headers"] if name == b"origin"):
            return await super().__call__(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)


def _can_be_read(origin: bytes) -> bool:
    try:
        return urlsplit(origin.decode("latin1")).port != -1
    except ValueError:
        return False
