"""Reading what people send about their accounts: parsing and words at the field; services.py decides and writes."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import selectors, services
from accounts.models import User
from accounts.names import NameReason, NameRefused, checked


def _text(autocomplete: str, **attributes: str) -> forms.TextInput:
    return forms.TextInput({"class": "input", "autocomplete": autocomplete, **attributes})


def _password(autocomplete: str) -> forms.PasswordInput:
    return forms.PasswordInput({"class": "input", "autocomplete": autocomplete})


def _email() -> forms.EmailInput:
    return forms.EmailInput({"class": "input", "autocomplete": "email"})


PASSWORD_HINT = _("At least 10 characters, anything goes.")
EMAIL_HINT = _("Only to reset your password. Without it, a forgotten password is lost.")


class SignUpForm(forms.Form):
    username = forms.CharField(
        label=_("Name"),
        max_length=200,
        strip=False,
        widget=_text("username", autocapitalize="none", spellcheck="false"),
    )
    password = forms.CharField(
        label=_("Password"), max_length=200, strip=False, help_text=PASSWORD_HINT, widget=_password("new-password")
    )
    email = forms.EmailField(label=_("E-mail"), required=False, help_text=EMAIL_HINT, widget=_email())

    def clean_username(self) -> str:
        name = self.cleaned_data["username"].strip()
        try:
            name = checked(name)
            selectors.require_free_name(name)
        except NameRefused as refusal:
            raise with_free_names(refusal, name) from None
        return name

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("password"):
            person = User(username=data.get("username", ""), email=data.get("email", ""))
            _at_field(self, "password", lambda: password_validation.validate_password(data["password"], person))
        if selectors.email_taken(data.get("email", "")):
            self.add_error("email", services.EMAIL_TAKEN)
        return data

    def create(self) -> User | None:
        """The new account, or None with the reason at its field when somebody was a moment quicker."""
        data = self.cleaned_data
        try:
            return services.sign_up(name=data["username"], password=data["password"], email=data["email"])
        except NameRefused as refusal:
            self.add_error("username", with_free_names(refusal, data["username"]))
        except ValidationError as refusal:
            self.add_error("email", refusal)
        return None


def with_free_names(refusal: NameRefused, name: str) -> ValidationError:
    """A taken name comes with a way out: "Lea is taken. Free: Lea7, Lea_22"."""
    if refusal.reason not in {NameReason.TAKEN, NameReason.LOOKALIKE}:
        return refusal
    if not (free := selectors.free_names(name)):
        return refusal
    hint = gettext("Free: %(names)s") % {"names": ", ".join(free)}
    return ValidationError(f"{refusal.messages[0]} {hint}", code=refusal.reason.value)


def _at_field(form: forms.Form, field: str, judge: Callable[[], object]) -> None:
    try:
        judge()
    except ValidationError as fault:
        form.add_error(field, fault)


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": _("This name and password do not belong together."),
        "inactive": _("This account no longer exists."),
        "suspended": _("This account is suspended: %(reason)s"),
    }
    username = forms.CharField(
        label=_("Name"), max_length=200, widget=_text("username", autocapitalize="none", spellcheck="false")
    )
    password = forms.CharField(label=_("Password"), max_length=200, strip=False, widget=_password("current-password"))

    def confirm_login_allowed(self, user: User) -> None:
        super().confirm_login_allowed(user)
        if user.is_suspended:
            params = {"reason": user.suspended_reason}
            raise ValidationError(self.error_messages["suspended"], code="suspended", params=params)


class _PersonForm(forms.Form):
    def __init__(self, user: User, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.user = user


class _OwnPassword(_PersonForm):
    """The step before anything that cannot be undone: whoever sits here knows the password."""

    password = forms.CharField(
        label=_("Your password"), max_length=200, strip=False, widget=_password("current-password")
    )

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError(_("This is not your password."), code="wrong-password")
        return password


class DeleteForm(_OwnPassword):
    pass


class EmailForm(_OwnPassword):
    email = forms.EmailField(label=_("E-mail"), required=False, help_text=EMAIL_HINT, widget=_email())
    field_order = ("email", "password")

    def save(self) -> bool:
        try:
            services.change_email(user=self.user, email=self.cleaned_data["email"])
        except ValidationError as refusal:
            self.add_error("email", refusal)
            return False
        return True


class NewPasswordForm(_PersonForm):
    """One field, as at sign-up: what was mistyped is reset, not typed twice by everybody."""

    new_password = forms.CharField(
        label=_("New password"), max_length=200, strip=False, help_text=PASSWORD_HINT, widget=_password("new-password")
    )

    def clean_new_password(self) -> str:
        password: str = self.cleaned_data["new_password"]
        password_validation.validate_password(password, self.user)
        return password

    def save(self) -> User:
        services.change_password(user=self.user, password=self.cleaned_data["new_password"])
        return self.user


class ChangePasswordForm(_OwnPassword, NewPasswordForm):
    field_order = ("password", "new_password")


class ResetForm(forms.Form):
    email = forms.EmailField(label=_("E-mail"), widget=_email())


class PreferencesForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ("language", "theme", "deck", "sort")
        widgets = {name: forms.Select({"class": "input"}) for name in fields} | {
            name: forms.Select({"class": "input", "data-preview": name}) for name in ("theme", "deck")
        }
