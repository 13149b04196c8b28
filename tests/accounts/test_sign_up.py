import pytest
from django.db import IntegrityError
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.selectors import require_free_name
from tests.factories import UserFactory

URL = "/accounts/sign-up/"
GOOD = {"username": "Lea", "password": "five dogs bark", "email": ""}


def refusal(client: Client, **changes: str) -> dict[str, list[str]]:
    before = User.objects.count()
    response = client.post(URL, GOOD | changes)
    assert response.status_code == 422
    assert User.objects.count() == before
    return response.context["form"].errors


@pytest.mark.django_db
def test_it_creates_an_account_and_signs_in(client: Client) -> None:
    response = client.post(URL, GOOD | {"email": "lea@example.org"})
    assert response.status_code == 302
    assert response["Location"] == "/lobby/"
    user = User.objects.get(username="Lea")
    assert user.check_password("five dogs bark")
    assert user.email == "lea@example.org"
    assert client.session["_auth_user_id"] == str(user.pk)


@pytest.mark.django_db
def test_it_shows_the_form_and_what_the_e_mail_is_for(client: Client) -> None:
    page = client.get(URL).content.decode()
    assert "Only to reset your password. Without it, a forgotten password is lost." in page
    assert 'autocomplete="new-password"' in page


@pytest.mark.django_db
def test_it_needs_no_e_mail_and_two_may_have_none(client: Client) -> None:
    UserFactory(username="bob", email="")
    assert client.post(URL, GOOD).status_code == 302


@pytest.mark.django_db
def test_a_taken_name_comes_with_free_ones(client: Client) -> None:
    """N02: "Lea is taken. Free: Lea7, …", and the free ones really are."""
    UserFactory(username="Lea")
    UserFactory(username="Lea7")
    (error,) = refusal(client, username="lea")["username"]
    assert error.startswith("lea is taken. Free: lea_7, lea22")
    for free in error.split("Free: ")[1].split(", "):
        require_free_name(free)


@pytest.mark.django_db
@pytest.mark.parametrize(("taken", "wanted"), [("Anna", "anna"), ("Straße", "STRASSE"), ("Anna", "Ａｎｎａ")])
def test_names_differing_in_case_only_cannot_both_register(client: Client, taken: str, wanted: str) -> None:
    """N02"""
    UserFactory(username=taken)
    assert "is taken" in refusal(client, username=wanted)["username"][0]


@pytest.mark.django_db
@pytest.mark.parametrize(("taken", "wanted"), [("COOH", "СООН"), ("Alice", "AIice"), ("Com", "Corn")])
def test_look_alikes_cannot_both_register(client: Client, taken: str, wanted: str) -> None:
    """N01"""
    UserFactory(username=taken)
    assert "looks too much like" in refusal(client, username=wanted)["username"][0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["аdmin", "Le\u200ba", "   ", "admin", "Deleted account 1", "sencha", "x", "😀😀", "<img src=x>"]
)
def test_a_name_that_deceives_is_refused_at_its_field(client: Client, name: str) -> None:
    """N01"""
    assert refusal(client, username=name)["username"]


@pytest.mark.django_db
@pytest.mark.parametrize("password", ["short", "password123", "Lea-Mueller", "", "1234567890"])
def test_a_weak_password_is_refused_at_its_field(client: Client, password: str) -> None:
    assert refusal(client, username="Lea Mueller", password=password)["password"]


@pytest.mark.django_db
def test_any_long_password_goes(client: Client) -> None:
    assert client.post(URL, GOOD | {"password": " ünd 漢字 😀 "}).status_code == 302
    assert User.objects.get().check_password(" ünd 漢字 😀 ")


@pytest.mark.django_db
def test_an_e_mail_belongs_to_one_account(client: Client) -> None:
    UserFactory(username="bob", email="Bob@example.org")
    assert refusal(client, email="bob@Example.org")["email"]
    assert refusal(client, email="nonsense")["email"]


@pytest.mark.django_db
def test_the_database_refuses_what_the_form_missed() -> None:
    UserFactory(username="bob", email="bob@example.org")
    with pytest.raises(IntegrityError):
        UserFactory(username="carol", email="BOB@example.org")


@pytest.mark.django_db
def test_two_who_want_a_name_in_the_same_moment(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both forms found it free; the database lets one through, the other is told like everybody."""
    UserFactory(username="Lea")
    monkeypatch.setattr("accounts.selectors.require_free_name", lambda name, besides=None: None)
    (error,) = refusal(client)["username"]
    assert error.startswith("Lea is taken. Free: ")


@pytest.mark.django_db
def test_it_goes_where_they_wanted(client: Client) -> None:
    response = client.post(URL, GOOD | {"next": "/tables/abc/?x=1"})
    assert response["Location"] == "/tables/abc/?x=1"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "http:///evil", "0"]
)
def test_it_never_leads_away_from_the_site(client: Client, target: str) -> None:
    assert client.post(URL, GOOD | {"next": target})["Location"] == "/lobby/"


@pytest.mark.django_db
def test_sign_up_and_sign_in_hand_on_where_to_go(client: Client) -> None:
    page = client.get(URL, {"next": "/tables/abc/"}).content.decode()
    assert 'name="next" value="/tables/abc/"' in page
    assert 'href="/accounts/sign-in/?next=%2Ftables%2Fabc%2F"' in page
    assert "evil" not in client.get(URL, {"next": "//evil.example"}).content.decode()


@pytest.mark.django_db
def test_who_is_signed_in_is_sent_on(alices_browser: Client) -> None:
    assert alices_browser.get(URL, {"next": "/rules/"})["Location"] == "/rules/"


@pytest.mark.django_db
def test_it_has_a_limit_for_each_address(client: Client, settings: Settings) -> None:
    """E12: a forged forwarding header opens no second account book."""
    settings.SIGN_UPS_PER_HOUR = 2
    for _ in range(2):
        assert client.post(URL, GOOD | {"password": "short"}).status_code == 422
    response = client.post(URL, GOOD, headers={"X-Forwarded-For": "203.0.113.7"})
    assert response.status_code == 429
    assert response["Retry-After"]
    assert "Too fast. One moment." in response.content.decode()
    assert not User.objects.exists()
    assert client.post(URL, GOOD, REMOTE_ADDR="203.0.113.7").status_code == 302


@pytest.mark.django_db
def test_it_refuses_other_methods(client: Client) -> None:
    assert client.put(URL).status_code == 405
