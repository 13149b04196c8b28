"""What every test gets: quiet Hypothesis profiles, and a Chromium or one clear line why there is none."""

import os
import shutil

import hypothesis
import pytest

hypothesis.settings.register_profile("ci", max_examples=50, deadline=None, derandomize=True)
hypothesis.settings.register_profile("search", max_examples=2_000, deadline=None)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

NO_CHROMIUM = "no Chromium found (apt install chromium, or set CHROMIUM to its path): browser tests are skipped"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> str | None:
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip `browser` tests where there is no browser; with TICHU_REQUIRE_BROWSER=1 that is a failure instead."""
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
