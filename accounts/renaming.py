"""Who wants to hear that somebody has another name: other apps register, so that accounts need not know them."""

from collections.abc import Callable

from accounts.models import User

Listener = Callable[[User], None]
_listeners: dict[str, Listener] = {}


def register(name: str, listener: Listener) -> None:
    """`listener(user)` runs inside the transaction that wrote the new name; a deleted account gets one, too."""
    _listeners[name] = listener


def tell(user: User) -> None:
    for listener in _listeners.values():
        listener(user)
