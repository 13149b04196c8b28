"""Everything that changes an account. Views, forms and the admin call these; nothing else writes a User."""

import logging
from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from accounts import deletion, renaming, selectors, tasks
from accounts.languages import BY_BROWSER
from accounts.models import User
from accounts.names import NameReason, NameRefused, checked, keys_of

log = logging.getLogger(__name__)
EMAIL_TAKEN = ValidationError(_("This e-mail belongs to another account."), code="email-taken")


def sign_up(*, name: str, password: str, email: str = "") -> User:
    """Create an account. `NameRefused` or `EMAIL_TAKEN` when it cannot be, also when somebody was a moment quicker."""
    name = checked(name)
    selectors.require_free_name(name)
    if selectors.email_taken(email):
        raise EMAIL_TAKEN
    try:
        with transaction.atomic():
            return User.objects.create_user(name, email, password)
    except IntegrityError:
        raise EMAIL_TAKEN if selectors.email_taken(email) else NameRefused(NameReason.TAKEN, name) from None


def rename(*, user: User, name: str) -> None:
    """Give a person another name; everything that refers to the account follows by itself (F08)."""
    name = checked(name)
    selectors.require_free_name(name, besides=user)
    keys = keys_of(name)
    user.username, user.name_key, user.name_look = name, keys.key, keys.look
    try:
        with transaction.atomic():
            user.save(update_fields=["username", "name_key", "name_look"])
            renaming.tell(user)
    except IntegrityError:
        raise NameRefused(NameReason.TAKEN, name) from None


def change_email(*, user: User, email: str) -> None:
    """Set or, with "", remove the address; links to reset the password sent before stop working."""
    if selectors.email_taken(email, besides=user):
        raise EMAIL_TAKEN
    user.email = User.objects.normalize_email(email)
    try:
        with transaction.atomic():
            user.save(update_fields=["email"])
    except IntegrityError:
        raise EMAIL_TAKEN from None


def change_password(*, user: User, password: str) -> None:
    """Set the password; every session begun with the old one ends."""
    user.set_password(password)
    user.save(update_fields=["password"])


def change_preferences(*, user: User, theme: str, deck: str, sort: str, language: str) -> None:
    user.theme, user.deck, user.sort, user.language = theme, deck, sort, language
    user.save(update_fields=["theme", "deck", "sort", "language"])


def choose_language(*, user: User, language: str) -> None:
    user.language = language
    user.save(update_fields=["language"])


def suspend(*, user: User, reason: str, now: datetime) -> None:
    """Keep a person out, and end the sessions they have (backends.NameBackend)."""
    user.suspended_at, user.suspended_reason = now, reason
    user.save(update_fields=["suspended_at", "suspended_reason"])


def unsuspend(*, user: User) -> None:
    user.suspended_at, user.suspended_reason = None, ""
    user.save(update_fields=["suspended_at", "suspended_reason"])


def request_reset(*, email: str, origin: str, language: str) -> None:
    """Have a link sent to whom the address belongs, in the language they chose, else in `language`; who asks learns
    nothing, not even by the time it takes."""
    users = User.objects.filter(email__iexact=email, is_active=True) if email else User.objects.none()
    for pk in users.values_list("pk", flat=True):
        try:
            tasks.send_reset_link.delay(pk, origin, language)
        except (
            OperationalError,
            OSError,
        ):  # no broker: an answer that differs from the usual one would tell that the address is known
            log.exception("The reset link of account %s could not be queued", pk)


def delete_account(*, user: User) -> None:
    """Take the person out of the account and leave "Deleted account n" (N03); every device is signed out by it."""
    while True:
        number = (User.objects.aggregate(last=Max("deleted_number"))["last"] or 0) + 1
        try:
            with transaction.atomic():
                _anonymise(user, number)
            return
        except IntegrityError:
            # Another deletion took the number, so one of us got on: the next try is never the same again.
            if not User.objects.filter(deleted_number=number).exists():
                raise


def _anonymise(user: User, number: int) -> None:
    deletion.say_farewell(user)
    name = f"Deleted account {number}"
    keys = keys_of(name)
    user.username, user.name_key, user.name_look, user.deleted_number = name, keys.key, keys.look, number
    user.email = user.suspended_reason = ""
    user.last_login = user.suspended_at = None
    user.is_active = user.is_staff = user.is_superuser = False
    user.theme, user.deck, user.sort = User.Theme.AUTO, User.Deck.STANDARD, User.Sort.RANK_DOWN
    user.language = BY_BROWSER
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
    _forget_in_admin_log(user)
    renaming.tell(user)


def _forget_in_admin_log(user: User) -> None:
    kind = ContentType.objects.get_for_model(User)
    about = LogEntry.objects.filter(content_type=kind, object_id=str(user.pk))
    about.update(object_repr=user.username, change_message="")
