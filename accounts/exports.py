"""All that is stored about one person, as plain data. Other apps register their part, accounts never imports them."""

from collections.abc import Callable
from typing import Any

from accounts.models import User

Part = Callable[[User], Any]
_parts: dict[str, Part] = {}


def register(name: str, part: Part) -> None:
    """`part(user)` gives what JSON can hold; it appears in the download under `name`."""
    _parts[name] = part


def export(user: User) -> dict[str, Any]:
    return {name: part(user) for name, part in _parts.items()}


def _account(user: User) -> dict[str, Any]:
    return {
        "name": user.username,
        "email": user.email,
        "joined": user.date_joined.isoformat(),
        "last_signed_in": user.last_login.isoformat() if user.last_login else None,
        "preferences": {
            "colours": user.theme,
            "cards": user.deck,
            "order_of_the_hand": user.sort,
            "language": user.language,
        },
    }


register("account", _account)
