import re
from collections.abc import Iterator

import pytest
from django.core import mail
from django.test import Client
from kombu.exceptions import OperationalError
from pytest_django import Settings

from accounts import services, tasks
from accounts.models import User
from tests.accounts.conftest import browser_of
from tests.factories import PASSWORD, UserFactory

URL = "/accounts/reset/"
NEW = "seven cats purr"


@pytest.fixture(autouse=True)
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The worker does at once what is queued, and remembers for whom."""
    ran: list[int] = []

    def run(pk: int, origin: str, language: str) -> None:
        ran.append(pk)
        tasks.send_reset_link(pk, origin, language)

    monkeypatch.setattr(tasks.send_reset_link, "delay", run)
    yield ran


def link_for(client: Client, email: str = "alice@example.org") -> str:
    assert client.post(URL, {"email": email}).status_code == 302
    (found,) = re.findall(r"http://testserver(/\S+)", mail.outbox[-1].body)
    return found


def test_a_link_arrives_and_sets_a_new_password(client: Client, alice: User) -> None:
    path = link_for(client, "ALICE@example.org")
    assert mail.outbox[0].to == ["alice@example.org"]
    form = client.get(path, follow=True)
    assert 'autocomplete="new-password"' in form.content.decode()
    there = form.redirect_chain[-1][0]
    assert client.post(there, {"new_password": NEW})["Location"] == "/accounts/sign-in/"
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_the_token_leaves_the_address_before_anything_is_shown(client: Client, alice: User) -> None:
    path = link_for(client)
    assert path.rsplit("/", 2)[1] not in client.get(path)["Location"]


def test_a_link_works_once(client: Client, alice: User) -> None:
    path = link_for(client)
    there = client.get(path)["Location"]
    client.post(there, {"new_password": NEW})
    assert "used already or is too old" in Client().get(path).content.decode()


def test_a_link_dies_when_the_e_mail_changes(client: Client, alice: User) -> None:
    path = link_for(client)
    services.change_email(user=alice, email="new@example.org")
    assert "used already or is too old" in client.get(path).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["AAAA", "%F0%9F", "MQ"])
def test_a_link_from_nowhere_is_refused(client: Client, code: str) -> None:
    assert "used already or is too old" in client.get(f"/accounts/reset/{code}/abc-123/").content.decode()


def test_a_weak_new_password_is_refused(client: Client, alice: User) -> None:
    there = client.get(link_for(client))["Location"]
    assert client.post(there, {"new_password": "short"}).context["form"].errors
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_old_sessions_end(client: Client, alice: User) -> None:
    stolen = browser_of(alice)
    client.post(client.get(link_for(client))["Location"], {"new_password": NEW})
    assert stolen.get("/accounts/").status_code == 302


def test_it_tells_nobody_which_addresses_are_known(client: Client, alice: User) -> None:
    known = client.post(URL, {"email": "alice@example.org"})
    unknown = client.post(URL, {"email": "eve@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert len(mail.outbox) == 1
    assert "If an account has this e-mail" in client.get(known["Location"]).content.decode()


def test_without_a_broker_it_answers_the_same(client: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(tasks.send_reset_link, "delay", broken)
    assert client.post(URL, {"email": "alice@example.org"})["Location"] == "/accounts/reset/sent/"


def test_accounts_without_an_e_mail_are_never_meant(client: Client, bob: User, worker: list[int]) -> None:
    assert client.post(URL, {"email": ""}).status_code == 422
    services.request_reset(email="", origin="http://testserver/", language="en")
    assert worker == []


def test_a_late_task_for_a_deleted_account_sends_nothing(alice: User) -> None:
    services.delete_account(user=alice)
    tasks.send_reset_link(alice.pk, "http://testserver/")
    assert mail.outbox == []


@pytest.mark.django_db
def test_names_stand_in_mails_as_they_are(client: Client) -> None:
    """E10: text, not markup; imports may bring names that sign-up refuses."""
    UserFactory(username="<img src=x>", email="x@example.org")
    link_for(client, "x@example.org")
    assert "Hello <img src=x>," in mail.outbox[0].body
    assert not mail.outbox[0].alternatives


def test_it_has_a_limit(client: Client, alice: User, settings: Settings) -> None:
    settings.RESETS_PER_HOUR = 1
    assert client.post(URL, {"email": "alice@example.org"}).status_code == 302
    assert client.post(URL, {"email": "alice@example.org"}).status_code == 429
    assert len(mail.outbox) == 1


def test_it_shows_the_form_and_refuses_other_methods(client: Client, db: None) -> None:
    assert client.get(URL).status_code == 200
    assert client.put(URL).status_code == 405
    assert client.post("/accounts/reset/sent/").status_code == 405
