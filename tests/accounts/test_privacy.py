import pytest
from django.test import Client
from pytest_django import Settings


@pytest.mark.django_db
def test_it_is_open_to_everybody(client: Client) -> None:
    page = client.get("/privacy/").content.decode()
    assert "What we store, and why" in page
    assert client.post("/privacy/").status_code == 405


@pytest.mark.django_db
def test_it_names_whom_to_write_to_when_there_is_somebody(client: Client, settings: Settings) -> None:
    settings.CONTACT_EMAIL = ""
    assert "Questions, corrections" not in client.get("/privacy/").content.decode()
    settings.CONTACT_EMAIL = "us@example.org"
    assert "us@example.org" in client.get("/privacy/").content.decode()
