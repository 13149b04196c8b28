import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.factories import PASSWORD, UserFactory

URL = "/accounts/sign-in/"


def sign_in(client: Client, name: str = "alice", password: str = PASSWORD, **extra: str) -> HttpResponse:
    return client.post(URL, {"username": name, "password": password, **extra})


def test_it_signs_in(client: Client, alice: User) -> None:
    assert sign_in(client)["Location"] == "/lobby/"
    assert client.session["_auth_user_id"] == str(alice.pk)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "typed"), [("Anna", "ANNA"), ("Straße", "strasse"), ("Ζωή", "ζωή"), ("Anna", "Ａnna"), ("Lea", " Lea ")]
)
def test_it_ignores_case(client: Client, name: str, typed: str) -> None:
    """N02: login ignores case."""
    UserFactory(username=name)
    assert sign_in(client, typed).status_code == 302


@pytest.mark.parametrize(("name", "password"), [("alice", "wrong"), ("nobody", PASSWORD), ("", ""), ("x" * 5000, "y")])
def test_a_wrong_pair_is_refused_in_the_same_words(client: Client, alice: User, name: str, password: str) -> None:
    """Whether the name or the password is wrong is not told."""
    response = sign_in(client, name, password)
    assert response.status_code == 422
    assert "_auth_user_id" not in client.session
    faults = response.context["form"].non_field_errors()
    if password == "wrong" or name == "nobody":
        assert faults == ["This name and password do not belong together."]


def test_it_goes_where_they_wanted(client: Client, alice: User) -> None:
    assert sign_in(client, next="/tables/abc/")["Location"] == "/tables/abc/"


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil", "0", "lobby"]
)
def test_it_never_leads_away_from_the_site(client: Client, alice: User, target: str) -> None:
    assert sign_in(client, next=target)["Location"] == "/lobby/"


def test_a_refusal_keeps_where_to_go(client: Client, alice: User) -> None:
    page = sign_in(client, password="wrong", next="/tables/abc/").content.decode()
    assert 'name="next" value="/tables/abc/"' in page
    assert 'href="/accounts/sign-up/?next=%2Ftables%2Fabc%2F"' in page


@pytest.mark.parametrize(("target", "leads"), [("/rules/", "/rules/"), ("0", "/lobby/"), ("games:lobby", "/lobby/")])
def test_who_is_signed_in_is_sent_on(alices_browser: Client, target: str, leads: str) -> None:
    """E06: a word is no page, nor the name of a view."""
    assert alices_browser.get(URL, {"next": target})["Location"] == leads


def test_guessing_is_stopped_for_this_name_from_this_address(client: Client, alice: User, bob: User) -> None:
    """Eight wrong ones, in any case of the name: then not even the right password. Others are not hindered."""
    for guess in range(7):
        assert sign_in(client, "ALICE" if guess % 2 else "alice", f"wrong {guess}").status_code == 422
    response = sign_in(client, password="wrong again")
    assert response.status_code == 429
    assert "Too fast. One moment." in response.content.decode()
    assert int(response["Retry-After"]) == 900
    assert sign_in(client).status_code == 429
    assert sign_in(Client(REMOTE_ADDR="203.0.113.9")).status_code == 302
    assert sign_in(client, "bob").status_code == 302


def test_a_forged_header_does_not_help_guessing(client: Client, alice: User) -> None:
    """E12"""
    for guess in range(9):
        headers = {"X-Forwarded-For": f"203.0.113.{guess}"}
        response = client.post(URL, {"username": "alice", "password": "wrong"}, headers=headers)
    assert response.status_code == 429


def test_success_forgets_the_failures(client: Client, alice: User) -> None:
    for _ in range(2):
        for guess in range(6):
            assert sign_in(client, password=f"wrong {guess}").status_code == 422
        assert sign_in(client).status_code == 302
        client.post("/accounts/sign-out/")


def test_one_address_cannot_try_many_names(client: Client, alice: User, settings: Settings) -> None:
    settings.SIGN_INS_PER_HOUR = 3
    for number in range(3):
        assert sign_in(client, f"player{number}").status_code == 422
    assert sign_in(client).status_code == 429


def test_it_refuses_other_methods(client: Client) -> None:
    assert client.delete(URL).status_code == 405
