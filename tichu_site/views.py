"""What the site answers about itself; it shows no secrets (BUGLOG E11)."""

from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


def last_sweep_age() -> float | None:
    """Seconds since the last sweep left its pulse; None before the first one."""
    return None


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return JsonResponse({"status": "ok", "last_sweep_age": last_sweep_age()})
