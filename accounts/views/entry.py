"""Coming in and going out: sign up, sign in, sign out."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from accounts.errors import too_many
from accounts.forms import SignInForm, SignUpForm
from accounts.redirects import after_sign_in, safe_next

BACKEND = "accounts.backends.NameBackend"
HOUR = 3600


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(after_sign_in(request))
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if form.is_bound and not limits.allow(f"sign-up:{limits.peer_key(request)}", settings.SIGN_UPS_PER_HOUR, HOUR):
        return too_many(request, seconds=HOUR)
    if form.is_valid() and (user := form.create()):
        login(request, user, backend=BACKEND)
        return redirect(after_sign_in(request))
    return _entry_page(request, "accounts/sign_up.html", form)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(after_sign_in(request))
    form = SignInForm(request, request.POST if request.method == "POST" else None)
    if form.is_bound and not limits.allow(f"sign-in:{limits.peer_key(request)}", settings.SIGN_INS_PER_HOUR, HOUR):
        return too_many(request, seconds=HOUR)
    if form.is_valid():
        login(request, form.get_user())
        return redirect(after_sign_in(request))
    return _entry_page(request, "accounts/sign_in.html", form)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, _("You are signed out."))
    return redirect(settings.LOGOUT_REDIRECT_URL)


def _entry_page(request: HttpRequest, template: str, form: SignUpForm | SignInForm) -> HttpResponse:
    context = {"form": form, "next": safe_next(request)}
    return render(request, template, context, status=422 if form.is_bound else 200)
