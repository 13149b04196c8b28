"""Every form of the table: works for whom it is meant, and for nobody else; what cannot be read is 4xx, never 500."""

import pytest
from django.core.cache import cache

from games import log
from games.models import Table
from tests.games.at_table import HTMX, Sat, seated, seated_in_play
from tests.games.factories import a_table, person
from tests.games.visiting import browser_of

ACTIONS = (
    "sit", "stand", "ready", "fill", "grand", "exchange", "play", "pass", "bomb", "tichu", "gift", "next", "rematch",
    "end", "selection",
)  # fmt: skip
OF_A_SEAT = tuple(name for name in ACTIONS if name != "sit")
GARBAGE = ("\x00", "", "x", "-1", "1e9", "9" * 5_000, "7x", "null", "true", "[]", "{}", "7j7j", "Ÿ", "１")


@pytest.fixture
def sat(db: None) -> Sat:
    return seated_in_play()


def head(sat: Sat) -> tuple[int, int]:
    return log.current(sat.match.pk).head, Table.objects.get(pk=sat.match.table_id).revision


@pytest.mark.parametrize("action", ACTIONS)
def test_it_refuses_get(sat: Sat, action: str) -> None:
    before = head(sat)
    assert sat.browsers[0].get(sat.url(action)).status_code == 405
    assert head(sat) == before


@pytest.mark.parametrize("action", [*ACTIONS, "state", ""])
def test_signed_out_it_leads_to_sign_in(sat: Sat, action: str) -> None:
    """E05"""
    before = head(sat)
    door = browser_of("frank")
    door.logout()
    method = door.get if action in ("state", "") else door.post
    answer = method(sat.url(action))
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/sign-in/?next=")
    assert head(sat) == before


@pytest.mark.parametrize("action", ["play", "state"])
def test_an_expired_session_takes_the_whole_page_and_comes_back(sat: Sat, action: str) -> None:
    """D08: no sign-in page inside a table."""
    sat.browsers[0].logout()
    headers = HTMX | {"HX-Current-URL": f"http://testserver{sat.url()}"}
    method = sat.browsers[0].get if action == "state" else sat.browsers[0].post
    answer = method(sat.url(action), headers=headers)
    assert answer.headers["HX-Redirect"] == f"/accounts/sign-in/?next=%2Ftables%2F{sat.code}%2F"
    assert b"<form" not in answer.content


@pytest.mark.parametrize("action", OF_A_SEAT)
def test_a_watcher_may_not_act(sat: Sat, action: str) -> None:
    """E05: the table is public, eve may know of it, and may do nothing."""
    before = head(sat)
    assert sat.eve.post(sat.url(action), {"confirm": "1", "decision": "5"}).status_code == 403
    assert head(sat) == before


@pytest.mark.parametrize("action", [*ACTIONS, "state", ""])
def test_a_private_table_is_not_there_for_strangers(db: None, action: str) -> None:
    sat = seated_in_play(access="private")
    method = sat.eve.get if action in ("state", "") else sat.eve.post
    assert method(sat.url(action)).status_code == 404


@pytest.mark.parametrize("action", ACTIONS)
def test_a_table_that_is_none_is_not_found(db: None, action: str) -> None:
    person("alice")
    assert browser_of("alice").post(f"/tables/nowhere2/{action}/").status_code == 404


@pytest.mark.parametrize("action", ACTIONS)
def test_an_empty_form_changes_nothing_but_what_needs_no_words(sat: Sat, action: str) -> None:
    before = log.current(sat.match.pk).head
    answer = sat.post(0, action)
    assert 400 <= answer.status_code < 500
    assert log.current(sat.match.pk).head == before


@pytest.mark.parametrize("action", ACTIONS)
def test_garbage_is_refused_and_never_a_fault(sat: Sat, action: str) -> None:
    """E07: unknown, doubled, foreign and endless values in every field at once."""
    names = ("cards", "decision", "on", "wish", "reading", "to", "to_left", "to_right", "to_partner", "seat", "answer")
    before = log.current(sat.match.pk).head
    for garbage in GARBAGE:
        cache.clear()  # nothing is to be refused for its haste
        answer = sat.post(0, action, dict.fromkeys((*names, "wants", "ask", "confirm"), garbage))
        assert answer.status_code in (400, 403, 409, 422), garbage
    assert log.current(sat.match.pk).head == before


@pytest.mark.parametrize("cards", [["Mj"] * 2, ["Mj"] * 5_000, ["Dr"], ["Dg", "Ph"], ["Mj", "Mj2j"], ["2j 3j"]])
def test_cards_that_are_doubled_foreign_or_too_many(sat: Sat, cards: list[str]) -> None:
    """E07"""
    answer = sat.play(0, *cards, wish="none")
    assert answer.status_code in (400, 422)
    assert sat.state.deal.trick is None


def test_the_seat_comes_from_the_session_only(sat: Sat) -> None:
    """E06: whatever seat, player or name a form claims, the own seat acts, and it is not its turn."""
    claim = {"cards": ["Mj"], "decision": str(sat.state.decision), "wish": "none", "seat": "0", "player": "alice"}
    answer = sat.post(1, "play", claim)
    assert answer.status_code == 422
    assert sat.state.deal.trick is None


def test_another_match_of_the_same_person_is_not_touched(db: None) -> None:
    first = seated_in_play()
    waiting = a_table("frank")
    answer = first.browsers[0].post(f"/tables/{waiting.code}/play/", {"decision": "1"}, headers=HTMX)
    assert answer.status_code == 403


def test_nothing_can_be_played_before_the_match_begins(db: None) -> None:
    table = a_table("alice")
    data = {"cards": ["Mj"], "decision": "0", "wish": "none"}
    answer = browser_of("alice").post(f"/tables/{table.code}/play/", data, headers=HTMX)
    assert answer.status_code == 409
    assert "has not begun" in answer.content.decode()


def test_the_grand_phase_refuses_what_belongs_to_others(db: None) -> None:
    sat = seated()
    for action in ("exchange", "play", "pass", "bomb", "gift", "next"):
        answer = sat.post(0, action, {"cards": "Mj", "decision": "1", "on": "0", "confirm": "1", "to": "1"})
        assert answer.status_code in (409, 422), action
