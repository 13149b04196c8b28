"""Every kind of page of the site, once: whoever tests something that holds for all of them walks this tour."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client

from accounts.models import User
from games.engine import commands as c
from games.engine.state import Phase
from games.models import Match, Note
from games.puzzles import puzzles
from games.services import deadlines
from games.times import now_ms
from tests.engine.records import SHORT
from tests.games.at_table import HTMX, Sat, seated
from tests.games.factories import PEOPLE, a_practice, a_sealed_match, a_table, person
from tests.games.learning import begun, played_out
from tests.games.played import RandomMatch, store
from tests.games.visiting import browser_of
from tests.importing.logs import PARTNER

Page = tuple[str, str]


def pages(language: str) -> Iterator[Page]:
    """(name, HTML) of all pages, for people who read this language and guests whose browser asks for it."""
    for name in (*PEOPLE, "eve"):
        person(name)
    User.objects.update(language=language)
    guest = Client(headers={"Accept-Language": language})
    yield from _for_guests(guest, language)
    yield from _account()
    yield from _around_the_lobby(guest)
    yield from _table(seated())
    yield from _afterwards(guest)


def _get(browser: Client, *urls: str) -> Iterator[Page]:
    for url in urls:
        yield url, browser.get(url).content.decode()


def _post(browser: Client, url: str, data: dict[str, str], **headers: str) -> Page:
    answer = browser.post(url, data, headers=headers)
    assert answer.status_code >= 400, url
    return f"POST {url}", answer.content.decode()


def _for_guests(guest: Client, language: str) -> Iterator[Page]:
    yield from _get(
        guest,
        "/",
        "/rules/",
        "/learn/",
        *(f"/rules/sheets/{name}/" for name in ("combinations", "specials", "scoring")),
        "/rules/?q=bomb",
        "/rules/?q=backgammon",
        "/leaderboard/",
        "/leaderboard/?of=pairs",
        "/privacy/",
        "/puzzles/",
        *(f"/puzzles/{each.number}/?solution" for each in puzzles()),
        "/lobby/",
        "/nowhere/",
        "/join/nothing/",
        "/language/",
    )
    yield from _get(guest, "/accounts/sign-up/?next=/lobby/", "/accounts/sign-in/?next=/lobby/")
    yield from _get(guest, "/accounts/reset/", "/accounts/reset/sent/", "/accounts/reset/x/y/")
    yield _post(guest, "/accounts/sign-up/", {"username": "alice", "password": "short", "email": "nonsense"})
    yield _post(guest, "/accounts/sign-in/", {"username": "alice", "password": "wrong"})
    yield _post(guest, "/accounts/sign-up/", {"username": "x", "password": "long enough"})
    strict = Client(enforce_csrf_checks=True, headers={"Accept-Language": language})
    yield _post(strict, "/language/", {})
    for name in ("400.html", "500.html", "503.html"):
        yield name, render_to_string(name)
    for name in ("403.html", "429.html"):
        yield name, render_to_string(name, {"minutes": 5})


def _account() -> Iterator[Page]:
    browser = browser_of("alice")
    yield from _get(
        browser, "/accounts/", "/accounts/password/", "/accounts/delete/", "/practice/", "/tables/new/", "/imports/"
    )
    yield from _get(browser, "/players/alice/", "/players/eve/", "/accounts/sign-out/")
    yield _post(browser, "/accounts/delete/", {"password": "wrong"})
    yield _post(browser, "/accounts/email/", {"email": "x", "password": ""})
    yield _post(browser, "/tables/new/", {"target": "3", "access": "x", "title": "x" * 50})


def _around_the_lobby(guest: Client) -> Iterator[Page]:
    table = a_table("alice", "bob", access="private", now=now_ms())
    browser = browser_of("alice")
    yield from _get(browser, f"/tables/{table.code}/", "/lobby/")
    yield from _get(guest, f"/join/{table.invite_token}/")
    open_table = a_table("carol", now=now_ms())
    yield from _get(browser_of("eve"), f"/tables/{open_table.code}/", "/lobby/", f"/tables/{table.code}/")
    for name, place in (("alice", table), ("bob", table), ("carol", open_table)):
        browser_of(name).post(f"/tables/{place.code}/stand/")


def _table(sat: Sat) -> Iterator[Page]:
    yield from _seats(sat, "grand")
    sat.do(c.AnswerGrand(0, call=True))
    yield from _seats(sat, "called")
    for seat in (1, 2, 3):
        sat.do(c.AnswerGrand(seat, call=False))
    yield from _seats(sat, "exchange")
    sat.live.exchange()
    yield from _seats(sat, "lead")
    yield from _refused(sat)
    _play(sat, 0, "Mj", wish="8")
    yield from _seats(sat, "wish")
    yield "wish binds", sat.pass_(1).content.decode()
    assert sat.post(1, "tichu", {"confirm": "1"}).status_code == 200
    _play(sat, 1, "8j")
    _pass(sat, 2, 3)
    _play(sat, 0, "Kj")
    yield from _seats(sat, "a trick")
    _play(sat, 1, "Dr")
    _pass(sat, 2, 3, 0)
    yield from _seats(sat, "pause")
    _collect(sat)
    assert sat.state.phase is Phase.GIFT
    yield from _seats(sat, "gift")
    assert sat.post(1, "gift", {"to": "0", "decision": str(sat.state.decision)}).status_code == 200
    yield from _seats(sat, "given")
    sat.live.now = now_ms()
    sat.live.to_ready_gate()
    yield from _seats(sat, "ready")
    yield from _get(sat.browsers[0], "/lobby/", "/players/alice/")
    sat.live.do(c.VoidMatch("a test"))
    yield from _seats(sat, "over")


def _play(sat: Sat, seat: int, card: str, **more: str) -> None:
    assert sat.play(seat, card, **more).status_code == 200, card


def _pass(sat: Sat, *seats: int) -> None:
    for seat in seats:
        assert sat.pass_(seat).status_code == 200, seat


def _collect(sat: Sat) -> None:
    deadlines.match_expire(match_id=sat.match.pk, now=now_ms() + 10_000)


def _seats(sat: Sat, name: str) -> Iterator[Page]:
    for seat in range(4):
        yield f"table, {name}, {PEOPLE[seat]}", sat.page(seat)
    yield f"table, {name}, eve", sat.eve.get(sat.url()).content.decode()


def _refused(sat: Sat) -> Iterator[Page]:
    for cards in (("2j", "5j"), ("Dr",), ("Mj",)):
        yield f"refused {cards}", sat.play(0, *cards).content.decode()
        raised = {"cards": list(cards), "ask": "1"}
        yield f"selected {cards}", sat.post(0, "selection", raised).content.decode()
    yield "not your turn", sat.play(1, "Tj").content.decode()
    yield "stale", sat.post(0, "play", {"cards": "2j", "decision": "1"}).content.decode()
    yield "once", sat.post(0, "call", {}).content.decode()


def _imports() -> Iterator[Page]:
    """A log with a round by another custom, a record that breaks off, and a file that is neither."""
    browser = browser_of("alice")
    for raw in (PARTNER.read_bytes(), b"".join(SHORT.read_bytes().splitlines(keepends=True)[:60])):
        assert browser.post("/imports/", {"file": SimpleUploadedFile("a", raw)}).status_code == 302
    for match in Match.objects.exclude(imported=None):
        yield from _get(browser, f"/matches/{match.code}/", f"/matches/{match.code}/1/9/?as=open")
        yield from _get(browser, f"/matches/{match.code}/1/deal/")
    shared = Match.objects.exclude(imported=None).latest("pk")
    browser.post(f"/imports/{shared.code}/share/", {"shared": "1"})
    yield from _get(browser, "/imports/", f"/matches/{shared.code}/", "/imports/")
    for number, raw in enumerate((b"neither", b"{}")):
        answer = browser.post("/imports/", {"file": SimpleUploadedFile("a", raw)})
        yield f"upload {number}", answer.content.decode()


def _notes(moment: str) -> Iterator[Page]:
    author = browser_of("alice")
    yield _post(author, f"{moment}note/", {"as": "0", "text": "7" * 501})
    author.post(f"{moment}note/", {"as": "0", "text": "77", "shared": "1"})
    token = Note.objects.get(author=person("alice")).token
    yield from _get(author, f"{moment}?as=0&comment={token}")


def _lesson() -> Iterator[Page]:
    """Its page, its table, and the closing sheet."""
    browser = browser_of("alice")
    yield from _get(browser, "/learn/first-round/")
    live = begun(now=now_ms())
    yield from _get(browser, "/learn/first-round/", "/lobby/", f"/tables/{live.match.table.code}/")
    played_out(live)
    yield from _get(browser, f"/tables/{live.match.table.code}/")


def _afterwards(guest: Client) -> Iterator[Page]:
    match = store(RandomMatch(9).play_out(), people=[person(name) for name in PEOPLE])
    base = f"/matches/{match.code}/"
    yield from _get(guest, base, f"{base}1/0/", f"{base}1/30/?as=open", f"{base}1/60/?as=1")
    yield from _get(browser_of("alice"), base, "/players/alice/", f"{base}99/0/")
    yield from _imports()
    yield from _notes(f"{base}1/30/")
    yield from _lesson()
    live = a_practice("alice", now=now_ms())
    yield from _get(browser_of("alice"), f"/tables/{live.match.table.code}/")
    answer = browser_of("alice").post(f"/tables/{live.match.table.code}/end/", headers=HTMX)
    yield "practice ended", answer.content.decode()
    sealed = a_sealed_match("Aroha", "Bilal", "Chiara", "Dmitri")
    yield from _get(guest, f"/matches/{sealed.code}/1/deal/")
