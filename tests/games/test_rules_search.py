"""Searching the rules without scripts: `?q=` hides what does not say the words; every anchor stays."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.templatetags.sifting import fold, says, words_of

pytestmark = pytest.mark.django_db


def search(client: Client, query: str, language: str = "en") -> str:
    answer = client.get("/rules/", {"q": query}, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def shown(page: str) -> list[str]:
    """The opening tags of the places left."""
    return [tag for tag in re.findall(r"<\w+ [^>]*data-place[ >][^>]*", page) if " hidden" not in tag]


def told(page: str) -> str:
    return re.search(r'id="found"[^>]*>([^<]*)<', page)[1]  # type: ignore[index]


def anchors(page: str) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', page))


def test_without_a_search_all_is_shown(client: Client) -> None:
    page = search(client, " ")
    assert not re.search(r"<[^>]* hidden[ >]", page[page.index('id="book"') :])
    assert told(page) == ""


def test_it_leaves_what_says_all_words(client: Client) -> None:
    page = search(client, "dragon bomb")
    places = shown(page)
    assert any('id="dragon-bombed"' in tag for tag in places)
    assert not any('id="seats"' in tag for tag in places)
    assert told(page) == f"{len(places)} places found"


def test_a_heading_with_nothing_below_it_goes_too(client: Client) -> None:
    page = search(client, "tunnel")
    assert [re.search(r'id="([^"]+)"', tag)[1] for tag in shown(page)] == ["time-line"]  # type: ignore[index]
    assert told(page) == "1 place found"
    assert re.search(r'<section [^>]*data-places hidden id="rulings"', page)
    assert re.search(r'<section [^>]*data-places id="faq"', page)


def test_nothing_found_is_said(client: Client) -> None:
    page = search(client, "backgammon")
    assert shown(page) == []
    assert told(page) == "Nothing found. Try another word."


def test_every_anchor_stays_and_links_lead_out_of_the_search(client: Client) -> None:
    """A link to a hidden place would lead nowhere: it leads to the whole page."""
    page, whole = search(client, "wish"), search(client, "")
    assert anchors(whole) - anchors(page) == set()
    book = page[page.index('id="book"') :]
    assert 'href="#' not in book
    assert 'href="/rules/#wish"' in book


def test_what_one_types_need_not_be_exact(client: Client) -> None:
    assert any('id="mahjong"' in tag for tag in shown(search(client, "MAHJONG")))
    assert any('id="phoenix"' in tag for tag in shown(search(client, "phönix", "de")))
    assert any('id="straight"' in tag for tag in shown(search(client, "straße", "de")))
    assert any('id="bomb-flush"' in tag for tag in shown(search(client, "straight-flush bomb")))


def test_answers_are_found_by_their_subject(client: Client) -> None:
    """The heading of a group counts for everything below it."""
    assert any('id="tichu-partner"' in tag for tag in shown(search(client, "tichu partner")))


def test_odd_searches_do_no_harm(client: Client) -> None:
    for query in ("<script>", '"><i>', "\x00", "%", "a" * 5_000, "☃", "'", "{{ x }}", "½", "/"):
        page = search(client, query)
        assert "<script>" not in page
        assert '"><i>' not in page


def test_folding() -> None:
    assert fold("Grösse: 8½, Straight-Flush!") == "grosse 81 2 straight flush"
    assert words_of("  Mah-Jong ") == ("mah", "jong")
    assert says("mah jong", ("mahjong",))
    assert not says("mah jong", ("hjon",))
    assert not says("mah jong", ("dog",))
