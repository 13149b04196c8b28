"""The environment decides: what each variable of README.md does to the settings."""

import runpy
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from django.test import Client
from pytest_django import Settings

from games.services import deadlines
from games.times import now_ms
from tests.playing import ROOT, free_port
from tichu_site import broker

NAMES = (
    "DEBUG",
    "SECRET_KEY",
    "DATABASE_URL",
    "REDIS_URL",
    "SQLITE_PATH",
    "ALLOWED_HOSTS",
    "HTTPS",
    "TRUSTED_PROXIES",
    "TICHU_CLOCKS",
)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Read settings.py anew under exactly this environment."""
    for name in (*NAMES, "EMAIL_HOST", "EMAIL_BACKEND", "ONE_HOP_HANDLER", "STATIC_ROOT"):
        monkeypatch.delenv(name, raising=False)

    def under(**environment: str) -> dict[str, Any]:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "tichu_site" / "settings.py"))

    return under


@pytest.mark.parametrize("debug", ["", "0", "false", "no"])
def test_it_refuses_to_run_without_a_key(read: Any, debug: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is not set and DEBUG is off"):
        read(DEBUG=debug)


def test_debugging_needs_no_key(read: Any) -> None:
    assert read(DEBUG="1")["SECRET_KEY"]


def test_the_default_is_one_process_on_sqlite(read: Any) -> None:
    settings = read(SECRET_KEY="x")
    options = settings["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE" and "WAL" in options["init_command"]
    assert settings["CELERY_BROKER_URL"].startswith("memory:")
    assert settings["CHANNEL_LAYERS"]["default"]["BACKEND"].endswith("InMemoryChannelLayer")
    assert settings["DEBUG"] is False and settings["SESSION_COOKIE_SECURE"] is False


def test_named_servers_replace_what_is_built_in(read: Any) -> None:
    settings = read(SECRET_KEY="x", DATABASE_URL="postgres://u:p@db:5433/tichu", REDIS_URL="redis://cache:6379/1")
    database = settings["DATABASES"]["default"]
    assert database["ENGINE"].endswith("postgresql") and database["PORT"] == 5433 and database["CONN_MAX_AGE"] == 60
    assert settings["CELERY_BROKER_URL"] == "redis://cache:6379/1"
    assert settings["CACHES"]["default"]["BACKEND"].endswith("RedisCache")


def test_an_idle_socket_on_redis_is_not_cut_off(read: Any) -> None:
    """redis-py 8 reads with a time limit of 5 s unless told otherwise; a quiet table lasts longer."""
    settings = read(SECRET_KEY="x", REDIS_URL="redis://cache")
    assert settings["CHANNEL_LAYERS"]["default"]["CONFIG"]["hosts"] == [
        {"address": "redis://cache", "socket_timeout": None}
    ]


def test_djangos_own_handler_gets_no_lasting_connections(read: Any) -> None:
    """Under it every request has a new thread, and each would keep a connection."""
    settings = read(SECRET_KEY="x", ONE_HOP_HANDLER="0", DATABASE_URL="postgres://db/tichu")
    assert settings["DATABASES"]["default"]["CONN_MAX_AGE"] == 0


def test_https_secures_the_cookies(read: Any) -> None:
    settings = read(SECRET_KEY="x", HTTPS="1", TRUSTED_PROXIES="1")
    assert settings["SESSION_COOKIE_SECURE"] and settings["CSRF_COOKIE_SECURE"] and settings["SECURE_HSTS_SECONDS"]
    assert settings["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")


def test_no_forwarded_scheme_is_believed_without_a_trusted_proxy(read: Any) -> None:
    """BUGLOG E12: anybody could write that header."""
    assert read(SECRET_KEY="x")["SECURE_PROXY_SSL_HEADER"] is None
    with pytest.raises(ImproperlyConfigured, match="how many stand in front"):
        read(SECRET_KEY="x", HTTPS="1")


def test_mail_goes_to_the_console_until_a_host_is_named(read: Any) -> None:
    assert read(SECRET_KEY="x")["EMAIL_BACKEND"].endswith("console.EmailBackend")
    assert read(EMAIL_HOST="mail")["EMAIL_BACKEND"].endswith("smtp.EmailBackend")


def test_clocks_can_be_shortened(read: Any) -> None:
    assert read(SECRET_KEY="x")["TICHU_CLOCKS"] == {
        "turn": 30,
        "grand": 30,
        "exchange": 45,
        "gift": 20,
        "reserve": 60,
        "pause": 3,
        "short_pause": 1,
        "ready": 30,
    }
    clocks = read(TICHU_CLOCKS="turn=2, pause=0.5")["TICHU_CLOCKS"]
    assert (clocks["turn"], clocks["pause"], clocks["gift"]) == (2, 0.5, 20)


@pytest.mark.parametrize(
    "text", ["turn=0", "turn=-1", "turn=1e12", "turn=", "turn", "turn=nan", "hurry=3", "turn=99999"]
)
def test_a_clock_nobody_can_play_by_is_refused(read: Any, text: str) -> None:
    """BUGLOG T12: "unlimited" must not overflow to an instant timeout, nor 0 mean "not set"."""
    with pytest.raises(ImproperlyConfigured, match="TICHU_CLOCKS"):
        read(SECRET_KEY="x", TICHU_CLOCKS=text)


def test_every_answer_carries_the_strict_policy(client: Client) -> None:
    headers = client.get("/no-such-page").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
    assert headers["X-Frame-Options"] == "DENY" and headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
def test_healthz_answers_reading_only(client: Client) -> None:
    deadlines.expire_due(now_ms())
    answer = client.get("/healthz")
    assert answer.status_code == 200
    found = answer.json()
    assert found.pop("last_sweep_age") >= 0
    assert found == {"status": "ok", "web": "ok", "database": "ok", "broker": "ok"}
    assert "no-store" in answer.headers["Cache-Control"]
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
def test_healthz_says_that_nobody_sweeps(client: Client) -> None:
    """BUGLOG T10: worker, beat or broker are down, or were never started."""
    assert client.get("/healthz").status_code == 503
    deadlines.expire_due(now_ms() - 60_000)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["status"] == "down" and answer.json()["last_sweep_age"] >= 60


@pytest.mark.django_db
def test_healthz_says_when_the_broker_is_down(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """BUGLOG E11: its address is nobody's business."""
    deadlines.expire_due(now_ms())
    settings.REDIS_URL = f"redis://:secret@127.0.0.1:{free_port()}/0"
    monkeypatch.setattr(broker, "_answered", (float("-inf"), False))
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["broker"] == "down" and "secret" not in answer.content.decode()


def test_healthz_says_when_the_database_is_down(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """BUGLOG E11: and it says no more than that."""

    def down(now: int) -> int:
        raise OperationalError("connection to server at 10.0.0.7 failed for user tichu")

    monkeypatch.setattr("tichu_site.views.pulse_age", down)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    found = answer.json()
    assert found.pop("broker") == "ok" and found == {
        "status": "down",
        "web": "ok",
        "database": "down",
        "last_sweep_age": None,
    }
