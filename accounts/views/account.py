"""One's own account: e-mail, preferences, the download of all that is stored, the way out; and the privacy page."""

import json

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import translation
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import exports, languages, services
from accounts.errors import too_many
from accounts.forms import DeleteForm, EmailForm, PreferencesForm
from accounts.models import User
from accounts.requests import WITHIN_SECONDS, may_try_password, signed_in


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    return _account_page(request, EmailForm(signed_in(request), initial={"email": signed_in(request).email}))


@sensitive_post_parameters("password")
@login_required
@require_POST
def change_email(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    if not may_try_password(user):
        return too_many(request, seconds=WITHIN_SECONDS)
    form = EmailForm(user, request.POST)
    if form.is_valid() and form.save():
        messages.success(request, _("Your e-mail is saved.") if user.email else _("Your e-mail is removed."))
        return redirect("accounts:account")
    return _account_page(request, form)


@login_required
@require_POST
def change_preferences(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    form = PreferencesForm(request.POST, instance=User(pk=user.pk))
    if form.is_valid():
        services.change_preferences(user=user, **form.cleaned_data)
        translation.activate(languages.language_of(user, request))
        messages.success(request, _("Your preferences are saved."))
        response = redirect("accounts:account")
        languages.remember(response, user.language)
        return response
    return _account_page(request, EmailForm(user, initial={"email": user.email}), form)


@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    text = json.dumps(exports.export(user), ensure_ascii=False, indent=2)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = content_disposition_header(True, f"tichu-{user.username}.json") or "attachment"
    return response


@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    form = DeleteForm(user, request.POST if request.method == "POST" else None)
    if form.is_bound and not may_try_password(user):
        return too_many(request, seconds=WITHIN_SECONDS)
    if form.is_valid():
        services.delete_account(user=user)
        logout(request)
        messages.success(request, _("Your account is gone. Thank you for having played."))
        return redirect(settings.LOGOUT_REDIRECT_URL)
    return render(request, "accounts/delete.html", {"form": form}, status=422 if form.is_bound else 200)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/privacy.html", {"contact": settings.CONTACT_EMAIL})


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """For pages that name no icon of their own, such as the admin's."""
    return redirect(static("css/art/mark.svg"))


def _account_page(
    request: HttpRequest, email_form: EmailForm, preferences_form: PreferencesForm | None = None
) -> HttpResponse:
    user = signed_in(request)
    context = {"email_form": email_form, "preferences_form": preferences_form or PreferencesForm(instance=user)}
    refused = any(form.is_bound for form in context.values())
    return render(request, "accounts/account.html", context, status=422 if refused else 200)
