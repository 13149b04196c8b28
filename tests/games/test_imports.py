"""Imported matches in the database: what is stored, once each, all or nothing, and who may look at them."""

import json
from collections.abc import Sequence

import pytest
from django.db import connection
from django.test import Client

from games import log
from games.engine import events as e
from games.engine.options import Options
from games.engine.record import verify
from games.importing.files import Source, recognised
from games.models import Action, Hand, Immutable, Import, Match, Round, Seat, Table
from games.services import imports
from games.services.imports import Outcome, ShelfRefusal
from tests.engine.records import FOLDER, SHORT, Line, lines_of
from tests.games.factories import NOW, a_match, assert_rebuilds, person
from tests.games.visiting import browser_of
from tests.importing import logs

pytestmark = pytest.mark.django_db


def raw(lines: Sequence[Line]) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def take(content: bytes, owner: str | None = "alice", **more: object) -> list[Outcome]:
    source = recognised(content) or Source.RECORD
    who = person(owner) if owner else None
    return list(imports.import_file(raw=content, source=source, owner=who, now=NOW, **more))  # type: ignore[arg-type]


def taken(content: bytes, owner: str | None = "alice") -> Match:
    """The only match of the file, which must be new."""
    (outcome,) = take(content, owner)
    assert outcome.is_new, outcome
    return Match.objects.get(code=outcome.code)


def rows() -> list[int]:
    return [model.objects.count() for model in (Match, Table, Seat, Round, Hand, Import)] + [actions()]


def actions() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_action")
        return int(cursor.fetchone()[0])


def named(lines: list[Line], **more: object) -> list[Line]:
    return [lines[0] | {"players": ["Anna", "Ben", "Übung", "名前"], **more}, *lines[1:]]


def test_a_record_becomes_a_match_to_look_at(client: Client) -> None:
    lines = named(lines_of(SHORT), played_at="2024-05-01T21:30:00Z")
    match = taken(raw(lines), owner=None)
    assert match.status == Match.Status.FINISHED
    assert match.totals == lines[-1]["total"]
    assert [seat.name for seat in match.seats.all()] == ["Anna", "Ben", "Übung", "名前"]
    assert not match.seats.exclude(user=None).exists()
    assert_rebuilds(match)
    page = client.get(f"/matches/{match.code}/").content.decode()
    assert "imported" in page and "not played here" in page and "Anna and Übung" in page
    assert "2024-05-01" in page
    assert client.get(f"/matches/{match.code}/1/0/").status_code == 200


@pytest.mark.parametrize("path", sorted(FOLDER.glob("r*-?*.tichu.jsonl"))[:4], ids=lambda path: path.name)
def test_what_was_imported_is_exported_the_same(client: Client, path: object) -> None:
    """Round trip: the record that is taken away again says the same, and is known when it comes back."""
    lines = lines_of(path)  # type: ignore[arg-type]
    match = taken(raw(lines), owner=None)
    written = client.get(f"/matches/{match.code}.tichu.jsonl").content
    assert verify(written.splitlines()).records == 1
    (again,) = take(written, owner=None)
    assert (again.code, again.is_new) == (match.code, False)


def test_times_are_kept(client: Client) -> None:
    """BUGLOG F10, F13: two matches of 4 and 40 minutes last 4 and 40 minutes."""
    lines = named(lines_of(SHORT), played_at="2024-10-27T00:58:00Z")
    for minutes in (4, 40):
        last = len(lines) - 3  # the play that ends the match; two lines say what came of it
        timed = [line | {"t": min(number, last) * minutes * 60_000 // last} for number, line in enumerate(lines)]
        timed[0] = timed[0] | {"players": ["A", "B", "C", str(minutes)]}
        match = taken(raw(timed), owner=None)
        assert match.started_at and match.ended_at
        assert (match.ended_at - match.started_at).total_seconds() == minutes * 60
        assert match.started_at.isoformat() == "2024-10-27T00:58:00+00:00"
        written = [json.loads(line) for line in client.get(f"/matches/{match.code}.tichu.jsonl").content.splitlines()]
        assert written[-1]["t"] == minutes * 60_000 and written[0]["played_at"] == "2024-10-27T00:58:00Z"


def test_nobody_says_when_it_was_played_if_nobody_knows(client: Client) -> None:
    match = taken(raw(lines_of(SHORT)), owner=None)
    page = client.get(f"/matches/{match.code}/").content.decode()
    assert "<time" not in page
    first = json.loads(client.get(f"/matches/{match.code}.tichu.jsonl").content.splitlines()[0])
    assert "played_at" not in first and "t" not in first


def test_the_replay_shows_no_clock_that_nobody_knows(client: Client) -> None:
    """A record says nothing about the clock that was played; thinking times stand there where it has them."""
    lines = lines_of(SHORT)
    for more, thought in ((lambda number: {}, False), (lambda number: {"t": number * 5_000}, True)):
        timed = [line | more(number) for number, line in enumerate(named(lines, code=str(thought)))]
        timed[0] = timed[0] | {"players": ["A", "B", "C", str(thought)]}
        match = taken(raw(timed), owner=None)
        pages = [client.get(f"/matches/{match.code}/1/{step}/?as=open").content.decode() for step in range(11, 30)]
        assert not any(", 0:30 left" in page or " left<" in page for page in pages)
        assert any(" to play<" in page for page in pages)
        assert any("after 0:05" in page for page in pages) == thought
        assert thought or not any("after 0:" in page for page in pages)


def test_the_same_record_comes_only_once() -> None:
    content = raw(named(lines_of(SHORT)))
    match = taken(content)
    before = rows()
    (again,) = take(content.replace(b": ", b":").replace(b"\n", b"\r\n"))
    assert (again.code, again.is_new, rows()) == (match.code, False, before)
    (twice, other) = take(raw(lines_of(SHORT)) + content)
    assert (twice.is_new, other.is_new) == (True, False)
    assert taken(content, owner="bob").code != match.code, "everybody has their own"


def test_two_uploads_at_once_store_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both find nothing; the second is stopped by the database, and is told of the first."""
    match = taken(raw(lines_of(SHORT)))
    before, looked = rows(), iter([lambda *_: ""])
    known = imports._known
    monkeypatch.setattr(imports, "_known", lambda *words: next(looked, known)(*words))
    assert take(raw(lines_of(SHORT))) == [Outcome(1, match.code)]
    assert rows() == before


def test_a_bad_record_is_refused_as_a_whole_and_harms_no_other() -> None:
    lines = lines_of(SHORT)
    bad = [*lines[:-1], lines[-1] | {"winner": 1 - lines[-1]["winner"]}]
    before = rows()
    good, refused, last = take(raw(lines) + raw(bad) + raw(named(lines)))
    assert good.is_new and last.is_new
    assert refused.fault is not None
    assert (refused.fault.line, refused.fault.ruling) == (2 * len(lines), "N1")
    assert Import.objects.count() == 2 and rows() != before


def test_nothing_is_stored_of_a_refused_record() -> None:
    lines = lines_of(SHORT)
    before = rows()
    (refused,) = take(raw(lines[:5] + lines[6:]))
    assert refused.fault is not None and rows() == before


def test_a_record_that_breaks_off_is_shown_and_marked(client: Client) -> None:
    lines = lines_of(SHORT)[:60]
    match = taken(raw(lines), owner=None)
    assert match.status == Match.Status.VOIDED
    assert_rebuilds(match)
    page = client.get(f"/matches/{match.code}/").content.decode()
    assert "breaks off" in page and "ended without a result" not in page
    written = client.get(f"/matches/{match.code}.tichu.jsonl").content.splitlines()
    assert verify(written).unfinished == 1
    assert [json.loads(line)["ev"] for line in written if b"void" in line] == []


def test_house_players_of_a_record_are_marked() -> None:
    match = taken(raw([lines_of(SHORT)[0] | {"kinds": ["person", "house", "program", "house"]}, *lines_of(SHORT)[1:]]))
    assert [seat.is_house for seat in match.seats.all()] == [False, True, False, True]
    assert match.has_house


@pytest.mark.parametrize("players", [["x" * 61, "", "", ""], ["A", "B"]])
def test_names_that_are_none_are_refused(players: list[str]) -> None:
    (refused,) = take(raw(named(lines_of(SHORT), players=players)))
    assert refused.fault is not None and refused.fault.line == 1


def test_names_are_only_text(client: Client) -> None:
    """Emoji, markup and line breaks of foreign names survive every page, as text."""
    players = ["<b>x</b>", "a\nb\u202e", "👩‍👩‍👧", ""]
    match = taken(raw(named(lines_of(SHORT), players=players)), owner=None)
    assert [seat.name for seat in match.seats.all()] == ["<b>x</b>", "a b", "👩 👩 👧", "P4"]
    for path in ("/", "/1/3/?as=open", ".txt", ".tichu.jsonl"):
        page = client.get(f"/matches/{match.code}{path}")
        assert page.status_code == 200
        assert path.startswith(".") or b"<b>x</b>" not in page.content


@pytest.mark.parametrize("played_at", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_years_without_tichu_are_refused(played_at: str) -> None:
    (refused,) = take(raw(named(lines_of(SHORT), played_at=played_at)))
    assert refused.fault is not None and "year" in refused.fault.reason


def test_a_match_of_centuries_is_refused() -> None:
    lines = lines_of(SHORT)
    (refused,) = take(raw([*lines[:-3], lines[-3] | {"t": 10**15}, *lines[-2:]]))
    assert refused.fault is not None and "lasted" in refused.fault.reason


# --- BrettspielWelt


@pytest.mark.parametrize("path", logs.FILES, ids=lambda path: path.name)
def test_a_log_becomes_a_match(path: object) -> None:
    match = taken(path.read_bytes())  # type: ignore[attr-defined]
    assert match.status == Match.Status.FINISHED
    assert_rebuilds(match)


@pytest.mark.parametrize(
    ("path", "number", "said"),
    [
        (logs.PARTNER, 13, "by our rules the round counts −30 : −170"),
        (logs.WISH, 12, "p3 did not play the wished card"),
    ],
)
def test_rounds_by_other_customs_are_marked_and_explained(client: Client, path: object, number: int, said: str) -> None:
    match = taken(path.read_bytes(), owner=None)  # type: ignore[attr-defined]
    page = client.get(f"/matches/{match.code}/").content.decode()
    assert said in page and page.count("other rules") == 1
    assert said in client.get(f"/matches/{match.code}/{number}/0/").content.decode()
    assert said not in client.get(f"/matches/{match.code}/1/0/").content.decode()
    assert ".tichu.jsonl" not in page, "no record would verify"
    assert client.get(f"/matches/{match.code}.tichu.jsonl").status_code == 404
    assert client.get(f"/matches/{match.code}.txt").status_code == 200


def test_the_recorded_result_stands() -> None:
    match = taken(logs.PARTNER.read_bytes())
    row = Round.objects.get(match=match, number=13)
    assert row.score == [170, -170]
    assert [sum(pair) for pair in zip(row.card_points, row.calls, strict=True)] == row.score
    assert match.totals == [1075, 625]


# --- who may look, sharing, deleting


def looks(match: Match, who: str | None) -> int:
    browser = browser_of(who) if who else Client()
    paths = ("/", "/1/0/", ".tichu.jsonl", ".txt", f"/?key={match.share_key}")
    codes = {browser.get(f"/matches/{match.code}{path}").status_code for path in paths}
    assert len(codes) == 1, codes
    return codes.pop()


def test_an_imported_match_is_its_owners_until_it_is_shared() -> None:
    match = taken(raw(lines_of(SHORT)))
    assert [looks(match, who) for who in ("alice", "bob", None)] == [200, 404, 404]
    imports.share(imported=match.imported, shared=True)
    assert [looks(match, who) for who in ("alice", "bob", None)] == [200, 200, 200]
    imports.share(imported=match.imported, shared=False)
    assert [looks(match, who) for who in ("alice", "bob", None)] == [200, 404, 404]


def test_its_table_is_nobodys() -> None:
    match = taken(raw(lines_of(SHORT)), owner=None)
    assert browser_of("alice").get(f"/tables/{match.table.code}/").status_code == 404


def test_it_is_in_nobodys_history_and_no_list() -> None:
    """BUGLOG F11: what was brought along never mixes with what was played here."""
    match = taken(raw(named(lines_of(SHORT), players=["alice", "bob", "carol", "dave"])))
    imports.share(imported=match.imported, shared=True)
    for name in ("alice", "bob"):
        assert match.code not in browser_of(name).get("/players/alice/").content.decode()
        assert match.code not in browser_of(name).get("/lobby/").content.decode()
        assert match.code not in browser_of(name).get("/").content.decode()


def test_deleting_takes_everything_away() -> None:
    before = rows()
    match = taken(logs.SHORT.read_bytes())
    other = taken(raw(lines_of(SHORT)))
    kept = rows()
    imports.erase(imported=match.imported)
    assert not Action.objects.filter(match_id=match.pk).exists()
    imports.erase(imported=other.imported)
    assert rows() == before != kept


def test_deleting_twice_is_deleting_once() -> None:
    imported = taken(raw(lines_of(SHORT))).imported
    other = Import.objects.get(pk=imported.pk)
    imports.erase(imported=imported)
    imports.erase(imported=other)
    assert not Import.objects.exists()


def test_a_match_played_here_cannot_be_erased() -> None:
    live = a_match()
    with pytest.raises(Immutable):
        log.erase(live.match)
    with pytest.raises(ValueError, match="over"):
        log.store(live.match, [(1, e.MatchStarted("nanking", Options(), ("person",) * 4, 1))])
    assert log.load(live.match.pk)


def test_a_deleted_account_takes_its_imports_along() -> None:
    match = taken(raw(lines_of(SHORT)))
    other = taken(raw(lines_of(SHORT)), owner="bob")
    imports.forget(person("alice"))
    assert list(Match.objects.values_list("code", flat=True)) == [other.code]
    assert match.code != other.code


def test_the_download_of_ones_data_lists_them() -> None:
    match = taken(raw(named(lines_of(SHORT))))
    (line,) = imports.export(person("alice"))
    assert line["code"] == match.code and line["players"][0] == "Anna"


# --- limits


def test_too_many_matches_at_once_are_refused_before_anything_is_stored() -> None:
    content = b"".join(raw(named(lines_of(SHORT), players=["A", "B", "C", str(n)])) for n in range(3))
    before = rows()
    with pytest.raises(ShelfRefusal):
        take(content, most=2)
    assert rows() == before
    assert len(take(content, most=3)) == 3


def test_a_full_shelf_takes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MOST_MATCHES", 1)
    taken(raw(lines_of(SHORT)))
    with pytest.raises(ShelfRefusal):
        take(raw(named(lines_of(SHORT))))
    assert Import.objects.count() == 1
