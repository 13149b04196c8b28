"""Two questions about the person behind a request."""

from django.http import HttpRequest

from accounts import limits
from accounts.models import User

TRIES, WITHIN_SECONDS = 10, 900


def signed_in(request: HttpRequest) -> User:
    """The user, for views behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user


def may_try_password(user: User) -> bool:
    """Bounds guessing the own password at a device left open."""
    return limits.allow(f"own-password:{user.pk}", TRIES, WITHIN_SECONDS)
