"""What every test gets: quiet Hypothesis profiles, and a Chromium or one clear line why there is none."""

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import hypothesis
import pytest
import pytest_django

if TYPE_CHECKING:
    from playwright.sync_api import Browser

hypothesis.settings.register_profile("ci", max_examples=50, deadline=None, derandomize=True)
hypothesis.settings.register_profile("search", max_examples=2_000, deadline=None)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

NO_CHROMIUM = "no Chromium found (apt install chromium, or set CHROMIUM to its path): browser tests are skipped"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> str | None:
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip `browser` tests where there is no browser; with TICHU_REQUIRE_BROWSER=1 that is a failure instead.

    They run last: the browser's driver keeps an event loop running in this thread, in which asynchronous tests
    and `async_to_sync` would refuse to work.
    """
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    browser_tests = [item for item in items if item.get_closest_marker("browser")]
    if not browser_tests or find_chromium():
        return
    if os.environ.get("TICHU_REQUIRE_BROWSER") == "1":
        raise pytest.UsageError("TICHU_REQUIRE_BROWSER=1, but no Chromium was found.")
    for item in browser_tests:
        item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the Chromium that browser tests drive."""
    path = find_chromium()
    if path is None:
        pytest.skip(NO_CHROMIUM)
    return path


FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator["Browser"]:
    """One browser for the whole run. Its driver keeps a loop running in this thread, which Django has to bear."""
    from playwright.sync_api import sync_playwright

    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as driver:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        found = driver.chromium.launch(executable_path=chromium, args=[*FLAGS, *sandbox])
        yield found
        found.close()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[None]:
    """PostgreSQL drops no database in use: whatever a thread of the tests still holds is closed before the end."""
    from django.db import connection

    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
