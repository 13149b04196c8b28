"""One's own imported matches: bringing them along, sharing them, taking them away. Everything here is the owner's."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from accounts.errors import too_many
from accounts.requests import signed_in
from games import importview, selectors
from games.forms_import import UploadForm
from games.importview import Report
from games.services import imports as shelves
from games.services.imports import ShelfRefusal

PER_PAGE = 25
MOST_AT_ONCE = 30
UPLOADS, WITHIN_SECONDS = 40, 3600


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, UploadForm())
    if not limits.allow(f"import:{signed_in(request).pk}", UPLOADS, WITHIN_SECONDS):
        return too_many(request, seconds=WITHIN_SECONDS)
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        report = _take(request, form)
    except ShelfRefusal as refused:
        form.add_error("file", str(refused))
        return _page(request, form, status=422)
    if report.refused:
        return _page(request, form, report, status=422)
    messages.success(request, report.taken)
    return redirect("games:imports")


def _take(request: HttpRequest, form: UploadForm) -> Report:
    raw, owner = form.cleaned_data["file"], signed_in(request)
    return importview.report(shelves.import_file(raw=raw, source=form.source, owner=owner, most=MOST_AT_ONCE))


def _page(request: HttpRequest, form: UploadForm, report: Report | None = None, status: int = 200) -> HttpResponse:
    page = Paginator(importview.shelf(signed_in(request)), PER_PAGE).get_page(request.GET.get("page"))
    lines = [importview.line_of(each) for each in page.object_list]
    return render(
        request, "games/imports.html", {"form": form, "page": page, "lines": lines, "report": report}, status=status
    )


@login_required
@require_POST
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Open the match to everybody who has its link, or close it again."""
    imported = selectors.own_import(request.user, code)
    shared = request.POST.get("shared") == "1"
    shelves.share(imported=imported, shared=shared)
    said = _("Everybody who has the link can look at this match now.") if shared else _("Only you see this match now.")
    messages.success(request, said)
    return redirect("games:imports")


@login_required
@require_POST
def remove(request: HttpRequest, code: str) -> HttpResponse:
    """Take the match away for good; without `confirm` nothing happens."""
    imported = selectors.own_import(request.user, code)
    if request.POST.get("confirm") != "1":
        return _page(request, UploadForm(), status=422)
    shelves.erase(imported=imported)
    messages.success(request, _("The match is deleted."))
    return redirect("games:imports")
