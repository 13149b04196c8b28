"""Notes to moments of one's own matches: private, until their author shares the link."""

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import delete_account
from games import replay_rounds
from games.engine import commands as c
from games.engine.state import Phase
from games.models import Action, Match, Note, Table
from games.services import notes as service
from tests.games.played import RandomMatch, cast, store
from tests.games.visiting import browser_of

pytestmark = pytest.mark.django_db

TEXT = "Here I should have led the pair."


@pytest.fixture(scope="module")
def short() -> RandomMatch:
    played = RandomMatch(9).play_rounds(1)
    played.do(c.VoidMatch("a test"))
    return played


@pytest.fixture
def match(short: RandomMatch) -> Match:
    return store(short)


def write(match: Match, who: str = "alice", text: str = TEXT, step: object = 30, **fields: str) -> tuple[int, str]:
    answer = browser_of(who).post(f"/matches/{match.code}/1/{step}/note/", {"as": "0", "text": text} | fields)
    return answer.status_code, answer.get("Location", answer.content.decode())


def page(client: Client, match: Match, step: int = 30, query: str = "as=0") -> str:
    answer = client.get(f"/matches/{match.code}/1/{step}/?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def link_of(match: Match, who: str = "alice") -> str:
    found = re.search(r'id="note-link"[^>]*value="([^"]*)"', page(browser_of(who), match))
    assert found
    return unescape(found.group(1)).removeprefix("http://testserver")


def test_a_note_stands_at_its_moment_for_its_author_only(match: Match) -> None:
    assert write(match) == (302, f"/matches/{match.code}/1/30/?as=0#note")
    shown = page(browser_of("alice"), match)
    assert f">{TEXT}</textarea>" in shown
    assert re.search(rf'id="step-30"[^>]*data-note="{TEXT}"', shown)
    assert "></textarea>" in page(browser_of("alice"), match, step=31)
    for other in (browser_of("bob"), browser_of("eve"), Client()):
        for query in ("as=0", "as=open", "as=0&comment=", "as=0&comment=x%00"):
            assert TEXT not in page(other, match, query=query)
        assert TEXT not in other.get(f"/matches/{match.code}/1/frames/?as=0").content.decode()
        assert TEXT not in other.get(f"/matches/{match.code}/").content.decode()


def test_who_had_no_seat_has_no_form_and_may_not_write(match: Match) -> None:
    """BUGLOG E05."""
    for other in (browser_of("eve"), Client()):
        assert 'id="note"' not in page(other, match)
    assert write(match, "eve")[0] == 403
    answer = Client().post(f"/matches/{match.code}/1/30/note/", {"as": "0", "text": TEXT})
    assert answer.status_code == 302
    assert "sign-in" in answer["Location"]
    assert browser_of("alice").get(f"/matches/{match.code}/1/30/note/").status_code == 405
    assert not Note.objects.exists()


def test_a_shared_note_is_read_by_its_link_until_it_is_taken_back(match: Match) -> None:
    write(match, shared="1", **{"as": "open"})
    link = link_of(match)
    for other in (browser_of("bob"), browser_of("eve"), Client()):
        shown = other.get(link).content.decode()
        assert TEXT in shown
        assert "alice" in shown[shown.index('id="comment"') :]
        assert 'data-eyes="open"' in shown
        assert TEXT not in page(other, match), "only by the link"
    token = link.rpartition("comment=")[2]
    assert TEXT not in page(Client(), match, step=31, query=f"as=0&comment={token}"), "only at its moment"
    write(match, shared="1", text="Another thought")
    assert link_of(match).rpartition("=")[2] == token, "the link stays"
    write(match)
    assert TEXT not in Client().get(link).content.decode()


def test_the_link_of_a_private_match_opens_it(short: RandomMatch) -> None:
    """RULES U3: the link carries the share key; the token alone opens nothing."""
    match = store(short, access=Table.Access.PRIVATE)
    write(match, shared="1")
    link = link_of(match)
    assert TEXT in Client().get(link).content.decode()
    token = link.rpartition("comment=")[2]
    assert Client().get(f"/matches/{match.code}/1/30/?as=0&comment={token}").status_code == 404


def test_an_empty_note_is_taken_away(match: Match) -> None:
    write(match)
    assert write(match, text=" \n ")[0] == 302
    assert not Note.objects.exists()


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "a\x00b", "🙂\u202e", "{{ x }}"])
def test_what_is_written_is_only_text(match: Match, text: str) -> None:
    """BUGLOG E10."""
    assert write(match, text=text, shared="1")[0] == 302
    shown = Client().get(link_of(match)).content.decode()
    assert "<script>alert" not in shown
    assert "\x00" not in Note.objects.get().text


def test_a_note_that_is_too_long_is_refused_and_kept_in_the_form(match: Match) -> None:
    status, shown = write(match, text="x" * 501)
    assert status == 422
    assert "A note has at most 500 characters." in shown
    assert "x" * 501 in shown
    assert not Note.objects.exists()
    assert write(match, text="x" * 500)[0] == 302


def test_there_is_an_end_to_notes(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_NOTES", 1)
    assert write(match)[0] == 302
    assert write(match, step=31)[0] == 422
    assert write(match, text="Changed")[0] == 302
    assert [note.text for note in Note.objects.all()] == ["Changed"]


def test_writing_without_end_is_too_fast(match: Match) -> None:
    """BUGLOG E12."""
    statuses = {write(match, text=str(number))[0] for number in range(21)}
    assert statuses == {302, 429}


@pytest.mark.parametrize("step", ["9999", "-1", "x"])
def test_there_are_no_notes_beside_the_round(match: Match, step: str) -> None:
    assert write(match, step=step)[0] == 404
    assert write(match, **{"as": "7"})[0] == 404
    assert not Note.objects.exists()


def test_a_running_round_takes_no_notes() -> None:
    """RULES U3."""
    match = store(RandomMatch(12).play_until(Phase.PLAY, rounds=1))
    assert write(match)[0] == 302
    answer = browser_of("alice").post(f"/matches/{match.code}/2/3/note/", {"as": "0", "text": TEXT})
    assert answer.status_code == 404


def test_a_broken_log_takes_none_and_says_so(match: Match) -> None:
    """BUGLOG F12."""
    last = replay_rounds.round_log(match, 1).last
    Action.objects.create(match=match, sequence=match.head + 1, at=0, kind="nonsense", version=1, payload={})
    assert write(match, step=last)[0] == 404


def test_notes_go_with_the_account_and_into_its_export(match: Match) -> None:
    write(match)
    alice: User = cast()[0]
    assert [each["text"] for each in service.export(alice)] == [TEXT]
    delete_account(user=alice)
    assert not Note.objects.exists()
