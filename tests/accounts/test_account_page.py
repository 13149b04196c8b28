import pytest
from django.test import Client

from accounts.models import User
from tests.factories import PASSWORD, UserFactory

URL = "/accounts/"


def test_it_shows_what_one_can_change(alices_browser: Client) -> None:
    page = alices_browser.get(URL).content.decode()
    for text in ("alice@example.org", "/accounts/password/", "/accounts/export/", "/accounts/delete/"):
        assert text in page


def test_without_an_e_mail_it_says_what_that_means(bob: User, client: Client) -> None:
    client.force_login(bob, backend="accounts.backends.NameBackend")
    assert "this account is lost" in client.get(URL).content.decode()


@pytest.mark.parametrize("path", [URL, "/accounts/email/", "/accounts/preferences/", "/accounts/export/"])
def test_it_needs_sign_in(client: Client, db: None, path: str) -> None:
    assert client.get(path)["Location"] == f"/accounts/sign-in/?next={path}"


def test_each_page_has_its_methods(alices_browser: Client) -> None:
    assert alices_browser.post(URL).status_code == 405
    assert alices_browser.get("/accounts/email/").status_code == 405
    assert alices_browser.get("/accounts/preferences/").status_code == 405
    assert alices_browser.post("/accounts/export/").status_code == 405


def test_the_e_mail_is_changed_and_removed(alices_browser: Client, alice: User) -> None:
    for email in ("new@example.org", ""):
        response = alices_browser.post("/accounts/email/", {"email": email, "password": PASSWORD})
        assert response["Location"] == URL
        alice.refresh_from_db()
        assert alice.email == email


@pytest.mark.parametrize(
    ("email", "password", "field"),
    [("new@example.org", "wrong", "password"), ("bob@Example.org", PASSWORD, "email"), ("nonsense", PASSWORD, "email")],
)
def test_the_e_mail_stays_when_refused(
    alices_browser: Client, alice: User, email: str, password: str, field: str
) -> None:
    """The password is asked for, so that an open device does not give the account away."""
    UserFactory(username="bob", email="bob@example.org")
    response = alices_browser.post("/accounts/email/", {"email": email, "password": password})
    assert response.status_code == 422
    assert field in response.context["email_form"].errors
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


def test_ones_own_e_mail_in_other_case_is_no_conflict(alices_browser: Client, alice: User) -> None:
    alices_browser.post("/accounts/email/", {"email": "Alice@example.org", "password": PASSWORD})
    alice.refresh_from_db()
    assert alice.email == "Alice@example.org"


def test_guessing_the_password_is_bounded(alices_browser: Client) -> None:
    for _ in range(10):
        assert alices_browser.post("/accounts/email/", {"email": "", "password": "wrong"}).status_code == 422
    assert alices_browser.post("/accounts/email/", {"email": "", "password": PASSWORD}).status_code == 429


def test_preferences_are_saved_and_dress_every_page(alices_browser: Client, alice: User) -> None:
    data = {"theme": "dark", "deck": "bold", "sort": "suit"}
    assert alices_browser.post("/accounts/preferences/", data)["Location"] == URL
    alice.refresh_from_db()
    assert (alice.theme, alice.deck, alice.sort) == ("dark", "bold", "suit")
    assert 'data-theme="dark" data-deck="bold"' in alices_browser.get("/privacy/").content.decode()


def test_preferences_only_take_what_is_offered(alices_browser: Client, alice: User) -> None:
    data = {"theme": "pink", "deck": "bold", "sort": "suit", "is_staff": "1", "username": "root"}
    response = alices_browser.post("/accounts/preferences/", data)
    assert response.status_code == 422
    assert list(response.context["preferences_form"].errors) == ["theme"]
    alices_browser.post("/accounts/preferences/", data | {"theme": "light"})
    alice.refresh_from_db()
    assert (alice.username, alice.is_staff, alice.deck) == ("alice", False, "bold")
