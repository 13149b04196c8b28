"""The last play of a match: everybody's history, statistics and rating get it alike, whoever is there."""

import pytest
from django.db import transaction

from accounts import services
from games import presence
from games.models import Match, Rated, Rating, Seat, Tally
from games.pastview import line_of
from games.services import play
from games.statistics import Period, numbers_of, past_matches, sums_of, tallies_of
from games.times import from_ms
from tests.games.factories import assert_rebuilds
from tests.games.played import PEOPLE, RandomMatch, cast, store, store_but_last
from tests.games.visiting import browser_of, person, words

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played() -> RandomMatch:
    return RandomMatch(5).play_out()


def end(match: Match, played: RandomMatch) -> Match:
    at = played.batches[-1][0]
    assert played.last is not None
    play.submit(match_id=match.pk, command=played.last, received_at=at, now=at)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def all_have_it(match: Match) -> None:
    """One line of history, one match in the statistics, one in the rating, for each of the four."""
    for seat in Seat.objects.filter(match=match).select_related("user"):
        assert seat.user is not None
        (tally,) = past_matches(seat.user, seat.user)
        assert tally.match == match and line_of(tally).won == (match.winner == seat.number % 2)
        found = numbers_of(sums_of(tallies_of(seat.user, seat.user, Period.ALL, from_ms(0))))
        assert (found.matches, found.rounds) == (1, match.rounds.count())
        assert Rating.objects.get(first=seat.user, second=None).matches == 1
    assert Rating.objects.exclude(second=None).count() == 2


def test_somebody_who_is_offline_when_it_ends_gets_it_too(played: RandomMatch) -> None:
    """BUGLOG F07."""
    match = store_but_last(played)
    for seat in Seat.objects.filter(match=match).exclude(number=0):
        presence.touch(seat.pk, played.at)
    presence.sweep(played.at)
    assert not Seat.objects.get(match=match, number=0).online
    all_have_it(end(match, played))


def test_somebody_whose_account_is_deleted_meanwhile_takes_it_from_nobody(played: RandomMatch) -> None:
    """BUGLOG F07: what cannot be shown of one of them is still there for the other three."""
    match = store_but_last(played)
    services.delete_account(user=person("bob"))
    all_have_it(end(match, played))


def test_what_fails_for_one_is_written_for_nobody_and_can_be_played_again(
    played: RandomMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BUGLOG F07: never three with the match and one without it."""
    match = store_but_last(played)
    head = match.head
    with monkeypatch.context() as broken, pytest.raises(RuntimeError), transaction.atomic():
        broken.setattr("games.services.rating._book", _third_fails())
        end(match, played)
    match.refresh_from_db()
    assert (match.status, match.head) == (Match.Status.RUNNING, head)
    assert not Rated.objects.exists() and not Rating.objects.exists()
    assert set(Tally.objects.values_list("kind", flat=True)) == {Tally.Kind.OPEN}
    all_have_it(end(match, played))
    assert_rebuilds(match)


def _third_fails() -> object:
    calls = []

    def book(row: Rating, rating: object, *, won: bool) -> None:
        calls.append(row)
        if len(calls) == 3:
            raise RuntimeError("one record fails")

    return book


def test_a_new_name_takes_everything_along(played: RandomMatch) -> None:
    """BUGLOG F08: history, statistics, rating and replay follow, and the old name is nowhere."""
    match = end(store_but_last(played), played)
    reader = browser_of("eve")
    frames = f"/matches/{match.code}/1/frames/?as=0"
    assert "alice" in reader.get(frames).content.decode(), "kept with the old name"
    services.rename(user=cast()[0], name="Ada")
    assert reader.get("/players/alice/").status_code == 404
    for path in ("/players/Ada/", f"/matches/{match.code}/", f"/matches/{match.code}/1/3/?as=0", frames):
        page = reader.get(path).content.decode()
        assert "Ada" in page and "alice" not in page, path
    assert "1 of 1" in words(reader.get("/players/Ada/").content) or match.winner == 1
    assert Rating.objects.get(first__username="Ada", second=None).matches == 1
    assert "Ada" in reader.get(f"/players/{PEOPLE[2]}/").content.decode(), "as a partner"


def test_matches_of_different_length_say_so() -> None:
    """BUGLOG F13: 4 minutes and 40 minutes."""
    for minutes in (4, 40):
        match = store(lasting(minutes))
        assert f"{minutes} minutes" in words(browser_of("eve").get(f"/matches/{match.code}/").content)


def lasting(minutes: int) -> RandomMatch:
    """A match whose acts follow each other evenly for so long."""
    played = RandomMatch(5).play_out()
    began, acts = played.batches[0][0], len(played.batches) - 1
    played.batches = [
        (began + number * minutes * 60_000 // acts, events) for number, (_, events) in enumerate(played.batches)
    ]
    return played
