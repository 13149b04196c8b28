"""The socket of a seat: everything on connect, then only what changed, and never anything of another seat."""

from __future__ import annotations

import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games import log, notify, presence
from games.consumers import NOT_YOURS, look
from games.engine import commands as c
from games.models import Seat, Table
from games.routing import websocket_urlpatterns
from tests.games.at_table import HTMX, ids
from tests.games.factories import ALICE, BOB, Live, a_match, a_table, in_play, person
from tests.games.visiting import browser_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.broker]

PATIENCE = 20
ALL = ["bar", "seats", "wish", "trick", "tray", "last", "say", "coach", "hand", "keys", "sheet", "side", "talk", "now"]


class Socket:
    """A browser's end of one socket."""

    def __init__(self, user: User | AnonymousUser, code: str) -> None:
        self.ends = WebsocketCommunicator(URLRouter(websocket_urlpatterns), f"/ws/tables/{code}/")
        self.ends.scope["user"] = user

    async def __aenter__(self) -> Socket:
        accepted, _ = await self.ends.connect(timeout=PATIENCE)
        assert accepted
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.ends.disconnect(timeout=PATIENCE)

    async def frame(self) -> str:
        return str(await self.ends.receive_from(timeout=PATIENCE))

    async def is_refused(self) -> bool:
        """Nothing is opened, nothing sent, and nobody waits for news of the table any more."""
        accepted, code = await self.ends.connect(timeout=PATIENCE)
        await self.ends.wait(timeout=PATIENCE)
        return not accepted and code == NOT_YOURS and self.ends.output_queue.empty()

    async def closed_with(self) -> int:
        message = await self.ends.receive_output(timeout=PATIENCE)
        assert message["type"] == "websocket.close"
        return int(message["code"])

    async def frames_until(self, what: str) -> list[str]:
        """Frames up to the one that holds this."""
        seen = [await self.frame()]
        while what not in seen[-1]:
            seen.append(await self.frame())
        return seen

    async def is_silent(self) -> bool:
        return bool(await self.ends.receive_nothing(timeout=0.3))


@pytest.fixture(autouse=True)
def nobody_comes_or_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs of life would raise revisions of their own; their test switches them on."""
    monkeypatch.setattr("games.consumers.touch", lambda seat_pk: None)
    monkeypatch.setattr("games.consumers._touch", sync_to_async(lambda seat_pk: None))


in_thread = sync_to_async


def user(name: str) -> User:
    return person(name)


async def test_on_connect_everything_comes_once() -> None:
    """D06: what happened between page and socket is caught up."""
    live = await in_thread(in_play)()
    async with Socket(await in_thread(user)("alice"), live.match.table.code) as socket:
        assert ids(await socket.frame()) == ALL
        assert await socket.is_silent()


async def test_after_an_action_only_what_changed_comes() -> None:
    """C08: the hand of whoever only looks on is not touched."""
    live = await in_thread(in_play)()
    async with Socket(await in_thread(user)("carol"), live.match.table.code) as socket:
        await socket.frame()
        await in_thread(live.play)(ALICE, "2j")
        frame = await socket.frame()
        assert {"seats", "trick", "say", "side"} <= set(ids(frame))
        assert not {"hand", "sheet", "bar", "last"} & set(ids(frame))


async def test_what_does_not_concern_the_viewer_is_not_sent_at_all() -> None:
    live = await in_thread(lambda: a_match().grand())()
    async with Socket(await in_thread(user)("alice"), live.match.table.code) as socket:
        await socket.frame()
        table = await Table.objects.aget(pk=live.match.table_id)
        notify._send(notify.table_group(table.code), {"type": "table.changed", "revision": table.revision + 1})
        assert await socket.is_silent()


async def test_every_push_shows_what_was_committed() -> None:
    """D05: for forty actions, the frame is never older than the commit that caused it."""
    live = await in_thread(in_play)()
    async with Socket(await in_thread(user)("alice"), live.match.table.code) as socket:
        await socket.frame()
        for _ in range(40):
            written = await in_thread(one_more)(live)
            if written is None:
                break
            assert await newest(socket, written)


def one_more(live: Live) -> int | None:
    """Somebody plays or passes; the revision it is seen at."""
    from tests.games.factories import longest

    phase = live.state.phase.value
    if phase == "pause":
        live.collect()
        return Table.objects.get(pk=live.match.table_id).revision
    if phase not in ("play", "gift"):
        return None
    (seat,) = live.state.to_act()
    return live.do(longest(live.state, seat)).revision


async def newest(socket: Socket, revision: int) -> bool:
    """Read frames until one shows at least this revision."""
    while True:
        shown = [int(found) for found in re.findall(r'data-rev="(\d+)"', await socket.frame())]
        if max(shown) >= revision:
            return True


async def test_a_refused_command_pushes_nothing() -> None:
    """D05"""
    live = await in_thread(in_play)()
    async with Socket(await in_thread(user)("alice"), live.match.table.code) as socket:
        await socket.frame()
        with pytest.raises(Exception, match="not your turn"):
            await in_thread(live.play)(BOB, "3w")
        assert await socket.is_silent()


@pytest.mark.parametrize("name", ["eve", ""])
async def test_strangers_are_turned_away(name: str) -> None:
    """E05: before it is open."""
    live = await in_thread(lambda: in_play(access="private"))()
    stranger: Any = await in_thread(user)(name) if name else AnonymousUser()
    assert await Socket(stranger, live.match.table.code).is_refused()


async def test_a_table_that_is_none() -> None:
    assert await Socket(await in_thread(user)("alice"), "nowhere2").is_refused()


async def test_a_table_that_is_closed_to_a_watcher_closes_their_socket() -> None:
    """E08: with a code after which no browser tries again."""
    live = await in_thread(in_play)()
    async with Socket(await in_thread(user)("eve"), live.match.table.code) as socket:
        await socket.frame()
        await Table.objects.filter(pk=live.match.table_id).aupdate(access="private")
        await in_thread(live.play)(ALICE, "2j")
        assert await socket.closed_with() == NOT_YOURS


async def test_without_a_seat_nothing_of_the_match_comes() -> None:
    live = await in_thread(in_play)()
    async with Socket(await in_thread(user)("eve"), live.match.table.code) as socket:
        frame = await socket.frame()
        assert "This match is being played" in frame and "cards.svg" not in frame
        await in_thread(live.play)(ALICE, "2j")
        assert await socket.is_silent()


async def test_a_waiting_table_is_seen_filling_up() -> None:
    table = await in_thread(lambda: a_table("alice"))()
    async with Socket(await in_thread(user)("alice"), table.code) as socket:
        assert "3 seats are free" in await socket.frame()
        answer = await in_thread(lambda: browser_of("bob").post(f"/tables/{table.code}/sit/", {"seat": "2"}))()
        assert answer.status_code == 302
        (*_, frame) = await socket.frames_until("2 seats are free")
        assert "bob" in frame


async def test_closing_a_socket_leaves_nothing_behind() -> None:
    """C13, C06: no leave, no forfeit; the next socket shows everything again."""
    live = await in_thread(in_play)()
    before = live.match.head, await in_thread(lambda: len(log.load(live.match.pk)))()
    alice = await in_thread(user)("alice")
    async with Socket(alice, live.match.table.code) as socket:
        await socket.frame()
    async with Socket(alice, live.match.table.code) as socket:
        assert ids(await socket.frame()) == ALL
    assert (live.match.head, await in_thread(lambda: len(log.load(live.match.pk)))()) == before


async def test_two_tabs_both_live() -> None:
    live = await in_thread(in_play)()
    alice, code = await in_thread(user)("alice"), live.match.table.code
    async with Socket(alice, code) as one, Socket(alice, code) as two:
        await one.frame()
        await two.frame()
        await in_thread(live.play)(ALICE, "2j")
        assert "hand" in ids(await one.frame()) and "hand" in ids(await two.frame())


async def test_an_open_socket_is_a_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.consumers._touch", sync_to_async(lambda seat_pk: seat_pk and presence.touch(seat_pk)))
    live = await in_thread(in_play)()
    code = live.match.table.code
    async with Socket(await in_thread(user)("bob"), code) as socket:
        assert socket and "offline" in await socket.frame()
        async with Socket(await in_thread(user)("alice"), code):
            await socket.frames_until('aria-label="alice, opponent on your left, 14 cards, to play"')
    assert (await Seat.objects.aget(match=live.match, user__username="alice")).online


async def test_what_is_sent_over_the_socket_is_not_heard() -> None:
    live = await in_thread(in_play)()
    async with Socket(await in_thread(user)("alice"), live.match.table.code) as socket:
        await socket.frame()
        for words in ("{}", '{"type": "table.changed"}', "\x00", "x" * 10_000):
            await socket.ends.send_to(text_data=words)
        assert await socket.is_silent()


def test_a_missed_push_is_caught_up_by_the_next() -> None:
    """Level-triggered: what was merged or lost does not matter."""
    live = in_play()
    alice = person("alice")
    seen = look(alice, live.match.table.code, {})
    assert seen is not None
    sent = {region.name: region.digest for region in seen[0]}
    live.play(ALICE, "2j")
    live.do(c.Pass(BOB, live.state.decision))
    later = look(alice, live.match.table.code, sent)
    assert later is not None
    assert "bob" in " ".join(region.html for region in later[0]) and later[1] > seen[1]


def test_polling_says_nothing_while_nothing_is_new() -> None:
    """Without a socket: 204 until the table has moved, then everything; a refused number asks for all."""
    live = in_play()
    browser = browser_of("alice")
    url = f"/tables/{live.match.table.code}/state/"
    browser.get(url, headers=HTMX)
    now = Table.objects.get(pk=live.match.table_id).revision
    assert browser.get(url, {"since": now}, headers=HTMX).status_code == 204
    assert browser.get(url, {"since": now}, headers=HTMX).content == b""
    live.play(ALICE, "2j")
    answer = browser.get(url, {"since": now}, headers=HTMX)
    assert ids(answer.content) == ALL
    for since in ("", "x", "-1", "9" * 400, "1.5"):
        assert browser.get(url, {"since": since}, headers=HTMX).status_code in (200, 204)
