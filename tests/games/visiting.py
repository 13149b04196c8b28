"""Browsers for tests of pages: each person has one, a stranger has none but a browser."""

import html
import re

from django.test import Client

from accounts.models import User
from games.models import Match, Seat, Table
from games.services import tables
from tests.factories import UserFactory

SCRIPT = "<img src=x onerror=alert(1)>"
SCRIPT_SHOWN = html.escape(SCRIPT)
SIGN_IN = "/accounts/sign-in/?next="


def person(name: str) -> User:
    return User.objects.filter(username=name).first() or UserFactory(username=name)


def browser_of(user: User | str) -> Client:
    client = Client()
    client.force_login(person(user) if isinstance(user, str) else user, backend="accounts.backends.NameBackend")
    return client


def open_table(host: str = "alice", **options: object) -> Table:
    """A waiting table as its host would open it: public, short, unless said otherwise."""
    wanted = {"target": 500, "access": "public"} | options
    return tables.open_table(host=person(host), **wanted)  # type: ignore[arg-type]


def start_match(table: Table, *guests: str) -> Match:
    """Everybody sits, everybody is ready: the match runs."""
    everybody = [seat.user for seat in table.match.seats.select_related("user")]
    for name in guests:
        free = next(number for number in range(4) if not table.match.seats.filter(number=number).exists())
        tables.sit(table=table, user=person(name), seat=free)
        everybody.append(person(name))
    for user in everybody:
        assert user is not None
        tables.set_ready(table=table, user=user)
    return table.match


def seats_of(table: Table) -> dict[int, str]:
    return {seat.number: seat.name for seat in Seat.objects.filter(match=table.match)}


def words(page: bytes) -> str:
    """What a reader sees of a page, in one line."""
    text = re.sub(r"<(script|style|title)\b.*?</\1>|<[^>]+>", " ", page.decode(), flags=re.S)
    return re.sub(r"\s+", " ", html.unescape(text)).strip()
