"""What hostile input is sent at: a match in play, a private table, a match that is over and an import; and by whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie

from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.models import User
from games.importing.files import Source
from games.models import Action, Block, Import, Match, Note, Report, Seat, Table, Words
from games.services import imports
from tests.games.at_table import Sat, seated_in_play
from tests.games.factories import ALICE, BOB, PEOPLE, a_table, person
from tests.games.played import RandomMatch, store
from tests.games.visiting import browser_of
from tests.playing import ROOT

RECORD = ROOT / "tests/data/records/random-6.tichu.jsonl"
VISITORS = ("alice", "bob", "eve", "frank", "staff", "")
"""On turn, at the table, without a seat, host of a private table, an operator, and signed out."""

Marks = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class World:
    sat: Sat
    private: Table
    over: Match
    imported: Match
    doors: dict[str, SimpleCookie]

    @property
    def codes(self) -> tuple[str, ...]:
        return self.sat.code, self.private.code, self.sat.match.code, self.over.code, self.imported.code

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.private.invite_token, self.over.share_key

    def browser(self, visitor: str) -> Client:
        client = Client()
        client.cookies = SimpleCookie({name: kept.value for name, kept in self.doors[visitor].items()})
        return client


def built() -> World:
    """Everybody is there, and bob has to beat a card."""
    sat = seated_in_play()
    sat.live.play(ALICE, "2j")
    private = a_table("frank", access="private")
    over = store(RandomMatch(6).play_out(), people=[person(f"earlier-{name}") for name in PEOPLE])
    (outcome,) = imports.import_file(raw=RECORD.read_bytes(), source=Source.RECORD, owner=person("eve"))
    staff = person("staff")
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    doors = {name: browser_of(name).cookies if name else SimpleCookie() for name in VISITORS}
    assert sat.state.to_act() == {BOB}
    return World(sat, private, over, Match.objects.get(code=outcome.code), doors)


def marks() -> Marks:
    """What a refused request must leave as it was: every log, every account, everything said or written down."""
    counted = (Action, Block, Import, Note, Report, Seat, Table, Words)
    heads = tuple(Match.objects.order_by("pk").values_list("pk", "head", "status"))
    people = tuple(User.objects.order_by("pk").values_list("username", "password", "email", "is_active", "is_staff"))
    return heads, people, tuple(model.objects.count() for model in counted)


@contextmanager
def undone() -> Iterator[Callable[[], Marks]]:
    """Whatever happens inside has never happened, and was not refused for its haste."""
    cache.clear()
    with transaction.atomic():
        yield marks
        transaction.set_rollback(True)
