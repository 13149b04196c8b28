import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

from tests.factories import UserFactory


@pytest.mark.django_db
def test_signed_out_it_offers_sign_in_and_leads_back(client: Client) -> None:
    page = client.get("/privacy/").content.decode()
    assert 'href="/accounts/sign-in/?next=%2Fprivacy%2F"' in page
    assert 'href="/accounts/sign-up/?next=%2Fprivacy%2F"' in page
    assert "/accounts/sign-out/" not in page


def test_signed_in_it_shows_the_way_out(alices_browser: Client) -> None:
    page = alices_browser.get("/privacy/").content.decode()
    assert 'action="/accounts/sign-out/"' in page
    assert "Account, signed in as alice" in page


@pytest.mark.django_db
def test_it_has_what_every_page_needs(client: Client) -> None:
    page = client.get("/privacy/").content.decode()
    assert '<a class="skip" href="#main">' in page
    assert '<main id="main"' in page
    assert '<meta name="color-scheme" content="light dark">' in page
    assert 'rel="icon"' in page
    assert '"code":"(2..|409|422|429)","swap":true' in page


@pytest.mark.django_db
def test_it_passes_the_strict_policy(client: Client, alices_browser: Client) -> None:
    """No inline script or style, nothing from elsewhere."""
    pages = [client.get(path).content.decode() for path in ("/privacy/", "/accounts/sign-in/", "/accounts/sign-up/")]
    pages += [alices_browser.get(path).content.decode() for path in ("/accounts/", "/accounts/delete/")]
    for page in pages:
        assert not re.search(r"<style|style=|\son\w+=|hx-on|<script(?![^>]*src=\"/static/)|(src|href)=\"https?:", page)


@pytest.mark.django_db
def test_a_name_with_markup_is_shown_as_text(client: Client) -> None:
    """E10: in the page, in attributes, in the title."""
    client.force_login(UserFactory(username='"><img src=x>'), backend="accounts.backends.NameBackend")
    for path in ("/accounts/", "/privacy/"):
        assert "<img src=x" not in client.get(path).content.decode()


@pytest.mark.django_db
def test_the_icon_is_found_where_browsers_look(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == "/static/css/art/mark.svg"


def bar(**changes: object) -> str:
    match = {
        "url": "/tables/abc/", "is_running": True, "waiting_names": "Nora, Mira", "deadline_ms": 1_796_000_000_123,
    }  # fmt: skip
    return render_to_string("_return.html", {"running_match": match | changes})


def test_the_return_bar_shows_a_running_match() -> None:
    assert "Your match is running." in bar()
    assert "Waiting for you: Nora, Mira." in bar()
    assert 'data-deadline="1796000000123"' in bar()
    assert 'href="/tables/abc/"' in bar()


def test_the_return_bar_says_no_more_than_it_knows() -> None:
    quiet = bar(is_running=False, waiting_names="", deadline_ms=None)
    assert "running" not in quiet
    assert "Waiting for you" not in quiet
    assert "clock" not in quiet
    assert render_to_string("_return.html", {"running_match": None}).strip() == ""
