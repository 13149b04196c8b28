import pytest
from django.contrib.sessions.backends.cache import SessionStore
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from accounts.middleware import private_pages

INSIDE = {"HX-Request": "true", "HX-Current-URL": "http://testserver/tables/abc/?round=2"}


@pytest.mark.django_db
def test_an_ended_session_takes_the_whole_page_to_sign_in(client: Client) -> None:
    """D08: with `next` the page, not the fragment."""
    response = client.get("/accounts/", headers=INSIDE)
    assert response.status_code == 200
    assert response.content == b""
    assert response["HX-Redirect"] == "/accounts/sign-in/?next=%2Ftables%2Fabc%2F%3Fround%3D2"


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["https://evil.example/x", "", "javascript:alert(1)"])
def test_a_foreign_page_is_no_way_back(client: Client, page: str) -> None:
    response = client.get("/accounts/", headers=INSIDE | {"HX-Current-URL": page})
    assert response["HX-Redirect"] == "/accounts/sign-in/?next=%2Flobby%2F"


def test_other_redirects_pass(alices_browser: Client) -> None:
    response = alices_browser.get("/accounts/sign-in/", headers=INSIDE)
    assert (response.status_code, response["Location"]) == (302, "/lobby/")


def test_pages_for_one_person_are_not_kept(alices_browser: Client) -> None:
    """D11, D12: Back after sign-out asks the server again."""
    response = alices_browser.get("/accounts/")
    assert response["Cache-Control"] == "private, no-store"
    assert {"Cookie", "HX-Request"} <= {part.strip() for part in response["Vary"].split(",")}


@pytest.mark.django_db
def test_fragments_are_not_kept_either(client: Client) -> None:
    """D11"""
    assert client.get("/nowhere/", headers=INSIDE)["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(("reads_session", "expected"), [(True, "private, no-store"), (False, None)])
def test_what_needs_no_session_is_left_alone(reads_session: bool, expected: str | None) -> None:
    request = RequestFactory().get("/")
    request.session = SessionStore()

    def view(request: HttpRequest) -> HttpResponse:
        if reads_session:
            request.session.get("anything")
        return HttpResponse()

    assert private_pages(view)(request).get("Cache-Control") == expected


def test_a_view_may_know_better() -> None:
    request = RequestFactory().get("/", headers={"HX-Request": "true"})
    request.session = SessionStore()
    response = private_pages(lambda _: HttpResponse(headers={"Cache-Control": "no-cache"}))(request)
    assert response["Cache-Control"] == "no-cache"
