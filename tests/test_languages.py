"""Which language somebody reads, and that it is the same in pages, fragments, sockets and mails (BUGLOG G15)."""

import re
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.core import mail
from django.test import Client

from accounts import languages, tasks
from accounts.models import User
from games.consumers import look
from games.routing import websocket_urlpatterns
from tests.games.at_table import HTMX, seated
from tests.games.visiting import browser_of, person

pytestmark = pytest.mark.django_db

GERMAN = {"Accept-Language": "de-CH,de;q=0.9,en;q=0.5"}
SWITCH = "/language/"


def heading(client: Client, **headers: str) -> str:
    page = client.get("/rules/", headers=headers).content.decode()
    return re.search(r"<h1>(.*?)</h1>", page).group(1)  # type: ignore[union-attr]


def test_the_browser_says_which_language(client: Client) -> None:
    assert heading(client) == "Rules"
    assert heading(client, **GERMAN) == "Regeln"
    assert heading(client, **{"Accept-Language": "el,ko;q=0.8"}) == "Rules"


def test_pages_say_their_language_and_what_it_hangs_on(client: Client) -> None:
    answer = client.get("/rules/", headers=GERMAN)
    assert '<html lang="de"' in answer.content.decode()
    assert answer["Content-Language"] == "de"
    assert {"Accept-Language", "Cookie"} <= {part.strip() for part in answer["Vary"].split(",")}


def test_a_guest_chooses_and_stays_on_the_page(client: Client) -> None:
    answer = client.post(SWITCH, {"language": "de", "next": "/rules/?x=1"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/?x=1")
    assert answer.cookies["django_language"]["httponly"]
    assert heading(client) == "Regeln"
    client.post(SWITCH, {"language": "en"})
    assert heading(client, **GERMAN) == "Rules"


def test_every_page_offers_each_language_by_its_own_name(client: Client) -> None:
    page = client.get("/lobby/?page=2").content.decode()
    foot = page[page.index("<footer") :]
    assert re.findall(r'value="(\w\w)" lang="\w\w"(?: aria-current="true")?>(\w+)<', foot) == [
        ("en", "English"),
        ("de", "Deutsch"),
    ]
    assert 'value="/lobby/?page=2"' in foot
    assert 'value="en" lang="en" aria-current="true"' in foot


def test_after_a_refused_form_the_switch_leads_to_the_page_of_the_form(client: Client) -> None:
    user = person("alice")
    client.force_login(user, backend="accounts.backends.NameBackend")
    answer = client.post("/accounts/email/", {"email": "x"}, headers={"Referer": "http://testserver/accounts/"})
    assert answer.status_code == 422
    assert '<input type="hidden" name="next" value="http://testserver/accounts/">' in answer.content.decode()


@pytest.mark.parametrize("language", ["", "xx", "de'--", "ar", "EN"])
def test_what_is_not_offered_changes_nothing(client: Client, language: str) -> None:
    answer = client.post(SWITCH, {"language": language})
    assert answer.status_code == 404
    assert "django_language" not in answer.cookies


def test_the_switch_leads_nowhere_else(client: Client) -> None:
    assert client.get(SWITCH).status_code == 405
    answer = client.post(SWITCH, {"language": "de", "next": "https://evil.example/"})
    assert answer["Location"] == "/"


def test_an_account_reads_its_language_on_every_device() -> None:
    user = person("alice")
    browser_of(user).post(SWITCH, {"language": "de"})
    assert heading(browser_of(user)) == "Regeln"
    assert heading(Client()) == "Rules"


def test_the_account_page_sets_it_and_leaves_it_to_the_browser_again() -> None:
    user, data = person("alice"), {"theme": "auto", "deck": "standard", "sort": "suit"}
    browser = browser_of(user)
    answer = browser.post("/accounts/preferences/", data | {"language": "de"}, follow=True)
    assert "Deine Einstellungen sind gespeichert." in answer.content.decode()
    browser.post("/accounts/preferences/", data | {"language": ""})
    assert heading(browser) == "Rules"
    assert heading(browser, **GERMAN) == "Regeln"
    assert browser.post("/accounts/preferences/", data | {"language": "xx"}).status_code == 422


def test_a_language_that_is_gone_counts_for_nothing() -> None:
    user = person("alice")
    User.objects.filter(pk=user.pk).update(language="xx")
    assert heading(browser_of(user), **GERMAN) == "Regeln"


def speak(name: str, language: str) -> None:
    User.objects.filter(username=name).update(language=language)


def test_each_seat_reads_its_own_language_at_one_table() -> None:
    sat = seated()
    speak("alice", "de")
    assert "Grosses Tichu?" in sat.page(0) and "Grand Tichu?" not in sat.page(0)
    assert "Grand Tichu?" in sat.page(1) and "Grosses" not in sat.page(1)
    answer = sat.post(0, "pass", {"decision": "0"})
    assert answer.status_code in (409, 422)
    assert re.search(r"Es ging schon weiter|Nicht jetzt|nicht dran", answer.content.decode())


def test_a_socket_sends_what_its_page_speaks() -> None:
    sat = seated()
    alice, bob = person("alice"), person("bob")
    said = {}
    for user, language in ((alice, "de"), (bob, "en")):
        seen = look(user, sat.code, {}, language)
        assert seen is not None
        said[language] = " ".join(region.html for region in seen[0])
    assert "Deine Antwort, bitte" in said["de"] and "Your answer, please" not in said["de"]
    assert "Your answer, please" in said["en"] and "Deine Antwort" not in said["en"]


@pytest.mark.parametrize(
    ("own", "cookie", "accepted", "spoken"),
    [
        ("", "", b"", "en"),
        ("", "", b"de-CH,de;q=0.9", "de"),
        ("", "en", b"de", "en"),
        ("", "de", b"en", "de"),
        ("en", "de", b"de", "en"),
        ("de", "", b"\xff\xfe,,;q=x", "de"),
        ("xx", "yy", b"zz", "en"),
    ],
)
def test_a_socket_asks_as_a_page_does(own: str, cookie: str, accepted: bytes, spoken: str) -> None:
    cookies = {"django_language": cookie} if cookie else {}
    headers = [(b"accept-language", accepted)] if accepted else []
    assert languages.language_of_socket(User(language=own), cookies, headers) == spoken


@pytest.mark.django_db(transaction=True)
def test_the_first_frame_of_a_socket_is_in_the_language_of_the_browser(monkeypatch: Any) -> None:
    monkeypatch.setattr("games.consumers.touch", lambda seat_pk: None)
    sat = seated()
    alice = person("alice")

    async def first_frame() -> str:
        ends = WebsocketCommunicator(
            URLRouter(websocket_urlpatterns), f"/ws/tables/{sat.code}/", headers=[(b"accept-language", b"de")]
        )
        ends.scope["user"] = alice
        await ends.connect(timeout=20)
        frame = str(await ends.receive_from(timeout=20))
        await ends.disconnect(timeout=20)
        return frame

    assert "Deine Antwort, bitte" in async_to_sync(first_frame)()


def test_a_notice_inside_a_page_is_translated_too(client: Client) -> None:
    answer = client.get("/nowhere/", headers=HTMX | GERMAN)
    assert "Hier liegt nichts." in answer["HX-Trigger"].encode().decode("unicode_escape")


@pytest.mark.parametrize(
    ("own", "asked_in", "begins"), [("", "de", "Hallo"), ("de", "en", "Hallo"), ("", "en", "Hello")]
)
def test_a_mail_is_in_the_language_of_its_reader(own: str, asked_in: str, begins: str) -> None:
    user = person("alice")
    User.objects.filter(pk=user.pk).update(email="alice@example.org", language=own)
    tasks.send_reset_link(user.pk, "http://testserver/", asked_in)
    assert mail.outbox[0].body.startswith(f"{begins} alice,")
    assert mail.outbox[0].subject == ("A new password for Tichu" if begins == "Hello" else "Neues Passwort für Tichu")
