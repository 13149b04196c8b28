"""Telling others: after the commit only, and never in the way of a move."""

import asyncio

import pytest
from channels.layers import get_channel_layer
from django.db import transaction

from games import notify
from games.models import Match
from games.services import play
from tests.games.factories import ALICE, NOW, Live, a_match, a_table, in_play

Told = list[tuple[str, dict[str, object]]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """What the channel layer would have got."""
    found: Told = []
    monkeypatch.setattr(notify, "_send", lambda group, message: found.append((group, message)))
    return found


@pytest.mark.django_db(transaction=True)
class TestCommit:
    def test_a_move_tells_its_table_the_new_revision(self, told: Told) -> None:
        """D05: whoever looks after the message finds at least that revision."""
        live = a_match()
        told.clear()
        done = live.do(_decline(ALICE))
        assert told == [(f"table.{live.row.table.code}", {"type": "table.changed", "revision": done.revision})]
        assert live.row.table.revision == done.revision

    def test_a_move_that_is_rolled_back_tells_nothing(
        self, told: Told, started_tasks: list[tuple[str, list[int], int]]
    ) -> None:
        """D05."""
        live = a_match()
        told.clear()
        with pytest.raises(RuntimeError), transaction.atomic():
            live.do(_decline(ALICE))
            assert told == []
            raise RuntimeError
        assert told == [] and started_tasks == []

    def test_a_message_carries_no_content(self, told: Told) -> None:
        live = in_play()
        live.play(ALICE, "2j")
        assert {frozenset(message) for _, message in told} <= {frozenset({"type", "revision"}), frozenset({"type"})}

    def test_the_lobby_hears_of_seats_starts_and_ends(self, told: Told) -> None:
        a_table("alice")
        lobby = (notify.LOBBY_GROUP, {"type": "lobby.changed"})
        assert lobby in told
        told.clear()
        live = a_match()
        assert lobby in told
        told.clear()
        live.do(_decline(ALICE))
        assert lobby not in told
        live.wait(100_000).expire()
        assert lobby in told

    def test_a_layer_or_broker_that_fails_breaks_no_move(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """D05: the result is stored, the fault is logged."""

        def broken(*args: object) -> None:
            raise ConnectionError("no layer, no broker")

        monkeypatch.setattr(notify, "_send", broken)
        monkeypatch.setattr(notify, "post_task", broken)
        live = a_match()
        live.do(_decline(ALICE))
        assert live.row.head == 3
        assert "no layer" in caplog.text

    def test_the_end_of_a_pause_is_armed(self, started_tasks: list[tuple[str, list[int], int]]) -> None:
        live = in_play()
        live.play(ALICE, "Kj")
        live.play(1, "Aj")
        assert started_tasks == []
        live.pass_(2, 3, 0)
        assert started_tasks == [("games.match_expire", [live.match.pk], 3_500)]

    def test_a_projection_that_fails_takes_the_action_with_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """F09: a move is stored completely or not at all."""
        live = a_match()

        def broken(*args: object, **named: object) -> None:
            raise RuntimeError("the disk is full")

        monkeypatch.setattr("games.log.project", broken)
        with pytest.raises(RuntimeError):
            live.do(_decline(ALICE))
        assert live.row.head == 2 and live.current.head == 2
        monkeypatch.undo()
        live.do(_decline(ALICE))
        assert live.row.head == 3


def _decline(seat: int) -> object:
    from games.engine import commands as c

    return c.AnswerGrand(seat, call=False)


@pytest.mark.broker
async def test_a_group_hears_from_another_thread() -> None:
    """The in-memory layer is used on the loop its sockets live on."""
    notify.set_loop(asyncio.get_running_loop())
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(notify.table_group("abcd2345"), channel)
    await asyncio.to_thread(notify._send, notify.table_group("abcd2345"), {"type": "table.changed", "revision": 7})
    message = await asyncio.wait_for(layer.receive(channel), 5)
    assert message == {"type": "table.changed", "revision": 7}


def test_without_a_web_loop_one_loop_of_its_own_is_kept() -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    notify.set_loop(loop)
    notify._send("table.nobody", {"type": "table.changed", "revision": 1})
    assert notify._own_loop() is notify._own_loop()
    assert notify._own_loop().is_running()


def test_a_broker_that_does_not_keep_up_loses_wakeups_not_time(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    helpers = notify._Messenger.__new__(notify._Messenger)
    import os
    import queue

    helpers.pid, helpers.letters = os.getpid(), queue.Queue(1)
    monkeypatch.setattr(notify, "_messenger", helpers)
    for _ in range(3):
        notify._post(lambda: None)
    assert helpers.letters.qsize() == 1
    assert "dropped" in caplog.text


@pytest.mark.django_db
def test_simulations_tell_nobody(told: Told, django_capture_on_commit_callbacks: object) -> None:
    with notify.muted(), django_capture_on_commit_callbacks(execute=True) as callbacks:  # type: ignore[operator]
        live: Live = a_match()
        play.submit(match_id=live.match.pk, command=_decline(ALICE), received_at=NOW, now=NOW)  # type: ignore[arg-type]
    assert callbacks == [] and told == []
    assert Match.objects.get().head == 3
