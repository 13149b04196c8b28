"""The start page: one sentence, ways in, and how many tables there really are."""

import pytest
from django.test import Client

from tests.games.visiting import browser_of, open_table, start_match, words

pytestmark = pytest.mark.django_db


def test_it_tells_the_truth_about_an_empty_site(client: Client) -> None:
    text = words(client.get("/").content)
    assert "Nobody is waiting right now. Invite three people, or practise." in text
    for said in ("Play now", "Learn the rules", "Practise", "Private table"):
        assert said in text


def test_it_counts_tables(client: Client) -> None:
    start_match(open_table("alice"), "bob", "carol", "dave")
    open_table("eve")
    open_table("frank")
    assert "2 tables wait for players, 1 match is being played." in words(client.get("/").content)


def test_it_is_fine_for_the_signed_in() -> None:
    page = browser_of("alice").get("/")
    assert page.status_code == 200
    assert 'action="/practice/"' in page.content.decode()


def test_a_stranger_practises_after_joining(client: Client) -> None:
    assert 'href="/accounts/sign-up/?next=%2Fpractice%2F"' in client.get("/").content.decode()


def test_it_refuses_post(client: Client) -> None:
    assert client.post("/").status_code == 405
