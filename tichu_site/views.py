"""What the site answers about itself; it shows no secrets (BUGLOG E11)."""

from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.services.deadlines import pulse_age
from games.times import now_ms


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Says whether web and database answer, and the seconds since beat and worker left their last pulse."""
    try:
        age = pulse_age(now_ms())
    except DatabaseError:
        return JsonResponse({"status": "database down", "last_sweep_age": None}, status=503)
    return JsonResponse({"status": "ok", "last_sweep_age": None if age is None else age / 1000})
