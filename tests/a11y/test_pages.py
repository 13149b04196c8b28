"""Every page outside the table keeps WCAG 2.2 AA, light and dark, small and large."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from games import replay, replay_rounds
from games.engine import commands as c
from games.importing.files import Source
from games.models import Match, Note, Rating, Tally
from games.rating_rows import LISTED_FROM
from games.services import imports
from games.services.rating import rate
from tests.a11y.axe import faults_everywhere
from tests.a11y.conftest import Visit
from tests.games.factories import a_sealed_match, a_table, person
from tests.games.played import RandomMatch, store
from tests.games.visiting import browser_of
from tests.importing.logs import PARTNER

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OPEN_TO_ALL = ["/", "/lobby/", "/rules/", "/leaderboard/",
               "/learn/", "/rules/sheets/combinations/", "/rules/sheets/specials/", "/rules/sheets/scoring/",
               "/puzzles/", "/puzzles/1/", "/puzzles/20/?solution",
               "/privacy/", "/accounts/sign-in/", "/accounts/sign-up/", "/accounts/reset/",
               "/accounts/reset/sent/", "/nothing/lies/here/"]  # fmt: skip
FOR_MEMBERS = ["/", "/lobby/", "/tables/new/", "/practice/", "/players/alice/", "/imports/", "/accounts/",
               "/learn/first-round/", "/accounts/password/", "/accounts/delete/"]  # fmt: skip
LOOKS = [("phone", "light"), ("desktop", "dark"), ("desktop", "light")]


def check(page: Page) -> None:
    found = faults_everywhere(page, LOOKS)
    assert not found, "\n".join(found)


def a_finished_match() -> str:
    played = RandomMatch(9).play_rounds(2)
    played.do(c.VoidMatch("a test"))
    return store(played).code


@pytest.mark.parametrize("path", OPEN_TO_ALL)
def test_pages_for_everybody(visit: Visit, path: str) -> None:
    a_table("bob", title="Friday evening")
    check(visit(path))


@pytest.mark.parametrize("path", FOR_MEMBERS)
def test_pages_for_members(visit: Visit, path: str) -> None:
    a_finished_match()
    a_table("eve", title="Friday evening")
    check(visit(path, "alice"))


@pytest.mark.parametrize("path", ["", "1/0/?as=0", "1/40/?as=open"])
def test_match_and_replay(visit: Visit, path: str) -> None:
    check(visit(f"/matches/{a_finished_match()}/{path}", "alice"))


@pytest.mark.parametrize("path", ["/leaderboard/", "/leaderboard/?of=pairs", "/players/alice/"])
def test_leaderboard_and_statistics_with_people_in_them(visit: Visit, path: str) -> None:
    rate(store(RandomMatch(5).play_out()))
    Rating.objects.update(matches=LISTED_FROM)
    Tally.objects.update(rounds=20, tichu=12)  # enough for percentages
    check(visit(path, "alice"))


def test_a_deal_to_check(visit: Visit) -> None:
    check(visit(f"/matches/{a_sealed_match().code}/1/deal/"))


def test_imported_matches(visit: Visit) -> None:
    """The shelf with a match on it, a refusal, and the page of a match with rounds by another custom."""
    alice = person("alice")
    (outcome,) = imports.import_file(raw=PARTNER.read_bytes(), source=Source.BSW, owner=alice)
    check(visit(f"/matches/{outcome.code}/", "alice"))
    page = visit("/imports/", "alice")
    page.locator("summary").click()
    check(page)
    page.set_input_files("input[type=file]", {"name": "a.txt", "mimeType": "text/plain", "buffer": b"{}"})
    page.locator("main form[enctype] button").click()
    page.wait_for_selector(".refused")
    check(page)


def test_a_note_and_what_could_have_been(visit: Visit) -> None:
    """The replay with everything in it open: the plays of a decision, the own note with its link, a comment."""
    code = a_finished_match()
    url = f"/matches/{code}/1/{a_turn(code)}/"
    browser_of("alice").post(f"{url}note/", {"as": "0", "text": "A pair, perhaps", "shared": "1"})
    page = visit(f"{url}?as=0&comment={Note.objects.get().token}", "alice")
    page.locator("#review summary").click()
    check(page)


def a_turn(code: str) -> int:
    """A step of the first round at which alice is to play."""
    whole = replay_rounds.round_log(Match.objects.get(code=code), 1)
    return next(frame.step for frame in replay.frames(whole, 0) if frame.view.turn == 0 and frame.view.phase == "play")


def test_forms_with_faults(visit: Visit) -> None:
    """Errors at the field are as good to read as the rest."""
    person("alice")
    page = visit("/accounts/sign-up/")
    page.get_by_label("Name").fill("alice")
    page.get_by_label("Password").fill("short")
    page.locator("main form button[type=submit]").click()
    page.wait_for_selector(".is-bad")
    check(page)


def test_the_invitation(visit: Visit) -> None:
    table = a_table("alice", access="private", title="Friday evening")
    check(visit(f"/join/{table.invite_token}/"))


def test_an_invitation_that_is_no_more(visit: Visit) -> None:
    check(visit("/join/none/"))
