"""A player's page: every match once, from their own side, and only what the viewer may see."""

import re
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.services import delete_account
from games.models import Match, Seat, Table
from games.services import tables
from games.tallies import begin_tallies, end_tallies
from games.views import profile
from tests.games.played import BEGAN, RandomMatch, store
from tests.games.visiting import browser_of, open_table, person, start_match, words

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played() -> RandomMatch:
    """A short match to the end; alice and carol against bob and dave."""
    return RandomMatch(seed=5).play_out()


def lines(browser: Client, name: str = "alice") -> list[str]:
    page = browser.get(f"/players/{name}/").content.decode()
    body = page[page.index("<tbody>") : page.index("</tbody>")] if "<tbody>" in page else ""
    return [words(row.encode()) for row in re.findall(r"<tr>.*?</tr>", body, re.S)]


def row(status: str = "finished", *, access: str = "public", number: int = 0, **fields: object) -> Match:
    """A match as a mere row, for marks and pages; alice sits South."""
    table = Table.objects.create(target=500, access=access, host=person("alice"), created_at=BEGAN)
    defaults = {"status": status, "winner": 0, "totals": [505, 95], "ended_at": BEGAN, "head": 1, "created_at": BEGAN}
    match = Match.objects.create(table=table, options={}, **(defaults | fields))  # type: ignore[arg-type]
    for seat, name in enumerate(("alice", "bob", "carol", "dave")):
        Seat.objects.create(match=match, number=seat, user=person(name), live=False)
    begin_tallies(match)
    end_tallies(match)
    return match


def test_a_match_stands_there_with_partner_opponents_rounds_and_result(played: RandomMatch, client: Client) -> None:
    match = store(played)
    (line,) = lines(client)
    south = match.totals[0] > match.totals[1]
    assert "carol" in line
    assert "bob · dave" in line
    assert f"{match.totals[0]} : {match.totals[1]}".replace("-", "−") in line
    assert ("won" if south else "lost") in line
    assert f" {len(played.state.results)} " in line
    (other,) = lines(client, "bob")
    assert f"{match.totals[1]} : {match.totals[0]}".replace("-", "−") in other, "own team first"
    assert ("lost" if south else "won") in other


def test_a_list_of_many_asks_no_more_than_one_of_few(client: Client, django_assert_max_num_queries: object) -> None:
    for _ in range(12):
        row()
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        assert len(lines(client)) == 12


def test_it_links_to_the_match_and_the_players(played: RandomMatch, client: Client) -> None:
    match = store(played)
    page = client.get("/players/alice/").content.decode()
    assert f'href="/matches/{match.code}/"' in page
    assert 'href="/players/carol/"' in page
    assert re.search(r'<time datetime="2026-11-20T[^"]+" data-local="date">', page)


def test_nothing_yet(client: Client) -> None:
    person("alice")
    own = words(browser_of("alice").get("/players/alice/").content)
    assert "No match yet. After your first one it stands here for good." in own
    assert "No match yet." in words(client.get("/players/alice/").content)


def test_running_and_waiting_matches_are_no_history(client: Client) -> None:
    cache.clear()
    start_match(open_table("alice"), "bob", "carol", "dave")
    open_table("eve")
    assert lines(client) == []
    assert lines(client, "eve") == []


@pytest.mark.parametrize(
    ("fields", "mark"),
    [
        ({"status": "forfeited", "winner": 0}, "won, forfeit"),
        ({"status": "forfeited", "winner": 1}, "lost, forfeit"),
        ({"status": "voided", "winner": None}, "voided"),
        ({"status": "no_result", "winner": None}, "no result"),
        ({"winner": 1}, "lost"),
        ({"has_house": True}, "won house players"),
    ],
)
def test_whatever_did_not_end_by_points_is_marked(client: Client, fields: dict[str, object], mark: str) -> None:
    row(**fields)  # type: ignore[arg-type]
    (line,) = lines(client)
    assert line.endswith(mark)


def test_a_match_without_any_round_has_zeros(client: Client) -> None:
    row("voided", winner=None, totals=[])
    assert "0 : 0" in lines(client)[0]


def test_practice_is_marked_and_shown_to_oneself_alone(client: Client) -> None:
    cache.clear()
    table = tables.open_practice(user=person("alice"))
    tables.end_practice(table=table, user=person("alice"))
    (line,) = lines(browser_of("alice"))
    assert "practice" in line
    assert line.count("(house)") == 3
    assert lines(client) == []
    assert lines(browser_of("eve")) == []


def test_private_matches_are_seen_by_those_who_played(client: Client) -> None:
    """E08: not by others, not even that they took place."""
    match = row(access="private")
    assert lines(client) == []
    assert lines(browser_of("eve")) == []
    assert match.code not in browser_of("eve").get("/players/alice/").content.decode()
    for name in ("alice", "bob", "carol", "dave"):
        (line,) = lines(browser_of(name))
        assert "private" in line


def test_a_deleted_partner_keeps_a_number_and_has_no_page(client: Client) -> None:
    """N03: the same number everywhere."""
    row()
    row()
    carol = person("carol")
    delete_account(user=carol)
    carol.refresh_from_db()
    page = client.get("/players/alice/").content.decode()
    assert page.count(f"Deleted account {carol.deleted_number}") == 3, "two matches, one partner"
    assert "carol" not in page
    assert f"/players/{quote(carol.username)}/" not in page
    assert client.get(f"/players/{quote(carol.username)}/").status_code == 404
    assert client.get("/players/carol/").status_code == 404


def test_it_has_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile, "PER_PAGE", 2)
    for _ in range(5):
        row()
    assert len(lines(client)) == 2
    text = words(client.get("/players/alice/?page=2").content)
    for said in ("5 matches", "Page 2 of 3", "Earlier", "Later"):
        assert said in text


@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 30, "", "\x00", "1.5"])
def test_a_strange_page_number_is_some_page(client: Client, page: str) -> None:
    row()
    answer = client.get("/players/alice/", {"page": page})
    assert answer.status_code == 200
    assert "505 : 95" in words(answer.content)


def test_any_case_of_the_name_leads_there(client: Client) -> None:
    person("Müller")
    answer = client.get(f"/players/{quote('mÜLLER')}/")
    assert answer.headers["Location"] == f"/players/{quote('Müller')}/"


@pytest.mark.parametrize(
    "name", ["nobody", "__proto__", "%00", "%F0%9F%98%80", "a" * 31, "%20", "..", "%E2%80%8B", "<b>"]
)
def test_nobody_of_that_name(client: Client, name: str) -> None:
    """E11"""
    person("alice")
    assert client.get(f"/players/{name}/").status_code == 404


def test_only_the_owner_has_settings(client: Client) -> None:
    person("alice")
    assert "Settings" in words(browser_of("alice").get("/players/alice/").content)
    assert "Settings" not in words(client.get("/players/alice/").content)


def test_it_refuses_post(client: Client) -> None:
    person("alice")
    assert client.post("/players/alice/").status_code == 405
