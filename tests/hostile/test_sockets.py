"""Sockets through the whole door of the site: by whom they are opened, what may be sent in, and how long they live."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async as in_thread
from channels.testing import WebsocketCommunicator
from django.conf import settings as site_settings
from django.test import Client

from accounts import services
from accounts.models import User
from games import consumers, log, presence
from games.consumers import COME_BACK, NOT_YOURS, SIGN_OF_LIFE
from games.times import now_ms
from tests.factories import PASSWORD
from tests.games.at_table import HTMX
from tests.games.factories import ALICE, Live, in_play, person
from tests.games.visiting import browser_of
from tichu_site.asgi import application

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.broker]

PATIENCE = 60
OURS = b"http://testserver"


def socket(path: str, browser: Client | None = None, origin: bytes | None = OURS) -> WebsocketCommunicator:
    """A socket as a browser with these cookies opens it from a page of `origin`."""
    cookies = browser.cookies if browser is not None else {}
    headers = [(b"cookie", "; ".join(f"{name}={kept.value}" for name, kept in cookies.items()).encode())]
    if origin is not None:
        headers.append((b"origin", origin))
    return WebsocketCommunicator(application, path, headers)


@pytest.fixture
def live() -> Live:
    return in_play(access="private")


async def opened(ends: WebsocketCommunicator) -> str:
    """The first frame of a socket that is let in."""
    accepted, _ = await ends.connect(timeout=PATIENCE)
    assert accepted
    return str(await ends.receive_from(timeout=PATIENCE))


async def closed_with(ends: WebsocketCommunicator) -> int:
    """The code it is closed with; frames before that are read."""
    while (message := await ends.receive_output(timeout=PATIENCE))["type"] != "websocket.close":
        assert message["type"] == "websocket.send"
    return int(message["code"])


def address(live: Live) -> str:
    return f"/ws/tables/{live.match.table.code}/"


async def test_the_own_page_opens_it(live: Live) -> None:
    ends = socket(address(live), await in_thread(browser_of)("alice"))
    assert 'id="hand"' in await opened(ends)
    await ends.disconnect(timeout=PATIENCE)


@pytest.mark.parametrize(
    "origin",
    [None, b"", b"null", b"https://evil.example", b"http://testserver.evil.example", b"http://[", b"http://testserver:x",
     b"//testserver@evil.example", b"\xff\xfe"],
)  # fmt: skip
async def test_a_foreign_origin_is_refused(live: Live, origin: bytes | None) -> None:
    """E09: at the handshake, also one that cannot be read."""
    accepted, _ = await socket(address(live), await in_thread(browser_of)("alice"), origin).connect(timeout=PATIENCE)
    assert not accepted


@pytest.mark.parametrize(
    "path", ["/", "/ws/", "/ws/tables/", "/ws/tables/../x/", "/ws/tables/%00/", "/ws/lobby/", "/x" * 999]
)
async def test_there_is_no_other_socket(live: Live, path: str) -> None:
    accepted, _ = await socket(path, await in_thread(browser_of)("alice")).connect(timeout=PATIENCE)
    assert not accepted


@pytest.mark.parametrize("name", ["eve", ""])
async def test_strangers_are_turned_away_without_a_byte(live: Live, name: str) -> None:
    """E05, E08: signed out, or without the private table's link; the handshake itself is refused."""
    browser = await in_thread(browser_of)(name) if name else None
    ends = socket(address(live), browser)
    assert await ends.connect(timeout=PATIENCE) == (False, NOT_YOURS)
    assert await ends.receive_nothing(timeout=0.3)


async def test_a_session_that_never_was_opens_nothing(live: Live) -> None:
    forged = Client()
    forged.cookies[site_settings.SESSION_COOKIE_NAME] = "x" * 32
    assert await socket(address(live), forged).connect(timeout=PATIENCE) == (False, NOT_YOURS)


def odd_handshake(dice: random.Random, code: str) -> dict[str, Any]:
    """What a program of its own may write into a handshake: any bytes, anywhere."""

    def noise(most: int = 60) -> bytes:
        return dice.randbytes(dice.randrange(most))

    path = dice.choice([f"/ws/tables/{code}/", "/ws/tables/{}/", "/{}", "/ws/tables/{}"])
    words = dice.choice([noise().decode("latin1"), "\x00", "ａ" * 8, "-1", "a" * 5_000, "%2e%2e%2f", "\ud800"])
    cookies = dice.choice([noise(), b"sessionid=" + noise(), b"sessionid=;" * 500, b"django_language=" + noise()])
    return {
        "path": path.format(words),
        "query_string": dice.choice([b"", noise(), b"token=" + noise(), b"a=1&" * 5_000]),
        "headers": [
            (b"origin", OURS),
            (b"cookie", cookies),
            (b"accept-language", noise()),
            (b"x-forwarded-for", noise()),
            (noise(), noise()),
        ],
        "subprotocols": [noise().decode("latin1")],
        "client": dice.choice([["127.0.0.1", 9], None]),
    }


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_stands_in_a_handshake_it_is_refused(live: Live, seed: int) -> None:
    """E07: addresses, cookies, languages, subprotocols and what else a program may send; never a fault of ours."""
    dice = random.Random(seed)
    for _ in range(50):
        ends = socket("/")
        ends.scope |= odd_handshake(dice, live.match.table.code)
        assert (await ends.connect(timeout=PATIENCE))[0] is False, ends.scope


# --- As long as the session


def sign_out(browser: Client) -> None:
    assert browser.post("/accounts/sign-out/").status_code == 302


def sign_out_by_another_device(browser: Client) -> None:
    other = browser_of("alice")
    form = {"password": PASSWORD, "new_password": "another long password"}
    assert other.post("/accounts/password/", form, headers=HTMX).status_code == 302


def delete_account(browser: Client) -> None:
    services.delete_account(user=person("alice"))


def suspend(browser: Client) -> None:
    User.objects.filter(username="alice").update(suspended_at="2026-11-30T12:00Z")


def sign_in_as_somebody_else(browser: Client) -> None:
    browser.force_login(person("bob"), backend="accounts.backends.NameBackend")


ENDINGS = (sign_out, sign_out_by_another_device, delete_account, suspend, sign_in_as_somebody_else)


@pytest.mark.parametrize("end", ENDINGS, ids=lambda end: end.__name__)
async def test_it_ends_with_its_session(
    live: Live, end: Callable[[Client], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """D07: however the session ends, its sockets are closed at their next sign of life at the latest."""
    assert SIGN_OF_LIFE < 5, "seconds at the most"
    monkeypatch.setattr(consumers, "SIGN_OF_LIFE", 0.05)
    browser = await in_thread(browser_of)("alice")
    ends, other = socket(address(live), browser), socket(address(live), await in_thread(browser_of)("carol"))
    await opened(ends)
    await opened(other)
    await in_thread(end)(browser)
    assert await closed_with(ends) == COME_BACK
    await ends.disconnect(timeout=PATIENCE)
    await in_thread(live.play)(ALICE, "2j")
    assert (await other.receive_output(timeout=PATIENCE))["type"] == "websocket.send", "carol's lives on"
    await other.disconnect(timeout=PATIENCE)


@pytest.mark.parametrize("end", ENDINGS, ids=lambda end: end.__name__)
async def test_nothing_is_pushed_after_the_session(
    live: Live, end: Callable[[Client], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """D07: between the end of the session and the next sign of life, which never comes here, no move is shown."""
    monkeypatch.setattr(consumers, "SIGN_OF_LIFE", 3_600)
    browser = await in_thread(browser_of)("alice")
    ends = socket(address(live), browser)
    frames = [await opened(ends)]
    await in_thread(end)(browser)
    moved = (await in_thread(live.play)(ALICE, "2j")).revision
    while (message := await ends.receive_output(timeout=PATIENCE))["type"] != "websocket.close":
        frames.append(str(message["text"]))
    assert message["code"] == COME_BACK
    assert max(int(found) for frame in frames for found in re.findall(r'data-rev="(\d+)"', frame)) < moved
    await ends.wait(timeout=PATIENCE)


async def test_a_database_that_does_not_answer_signs_nobody_out(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asyncio.Event()

    async def down(*_: Any) -> bool:
        asked.set()
        raise OSError("no database")

    monkeypatch.setattr(consumers, "_is_signed_in", down)
    ends = socket(address(live), await in_thread(browser_of)("alice"))
    await opened(ends)
    await asyncio.wait_for(asked.wait(), PATIENCE)
    await in_thread(live.play)(ALICE, "2j")
    assert (await ends.receive_output(timeout=PATIENCE))["type"] == "websocket.send"
    await ends.disconnect(timeout=PATIENCE)


async def test_a_closed_browser_is_shown_to_the_others(live: Live) -> None:
    """C05: once it has been silent for ten seconds; the seat stays, and nothing of it is in the log."""
    alice, bob = [socket(address(live), await in_thread(browser_of)(name)) for name in ("alice", "bob")]
    await opened(alice)
    await opened(bob)
    await frame_with(alice, r'aria-label="bob(?![^"]*offline)')
    head = await in_thread(lambda: log.current(live.match.pk).head)()
    await in_thread(presence.sweep)(now_ms() - presence.SHOWN_AGAIN)  # the site has not just been started
    await bob.disconnect(timeout=PATIENCE)
    await in_thread(presence.sweep)(now_ms() + presence.AWAY + 1_000)
    await frame_with(alice, r'aria-label="bob[^"]*offline')
    assert await in_thread(lambda: log.current(live.match.pk).head)() == head
    await alice.disconnect(timeout=PATIENCE)


async def frame_with(ends: WebsocketCommunicator, pattern: str) -> None:
    while not re.search(pattern, str(await ends.receive_from(timeout=PATIENCE))):
        pass


# --- What is sent in


DICE = random.Random(7)
NOISE = [DICE.randbytes(DICE.randrange(1, 300)) for _ in range(200)]
WELL_MEANT = ('{"type": "table.changed", "revision": 99}', "x" * 1_000_000, '{"HEADERS": {}}', "\x00", "[" * 50_000)


async def test_nothing_that_is_sent_in_is_heard(live: Live) -> None:
    """E07: text, bytes, a megabyte, what looks like our own messages: no answer, no entry in the log."""
    before = await in_thread(lambda: log.current(live.match.pk).head)()
    ends = socket(address(live), await in_thread(browser_of)("alice"))
    await opened(ends)
    for text in (*WELL_MEANT, *(each.decode("latin1") for each in NOISE)):
        await ends.send_to(text_data=text)
    for each in NOISE:
        await ends.send_to(bytes_data=each)
    assert await in_thread(lambda: log.current(live.match.pk).head)() == before
    await in_thread(live.play)(ALICE, "2j")
    assert 'id="hand"' in str(await ends.receive_from(timeout=PATIENCE)), "and it still lives"
    await ends.disconnect(timeout=PATIENCE)
