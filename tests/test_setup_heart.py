"""The heart of a web process asks those that have to answer the players, and says since when they do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings

from games.services import health
from tichu_site import asgi
from tichu_site.heart import Heart
from tichu_site.one_hop import OneHopHandler

THREADS = 2


async def application(scope: object, receive: object, send: object) -> None:
    return None


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    found: list[int] = []
    monkeypatch.setattr(health, "show_web", found.append)
    monkeypatch.setattr("tichu_site.heart.PATIENCE", 30)
    return found


@pytest.fixture
def free() -> Iterator[threading.Event]:
    """Set at the latest when the test is over, so that no thread is left waiting."""
    event = threading.Event()
    yield event
    event.set()


def stuck(until: threading.Event) -> ThreadPoolExecutor:
    """Threads all of which wait, as for a row of the database that stalls."""
    pool = ThreadPoolExecutor(THREADS)
    for _ in range(THREADS):
        pool.submit(until.wait)
    return pool


def beat(heart: Heart) -> None:
    heart.beat(look=False)


def test_a_process_whose_threads_are_all_stuck_is_not_well(
    shown: list[int], free: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RULES O5: it takes moves in and hears none of them; and once they are free it is well again."""
    heart = Heart(application, stuck(free))
    with monkeypatch.context() as impatient:
        impatient.setattr("tichu_site.heart.PATIENCE", 0.01)
        beat(heart)
    assert shown == []
    free.set()
    beat(heart)
    assert len(shown) == 1


def test_one_stuck_process_of_two_is_enough_to_be_well(
    shown: list[int], free: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proxy leaves out the silent one, as README says."""
    with monkeypatch.context() as impatient:
        impatient.setattr("tichu_site.heart.PATIENCE", 0.01)
        beat(Heart(application, stuck(free)))
    beat(Heart(application, ThreadPoolExecutor(THREADS)))
    assert len(shown) == 1


def test_a_busy_thread_does_not_matter_while_another_is_free(shown: list[int], free: threading.Event) -> None:
    pool = ThreadPoolExecutor(THREADS)
    pool.submit(free.wait)
    beat(Heart(application, pool))
    assert len(shown) == 1


def test_questions_nobody_waits_for_do_not_pile_up(
    shown: list[int], free: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = stuck(free)
    asked: list[int] = []
    monkeypatch.setattr("tichu_site.heart.now_ms", lambda: asked.append(1) or len(asked))
    with monkeypatch.context() as impatient:
        impatient.setattr("tichu_site.heart.PATIENCE", 0.01)
        for _ in range(5):
            beat(Heart(application, pool))
    free.set()
    pool.shutdown()
    assert len(asked) == 5, "no thread has answered"


def test_it_was_well_when_it_was_asked(
    shown: list[int], free: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """O4: what came after the question may still wait for a thread, so nobody is judged by a later moment."""
    moments = iter((1_000, 9_000))
    monkeypatch.setattr("tichu_site.heart.now_ms", lambda: next(moments))
    beat(Heart(application, ThreadPoolExecutor(THREADS)))
    assert shown == [1_000] and next(moments, None) is None


def test_the_site_has_its_heart_ask_the_threads_that_answer() -> None:
    assert settings.ONE_HOP_HANDLER and isinstance(asgi.pages, OneHopHandler)
    heart = asgi.with_heart(application)
    assert heart.threads is asgi.pages.pool
