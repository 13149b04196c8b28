import threading

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client

from accounts import deletion, services
from accounts.models import User
from accounts.names import NameRefused
from accounts.selectors import user_of_session
from tests.accounts.conftest import browser_of
from tests.factories import PASSWORD, UserFactory

URL = "/accounts/delete/"


def everything_about(user: User) -> str:
    return repr(User.objects.filter(pk=user.pk).values().get())


def test_it_takes_the_person_out(alices_browser: Client, alice: User) -> None:
    """N03: login, mail, name gone."""
    assert alices_browser.post(URL, {"password": PASSWORD})["Location"] == "/"
    assert "alice" not in everything_about(alice)
    assert "example.org" not in everything_about(alice)
    alice.refresh_from_db()
    assert not alice.has_usable_password()
    assert not alice.is_active
    assert Client().post("/accounts/sign-in/", {"username": "alice", "password": PASSWORD}).status_code == 422


def test_the_number_is_the_same_everywhere(alice: User, bob: User) -> None:
    """N03: "Deleted account n", numbered in order, under every way to ask for the name."""
    for user in (bob, alice):
        services.delete_account(user=user)
    assert [str(user) for user in (bob, alice)] == ["Deleted account 1", "Deleted account 2"]
    again = User.objects.get(pk=alice.pk)
    assert {again.display_name, str(again), again.get_full_name(), again.username} == {"Deleted account 2"}


def test_every_device_is_signed_out(alices_browser: Client, alice: User) -> None:
    phone = browser_of(alice)
    alices_browser.post(URL, {"password": PASSWORD})
    for browser in (alices_browser, phone):
        assert browser.get("/accounts/")["Location"].startswith("/accounts/sign-in/")
    assert user_of_session(phone.session.session_key) is None


def test_the_name_is_free_again_and_the_number_is_nobodys(alices_browser: Client) -> None:
    alices_browser.post(URL, {"password": PASSWORD})
    assert services.sign_up(name="Alice", password=PASSWORD).display_name == "Alice"
    with pytest.raises(NameRefused):
        services.sign_up(name="deleted account 1", password=PASSWORD)


@pytest.mark.parametrize("password", ["wrong", ""])
def test_it_asks_for_the_password(alices_browser: Client, alice: User, password: str) -> None:
    assert alices_browser.post(URL, {"password": password}).status_code == 422
    alice.refresh_from_db()
    assert alice.username == "alice"


def test_guessing_the_password_is_bounded(alices_browser: Client) -> None:
    for _ in range(10):
        assert alices_browser.post(URL, {"password": "wrong"}).status_code == 422
    assert alices_browser.post(URL, {"password": PASSWORD}).status_code == 429


def test_other_apps_say_farewell_while_the_name_is_known(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "_farewells", {})
    heard: list[str] = []
    deletion.register("table", lambda user: heard.append(user.username))
    services.delete_account(user=alice)
    assert heard == ["alice"]


def test_a_failing_farewell_leaves_the_account_whole(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "_farewells", {})

    def fail(user: User) -> None:
        raise RuntimeError

    deletion.register("table", fail)
    with pytest.raises(RuntimeError):
        services.delete_account(user=alice)
    alice.refresh_from_db()
    assert (alice.username, alice.is_active) == ("alice", True)


def test_operators_lose_their_rights_with_it(db: None) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    services.delete_account(user=boss)
    boss.refresh_from_db()
    assert not (boss.is_staff or boss.is_superuser)


def test_the_admin_log_forgets_the_name_too(alice: User, bob: User) -> None:
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=bob, content_type=kind, object_id=str(alice.pk), object_repr="alice",
        action_flag=CHANGE, change_message="Renamed from al to alice",
    )  # fmt: skip
    services.delete_account(user=alice)
    entry = LogEntry.objects.get()
    assert (entry.object_repr, entry.change_message) == ("Deleted account 1", "")


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_several_at_once_get_different_numbers() -> None:
    people = [UserFactory() for _ in range(6)]
    start = threading.Barrier(len(people))
    faults: list[Exception] = []

    def leave(user: User) -> None:
        start.wait(timeout=30)
        try:
            services.delete_account(user=user)
        except Exception as fault:
            faults.append(fault)
        finally:
            connection.close()

    threads = [threading.Thread(target=leave, args=[user]) for user in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert faults == []
    assert sorted(User.objects.values_list("deleted_number", flat=True)) == [1, 2, 3, 4, 5, 6]


def test_it_explains_before_and_needs_sign_in(alices_browser: Client) -> None:
    assert "This cannot be undone." in alices_browser.get(URL).content.decode()
    assert Client().post(URL)["Location"] == f"/accounts/sign-in/?next={URL}"
    assert alices_browser.put(URL).status_code == 405
