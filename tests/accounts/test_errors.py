"""Answers in words, for pages and for requests from inside a page."""

import json

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.test import Client, RequestFactory

from accounts import errors
from accounts.errors import notice

INSIDE = {"HX-Request": "true"}


def fragment(path: str = "/nowhere/") -> HttpRequest:
    return RequestFactory().get(path, headers=INSIDE)


@pytest.mark.django_db
def test_not_found_is_a_page_with_a_way_on(client: Client) -> None:
    response = client.get("/nowhere/<img src=x>/")
    assert response.status_code == 404
    assert "Nothing lies here." in response.content.decode()
    assert "<img src=x>" not in response.content.decode()


@pytest.mark.django_db
def test_not_found_inside_a_page_is_a_notice(client: Client) -> None:
    """D09: no page is ever swapped into a table."""
    response = client.get("/nowhere/", headers=INSIDE)
    assert response.status_code == 404
    assert response.content == b""
    assert response["HX-Reswap"] == "none"
    assert json.loads(response["HX-Trigger"]) == {"notice": {"value": "Nothing lies here."}}


@pytest.mark.django_db
def test_an_error_page_leads_back_to_a_page_of_ours_only(client: Client) -> None:
    ours, theirs = "http://testserver/rules/?x=1", "https://elsewhere.example/lobby/"
    assert f'href="{ours}"' in client.get("/nowhere/", headers={"Referer": ours}).content.decode()
    assert "elsewhere.example" not in client.get("/nowhere/", headers={"Referer": theirs}).content.decode()
    itself = client.get("/nowhere/", headers={"Referer": "http://testserver/nowhere/"}).content.decode()
    assert "Back" not in itself


@pytest.mark.parametrize("path", ["/", "/lobby/", "/nowhere/"])
def test_a_request_django_refuses_is_answered_in_words(client: Client, path: str) -> None:
    """Not even the host can be asked for, and nothing of the database is (no fixture `db`)."""
    response = client.get(path, headers={"Host": "elsewhere.example"})
    assert response.status_code == 400
    assert "We could not read this request." in response.content.decode()
    assert client.get(path, headers=INSIDE | {"Host": "elsewhere.example"}).status_code == 400


@pytest.mark.django_db
def test_a_boosted_link_gets_the_page(client: Client) -> None:
    assert client.get("/nowhere/", headers=INSIDE | {"HX-Boosted": "true"}).content


def test_no_access_inside_a_page_is_a_notice() -> None:
    response = errors.no_access(fragment(), PermissionDenied())
    assert (response.status_code, response.content) == (403, b"")


@pytest.mark.django_db
def test_no_access_is_a_page(alices_browser: Client) -> None:
    request = alices_browser.get("/privacy/").wsgi_request
    response = errors.no_access(request, PermissionDenied())
    assert response.status_code == 403
    assert "This is not open to you." in response.content.decode()


def test_too_often_inside_a_page_is_a_notice() -> None:
    response = errors.too_many(fragment(), seconds=5)
    assert (response.status_code, response["Retry-After"], response.content) == (429, "5", b"")


def test_a_notice_may_say_anything() -> None:
    assert notice("Zu früh: „김“\r\nX: y", 409)["HX-Trigger"].isascii()


def test_broken_needs_no_database_and_no_session() -> None:
    """The fixture `db` is missing here on purpose."""
    response = errors.broken(RequestFactory().get("/"))
    assert response.status_code == 500
    assert "your match is safe" in response.content.decode()


def test_broken_needs_not_even_its_template(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> str:
        raise RuntimeError

    monkeypatch.setattr(errors, "render_to_string", fail)
    response = errors.broken(RequestFactory().get("/"))
    assert response.status_code == 500
    assert b"your match is safe" in response.content
    assert "deine Partie ist sicher" in response.content.decode()


@pytest.mark.django_db
def test_a_crash_ends_in_that_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("accounts.views.account.render", crash)
    client.raise_request_exception = False
    response = client.get("/privacy/")
    assert response.status_code == 500
    assert "Something of ours broke" in response.content.decode()


@pytest.mark.django_db
def test_an_address_for_forms_opened_by_hand_says_so(client: Client) -> None:
    response = client.get("/language/")
    assert response.status_code == 405
    assert response["Allow"] == "POST"
    assert "This address only takes what a page of ours sends." in response.content.decode()
    inside = client.get("/language/", headers=INSIDE)
    assert inside.status_code == 405
    assert json.loads(inside["HX-Trigger"]) == {"notice": {"value": "Nothing to look at here."}}
    assert client.post("/rules/").status_code == 405
