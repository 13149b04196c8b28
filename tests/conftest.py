"""What every test gets: quiet Hypothesis profiles, and a Chromium or one clear line why there is none."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import hypothesis
import pytest
import pytest_django

if TYPE_CHECKING:
    from django.db.backends.base.operations import BaseDatabaseOperations
    from playwright.sync_api import Browser, Playwright

hypothesis.settings.register_profile("ci", max_examples=50, deadline=None, derandomize=True)
hypothesis.settings.register_profile("search", max_examples=2_000, deadline=None)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

NO_CHROMIUM = "no Chromium found (apt install chromium, or set CHROMIUM to its path): browser tests are skipped"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL = "chromium-headless-shell"
"""The same engine without windows: it opens a page with a fifth of the work, and lets no page notify."""


def find_chromium(*sooner: str) -> str | None:
    """The path of the Chromium named by CHROMIUM, else of the first there is: of those in `sooner`, then the usual."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, (*sooner, *CHROMIUM_NAMES))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip `browser` tests where there is no browser; with TICHU_REQUIRE_BROWSER=1 that is a failure instead.

    Those who play whole matches come first, a quick test after each: pytest-xdist begins with two tests for each
    process, and so they all start at once and nobody waits for the last of them alone.
    """
    _spread(items)
    browser_tests = [item for item in items if _needs_browser(item)]
    if not browser_tests or find_chromium(SHELL):
        return
    if os.environ.get("TICHU_REQUIRE_BROWSER") == "1":
        raise pytest.UsageError("TICHU_REQUIRE_BROWSER=1, but no Chromium was found.")
    for item in browser_tests:
        item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


def _spread(items: list[pytest.Item]) -> None:
    long = [item for item in items if "tests/browser/" in item.nodeid]
    others = [item for item in items if item not in long]
    others.sort(key=_needs_browser)  # each process starts its browser for them once
    pairs = [item for pair in zip(long, others, strict=False) for item in pair]
    items[:] = [*pairs, *long[len(others) :], *others[len(long) :]]


def _needs_browser(item: pytest.Item) -> bool:
    return item.get_closest_marker("browser") is not None


FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


_open = ExitStack()
_driver: "Playwright | None" = None
_browsers: "dict[str, Browser]" = {}


@pytest.fixture
def browser() -> "Browser":
    """One browser for all tests in a row that want one."""
    return _running(find_chromium(SHELL))


@pytest.fixture
def chromium() -> "Browser":
    """Chromium itself, for what its shell lacks."""
    return _running(find_chromium())


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Its driver keeps a loop running in this thread, in which tests without a browser might not run."""
    global _driver
    if _driver is not None and (nextitem is None or not _needs_browser(nextitem)):
        _driver = None
        _browsers.clear()
        _open.close()


def _running(path: str | None) -> "Browser":
    """The browser at `path`, started unless it is at work already."""
    from playwright.sync_api import sync_playwright

    global _driver
    if path is None:
        pytest.skip(NO_CHROMIUM)
    if _driver is None:
        _open.enter_context(pytest.MonkeyPatch.context()).setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        _driver = _open.enter_context(sync_playwright())
    if path not in _browsers:
        sandbox = [] if os.geteuid() else ["--no-sandbox"]
        found = _driver.chromium.launch(executable_path=path, args=[*FLAGS, *sandbox])
        _browsers[path] = _open.enter_context(closing(found))
    return _browsers[path]


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[None]:
    """PostgreSQL drops no database in use: whatever a thread of the tests still holds is closed before the end."""
    from django.db import connection

    with pytest.MonkeyPatch.context() as patch:
        with django_db_blocker.unblock():
            _empty_quickly(patch)
        yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


SAME_FOR_ALL = {"django_content_type", "auth_permission"}
"""Tables that a migration fills and no test changes."""


def _empty_quickly(patch: pytest.MonkeyPatch) -> None:
    """After each emptying Django would enter all content types and permissions anew, fifteen times the work of the
    emptying itself: here they stay. And PostgreSQL deletes a few rows sooner than it truncates all tables; a log lets
    nothing be deleted but by a superuser who says so."""
    from django.core.management.commands import flush
    from django.db import connection

    patch.setattr(flush, "emit_post_migrate_signal", lambda *_about, **_more: None)
    empty = _deletions if connection.vendor == "postgresql" and _is_superuser() else type(connection.ops).sql_flush

    def emptied(ops: "BaseDatabaseOperations", style: object, tables: list[str], **options: bool) -> list[str]:
        return empty(ops, style, [table for table in tables if table not in SAME_FOR_ALL], **options)

    patch.setattr(type(connection.ops), "sql_flush", emptied)


def _is_superuser() -> bool:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SHOW is_superuser")
        return cursor.fetchone() == ("on",)


def _deletions(ops: "BaseDatabaseOperations", _style: object, tables: list[str], **_options: bool) -> list[str]:
    statements = [f"DELETE FROM {ops.quote_name(table)}" for table in tables]
    return ["; ".join(["SET LOCAL session_replication_role = replica", *statements])]
