"""Records and sheets to take away: that they verify, what they tell, and who may have them."""

import json
import re

import pytest
from django.test import Client

from games.engine import commands as c
from games.engine.record import verify
from games.engine.state import Phase
from games.models import Action, Match, Table
from games.services import afterwards
from tests.engine.records import Line
from tests.games.factories import a_practice, person
from tests.games.played import RandomMatch, cast, store
from tests.games.visiting import browser_of

pytestmark = pytest.mark.django_db


def address(match: Match, ending: str = "tichu.jsonl") -> str:
    return f"/matches/{match.code}.{ending}"


def record_of(client: Client, match: Match) -> bytes:
    answer = client.get(address(match))
    assert answer.status_code == 200
    return answer.content


def parsed(text: bytes) -> list[Line]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def short() -> RandomMatch:
    played = RandomMatch(9).play_rounds(1)
    played.do(c.VoidMatch("a test"))
    return played


@pytest.mark.parametrize("seed", range(70, 78))
def test_a_record_verifies_and_says_what_happened(client: Client, seed: int) -> None:
    match = store(RandomMatch(seed).play_out())
    lines = record_of(client, match).splitlines(keepends=True)
    verdict = verify(lines)
    assert (verdict.records, verdict.unfinished) == (1, 0)
    first, *_, last = parsed(b"".join(lines))
    assert first["players"] == ["alice", "bob", "carol", "dave"]
    assert first["played_at"] == "2026-11-20T20:04:00Z"
    assert first["code"] == match.code
    assert last["ev"] == "match_end" and last["total"] == match.totals


@pytest.mark.parametrize("ending", [c.RunOut((1,)), c.RunOut((0, 1)), c.VoidMatch("power cut")])
def test_matches_that_ended_otherwise_verify_too(client: Client, ending: c.Command) -> None:
    played = RandomMatch(12).play_until(Phase.EXCHANGE, rounds=1)
    assert not isinstance(ending, c.RunOut) or played.state.to_act() >= set(ending.seats)
    played.do(ending)
    assert verify(record_of(client, store(played)).splitlines()).unfinished == 0


def test_times_are_utc_and_count_from_the_beginning(client: Client, short: RandomMatch) -> None:
    """BUGLOG F10, F13: the record tells when it began, and every line how long after that it was."""
    lines = parsed(record_of(client, store(short)))
    assert lines[0]["t"] == 0
    assert lines[-1]["t"] == short.batches[-1][0] - short.batches[0][0]


def test_it_comes_as_a_file(client: Client, short: RandomMatch) -> None:
    match = store(short)
    for ending in ("tichu.jsonl", "txt"):
        answer = client.get(address(match, ending))
        assert answer["Content-Disposition"] == f'attachment; filename="{match.code}.{ending}"'
        assert answer["X-Robots-Tag"] == "noindex"
        assert client.post(address(match, ending)).status_code == 405


def test_match_and_replay_page_lead_to_both(client: Client, short: RandomMatch) -> None:
    match = store(short)
    for path in ("", "1/3/"):
        page = client.get(f"/matches/{match.code}/{path}").content.decode()
        assert f'href="{address(match)}"' in page
        assert f'href="{address(match, "txt")}"' in page


def test_a_running_match_gives_nothing_out() -> None:
    """RECORD.md: a record of a match still running is never given out, not even of its finished rounds."""
    match = store(RandomMatch(12).play_until(Phase.PLAY, rounds=1))
    for ending in ("tichu.jsonl", "txt"):
        assert browser_of("alice").get(address(match, ending)).status_code == 404
        assert Client().get(address(match, ending)).status_code == 404
    page = browser_of("alice").get(f"/matches/{match.code}/").content.decode()
    replay = browser_of("alice").get(f"/matches/{match.code}/1/3/").content.decode()
    assert ".tichu.jsonl" not in page + replay and f"{match.code}.txt" not in page + replay


def test_a_private_match_stays_closed(client: Client, short: RandomMatch) -> None:
    match = store(short, access=Table.Access.PRIVATE)
    for ending in ("tichu.jsonl", "txt"):
        assert client.get(address(match, ending)).status_code == 404
        assert browser_of("eve").get(address(match, ending)).status_code == 404
        assert browser_of("bob").get(address(match, ending)).status_code == 200
        assert client.get(f"{address(match, ending)}?key={match.share_key}").status_code == 200
    page = client.get(f"/matches/{match.code}/?key={match.share_key}").content.decode()
    (link,) = re.findall(r'href="([^"]*\.tichu\.jsonl[^"]*)"', page)
    assert client.get(link).status_code == 200


def test_no_such_match(client: Client) -> None:
    assert client.get("/matches/nothing.tichu.jsonl").status_code == 404
    assert client.get("/matches/nothing.txt").status_code == 404


def test_house_players_are_marked_in_it() -> None:
    live = a_practice("alice")
    afterwards.end_practice(table=live.match.table, user=person("alice"))
    first = parsed(record_of(browser_of("alice"), live.match))[0]
    assert first["kinds"] == ["person", "house", "house", "house"]


def test_names_follow_a_renaming(client: Client, short: RandomMatch) -> None:
    """BUGLOG F08."""
    match = store(short)
    alice = cast()[0]
    alice.username = "Ada"
    alice.save()
    assert parsed(record_of(client, match))[0]["players"][0] == "Ada"


def test_a_log_that_cannot_be_read_hurts_nobody_else(client: Client, short: RandomMatch) -> None:
    """BUGLOG F12."""
    broken, sound = store(short), store(short)
    row = Action.objects.filter(match=broken).last()
    Action.objects.create(match=broken, sequence=row.sequence + 2, at=row.at, kind="nonsense", version=1, payload={})
    assert client.get(address(broken)).status_code == 404
    assert client.get(address(broken, "txt")).status_code == 404
    assert client.get(address(sound)).status_code == 200


# --- the sheet


def test_the_sheet_tells_hands_exchange_tricks_and_scores(client: Client) -> None:
    played = RandomMatch(58).play_out()
    match = store(played)
    text = client.get(address(match, "txt")).content.decode()
    assert text.startswith("alice and carol against bob and dave\n")
    result = played.state.results[0]
    for expected in ("Round 1\n=======", "First cards:", "The others:", "Trick 1, led by ", " → bob: "):
        assert expected in text
    assert f"The round counts {result.score[0]} : {result.score[1]}".replace("-", "−") in text
    assert text.count("The round counts") == len(played.state.results)
    assert "The match ends" in text
    dealt = re.search(r"First cards:\n((?:  .*\n){4})The others:\n((?:  .*\n){4})", text)
    assert dealt
    assert len(set(re.findall(r" (\w\w)\b", f"{dealt[1]}{dealt[2]}".replace("alice", "").replace("bob", "")))) == 56


def test_the_sheet_speaks_the_readers_language(client: Client, short: RandomMatch) -> None:
    match = store(short)
    text = client.get(address(match, "txt"), headers={"Accept-Language": "de"}).content.decode()
    assert "Runde 1" in text and "Round" not in text
