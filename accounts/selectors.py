"""Reading accounts: is a name or an e-mail free, and who does a session belong to."""

from collections.abc import Iterator
from importlib import import_module
from itertools import islice

from django.conf import settings
from django.contrib import auth
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.models import User
from accounts.names import MAX_LENGTH, NameReason, NameRefused, fold, is_reserved, keys_of

SUGGESTIONS = 2


def name_conflict(name: str, *, besides: User | None = None) -> NameReason | None:
    """TAKEN when somebody has the name in any case, LOOKALIKE when one could be read as the other (N01, N02)."""
    mine = keys_of(name)
    others = _others(besides).filter(Q(name_key=mine.key) | Q(name_look=mine.look))
    found = list(others.values_list("username", flat=True)[:10])
    if not found:
        return None
    same = any(fold(other) == fold(name) for other in found)
    return NameReason.TAKEN if same else NameReason.LOOKALIKE


def require_free_name(name: str, *, besides: User | None = None) -> None:
    if is_reserved(name):
        raise NameRefused(NameReason.RESERVED, name)
    if reason := name_conflict(name, besides=besides):
        raise NameRefused(reason, name)


def free_names(name: str) -> list[str]:
    """A few free names close to a taken one."""
    return list(islice((text for text in _variations(name) if name_conflict(text) is None), SUGGESTIONS))


def _variations(name: str) -> Iterator[str]:
    """Lea7, Lea_2, Lea3 …: no 0 and 1, which look like letters."""
    stem = name[: MAX_LENGTH - 3].rstrip(" _-.")
    for number in (7, 22, 3, 44, 5, 66, 27, 88, 9, 35, 57, 73, 96):
        if not stem[-1:].isdigit():
            yield f"{stem}{number}"
        yield f"{stem}_{number}"


def email_taken(email: str, *, besides: User | None = None) -> bool:
    return bool(email) and _others(besides).filter(email__iexact=email).exists()


def _others(besides: User | None) -> QuerySet[User]:
    return User.objects.exclude(pk=besides.pk) if besides and besides.pk else User.objects.all()


def user_of_session(session_key: str | None) -> User | None:
    """Who a session belongs to right now, read afresh: None once it ended or its user may not come in (D07)."""
    if not session_key:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = auth.get_user(request)
    return user if isinstance(user, User) else None
