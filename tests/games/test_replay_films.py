"""Films: the frames of a round, made once for everybody who sees the same, and never for anybody who does not."""

import json
from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client

from games import replay_frames
from games.engine.state import Phase
from games.models import Match, Table
from tests.games.played import RandomMatch, cast, store
from tests.games.visiting import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def short() -> RandomMatch:
    return RandomMatch(5).play_out()


@pytest.fixture(autouse=True)
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """The eyes for which a film was made, from an empty cache on."""
    caches["films"].clear()
    found: list[object] = []
    build = replay_frames.build
    monkeypatch.setattr(replay_frames, "build", lambda *args: (found.append(args[-1]), build(*args))[1])
    yield found
    caches["films"].clear()


def film(client: Client, match: Match, query: str = "as=0", number: int = 1, **headers: str) -> dict[str, object]:
    answer = client.get(f"/matches/{match.code}/{number}/frames/?{query}", headers=headers)
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
    found: dict[str, object] = json.loads(answer.content)
    return found


def test_it_is_made_once(client: Client, short: RandomMatch, made: list[object]) -> None:
    match = store(short)
    first = film(client, match)
    assert film(client, match) == film(browser_of("alice"), match) == film(browser_of("eve"), match) == first
    assert len(made) == 1


def test_another_one_for_other_eyes_rounds_languages_and_matches(
    client: Client, short: RandomMatch, made: list[object]
) -> None:
    match, other = store(short), store(RandomMatch(12).play_out())
    seen = [film(client, match, f"as={eyes}") for eyes in (0, 1, 2, 3, "open")]
    seen += [film(client, match, number=2), film(client, other)]
    seen += [film(client, match, **{"accept-language": "de"})]
    assert len(made) == len(seen) == len({json.dumps(each) for each in seen})


def test_open_hands_stand_around_ones_own_place(short: RandomMatch, made: list[object]) -> None:
    match = store(short)
    seen = [film(browser_of(name), match, "as=open") for name in ("alice", "bob", "eve")]
    assert seen[0] == seen[2] != seen[1]
    assert len(made) == 2


def test_a_running_match_is_never_kept(made: list[object]) -> None:
    match = store(RandomMatch(12).play_until(Phase.PLAY, rounds=1))
    for _ in range(2):
        film(browser_of("alice"), match, "as=open")
    assert len(made) == 2


def test_the_gate_stands_before_it(client: Client, short: RandomMatch) -> None:
    """E08, RULES U3: that it is kept opens the door to nobody."""
    match = store(short, access=Table.Access.PRIVATE)
    film(browser_of("alice"), match)
    film(client, match, f"as=0&key={match.share_key}")
    for query in ("as=0", "as=0&key=wrong"):
        assert client.get(f"/matches/{match.code}/1/frames/?{query}").status_code == 404
        assert browser_of("eve").get(f"/matches/{match.code}/1/frames/?{query}").status_code == 404


def test_it_tells_no_key(client: Client, short: RandomMatch) -> None:
    match = store(short, access=Table.Access.PRIVATE)
    assert match.share_key not in json.dumps(film(client, match, f"as=0&key={match.share_key}"))


def test_new_names_and_a_longer_log_make_it_anew(client: Client, short: RandomMatch, made: list[object]) -> None:
    """BUGLOG F08."""
    match = store(short)
    film(client, match)
    alice = cast()[0]
    alice.username = "Ada"
    alice.save()
    assert "Ada" in json.dumps(film(client, match)) and len(made) == 2


@pytest.mark.parametrize("encoding", ["gzip", "gzip, deflate, br", "identity", ""])
def test_it_comes_packed_to_whoever_can_unpack_it(client: Client, short: RandomMatch, encoding: str) -> None:
    answer = client.get(f"/matches/{store(short).code}/1/frames/?as=0", headers={"accept-encoding": encoding})
    assert answer.get("Content-Encoding", "") == ("gzip" if "gzip" in encoding else "")
    assert answer.content[:2] == (b"\x1f\x8b" if "gzip" in encoding else b'{"')
    assert {"Accept-Encoding", "HX-Request"} <= {each.strip() for each in answer["Vary"].split(",")}


def test_only_so_many_are_kept() -> None:
    assert not isinstance(caches["films"], LocMemCache) or caches["films"]._max_entries <= 1_000
