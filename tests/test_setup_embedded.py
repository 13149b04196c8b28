"""The worker and beat threads of the one-process default."""

import threading

import pytest

from tichu_site import embedded
from tichu_site.celery import app


def test_a_helper_that_falls_over_starts_again(caplog: pytest.LogCaptureFixture) -> None:
    recovered = threading.Event()
    runs: list[int] = []

    def fall_once(helper: embedded.Helper) -> None:
        runs.append(1)
        if len(runs) == 1:
            raise ConnectionError("the broker hiccuped")
        recovered.set()
        helper.stopping.wait(30)

    helper = embedded.Helper("tests", fall_once)
    helper.start()
    assert recovered.wait(30)
    helper.stop()
    helper.join(30)
    assert not helper.is_alive() and len(runs) == 2
    assert "tests fell over" in caplog.text


def test_every_tick_expires_and_beat_knows_no_other() -> None:
    """BUGLOG T09: a backlog of ticks after a stall is thrown away, the next tick does all their work."""
    schedule = app.conf.beat_schedule
    assert {entry["task"]: entry["schedule"] for entry in schedule.values()} == {
        "games.expire_due": 0.5,
        "games.sweep_tables": 30,
    }
    assert all(entry["options"]["expires"] for entry in schedule.values())


def test_every_tick_names_a_task_that_exists() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


def test_tasks_started_by_name_find_the_broker_from_any_thread() -> None:
    from celery import current_app

    found: list[str] = []
    thread = threading.Thread(target=lambda: found.append(current_app.main))
    thread.start()
    thread.join()
    assert found == ["tichu_site"]


@pytest.mark.broker
def test_beat_ticks_and_the_worker_works_until_told_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    ticked = threading.Barrier(2, timeout=60)

    @app.task(name="tests.tick")
    def tick() -> None:
        if threading.current_thread().name != "MainThread":
            ticked.wait()

    monkeypatch.setitem(app.conf, "beat_schedule", {"tick": {"task": "tests.tick", "schedule": 0.1}})
    helpers = [embedded.Helper("worker", embedded._work), embedded.Helper("beat", embedded._beat)]
    embedded.start(helpers)
    try:
        ticked.wait()
        ticked.wait()
    finally:
        ticked.abort()
        stopped = embedded.stop(helpers, seconds=60)
        app.tasks.unregister("tests.tick")
    assert stopped and not any(helper.is_alive() for helper in helpers)


def test_nobody_waits_for_ever_for_a_helper_that_hangs(caplog: pytest.LogCaptureFixture) -> None:
    let_go = threading.Event()
    hangs = embedded.Helper("hangs", lambda helper: let_go.wait() and None)
    ends = embedded.Helper("ends", lambda helper: helper.stopping.wait() and None)
    embedded.start([hangs, ends])
    assert not embedded.stop([hangs, ends], seconds=0.1)
    assert "Not waited for any longer: hangs" in caplog.text
    ends.join(30)
    assert not ends.is_alive()
    let_go.set()
    hangs.join(30)
