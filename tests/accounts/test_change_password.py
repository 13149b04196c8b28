import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import browser_of
from tests.factories import PASSWORD

URL = "/accounts/password/"
NEW = "seven cats purr"


def test_it_changes_the_password_and_stays_signed_in(alices_browser: Client, alice: User) -> None:
    response = alices_browser.post(URL, {"password": PASSWORD, "new_password": NEW})
    assert response["Location"] == "/accounts/"
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert alices_browser.get("/accounts/").status_code == 200


def test_other_devices_are_signed_out(alices_browser: Client, alice: User) -> None:
    phone = browser_of(alice)
    alices_browser.post(URL, {"password": PASSWORD, "new_password": NEW})
    assert phone.get("/accounts/")["Location"] == "/accounts/sign-in/?next=/accounts/"


@pytest.mark.parametrize(
    ("password", "new", "field"),
    [("wrong", NEW, "password"), ("", NEW, "password"), (PASSWORD, "short", "new_password"),
     (PASSWORD, "alice.example.org", "new_password"), (PASSWORD, "", "new_password")],
)  # fmt: skip
def test_it_refuses(alices_browser: Client, alice: User, password: str, new: str, field: str) -> None:
    response = alices_browser.post(URL, {"password": password, "new_password": new})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_guessing_the_old_one_is_bounded(alices_browser: Client) -> None:
    for _ in range(10):
        assert alices_browser.post(URL, {"password": "wrong", "new_password": NEW}).status_code == 422
    assert alices_browser.post(URL, {"password": PASSWORD, "new_password": NEW}).status_code == 429


def test_it_needs_sign_in(client: Client, db: None) -> None:
    assert client.get(URL)["Location"] == f"/accounts/sign-in/?next={URL}"
    assert client.post(URL)["Location"].startswith("/accounts/sign-in/")


def test_it_shows_the_form_and_refuses_other_methods(alices_browser: Client) -> None:
    assert alices_browser.get(URL).status_code == 200
    assert alices_browser.put(URL).status_code == 405
