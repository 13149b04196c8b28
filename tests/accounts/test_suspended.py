import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.backends import NameBackend
from accounts.models import User
from accounts.selectors import user_of_session
from tests.factories import PASSWORD


@pytest.fixture
def suspended_alice(alice: User) -> User:
    services.suspend(user=alice, reason="Spam at three tables.", now=timezone.now())
    return alice


def test_they_cannot_sign_in_and_read_why(client: Client, suspended_alice: User) -> None:
    response = client.post("/accounts/sign-in/", {"username": "alice", "password": PASSWORD})
    assert response.status_code == 422
    assert "This account is suspended: Spam at three tables." in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_only_who_knows_the_password_reads_it(client: Client, suspended_alice: User) -> None:
    response = client.post("/accounts/sign-in/", {"username": "alice", "password": "wrong"})
    assert "suspended" not in response.content.decode()


def test_sessions_they_have_end(alices_browser: Client, alice: User) -> None:
    services.suspend(user=alice, reason="Spam", now=timezone.now())
    assert alices_browser.get("/accounts/")["Location"] == "/accounts/sign-in/?next=/accounts/"
    assert user_of_session(alices_browser.session.session_key) is None
    backend = NameBackend()
    assert backend.get_user(alice.pk) is None


@pytest.mark.django_db(transaction=True)
def test_sessions_end_for_asynchronous_code_too(alice: User) -> None:
    look = async_to_sync(NameBackend().aget_user)
    assert look(alice.pk) == alice
    services.suspend(user=alice, reason="Spam", now=timezone.now())
    assert look(alice.pk) is None


def test_let_in_again_they_are_as_before(client: Client, suspended_alice: User) -> None:
    services.unsuspend(user=suspended_alice)
    assert client.post("/accounts/sign-in/", {"username": "alice", "password": PASSWORD}).status_code == 302
    suspended_alice.refresh_from_db()
    assert suspended_alice.suspended_reason == ""
