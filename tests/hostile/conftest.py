"""Hostile input meets a process that remembers nothing, hands no task to a broker and keeps no line of a refusal."""

import logging
from collections.abc import Iterator

import pytest

from tests.games.conftest import fresh_process, started_tasks  # noqa: F401
from tests.test_setup_keeping import kept, site  # noqa: F401


@pytest.fixture(autouse=True)
def no_lines() -> Iterator[None]:
    """A line of the log holds its whole request; thousands of them would be kept until the end of the test."""
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)
