"""The site's settings as the tests need them: a fast hasher and a database file where threads may race."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "only-for-tests")
if os.environ.get("REDIS_URL") and (_worker := os.environ.get("PYTEST_XDIST_WORKER", "")):
    # Tests run side by side, and each process has a Redis database of its own, like its own PostgreSQL one.
    os.environ["REDIS_URL"] = f"{os.environ['REDIS_URL'].rpartition('/')[0]}/{int(_worker.removeprefix('gw')) + 1}"

from tichu_site.settings import *  # noqa: E402, F403
from tichu_site.settings import DATABASES, STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Files come straight from static/: a fresh clone has nothing collected yet, and WhiteNoise would warn.
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]

# No web process shows itself here; tests that need one say so.
WATCH_WEB = False

# Threads of a test server would keep theirs, and PostgreSQL drops no database that is still in use.
DATABASES["default"]["CONN_MAX_AGE"] = 0
# A test is one transaction, and may think for longer than a request does.
DATABASES["default"].get("OPTIONS", {}).pop("options", None)
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    _name = Path(tempfile.gettempdir()) / f"tichu-test-{os.getpid()}.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": str(_name)}
