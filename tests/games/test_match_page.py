"""A match's own page: result, rounds, calls, reasons, and who may see it."""

import re
from html import unescape

import pytest
from django.test import Client

from games.engine import commands as c
from games.engine.state import Phase
from games.models import Hand, Match, Table
from games.score_chart import chart
from tests.games.played import RandomMatch, cast, store
from tests.games.visiting import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def whole() -> RandomMatch:
    return RandomMatch(58).play_out()


@pytest.fixture(scope="module")
def running() -> RandomMatch:
    return RandomMatch(12).play_until(Phase.PLAY, rounds=2)


def page_of(client: Client, match: Match, query: str = "") -> str:
    answer = client.get(f"/matches/{match.code}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def shown(points: int) -> str:
    return str(points).replace("-", "−")


def test_it_tells_who_beat_whom_and_every_round(client: Client, whole: RandomMatch) -> None:
    match = store(whole)
    page = page_of(client, match)
    winners, losers = ("alice and carol", "bob and dave") if match.winner == 0 else ("bob and dave", "alice and carol")
    assert f"<h1>{winners} beat {losers}</h1>" in page
    rows = re.findall(r'<tr><td class="nowrap">.*?</tr>', page, re.S)
    assert len(rows) == len(whole.state.results)
    for row, result in zip(rows, whole.state.results, strict=True):
        assert f"Round {result.number}" in row
        assert all(shown(total) in row for total in result.total)
        assert ("double" in row) == result.team_victory


def test_calls_stand_with_their_outcome(client: Client, whole: RandomMatch) -> None:
    match = store(whole)
    page = page_of(client, match)
    for hand in Hand.objects.filter(round__match=match).exclude(call=""):
        name = cast()[hand.seat].username
        assert f"{name} called" in page
        mark = "✓" if hand.place == 1 else "✗"
        letter = "G" if hand.call == "grand" else "T"
        assert f'{name}</span><span aria-hidden="true">{letter} {mark}</span>' in page


def test_its_links_lead_into_the_replay(client: Client, whole: RandomMatch) -> None:
    match = store(whole)
    page = page_of(client, match)
    addresses = re.findall(rf'href="(/matches/{match.code}/\d+/0/[^"]*)"', page)
    assert {address.split("/")[3] for address in addresses} == {str(each.number) for each in whole.state.results}
    assert all(client.get(unescape(address)).status_code == 200 for address in addresses[-2:])


def test_those_who_played_see_us_and_them(whole: RandomMatch) -> None:
    match = store(whole)
    ours = re.search(r'class="us"><b>([^<]*)</b><small><bdi>([^<]*)', page_of(browser_of("bob"), match))
    assert ours
    assert ours.groups() == (shown(match.totals[1]), "bob · dave")
    assert "Us" in page_of(browser_of("bob"), match)


def test_a_forfeit_tells_who_and_when(client: Client) -> None:
    """RULES O2."""
    played = RandomMatch(6).play_until(Phase.PLAY, rounds=1)
    (late,) = played.state.to_act()
    played.do(c.RunOut((late,)))
    match = store(played)
    page = page_of(client, match)
    assert f"Clock and reserve of {cast()[late].username} ran out" in page
    assert "win by forfeit" in page
    assert "not finished" in page
    assert f'href="/matches/{match.code}/2/0/' in page, "the broken round can be looked at, too"
    assert match.ended_at is not None
    assert f"{match.ended_at:%H:%M:%S} UTC" in page


def test_both_teams_out_of_time_is_no_result(client: Client) -> None:
    """RULES O2."""
    played = RandomMatch(6).play_until(Phase.GRAND)
    late = tuple(sorted(played.state.to_act()))
    played.do(c.RunOut(late))
    page = page_of(client, store(played))
    assert "both teams, so there is no result" in page
    assert "alice and carol against bob and dave" in page


def test_a_voided_match_tells_its_reason(client: Client) -> None:
    played = RandomMatch(6).play_until(Phase.PLAY)
    played.do(c.VoidMatch("<b>A power cut</b>"))
    page = page_of(client, store(played))
    assert "ended without a result: &lt;b&gt;A power cut&lt;/b&gt;" in page


def test_a_match_voided_before_the_first_deal_has_no_rounds(client: Client) -> None:
    played = RandomMatch(6)
    played.do(c.VoidMatch("nobody came"))
    page = page_of(client, store(played))
    assert "No round was dealt." in page
    assert "/1/0/" not in page


def test_a_running_match_shows_finished_rounds_to_its_seats_alone(client: Client, running: RandomMatch) -> None:
    """RULES U3."""
    match = store(running)
    page = page_of(browser_of("dave"), match)
    assert f"/matches/{match.code}/2/0/" in page
    assert f"/matches/{match.code}/3/0/" not in page
    assert "noindex" in page
    assert "This match is still running." in page
    assert match.share_key not in page
    assert 'id="share"' not in page
    for browser in (client, browser_of("eve")):
        assert browser.get(f"/matches/{match.code}/").status_code == 404
        assert browser.get(f"/matches/{match.code}/?key={match.share_key}").status_code == 404


def test_a_private_match_is_shared_by_its_link(client: Client, whole: RandomMatch) -> None:
    """RULES U3: the seats find the link; whoever has it looks, search engines don't keep it."""
    match = store(whole, access=Table.Access.PRIVATE)
    assert client.get(f"/matches/{match.code}/").status_code == 404
    found = re.search(r'id="share" readonly value="([^"]*)"', page_of(browser_of("carol"), match))
    assert found
    answer = client.get(unescape(found.group(1)).removeprefix("http://testserver"))
    assert answer.status_code == 200
    assert answer["X-Robots-Tag"] == "noindex"
    links = re.findall(rf'href="(/matches/{match.code}/\d+/0/[^"]*)"', answer.content.decode())
    assert links
    assert all(f"key={match.share_key}" in each for each in links)
    assert match.table.invite_token not in answer.content.decode()


def test_a_public_link_carries_no_key(whole: RandomMatch) -> None:
    match = store(whole)
    page = page_of(browser_of("carol"), match)
    assert match.share_key not in page
    assert f'value="http://testserver/matches/{match.code}/"' in page


def test_a_waiting_match_has_no_page(client: Client) -> None:
    table = Table.objects.create(target=500, host=cast()[0], created_at="2026-11-20T20:00Z")
    match = Match.objects.create(table=table, options={}, created_at="2026-11-20T20:00Z")
    assert client.get(f"/matches/{match.code}/").status_code == 404


def test_it_only_reads(client: Client, whole: RandomMatch) -> None:
    match = store(whole)
    assert client.post(f"/matches/{match.code}/").status_code == 405
    assert client.head(f"/matches/{match.code}/").status_code == 200


def test_it_shows_no_cards(client: Client, whole: RandomMatch) -> None:
    assert "cards.svg#" not in page_of(client, store(whole))


@pytest.mark.parametrize(
    ("us", "them"), [((100,), (0,)), ((-300, -400), (300, 200)), (tuple(range(0, 3000, 100)), (0,) * 30)]
)
def test_the_chart_keeps_within_its_box(us: tuple[int, ...], them: tuple[int, ...]) -> None:
    drawn = chart(us, them, 500)
    for line in (drawn.us, drawn.them):
        assert len(line.dots) == len(us) + 1
        assert all(0 <= float(x) <= 340 and 0 <= float(y) <= 150 for x, y in line.dots)
    assert abs(float(drawn.us.label_y) - float(drawn.them.label_y)) >= 12
    assert [rule.value for rule in drawn.rules if rule.is_goal] == ["500"]
    assert len(drawn.ticks) <= 13
