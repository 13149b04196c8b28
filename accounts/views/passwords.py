"""Changing a password, and getting a new one by e-mail when it is lost."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits, services
from accounts.errors import too_many
from accounts.forms import ChangePasswordForm, NewPasswordForm, ResetForm
from accounts.requests import WITHIN_SECONDS, may_try_password, signed_in

HOUR = 3600


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "POST"])
def change_password(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    form = ChangePasswordForm(user, request.POST if request.method == "POST" else None)
    if form.is_bound and not may_try_password(user):
        return too_many(request, seconds=WITHIN_SECONDS)
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Your password is changed. Other devices are signed out."))
        return redirect("accounts:account")
    return render(request, "accounts/password.html", {"form": form}, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "POST"])
def reset(request: HttpRequest) -> HttpResponse:
    form = ResetForm(request.POST if request.method == "POST" else None)
    if form.is_bound and not limits.allow(f"reset:{limits.peer_key(request)}", settings.RESETS_PER_HOUR, HOUR):
        return too_many(request, seconds=HOUR)
    if form.is_valid():
        origin, language = request.build_absolute_uri("/"), get_language() or settings.LANGUAGE_CODE
        services.request_reset(email=form.cleaned_data["email"], origin=origin, language=language)
        return redirect("accounts:reset-sent")
    return render(request, "accounts/reset.html", {"form": form}, status=422 if form.is_bound else 200)


@require_safe
def reset_sent(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/reset_sent.html")


class ResetConfirm(PasswordResetConfirmView):
    """Django's own, which moves the token out of the address before anything is shown."""

    form_class = NewPasswordForm  # type: ignore[assignment]
    template_name = "accounts/reset_confirm.html"
    success_url = reverse_lazy("accounts:sign-in")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Your new password is set. Sign in with it."))
        return super().form_valid(form)
