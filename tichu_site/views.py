"""What the site answers about itself; it shows no secrets (BUGLOG E11)."""

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.services.health import STALE_PULSE, pulse_age
from games.times import now_ms
from tichu_site.broker import broker_answers

OK, DOWN = "ok", "down"


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Says which parts answer, and the seconds since web, beat, broker, worker and database were last seen well
    together. 200 while the clocks run, else 503."""
    try:
        age, database = pulse_age(now_ms()), OK
    except (DatabaseError, InterfaceError):
        age, database = None, DOWN
    broker = OK if broker_answers() else DOWN
    well = database == broker == OK and age is not None and age <= STALE_PULSE
    parts = {"web": OK, "database": database, "broker": broker, "last_sweep_age": None if age is None else age / 1000}
    answer = JsonResponse({"status": OK if well else DOWN, **parts}, status=200 if well else 503)
    answer._has_been_logged = True  # type: ignore[attr-defined]  # the alarm is one line, not one for each question
    return answer
