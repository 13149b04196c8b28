"""One settings file: what the environment says, decides. README.md lists every variable.

With nothing set this is the embedded default: SQLite, in-memory broker and channel layer, one process.
"""

import contextlib
import os
import re
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured


def _flag(name: str, default: str = "") -> bool:
    return os.environ.get(name, default).strip().lower() in {"1", "true", "yes", "on"}


def _words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def _factor(name: str) -> float:
    text = os.environ.get(name) or "1"
    if not re.fullmatch(r"\d{1,2}(\.\d+)?", text):
        raise ImproperlyConfigured(f"{name}: {text!r} should be a number such as 1 or 0.5.")
    return float(text)


def _clocks(text: str) -> dict[str, float]:
    """Read `turn=30,pause=0.5`: only known clocks, only sensible seconds (BUGLOG T12)."""
    clocks = dict(DEFAULT_CLOCKS)
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = part.partition("=")
        seconds = float(value) if re.fullmatch(r"\d+(\.\d+)?", value) else 0.0
        if name not in clocks or not 0 < seconds <= 3600:
            raise ImproperlyConfigured(f"TICHU_CLOCKS: {part!r} should be one of {', '.join(clocks)}, '=' and seconds.")
        clocks[name] = seconds
    return clocks


BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = BASE_DIR / ".data"

DEBUG = _flag("DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY", "") or ("insecure-only-for-debugging" if DEBUG else "")
if not SECRET_KEY:
    raise ImproperlyConfigured("SECRET_KEY is not set and DEBUG is off: set SECRET_KEY to a long random text.")
ALLOWED_HOSTS = _words("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
CSRF_TRUSTED_ORIGINS = _words("CSRF_TRUSTED_ORIGINS")

DATABASE_URL = os.environ.get("DATABASE_URL", "")
REDIS_URL = os.environ.get("REDIS_URL", "")
SQLITE_PATH = Path(os.environ.get("SQLITE_PATH") or DATA_DIR / "tichu.sqlite3")

# RULES O1, O6, O7, G9 in seconds; browser tests shorten them.
DEFAULT_CLOCKS = {
    "turn": 30.0,
    "grand": 30.0,
    "exchange": 45.0,
    "gift": 20.0,
    "reserve": 60.0,
    "pause": 3.0,
    "short_pause": 1.0,
    "ready": 30.0,
}
TICHU_CLOCKS = _clocks(os.environ.get("TICHU_CLOCKS", ""))

# House players take 0.8 to 2.5 s times this; browser tests hurry them.
HOUSE_PACE = _factor("TICHU_HOUSE_PACE")

INSTALLED_APPS = [
    "daphne",
    "tichu_site",
    "accounts",
    "games",
    "axes",
    "csp",
    "channels",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "games.middleware.received_at",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pads by a random length, and CSRF tokens are masked: no BREACH
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.own_language",
    "accounts.middleware.private_pages",
    "accounts.middleware.whole_page_sign_in",
    "accounts.middleware.wrong_method_in_words",
    "accounts.middleware.not_too_many_forms",
    "games.views.unreadable.UnreadableLogs",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "tichu_site.urls"
ASGI_APPLICATION = "tichu_site.asgi.application"
# One thread hop a request instead of two per middleware; False brings Django's own handler back.
ONE_HOP_HANDLER = _flag("ONE_HOP_HANDLER", "1")
# More than one table has players: while all four wait for a row that stalls, others are answered (BUGLOG D15).
ONE_HOP_THREADS = 8

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.context_processors.running_match",
                "games.context_processors.puzzle_of_the_day",
                "games.context_processors.clocks",
            ],
        },
    },
]

# --- Database: PostgreSQL when named, else one SQLite file that writers queue for.
# Django's own handler has a new thread for every request: there, a kept connection would pile up.
CONNECTION_AGE = 60 if ONE_HOP_HANDLER else 0
if DATABASE_URL:
    DATABASES = {"default": dj_database_url.parse(DATABASE_URL, conn_max_age=CONNECTION_AGE, conn_health_checks=True)}
    if "postgresql" in DATABASES["default"]["ENGINE"]:
        # A process that hangs in the middle of a transaction holds up a table no longer than this.
        DATABASES["default"].setdefault("OPTIONS", {}).setdefault(
            "options", "-c idle_in_transaction_session_timeout=6000 -c lock_timeout=10000"
        )
else:
    with contextlib.suppress(OSError):
        SQLITE_PATH.parent.mkdir(parents=True, exist_ok=True)
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(SQLITE_PATH),
            "CONN_MAX_AGE": CONNECTION_AGE,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Broker, channel layer, cache: Redis when named, else inside this process.
if REDIS_URL:
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {"socket_timeout": 5, "socket_connect_timeout": 2}
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            # redis-py 8 gives up after 5 s, which is how long an idle socket waits for news.
            "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": None}]},
        }
    }
    # One more try, on a fresh connection: after a restart of Redis those at hand are dead.
    _redis: dict[str, Any] = {
        "BACKEND": "tichu_site.cache.PatientRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": Retry(NoBackoff(), 1)},
    }
    CACHES: dict[str, dict[str, Any]] = {"default": _redis, "films": _redis | {"KEY_PREFIX": "films"}}
else:
    CELERY_BROKER_URL = "memory://localhost/"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.05}
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    # Room for every seat's sign of life: Django's own limit is 300 entries, and then it throws some away.
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        },
        # Frames of replays, about 20 KB each; those not looked at for the longest time go first.
        "films": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "films",
            "OPTIONS": {"MAX_ENTRIES": 500},
        },
    }
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = None
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # for ever: a broker may be away for long
# Web processes show that they answer, and no clock runs while none does (RULES O5).
WATCH_WEB = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CONSUMER = "tichu_site.worker:PatientConsumer"

# --- People
AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "/accounts/sign-in/"
LOGIN_REDIRECT_URL = "/lobby/"
LOGOUT_REDIRECT_URL = "/"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "accounts.backends.NameBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
# Counted in the cache: no table of names and addresses is kept.
AXES_HANDLER = "axes.handlers.cache.AxesCacheHandler"
AXES_ENABLE_ADMIN = False
AXES_LOCKOUT_CALLABLE = "accounts.errors.locked_out"
AXES_CLIENT_IP_CALLABLE = "accounts.limits.peer_address"
AXES_USERNAME_CALLABLE = "accounts.backends.folded_name"
CSRF_FAILURE_VIEW = "accounts.errors.csrf_failure"
# How many proxies of ours stand in front; with 0 forwarding headers are not believed (BUGLOG E12).
TRUSTED_PROXIES = int(os.environ.get("TRUSTED_PROXIES", "0"))
# Attempts an hour from one address.
SIGN_UPS_PER_HOUR = int(os.environ.get("SIGN_UPS_PER_HOUR", "60"))
SIGN_INS_PER_HOUR = int(os.environ.get("SIGN_INS_PER_HOUR", "300"))
RESETS_PER_HOUR = int(os.environ.get("RESETS_PER_HOUR", "20"))
# Forms of any kind, from one account or from one address that is signed out: no person is half as quick.
FORMS_PER_MINUTE = 600
# Shown on the privacy page.
CONTACT_EMAIL = os.environ.get("CONTACT_EMAIL", "")

EMAIL_BACKEND = os.environ.get("EMAIL_BACKEND", "")
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "587"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = _flag("EMAIL_USE_TLS", "1")
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Tichu <tichu@localhost>")
if not EMAIL_BACKEND:
    EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"

# --- Language, time
LANGUAGE_CODE = "en"
# Each by its own name. One more: a line here and a catalogue, see README.md.
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 31_536_000
LANGUAGE_COOKIE_HTTPONLY = True
TIME_ZONE = "UTC"
USE_TZ = True

# --- Static files
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or DATA_DIR / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
if DEBUG:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

# --- Security. HTTPS=1 means: players come over https, through a proxy that sets X-Forwarded-Proto.
HTTPS = _flag("HTTPS")
if HTTPS and not TRUSTED_PROXIES:
    raise ImproperlyConfigured(
        "HTTPS=1 believes a proxy of yours: say in TRUSTED_PROXIES how many stand in front, mostly 1."
    )
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = ["^healthz$"]  # asked from inside, without the proxy
# Other hosts of the domain, and browsers' own lists, are for whoever owns the domain to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if not REDIS_URL:  # one process then, whose own memory is enough to count attempts in
    SILENCED_SYSTEM_CHECKS += ["axes.W001"]
# What a form may hold; a file is a file, and at most as large as its form allows (games/forms_import.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = 500_000
DATA_UPLOAD_MAX_NUMBER_FILES = 5
FILE_UPLOAD_MAX_MEMORY_SIZE = 500_000
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "WARNING")},
    "loggers": {
        # It would write down who failed to sign in, and from where.
        "axes": {"level": "ERROR"},
        # Anybody can send a foreign Host header or far too much; the answer is 400 and needs no traceback in the log.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.security.RequestDataTooBig": {"level": "CRITICAL"},
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
        "django.security.TooManyFilesSent": {"level": "CRITICAL"},
    },
}
