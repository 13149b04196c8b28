"""Statistics: sums of what the log says, over matches that count, as far as the reader may see them (BUGLOG F11)."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import User
from games import log
from games.engine import events as e
from games.models import Action, Hand, Match, Rated, Rating, Seat, Table, Tally
from games.statistics import Numbers, Period, Share, apart_of, numbers_of, partners_of, sums_of, tallies_of
from tests.games.factories import ALICE, BOB, a_match, in_play
from tests.games.played import BEGAN, RandomMatch, store
from tests.games.visiting import browser_of, person, words

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 30, tzinfo=UTC)
CAST = ("alice", "bob", "carol", "dave")


@pytest.fixture(scope="module")
def played() -> RandomMatch:
    """A short match to the end; alice and carol against bob and dave."""
    return RandomMatch(seed=5).play_out()


def tally(seat: int, match: Match) -> Tally:
    return Tally.objects.get(match=match, seat=seat)


def a_tally(
    *, access: str = "public", kind: str = "counted", days: int = 1, partner: str = "carol", **sums: int
) -> Tally:
    """A mere row: a match of alice's that ended so many days before NOW."""
    table = Table.objects.create(target=500, access=access, host=person("alice"), created_at=BEGAN)
    match = Match.objects.create(table=table, options={}, status="finished", created_at=BEGAN)
    Seat.objects.create(match=match, number=0, user=person("alice"), live=False)
    row = {"kind": kind, "public": access == "public", "ended_at": NOW - timedelta(days=days)}
    return Tally.objects.create(match=match, seat=0, user=person("alice"), partner=person(partner), **row, **sums)


def numbers(owner: str = "alice", viewer: str = "alice", period: Period = Period.ALL) -> Numbers:
    return numbers_of(sums_of(tallies_of(person(owner), person(viewer), period, NOW)))


def test_a_whole_match_adds_up_to_what_its_log_says(played: RandomMatch) -> None:
    match = store(played)
    results = played.state.results
    hands = Hand.objects.filter(round__match=match)
    for seat, name in enumerate(CAST):
        team, found = seat % 2, numbers(name)
        assert (found.matches, found.rounds) == (1, len(results))
        assert found.won == (match.winner == team)
        assert (found.points, found.against) == (match.totals[team], match.totals[1 - team])
        assert found.firsts == sum(result.order[0] == seat for result in results)
        mine = hands.filter(seat=seat)
        assert (found.tichu, found.grand) == (mine.filter(call="tichu").count(), mine.filter(call="grand").count())
        assert found.tichu_made == mine.filter(call="tichu", place=1).count()
        assert found.grand_made == mine.filter(call="grand", place=1).count()
        assert found.doubles == sum(r.team_victory and r.order[0] % 2 == team for r in results)
        assert found.doubled == sum(r.team_victory and r.order[0] % 2 != team for r in results)
        plays = [entry.event for entry in log.load(match.pk) if isinstance(entry.event, e.CombinationPlayed)]
        assert found.bombs == sum(play.seat == seat and play.combination.is_bomb for play in plays)
    calls = sum(numbers(name).tichu_points + numbers(name).grand_points for name in CAST)
    assert calls == sum(sum(result.calls) for result in results)


def test_thinking_time_is_that_of_answered_turns() -> None:
    live = in_play()
    live.wait(4_000).play(ALICE, "2j")
    live.wait(7_000).pass_(BOB)
    live.to_ready_gate()
    alice, bob = tally(ALICE, live.match), tally(BOB, live.match)
    acts = [entry.event for entry in log.load(live.match.pk) if isinstance(entry.event, e.CombinationPlayed | e.Passed)]
    assert alice.turns == sum(act.seat == ALICE and not getattr(act, "out_of_turn", False) for act in acts)
    assert (alice.thought, bob.thought) == (4_000, 7_000)


def test_a_turn_that_a_bomb_took_away_is_nobodys_thinking() -> None:
    live = in_play()
    live.wait(1_000).play(ALICE, "2j")
    live.wait(5_000).bomb(BOB, "8j8w8p8s")
    clock = live.clock
    assert sum(clock.turns) <= 2 and sum(clock.thought) <= 6_000
    live.to_ready_gate()
    assert tally(BOB, live.match).bombs >= 1


def test_rebuilt_tallies_are_the_same(played: RandomMatch) -> None:
    match = store(played)
    before = list(Tally.objects.order_by("seat").values())
    Tally.objects.update(points=9_999, rounds=1)
    log.reproject(match)
    assert [row | {"id": 0} for row in Tally.objects.order_by("seat").values()] == [row | {"id": 0} for row in before]


def test_matches_older_than_the_tallies_are_filled_in_once(played: RandomMatch) -> None:
    match = store(played)
    Tally.objects.all().delete()
    said = [_rebuild(), _rebuild()]
    assert said == ["1 matches rebuilt, 1 rated", "0 matches rebuilt, 0 rated"]
    assert numbers().rounds == len(played.state.results)
    assert Tally.objects.filter(match=match, kind="counted").count() == 4


def test_a_run_that_was_broken_off_is_made_up_for(played: RandomMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tallies are there, match by match, when the ratings are still to be told."""
    matches = [store(played), store(played)]
    Tally.objects.filter(match=matches[1]).delete()
    with monkeypatch.context() as broken, pytest.raises(KeyboardInterrupt):
        broken.setattr(log, "reproject", _interrupted)
        call_command("rebuild_projections")
    assert _rebuild() == "1 matches rebuilt, 2 rated"
    Rated.objects.all().delete()
    Rating.objects.all().delete()
    assert [_rebuild(), _rebuild()] == ["0 matches rebuilt, 2 rated", "0 matches rebuilt, 0 rated"]


def _interrupted(*_more: object) -> None:
    raise KeyboardInterrupt


def test_a_log_that_cannot_be_read_keeps_no_other_match_waiting(
    played: RandomMatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """BUGLOG F12."""
    broken, _sound = store(played), store(played)
    Tally.objects.all().delete()
    Action.objects.create(match=broken, sequence=broken.head + 1, at=0, kind="nonsense", version=1, payload={})
    assert _rebuild() == "1 matches rebuilt, 1 rated"
    assert f"logs cannot be read: {broken.code}" in capsys.readouterr().err


def _rebuild() -> str:
    out = StringIO()
    call_command("rebuild_projections", stdout=out)
    return out.getvalue().strip()


def test_a_forfeited_match_does_not_count() -> None:
    """F11: it is numbered apart, with its rounds."""
    live = in_play()
    live.wait(91_000).expire()
    assert tally(ALICE, live.match).kind == "forfeited"
    assert numbers() == Numbers()
    assert apart_of(sums_of(tallies_of(person("alice"), person("alice"), Period.ALL, NOW))).forfeited == 1


def test_matches_with_house_players_do_not_count(played: RandomMatch) -> None:
    """F11: whoever farms them gains nothing."""
    with_house = RandomMatch(5, kinds=("person", "house", "person", "person")).play_out()
    store(with_house)
    assert set(Tally.objects.values_list("kind", flat=True)) == {"house"}
    assert numbers() == Numbers()


def test_matches_with_people_who_have_no_account_do_not_count(played: RandomMatch) -> None:
    """F11: an imported match is nobody's success."""
    match = store(played)
    match.seats.filter(number=1).update(user=None, house="Somebody")
    log.reproject(match)
    assert sorted(Tally.objects.values_list("seat", "kind")) == [(0, "apart"), (2, "apart"), (3, "apart")]
    assert numbers() == Numbers()


def test_a_running_match_does_not_count_yet() -> None:
    a_match()
    assert numbers() == Numbers()
    assert not tallies_of(person("alice"), person("alice"), Period.ALL, NOW).exists()


def test_periods() -> None:
    for days in (1, 29, 31, 364, 366):
        a_tally(days=days, rounds=1)
    assert [numbers(period=period).matches for period in Period] == [5, 2, 4]


def test_each_partner_by_number_of_matches() -> None:
    a_tally(partner="bob", rounds=7, won=True)
    for _ in range(2):
        a_tally(partner="carol", rounds=5)
    found = partners_of(sums_of(tallies_of(person("alice"), person("alice"), Period.ALL, NOW)))
    assert [(each.partner.username, each.numbers.matches, each.numbers.rounds) for each in found] == [
        ("carol", 2, 10),
        ("bob", 1, 7),
    ]


def test_private_matches_count_for_oneself_and_tell_others_nothing() -> None:
    """E08: not even that they took place; who played in one knows it."""
    a_tally(rounds=8)
    private = a_tally(access="private", partner="dave", rounds=11)
    private.match.seats.create(number=2, user=person("dave"), live=False)
    assert numbers().rounds == 19
    assert numbers(viewer="eve").rounds == 8
    assert numbers(viewer="dave").rounds == 19
    page = browser_of("eve").get("/players/alice/").content.decode()
    assert "dave" not in page and "11" not in words(page.encode())


def test_few_cases_have_no_percentage() -> None:
    assert Share(5, 9).percent is None
    assert Share(5, 10).percent == 50
    assert Share(0, 0).percent is None


def test_the_profile_shows_counts_beside_percentages() -> None:
    a_tally(rounds=20, firsts=5, tichu=4, tichu_made=3, grand=1, points=1_100, against=700, doubles=2, doubled=1,
            bombs=7, turns=100, thought=650_000, won=True)  # fmt: skip
    page = words(browser_of("eve").get("/players/alice/").content)
    for said in (
        "1 matches won, 1 of 1",
        "55 : 35 points a round, in 20 rounds",
        "25 % out first, 5 of 20 rounds",
        "3 Tichu made, 3 of 4 called in 20 rounds, +200 points called in 20 % of the rounds",
        "0 Grand Tichu made, 0 of 1 called in 20 rounds, −200 points called in 5 % of the rounds",
        "10 % double victories, 2 of 20 rounds; 1 against",
        "0.35 bombs a round, 7 in all",
        "0:07 average thinking time, 100 turns",
        "With partners",
    ):
        assert said in page.replace("\xa0", " "), said


@pytest.mark.parametrize("query", ["?period=never", "?with=nobody", "?with=%00&period=%00", "?period=month&with=carol"])
def test_any_address_has_an_answer(query: str) -> None:
    a_tally(rounds=3)
    assert browser_of("alice").get(f"/players/alice/{query}").status_code == 200


def test_one_partner_alone() -> None:
    a_tally(partner="bob", rounds=7)
    a_tally(partner="carol", rounds=5)
    page = words(browser_of("alice").get("/players/alice/?with=bob").content)
    assert "Together with bob" in page and "in 7 rounds" in page


def test_a_deleted_partner_is_a_number() -> None:
    """N03: the name is gone from here too."""
    a_tally(partner="bob", rounds=7)
    bob = person("bob")
    bob.deleted_number, bob.username = 4, "deleted-4"
    bob.save()
    page = words(browser_of("alice").get("/players/alice/").content)
    assert User.objects.get(pk=bob.pk).display_name in page and "bob" not in page
