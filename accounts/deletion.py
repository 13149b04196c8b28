"""What else has to happen when an account is deleted: other apps register it, so that accounts need not know them."""

from collections.abc import Callable

from accounts.models import User

Farewell = Callable[[User], None]
_farewells: dict[str, Farewell] = {}


def register(name: str, farewell: Farewell) -> None:
    """`farewell(user)` runs inside the deletion's transaction, before the name is gone."""
    _farewells[name] = farewell


def say_farewell(user: User) -> None:
    for farewell in _farewells.values():
        farewell(user)
