"""The page of one's imported matches: uploading, what is refused and how, sharing and deleting, and that it is
nobody else's business."""

import re

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games import forms_import
from games.models import ENDED, Import, Match, Seat, Table
from games.views import imports as views
from tests.engine.records import SHORT
from tests.games.visiting import browser_of, words
from tests.importing import logs

pytestmark = pytest.mark.django_db
URL = "/imports/"


def upload(content: bytes, *, browser: Client | None = None, name: str = "a file") -> tuple[int, str]:
    """Status and page after an upload, the redirect followed."""
    file = SimpleUploadedFile(name, content)
    answer = (browser or browser_of("alice")).post(URL, {"file": file}, follow=True)
    return answer.redirect_chain[-1][1] if answer.redirect_chain else answer.status_code, words(answer.content)


def imported(browser: Client | None = None) -> Match:
    upload(SHORT.read_bytes(), browser=browser)
    return Match.objects.latest("pk")


@pytest.mark.parametrize("path", [SHORT, logs.SHORT], ids=["record", "log"])
def test_both_kinds_are_known_by_their_content(path: object) -> None:
    status, page = upload(path.read_bytes())  # type: ignore[attr-defined]
    assert status == 302 and "1 match imported." in page
    (row,) = Import.objects.all()
    assert row.owner and row.owner.username == "alice" and not row.shared
    assert Match.objects.get().code in browser_of("alice").get(URL).content.decode()


def test_the_same_file_twice() -> None:
    upload(SHORT.read_bytes())
    status, page = upload(SHORT.read_bytes())
    assert status == 302 and "1 match was here already." in page and Import.objects.count() == 1


def test_many_matches_in_a_file() -> None:
    status, page = upload(logs.FILES[0].read_bytes() + logs.FILES[1].read_bytes())
    assert status == 302 and "2 matches imported." in page


def test_a_fault_is_told_with_line_and_rule_and_the_others_are_taken() -> None:
    good, bad = SHORT.read_bytes(), SHORT.read_bytes().replace(b'"ev":"play"', b'"ev":"pass"', 1)
    bad = re.sub(rb'("ev":"pass","seat":\d),[^}]*', rb"\1", bad, count=1)
    status, page = upload(good + bad)
    assert status == 422
    assert "1 match imported." in page and "Not taken:" in page
    assert re.search(r"Line \d+: .* \(rule H1\)", page), page


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "neither a Tichu record nor a BrettspielWelt log"),
        (b"hello", "neither a Tichu record nor a BrettspielWelt log"),
        (b"\0\0\0", "neither a Tichu record nor a BrettspielWelt log"),
        (b"{" + b"x" * forms_import.LARGEST, "too large: at most 500 KB"),
        (b"{}", "Line 1 cannot be read: unknown event None"),
        (b"{" * 50_000, "Line 1 cannot be read:"),
        (b"---Gr.Tichukarten---\n", "broken off before all cards are dealt"),
    ],
)
def test_what_is_neither_is_refused_politely(content: bytes, said: str) -> None:
    status, page = upload(content)
    assert status == 422 and said in page
    assert not Match.objects.exists()


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
def test_whatever_comes_is_taken_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch, data: st.DataObject) -> None:
    """No file breaks the page, and none leaves half a match behind."""
    monkeypatch.setattr(views, "UPLOADS", 10_000)
    whole = data.draw(st.sampled_from([SHORT.read_bytes(), logs.SHORT.read_bytes()]))
    at = data.draw(st.integers(0, len(whole)))
    raw = whole[:at] + data.draw(st.sampled_from([b"", b"\0", b"\xff", b'"', b"\n", b"Dr", b"9" * 5_000, b"{" * 999]))
    if data.draw(st.booleans()):
        raw += whole[at:]
    assert upload(raw)[0] in (302, 422)
    assert Match.objects.count() == Import.objects.count() == Table.objects.count()
    assert not Match.objects.exclude(status__in=ENDED).exists()
    assert not Seat.objects.filter(live=True).exists()


def test_without_a_file() -> None:
    answer = browser_of("alice").post(URL, {})
    assert answer.status_code == 422 and b"Please choose a file." in answer.content


def test_refusals_speak_the_readers_language() -> None:
    browser = browser_of("alice")
    User.objects.update(language="de")
    assert "weder ein Tichu-Protokoll noch" in upload(b"hello", browser=browser)[1]
    for content, said in (
        (b"{}", ": unbekanntes Ereignis None"),
        (
            b'{"ev":"match","format":"tichu-record/1","variant":"nanking","target":[]}',
            ": match: target: eine Liste ist nichts von 500, 1000",
        ),
        (b"---Gr.Tichukarten---\n", "Die Runde bricht ab, bevor alle Karten gegeben sind (Regel B1)"),
        (
            SHORT.read_bytes().split(b"\n")[0] + b'\n{"ev":"pass","seat":1}',
            "pass kann hier nicht stehen: an der Reihe ist die nächste Runde",
        ),
    ):
        page = upload(content, browser=browser)[1]
        assert re.search(r"Zeile \d+", page) and said in page


def test_more_matches_than_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST_AT_ONCE", 1)
    status, page = upload(logs.FILES[0].read_bytes() + logs.FILES[1].read_bytes())
    assert status == 422 and "more than 1 matches" in page
    assert not Match.objects.exists()


def test_more_uploads_than_anybody_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "UPLOADS", 1)
    cache.clear()
    upload(b"hello")
    assert upload(b"hello")[0] == 429


def test_only_for_members(client: Client) -> None:
    assert client.get(URL).status_code == 302
    assert client.post(URL, {"file": SimpleUploadedFile("x", SHORT.read_bytes())}).status_code == 302
    assert not Match.objects.exists()


def test_the_shelf_is_ones_own() -> None:
    match = imported()
    assert match.code not in browser_of("bob").get(URL).content.decode()


def test_sharing_and_stopping(client: Client) -> None:
    browser = browser_of("alice")
    match = imported(browser)
    assert client.get(f"/matches/{match.code}/").status_code == 404
    for shared, status in (("1", 200), ("0", 404)):
        answer = browser.post(f"{URL}{match.code}/share/", {"shared": shared}, follow=True)
        assert answer.redirect_chain == [(URL, 302)]
        assert client.get(f"/matches/{match.code}/").status_code == status


def test_the_owner_finds_the_way_back_from_the_match() -> None:
    browser = browser_of("alice")
    match = imported(browser)
    page = browser.get(f"/matches/{match.code}/").content.decode()
    assert f'href="{URL}"' in page and 'id="share"' not in page
    browser.post(f"{URL}{match.code}/share/", {"shared": "1"})
    assert f"/matches/{match.code}/" in browser.get(f"/matches/{match.code}/").content.decode().split('id="share"')[1]
    assert f'href="{URL}"' not in browser_of("bob").get(f"/matches/{match.code}/").content.decode()


def test_deleting_wants_a_second_press() -> None:
    browser = browser_of("alice")
    match = imported(browser)
    assert browser.post(f"{URL}{match.code}/delete/").status_code == 422
    assert Match.objects.exists()
    assert browser.post(f"{URL}{match.code}/delete/", {"confirm": "1"}).status_code == 302
    assert not Match.objects.exists()
    assert browser.get(f"/matches/{match.code}/").status_code == 404


@pytest.mark.parametrize("what", ["share", "delete"])
def test_nobody_else_touches_it(client: Client, what: str) -> None:
    match = imported()
    data = {"confirm": "1", "shared": "1"}
    assert browser_of("bob").post(f"{URL}{match.code}/{what}/", data).status_code == 404
    assert client.post(f"{URL}{match.code}/{what}/", data).status_code == 302
    assert browser_of("alice").get(f"{URL}{match.code}/{what}/").status_code == 405
    assert browser_of("alice").post(f"{URL}nothing/{what}/", data).status_code == 404
    assert Import.objects.get().shared is False


def test_the_profile_leads_there() -> None:
    assert f'href="{URL}"' in browser_of("alice").get("/players/alice/").content.decode()
    assert f'href="{URL}"' not in browser_of("bob").get("/players/alice/").content.decode()
