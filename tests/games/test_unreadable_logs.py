"""One match whose log is spoiled: its own pages say so, its people can be set free, nothing else is touched (F12)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from games import log, tasks
from games.consumers import look
from games.engine.codec import UnreadableEvent
from games.models import Match, Seat, Words
from games.services import deadlines, tables, talk, watching
from games.services.afterwards import sweep_tables, void_match
from games.services.talk import KEPT_FOR
from games.times import from_ms, now_ms
from tests.games.at_table import HTMX
from tests.games.factories import ALICE, Live, a_table, in_play, person
from tests.games.visiting import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

OTHERS = ("earl", "fred", "gina", "hans")


def spoil(match: Match, how: str) -> None:
    """Past the model, and past PostgreSQL's trigger, as only a disk or an administrator can."""
    last = f"match_id = {match.pk} AND sequence = {match.head - 3}"
    statement = {
        "payload": f"UPDATE games_action SET payload = '{{\"seat\": 77}}' WHERE {last}",
        "kind": f"UPDATE games_action SET kind = 'nothing_known' WHERE {last}",
        "version": f"UPDATE games_action SET version = 99 WHERE {last}",
        "gap": f"DELETE FROM games_action WHERE {last}",
        "start": f"DELETE FROM games_action WHERE match_id = {match.pk} AND sequence = 1",
        "empty": f"DELETE FROM games_action WHERE match_id = {match.pk}",
    }[how]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = 'replica'")
        cursor.execute(statement)
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = 'origin'")
    log.forget()


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """What is told of it to the operators is not the matter here."""
    with caplog.at_level(logging.CRITICAL + 1):
        yield


@pytest.fixture
def spoiled(request: pytest.FixtureRequest) -> Live:
    live = in_play(now=now_ms())
    live.play(ALICE, "2j")
    live.match.refresh_from_db()
    spoil(live.match, getattr(request, "param", "payload"))
    return live


@pytest.fixture
def sound() -> Live:
    """Another match, of other people, at the same time."""
    table = a_table(*OTHERS, now=now_ms())
    for name in OTHERS:
        tables.set_ready(table=table, user=person(name))
    return Live(table.match, now_ms())


WAYS = ("payload", "kind", "version", "gap", "start")


@pytest.mark.parametrize("spoiled", WAYS, indirect=True)
def test_everybody_else_plays_on(sound: Live, spoiled: Live) -> None:
    """Lobby, the other table, its sweep, its house players; also for those who sit in the spoiled one."""
    with pytest.raises(UnreadableEvent):
        log.current(spoiled.match.pk)
    for name in ("alice", "eve", "earl"):
        for path in ("/", "/lobby/", "/rules/", "/accounts/", "/players/alice/", "/leaderboard/"):
            assert browser_of(name).get(path).status_code == 200, (name, path)
    assert browser_of("earl").get(f"/tables/{sound.match.table.code}/").status_code == 200
    late = now_ms() + 200_000
    Match.objects.filter(pk=spoiled.match.pk).update(house_due=0)
    deadlines.expire_due(late)
    sweep_tables(late)
    assert sound.row.status == "no_result", "nobody answered in time, and it was noticed"
    assert Match.objects.get(pk=spoiled.match.pk).status == "running"


@pytest.mark.parametrize("how", [*WAYS, "empty"])
def test_sweeps_go_past_it(how: str, caplog: pytest.LogCaptureFixture) -> None:
    """An old match without a clock that cannot be read: other idle ones end, deserted tables close, and what was said
    a month ago is deleted. The operators are told which one it is."""
    long_ago = now_ms() - 3 * 3_600_000
    spoiled = in_play(now=long_ago, access="private", pace=0)
    idle = in_play(now=long_ago, people=OTHERS, access="private", pace=0)
    waiting = a_table("ivan", now=long_ago)
    Words.objects.create(match=spoiled.row, user=person("alice"), text="old", at=from_ms(now_ms()) - 2 * KEPT_FOR)
    spoil(spoiled.row, how)
    with caplog.at_level(logging.ERROR):
        tasks.sweep_tables()
    waiting.refresh_from_db()
    assert (idle.row.status, spoiled.row.status) == ("voided", "running") and waiting.closed_at is not None
    assert not Words.objects.exists()
    assert [record.args for record in caplog.records] == [(spoiled.row.code,)]


def test_one_sweep_that_fails_keeps_none_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    swept = []

    def fails(*_: int) -> None:
        swept.append("failed")
        raise RuntimeError("no sweep today")

    for module, name in ((tables, "sweep_tables"), (talk, "sweep_words"), (watching, "sweep_watchers")):
        monkeypatch.setattr(module, name, fails)
    tasks.sweep_tables()
    assert len(swept) == 3


@pytest.mark.parametrize("spoiled", [*WAYS, "empty"], indirect=True)
def test_its_own_pages_say_so_in_words(spoiled: Live) -> None:
    """A calm page and no 500, on whichever way one comes to it."""
    alice, table = browser_of("alice"), f"/tables/{spoiled.match.table.code}/"
    page = alice.get(table)
    assert page.status_code == 409 and "This match cannot be read." in page.content.decode()
    for answer in (
        alice.get(f"{table}state/", headers=HTMX),
        alice.post(f"{table}pass/", {"decision": "1"}, headers=HTMX),
        alice.post(f"{table}hint/", {}, headers=HTMX),
        alice.post(f"{table}selection/", {"ask": "1"}, headers=HTMX),
    ):
        assert answer.status_code == 409 and "cannot be read" in answer.headers["HX-Trigger"] and not answer.content
    assert look(person("alice"), spoiled.match.table.code, {}) is None, "no socket tries again and again"
    for path in ("", "1/0/", "1/frames/", "1/deal/"):
        assert alice.get(f"/matches/{spoiled.match.code}/{path}").status_code in (200, 404)


def test_its_people_are_set_free_by_the_staff(spoiled: Live) -> None:
    """Nobody stays bound to a seat of a match that can never end (RULES O8)."""
    staff = person("staff")
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    void_match(match=spoiled.row, by=person("staff"), reason="its log is spoiled")
    row = spoiled.row
    assert (row.status, row.end_reason, row.deadline) == ("voided", "its log is spoiled", None)
    assert not Seat.objects.filter(match=row, live=True).exists()
    assert browser_of("alice").post("/practice/", {}).status_code == 302
    assert browser_of("staff").get(f"/admin/games/match/{row.pk}/change/").status_code == 200


def test_projections_of_all_others_are_rebuilt(sound: Live, spoiled: Live) -> None:
    """The command names it, and a start of the site after an update is not held up by it."""
    Match.objects.update(totals=[9, 9])
    out, err = StringIO(), StringIO()
    call_command("rebuild_projections", all=True, stdout=out, stderr=err)
    assert out.getvalue().startswith("1 matches rebuilt") and spoiled.match.code in err.getvalue()
    assert sound.row.totals == [0, 0] and spoiled.row.totals == [9, 9]


def test_house_players_of_other_matches_move(spoiled: Live) -> None:
    table = tables.open_house_table(target=500, code="house-only", names=("A", "B", "C", "D"), now=now_ms())
    Match.objects.filter(pk=spoiled.match.pk).update(house_due=0)
    deadlines.expire_due(now_ms() + 20_000)
    assert log.current(table.match.pk).head > 2
