"""The user: a name, a password, an e-mail if given, and how they like the site.

Holds fields and constraints; what changes them stands in services.py. Knows nothing of games.
"""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.languages import BY_BROWSER, choices
from accounts.names import MAX_LENGTH, canonical, keys_of, validate_shape


class NamedUserManager(UserManager["User"]):
    """Fills in the keys of the name, so that `createsuperuser` makes a whole account too."""

    def create_user(self, username: str, email: str | None = None, password: str | None = None, **extra: Any) -> "User":
        return super().create_user(canonical(username), email, password, **_name_keys(username), **extra)

    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **extra: Any
    ) -> "User":
        return super().create_superuser(canonical(username), email, password, **_name_keys(username), **extra)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(name_key=keys_of(username or "").key)


def _name_keys(username: str) -> dict[str, str]:
    keys = keys_of(username)
    return {"name_key": keys.key, "name_look": keys.look}


class User(AbstractUser):
    class Theme(models.TextChoices):
        AUTO = "auto", _("as the device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    class Deck(models.TextChoices):
        STANDARD = "standard", _("standard")
        BOLD = "bold", _("bold, high contrast")

    class Sort(models.TextChoices):
        RANK_DOWN = "rank-down", _("highest rank first")
        RANK_UP = "rank-up", _("lowest rank first")
        SUIT = "suit", _("by suit")

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=MAX_LENGTH,
        unique=True,
        validators=[validate_shape],
        error_messages={"unique": _("This name is taken.")},
    )
    name_key = models.CharField(max_length=255, unique=True, editable=False)
    name_look = models.CharField(max_length=255, unique=True, editable=False)
    email = models.EmailField(_("e-mail"), blank=True)
    deleted_number = models.PositiveIntegerField(_("number once deleted"), null=True, unique=True, editable=False)
    suspended_at = models.DateTimeField(_("suspended since"), null=True, blank=True, editable=False)
    suspended_reason = models.CharField(_("reason for the suspension"), max_length=200, blank=True, editable=False)
    theme = models.CharField(_("colours"), max_length=10, choices=Theme, default=Theme.AUTO)
    deck = models.CharField(_("cards"), max_length=10, choices=Deck, default=Deck.STANDARD)
    sort = models.CharField(_("order of the hand"), max_length=10, choices=Sort, default=Sort.RANK_DOWN)
    language = models.CharField(_("language"), max_length=10, blank=True, default=BY_BROWSER, choices=choices)

    objects: ClassVar[NamedUserManager] = NamedUserManager()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.UniqueConstraint(Lower("email"), condition=~models.Q(email=""), name="one_account_per_email"),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The only name to show: a deleted account has a number instead (N03)."""
        if self.deleted_number is None:
            return self.username
        return gettext("Deleted account %(number)d") % {"number": self.deleted_number}

    @property
    def is_suspended(self) -> bool:
        return self.suspended_at is not None

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name
