import json

import pytest
from django.test import Client

from accounts import exports
from accounts.models import User
from tests.factories import UserFactory

URL = "/accounts/export/"


def test_it_is_a_download_of_ones_own_data(alices_browser: Client, bob: User) -> None:
    response = alices_browser.get(URL)
    assert response["Content-Type"] == "application/json; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="tichu-alice.json"'
    assert response["Cache-Control"] == "private, no-store"
    account = json.loads(response.content)["account"]
    assert (account["name"], account["email"]) == ("alice", "alice@example.org")
    assert account["preferences"] == {
        "colours": "auto",
        "cards": "standard",
        "order_of_the_hand": "rank-down",
        "language": "",
    }
    assert "bob" not in response.content.decode()


def test_it_holds_no_secret(alices_browser: Client, alice: User) -> None:
    assert alice.password not in alices_browser.get(URL).content.decode()


def test_other_apps_add_their_part(alices_browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "_parts", dict(exports._parts))
    exports.register("shells", lambda user: [f"shell of {user.username}"])
    assert json.loads(alices_browser.get(URL).content)["shells"] == ["shell of alice"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Ζωή", '"; rm -rf', "<img src=x>"])
def test_any_name_makes_a_file_name(client: Client, name: str) -> None:
    """E10: names sign-up refuses may still come with imports."""
    client.force_login(UserFactory(username=name), backend="accounts.backends.NameBackend")
    response = client.get(URL)
    assert response["Content-Disposition"].startswith("attachment; filename")
    assert json.loads(response.content)["account"]["name"] == name
