"""The whole site is told to stop while somebody makes the last play of a match: it is stored completely or not at all,
and whoever starts the site again finds one or the other (BUGLOG F09).
"""

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from django.conf import settings
from django.db import connection

from accounts.models import User
from games import log
from games.engine.options import ClockRules, Options
from games.engine.state import Phase
from games.models import Match, Rated, Rating, Seat, Tally
from games.times import now_ms
from tests.factories import UserFactory
from tests.filled_forms import filled
from tests.games.factories import assert_rebuilds
from tests.games.played import RandomMatch, store_but_last
from tests.games.visiting import browser_of
from tests.playing import Site, playing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

TOKEN = "t" * 32
PATIENCE = 60


def one_round() -> RandomMatch:
    """A match that ends with its first round and has just come to its last play; no clock runs in it."""
    played = RandomMatch(5, options=Options(1, ClockRules().at_pace(0))).play_out()
    late = now_ms() - 1_000 - played.batches[-2][0]
    played.batches = [(at + late, events) for at, events in played.batches]
    return played


@contextmanager
def site_on_the_tests_database() -> Iterator[Site]:
    where = connection.settings_dict
    if connection.vendor == "sqlite":
        environment = {"DATABASE_URL": ""}
    else:
        host = f"{where['HOST']}:{where['PORT']}" if where["PORT"] else where["HOST"]
        user = f"{where['USER']}:{where['PASSWORD']}" if where["PASSWORD"] else where["USER"]
        environment = {"DATABASE_URL": f"postgres://{user}@{host}/{where['NAME']}"}
    with playing(Path(where["NAME"]), SECRET_KEY=settings.SECRET_KEY, **environment) as site:
        yield site


def request(match: Match, user: User, played: RandomMatch, site: Site) -> bytes:
    """The last play as the browser of the user whose turn it is posts it."""
    assert played.last is not None
    form, fields = filled(played.last)
    session = browser_of(user).cookies[settings.SESSION_COOKIE_NAME].value
    body = urlencode(fields | {"csrfmiddlewaretoken": TOKEN}, doseq=True).encode()
    head = (
        f"POST /tables/{match.table.code}/{form}/ HTTP/1.1\r\nHost: {urlsplit(site.url).netloc}\r\n"
        f"Cookie: {settings.SESSION_COOKIE_NAME}={session}; csrftoken={TOKEN}\r\nHX-Request: true\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def is_whole(match: Match, before: int) -> bool:
    """Was the play stored? Whichever it was, it must be so in every row."""
    log.forget()
    match.refresh_from_db()
    over = match.status == Match.Status.FINISHED
    assert over or (match.status, match.head) == (Match.Status.RUNNING, before)
    assert_rebuilds(match)
    tallies = Tally.objects.filter(match=match)
    assert {tally.kind for tally in tallies} == {Tally.Kind.COUNTED if over else Tally.Kind.OPEN}
    assert tallies.count() == 4 and all((tally.rounds, tally.ended_at is not None) == (over, over) for tally in tallies)
    assert Seat.objects.filter(match=match, live=True).count() == (0 if over else 4), "nobody is held by what is over"
    users = [tally.user_id for tally in tallies]
    assert Rating.objects.filter(first__in=users).count() == (6 if over else 0)
    assert Rated.objects.filter(match=match).exists() == over
    return over


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_last_play_is_stored_completely_or_not_at_all(number: int) -> None:
    """BUGLOG F09: the signal comes in the middle of the request, right behind it, and after the answer."""
    played = one_round()
    people = [[UserFactory() for _ in range(4)] for _ in range(3)]
    matches = [store_but_last(played, people=four) for four in people]
    assert log.current(matches[0].pk).state.phase is Phase.PLAY
    assert played.last is not None
    heads = [match.head for match in matches]
    mover = getattr(played.last, "seat", 0)
    stored = [
        stopped(match, four[mover], played, moment, number)
        for match, four, moment in zip(matches, people, ("half", "sent", "answered"), strict=True)
    ]
    assert stored[0] is False and stored[2] is True
    with site_on_the_tests_database() as site:
        for match, four, head in zip(matches, people, heads, strict=True):
            if not is_whole(match, head):
                assert answer_to(request(match, four[mover], played, site), site).startswith(b"HTTP/1.1 200")
            assert is_whole(match, head)


def stopped(match: Match, user: User, played: RandomMatch, moment: str, number: int) -> bool:
    """Post the last play to a site that is stopped at this moment; is it stored?"""
    head = match.head
    with site_on_the_tests_database() as site, connected(site) as line:
        whole = request(match, user, played, site)
        line.sendall(whole[:-20] if moment == "half" else whole)
        if moment == "answered":
            assert line.recv(4_096).startswith(b"HTTP/1.1 200")
        site.stop(number)
    return is_whole(match, head)


def answer_to(whole: bytes, site: Site) -> bytes:
    with connected(site) as line:
        line.sendall(whole)
        return line.recv(4_096)


@contextmanager
def connected(site: Site) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as line:
        yield line
