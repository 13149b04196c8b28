import re

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import PASSWORD


@pytest.fixture
def strict(alice: User) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, backend="accounts.backends.NameBackend")
    return client


def token_in(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    return found[1]


def test_a_form_from_another_site_changes_nothing(strict: Client, alice: User) -> None:
    response = strict.post("/accounts/delete/", {"password": PASSWORD})
    assert response.status_code == 403
    alice.refresh_from_db()
    assert alice.username == "alice"


def test_a_form_from_before_a_sign_in_gets_one_clear_page(strict: Client, alice: User) -> None:
    """D09"""
    old = token_in(strict.get("/accounts/").content.decode())
    strict.cookies["csrftoken"] = "a" * 32
    data = {"theme": "dark", "deck": "bold", "sort": "suit", "csrfmiddlewaretoken": old}
    response = strict.post("/accounts/preferences/", data, headers={"Referer": "http://testserver/accounts/"})
    page = response.content.decode()
    assert response.status_code == 403
    assert "Please once more" in page
    assert 'href="http://testserver/accounts/"' in page
    assert "no-store" in response["Cache-Control"]


def test_the_way_back_never_leaves_the_site(strict: Client) -> None:
    response = strict.post("/accounts/sign-out/", headers={"Referer": "https://evil.example/"})
    assert "evil" not in response.content.decode()


def test_inside_a_page_it_is_loaded_afresh_and_says_so(strict: Client) -> None:
    """D09: no 403 page in the table; the selection is kept by the tab, the message stands on the fresh page."""
    response = strict.post("/accounts/sign-out/", headers={"HX-Request": "true"})
    assert (response.status_code, response["HX-Refresh"], response.content) == (403, "true", b"")
    assert "please press again" in strict.get("/accounts/").content.decode()


def test_the_token_of_the_cookie_is_always_good(strict: Client, alice: User) -> None:
    """What site.js sends, so that signing in elsewhere makes no open page stale (D09, D10)."""
    strict.get("/accounts/")
    headers = {"X-CSRFToken": strict.cookies["csrftoken"].value}
    data = {"theme": "dark", "deck": "bold", "sort": "suit"}
    assert strict.post("/accounts/preferences/", data, headers=headers).status_code == 302
