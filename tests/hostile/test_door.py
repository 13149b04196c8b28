"""What stands around every page: headers, cookies, a check of the documented production environment, and memory."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from tests.games.at_table import HTMX
from tests.hostile.places import ours
from tests.hostile.world import built, undone
from tests.playing import MANAGE, clean_environment
from tichu_site.asgi import application

PRODUCTION = {
    "SECRET_KEY": "fifty-signs-or-more-that-nobody-else-knows-0123456789-abc",
    "DATABASE_URL": "postgres://tichu:secret@db/tichu",
    "REDIS_URL": "redis://broker:6379/0",
    "ALLOWED_HOSTS": "tichu.example",
    "CSRF_TRUSTED_ORIGINS": "https://tichu.example",
    "HTTPS": "1",
    "TRUSTED_PROXIES": "1",
}
"""As README.md documents it."""


def test_djangos_own_check_finds_nothing_in_production() -> None:
    command = [sys.executable, MANAGE, "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, env=clean_environment(**PRODUCTION), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no issues" in done.stdout, done.stdout


def test_in_production_everything_goes_over_https() -> None:
    """HSTS, secure cookies, and a redirect; the proxy's word is believed, the health page is asked from inside."""
    program = """
import django
django.setup()
from django.conf import settings
from django.test import Client
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
https = {"X-Forwarded-Proto": "https", "Host": "tichu.example"}
plain = Client().get("/privacy/", headers={"Host": "tichu.example"})
safe = Client().get("/privacy/", headers=https)
health = Client().get("/healthz", headers={"Host": "tichu.example"})
print(plain.status_code, plain.headers["Location"], safe.status_code, safe.headers["Strict-Transport-Security"])
print(health.status_code, settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SESSION_COOKIE_HTTPONLY)
"""
    environment = clean_environment(**PRODUCTION, DJANGO_SETTINGS_MODULE="tichu_site.settings")
    environment["DATABASE_URL"] = "sqlite://:memory:"
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, env=environment, cwd=os.path.dirname(MANAGE), capture_output=True, text=True, timeout=120
    )
    first, second = done.stdout.splitlines() or ["", done.stderr]
    assert first == "301 https://tichu.example/privacy/ 200 max-age=31536000", done.stderr
    assert second.split()[1:] == ["True"] * 3 and second.split()[0] != "301"


@pytest.mark.django_db
def test_every_answer_carries_the_strict_headers() -> None:
    """E10: no inline script anywhere, no frame around us, nobody told where one was; errors and fragments too."""
    world = built()
    for place in ours():
        address = place.at(dict.fromkeys(place.blanks, "1") | {"code": world.sat.code, "name": "alice"})
        for visitor in ("alice", "staff", ""):
            with undone():
                answers = [world.browser(visitor).get(address), world.browser(visitor).post(address, headers=HTMX)]
            for answer in answers:
                policy = answer.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy and "unsafe" not in policy, address
                assert "script-src 'self'" in policy and "frame-ancestors 'none'" in policy, address
                assert (
                    answer.headers["X-Frame-Options"] == "DENY" and answer.headers["Referrer-Policy"] == "same-origin"
                )
                assert answer.headers["X-Content-Type-Options"] == "nosniff", address
                assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin", address


@pytest.mark.django_db
def test_cookies_are_for_the_site_alone(client: Client) -> None:
    """The session's is out of reach of scripts; none is sent along from other sites' forms."""
    built()
    client.post("/accounts/sign-in/", {"username": "alice", "password": "five dogs bark"})
    client.get("/accounts/")
    assert {"sessionid", "csrftoken"} <= set(client.cookies)
    assert all(cookie["samesite"] == "Lax" for cookie in client.cookies.values())
    assert client.cookies["sessionid"]["httponly"]


CHUNK = b"x" * 65_536
FLOOD = 400
"""Chunks: 26 MB."""


def flood(headers: Mapping[str, str]) -> tuple[int, int]:
    """Send the flood through the whole door; the status, and how many bytes were held at the most."""
    left, answers = [FLOOD], []

    async def receive() -> dict[str, Any]:
        left[0] -= 1
        return {"type": "http.request", "body": CHUNK, "more_body": left[0] > 0}

    async def send(message: dict[str, Any]) -> None:
        answers.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/accounts/sign-in/", "query_string": b"", "scheme": "http",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()], "client": ["127.0.0.1", 9],
    }  # fmt: skip
    tracemalloc.start()
    try:
        asyncio.run(application(scope, receive, send))
        held = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return int(answers[0]["status"]), held


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"])
def test_a_flood_is_refused_and_never_held(kind: str) -> None:
    """E07: memory stays bounded whatever is sent."""
    status, held = flood({"host": "testserver", "content-type": kind, "content-length": str(FLOOD * len(CHUNK))})
    assert status in (400, 403, 413)
    assert held < 12_000_000
