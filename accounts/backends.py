"""Who may come in: the name in any case, and nobody who is suspended."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from accounts.models import User
from accounts.names import keys_of


class NameBackend(ModelBackend):
    """Finds people by their folded name (`User.objects.get_by_natural_key`).

    A suspended person with the right password passes here, so that the form can say why they stay out;
    `get_user` then knows them no more, which ends every session they have.
    """

    def get_user(self, user_id: Any) -> User | None:
        user = super().get_user(user_id)
        return user if isinstance(user, User) and not user.is_suspended else None

    async def aget_user(self, user_id: Any) -> User | None:
        user = await super().aget_user(user_id)
        return user if isinstance(user, User) and not user.is_suspended else None


def folded_name(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """What django-axes counts failures by: LEA and lea are one account."""
    given = (credentials or {}).get("username") or request.POST.get("username") or ""
    return keys_of(str(given)[:200]).key
