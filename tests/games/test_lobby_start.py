"""The start page: one sentence, ways in, and how many tables there really are."""

import re

import pytest
from django.test import Client

from games.rules import beats, best_reading, parse_cards
from games.views.positions import AT_THE_TABLE, RAISED
from tests.games.visiting import browser_of, open_table, start_match, words

pytestmark = pytest.mark.django_db


def test_it_tells_the_truth_about_an_empty_site(client: Client) -> None:
    text = words(client.get("/").content)
    assert "Nobody is waiting right now, and no public match is running. Invite three people, or practise." in text
    for said in ("Play now", "Learn in two minutes", "Practise", "Invite three people"):
        assert said in text


def test_it_counts_tables(client: Client) -> None:
    start_match(open_table("alice"), "bob", "carol", "dave")
    open_table("eve")
    open_table("frank")
    assert "2 tables wait for players, 1 match is being played." in words(client.get("/").content)


def test_it_shows_a_table_in_one_picture(client: Client) -> None:
    """The drawing is told in words, and the pair that is raised beats the one that lies there."""
    page = client.get("/").content.decode()
    (picture,) = re.findall(r'role="img" aria-label="(A table of four[^"]*)"', page)
    assert "pair of 9s raised" in picture
    top = best_reading(parse_cards(AT_THE_TABLE.top), None)
    raised = best_reading(parse_cards("".join(code for code in AT_THE_TABLE.hand_codes if code in RAISED)), top)
    assert top is not None and raised is not None and beats(top, raised)


def test_an_empty_site_makes_three_real_offers(client: Client) -> None:
    """An invitation, practice, and learning; once somebody waits, the open tables take the place of the last."""
    offers = ['href="/tables/new/?access=private"', 'id="practise"', 'class="btn btn--wide" href="/learn/"']
    page = client.get("/").content.decode()
    assert all(offer in page for offer in offers)
    open_table("alice")
    page = client.get("/").content.decode()
    assert [offer in page for offer in offers] == [True, True, False]
    assert 'class="btn btn--wide" href="/lobby/"' in page


def test_it_is_fine_for_the_signed_in() -> None:
    page = browser_of("alice").get("/")
    assert page.status_code == 200
    assert 'action="/practice/"' in page.content.decode()


def test_a_stranger_practises_after_joining(client: Client) -> None:
    assert 'href="/accounts/sign-up/?next=%2Fpractice%2F"' in client.get("/").content.decode()


def test_it_refuses_post(client: Client) -> None:
    assert client.post("/").status_code == 405
