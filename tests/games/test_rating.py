"""Ratings: moved once by each public match between four people, the same whenever they are made anew (BUGLOG F11)."""

from collections.abc import Sequence

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import delete_account
from games.engine import commands as c
from games.models import Match, Rated, Rating, Table
from games.services.rating import START, rate, rate_again
from games.views import leaderboard as view
from tests.games.factories import SEATS, a_match
from tests.games.played import RandomMatch, store
from tests.games.visiting import person, words

pytestmark = pytest.mark.django_db
CAST = ("alice", "bob", "carol", "dave")


@pytest.fixture(scope="module")
def played() -> RandomMatch:
    return RandomMatch(seed=5).play_out()


def rating(first: str, second: str | None = None) -> Rating:
    keys = sorted(person(name).pk for name in (first, second) if name)
    return Rating.objects.get(first=keys[0], second=keys[1] if second else None)


def ratings() -> list[tuple[object, ...]]:
    return list(
        Rating.objects.order_by("first", "second").values_list("first", "second", "mu", "sigma", "shown", "won")
    )


def finished(played: RandomMatch, names: Sequence[str] = CAST, access: str = Table.Access.PUBLIC) -> Match:
    return store(played, people=[person(name) for name in names], access=access)


def test_winners_rise_and_losers_fall_alone_and_as_a_pair(played: RandomMatch) -> None:
    match = finished(played)
    assert rate(match)
    winners, losers = (("alice", "carol"), ("bob", "dave"))[:: 1 if match.winner == 0 else -1]
    for row in (rating(winners[0]), rating(winners[1]), rating(*winners)):
        assert row.mu > 25 and row.shown > START and (row.matches, row.won) == (1, 1)
    for row in (rating(losers[0]), rating(losers[1]), rating(*losers)):
        assert row.mu < 25 and (row.matches, row.won) == (1, 0)
    assert Rating.objects.count() == 6


def test_a_match_is_rated_once(played: RandomMatch) -> None:
    match = finished(played)
    assert [rate(match), rate(match), rate(match)] == [True, False, False]
    assert rating("alice").matches == 1 and Rated.objects.count() == 1


def test_a_match_that_ends_at_its_table_is_rated() -> None:
    """By the service that writes the end, without anybody asking."""
    live = a_match()
    while not live.grand().exchange().to_ready_gate().row.is_over:
        for seat in SEATS:
            live.do(c.Ready(seat))
    assert live.row.status == "finished"
    assert Rated.objects.filter(match=live.match).count() == 1
    assert Rating.objects.filter(matches=1).count() == 6


def test_what_does_not_count_moves_nothing(played: RandomMatch) -> None:
    """F11: private, forfeited, with house players, with people who have no account, not yet over."""
    private = finished(played, access=Table.Access.PRIVATE)
    house = store(RandomMatch(5, kinds=("person", "house", "person", "person")).play_out())
    forfeited = finished(played)
    forfeited.tallies.update(kind="forfeited")
    running = store(RandomMatch(7).play_rounds(1))
    assert not any(rate(match) for match in (private, house, running, forfeited))
    assert not Rating.objects.exists() and not Rated.objects.exists()


def test_made_anew_they_are_the_same(played: RandomMatch) -> None:
    """In the order in which the matches ended, whatever was there before."""
    for seed, names in ((5, CAST), (6, ("alice", "carol", "bob", "dave")), (7, ("eve", "bob", "alice", "dave"))):
        rate(finished(RandomMatch(seed).play_out(), names))
        person("alice").seats.update(live=False)
    ended = list(Match.objects.order_by("ended_at", "pk"))
    rate_again()
    before = ratings()
    Rating.objects.update(mu=3, shown=5)
    assert rate_again() == len(ended) == 3
    assert ratings() == before


def a_rating(first: str, shown: int, second: str | None = None, matches: int = 10) -> Rating:
    people = sorted((person(name) for name in (first, second) if name), key=lambda user: user.pk)
    pair = {"first": people[0], "second": people[1] if second else None}
    return Rating.objects.create(mu=25, sigma=3, shown=shown, matches=matches, won=4, **pair)


def test_the_leaderboard_has_the_strongest_first(client: Client) -> None:
    a_rating("alice", 1200)
    a_rating("bob", 1300)
    a_rating("carol", 1400, matches=9)
    a_rating("alice", 1250, "bob")
    people = words(client.get("/leaderboard/").content)
    assert people.index("1 bob 1300 4 of 10") < people.index("2 alice 1200 4 of 10")
    assert "carol" not in people, "too few matches"
    pairs = words(client.get("/leaderboard/?of=pairs").content)
    assert "1 alice · bob 1250 4 of 10" in pairs or "1 bob · alice 1250 4 of 10" in pairs
    assert "rating 1200" in words(client.get("/players/alice/").content)
    assert "rating" not in words(client.get("/players/carol/").content)


def test_deleted_and_suspended_accounts_are_not_listed(client: Client) -> None:
    for name in CAST:
        a_rating(name, 1200)
    a_rating("alice", 1250, "bob")
    delete_account(user=person("alice"))
    User.objects.filter(username="carol").update(is_active=False)
    page = words(client.get("/leaderboard/").content)
    assert "alice" not in page and "carol" not in page and "bob" in page
    assert "Nobody stands here yet." in words(client.get("/leaderboard/?of=pairs").content)


@pytest.mark.parametrize("query", ["", "?of=nothing", "?of=%00&page=%00", "?page=-1", "?page=99999999999999999999"])
def test_any_address_has_an_answer(client: Client, query: str) -> None:
    assert client.get(f"/leaderboard/{query}").status_code == 200


def test_it_has_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "PER_PAGE", 2)
    for number, name in enumerate(CAST):
        a_rating(name, 1200 - number)
    page = words(client.get("/leaderboard/?page=2").content)
    assert "3 carol" in page and "4 dave" in page and "Page 2 of 2" in page
