from django.test import Client

from accounts.models import User
from accounts.selectors import user_of_session

URL = "/accounts/sign-out/"


def test_it_signs_out(alices_browser: Client) -> None:
    response = alices_browser.post(URL)
    assert response["Location"] == "/"
    assert "_auth_user_id" not in alices_browser.session


def test_it_refuses_get(alices_browser: Client) -> None:
    assert alices_browser.get(URL).status_code == 405
    assert "_auth_user_id" in alices_browser.session


def test_signed_out_already_it_does_no_harm(client: Client, db: None) -> None:
    assert client.post(URL).status_code == 302


def test_the_session_of_an_open_socket_is_known_to_have_ended(alices_browser: Client, alice: User) -> None:
    """D07: what a socket asks before it sends any news (tests/hostile/test_sockets.py)."""
    key = alices_browser.session.session_key
    assert user_of_session(key) == alice
    alices_browser.post(URL)
    assert user_of_session(key) is None
    assert user_of_session(None) is None
    assert user_of_session("no such session") is None
