"""The switch at the foot of every page: another language, and back to where one was."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts import languages, services
from accounts.models import User
from accounts.redirects import safe_next


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    language = request.POST.get("language", "")
    if language not in languages.offered():
        raise Http404("no such language")
    if isinstance(request.user, User):
        services.choose_language(user=request.user, language=language)
    response = redirect(safe_next(request) or "/")
    languages.remember(response, language)
    return response
