"""The Celery app and its clockwork. Tasks are named, never imported here; exactly one beat runs (README)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_site.settings")

app = Celery("tichu_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.set_default()  # for every thread, not only the importing one
app.autodiscover_tasks(["accounts", "games"])
# A tick nobody could run in time is worthless, the next one does its work: `expires` (BUGLOG T09).
app.conf.beat_schedule = {
    "expire-due": {"task": "games.expire_due", "schedule": 0.5, "options": {"expires": 5}},
    "lobby-sweep": {"task": "games.sweep_tables", "schedule": 30, "options": {"expires": 60}},
}
