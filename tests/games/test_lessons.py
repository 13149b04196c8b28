"""Lessons at the real table: begun by one press, left and resumed, ended by themselves, counted nowhere."""

from __future__ import annotations

from random import Random

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import translation

from games import log, regions, selectors
from games.bots import chance
from games.engine import commands as c
from games.engine.state import Phase
from games.engine.view import MatchView, view_for
from games.lessons import FIRST_ROUND, LESSONS, Coach
from games.models import Match, Rated, Table, Tally
from games.services import deadlines, house, people, tables
from games.services.afterwards import sweep_tables
from games.services.tables import TableRefusal
from games.tableview.coach import worded
from games.tableview.coach_words import WORDS
from games.times import now_ms
from tests.games.at_table import HTMX
from tests.games.factories import ALICE, Live, a_table, assert_rebuilds, person
from tests.games.learning import begun, follow, played_out
from tests.games.visiting import SIGN_IN, browser_of, open_table, start_match, words
from tests.lessons.following import lesson_played

pytestmark = pytest.mark.django_db
URL = "/learn/first-round/"
HOUR = 3_600_000


@pytest.fixture
def browser() -> Client:
    cache.clear()
    return browser_of("alice")


# --- Beginning


def test_one_press_and_the_lesson_runs(browser: Client) -> None:
    assert "Begin" in words(browser.get(URL).content)
    assert Match.objects.count() == 0
    answer = browser.post(URL)
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/tables/{table.code}/"
    assert (table.lesson, table.practice, table.access, table.pace) == (FIRST_ROUND, True, "private", 0)
    assert [seat.is_house for seat in table.match.seats.all()] == [False, True, True, True]


def test_a_stranger_signs_in_and_comes_back(client: Client) -> None:
    for answer in (client.get(URL), client.post(URL)):
        assert answer.headers["Location"] == f"{SIGN_IN}{URL}"


def test_it_answers_no_other_method(browser: Client) -> None:
    assert browser.put(URL).status_code == 405


def test_a_running_match_holds_its_player(browser: Client) -> None:
    start_match(open_table("alice"), "bob", "carol", "dave")
    answer = browser.post(URL, follow=True)
    assert "You are in a running match. Return to it first." in words(answer.content)
    assert Match.objects.count() == 1


def test_pressing_again_returns_to_where_it_was_left(browser: Client) -> None:
    first = browser.post(URL).headers["Location"]
    assert "Go on where you left" in words(browser.get(URL).content)
    assert "Your lesson is waiting." in words(browser.get("/lobby/").content)
    assert browser.post(URL).headers["Location"] == first
    assert Match.objects.count() == 1


def test_it_can_be_begun_anew(browser: Client) -> None:
    first = browser.post(URL).headers["Location"]
    assert browser.post(URL, {"again": "1"}).headers["Location"] != first
    assert [match.status for match in Match.objects.order_by("pk")] == ["voided", "running"]


# --- At the table


def test_the_deck_is_prepared_and_bears_no_seal(browser: Client) -> None:
    page = browser.post(URL, follow=True).content.decode()
    state = log.current(Match.objects.get().pk).state
    assert state.deal.seal == ""
    assert "".join(card.code for card in state.deal.hands[ALICE]) == "DgMj2j3j6p7s9wQs"
    assert "no seal is on them" in words(page.encode())
    assert "Seal of this deal" not in page


def test_the_coach_stands_at_the_table_of_a_lesson_and_nowhere_else(browser: Client) -> None:
    page = browser.post(URL, follow=True).content.decode()
    assert "Round 1 of 2" in page and 'data-key="main"' in page and "table-coach.js" in page
    tables.open_practice(user=person("bob"))
    other = browser_of("bob").get(f"/tables/{Table.objects.latest('pk').code}/").content.decode()
    assert 'class="coach"' not in other and "table-coach.js" not in other


def test_what_the_coach_suggests_is_shown_by_the_page(browser: Client) -> None:
    browser.post(URL)
    live = Live(Match.objects.get(), now_ms())
    follow(live, until=lambda state: state.phase is Phase.EXCHANGE)
    page = browser.get(f"/tables/{live.match.table.code}/").content.decode()
    assert 'data-slots="to_right:2j to_partner:Jw to_left:4w"' in page


def test_a_whole_lesson_by_the_coach_ends_with_the_closing_sheet(browser: Client) -> None:
    live = played_out(begun())
    row = live.row
    assert (row.status, row.end_reason, row.totals) == ("voided", "lesson finished", [385, 15])
    assert_rebuilds(row)
    page = words(browser.get(f"/tables/{row.table.code}/").content)
    assert "That was your first match" in page and "Practice match" in page and "Find a table" in page
    assert "Tichu of" in page, "the last round is counted before the eyes"
    assert "The lesson came to its end." in words(browser.get(f"/matches/{row.code}/").content)


def test_it_counts_nowhere() -> None:
    live = played_out(begun())
    assert not Rated.objects.exists()
    assert set(Tally.objects.values_list("kind", flat=True)) <= {Tally.Kind.HOUSE}
    assert selectors.last_match(person("alice")) is None
    assert live.row.table not in selectors.running_tables()


def test_after_it_the_lesson_can_be_had_again(browser: Client) -> None:
    live = played_out(begun(now=now_ms()))
    answer = browser.post(f"/tables/{live.row.table.code}/rematch/", {"wants": "yes"}, headers=HTMX)
    assert answer.status_code == 200
    again = Match.objects.latest("pk")
    assert again.status == "running" and log.current(again.pk).state.deal.hands[ALICE][0].code == "Dg"


def test_another_choice_is_never_blocked(browser: Client) -> None:
    """Grand Tichu against the coach's word: the call stands, and the coach goes on."""
    code = browser.post(URL).headers["Location"]
    answer = browser.post(f"{code}grand/", {"answer": "call", "confirm": "1"}, headers=HTMX)
    assert answer.status_code == 200 and "The others are thinking" in answer.content.decode()
    assert log.current(Match.objects.get().pk).state.deal.grand[ALICE] is True


def test_a_house_player_whose_plan_fails_plays_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """An illegal plan holds up no table."""
    live = begun()
    monkeypatch.setattr(LESSONS[FIRST_ROUND].__class__, "choice", lambda self, view: c.Pass(view.viewer, view.decision))
    live.do(c.AnswerGrand(ALICE, call=False))
    live.now = live.row.house_due or live.now
    assert house.move(match_id=live.match.pk, now=live.now)


# --- Time and other tables


def test_no_clock_runs_and_it_waits_for_days() -> None:
    live = begun()
    assert live.row.deadline is None
    deadlines.expire_due(live.now + 24 * HOUR)
    sweep_tables(live.now + 24 * HOUR)
    assert live.row.status == "running"
    sweep_tables(live.now + 8 * 24 * HOUR)
    assert live.row.status == "voided"


def test_between_the_rounds_it_waits_too() -> None:
    live = follow(begun(), until=lambda state: state.phase is Phase.READY)
    deadlines.expire_due(live.now + HOUR)
    assert live.state.phase is Phase.READY


def test_sitting_down_among_people_ends_the_lesson() -> None:
    live = begun()
    table = a_table("bob")
    tables.sit(table=table, user=person("alice"), seat=1)
    assert (live.row.status, live.row.end_reason) == ("voided", "lesson left")
    assert table.match.seats.filter(user=person("alice")).exists()


def test_a_seat_that_is_refused_leaves_the_lesson_as_it_was() -> None:
    live = begun()
    table = a_table("bob")
    with pytest.raises(TableRefusal):
        tables.sit(table=table, user=person("alice"), seat=0)
    assert live.row.status == "running" and live.state.phase is Phase.GRAND


def test_a_lesson_ends_with_the_account_of_its_learner() -> None:
    live = begun()
    people.farewell(person("alice"))
    assert live.row.status == "voided"


def test_a_lesson_at_an_open_table_cannot_be_stored() -> None:
    table = a_table("bob")
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(lesson=FIRST_ROUND)


# --- Words


def test_the_coach_leads_to_rules_that_are_there(client: Client) -> None:
    def by_chance(view: MatchView, coach: Coach | None) -> c.Command | None:
        return chance.choose(view, rng) or (coach.suggests if coach else None)

    rng = Random(7)
    lesson = LESSONS[FIRST_ROUND]
    moments = [*lesson_played(lesson), *lesson_played(lesson, by_chance, rng)]
    anchors = {moment.coach.anchor for moment in moments if moment.coach} - {""}
    page = client.get("/rules/").content.decode()
    assert {anchor for anchor in anchors if f'id="{anchor}"' not in page} == set()
    assert len(anchors) > 10


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_remark_is_short_and_complete(language: str) -> None:
    """It has to stand on a small phone; no blank stays open."""
    live = begun()
    access = selectors.table_for(person("alice"), live.match.table.code)
    view = view_for(live.state, ALICE)
    setting = regions.setting_for(access)
    play = next(iter(regions.match_view(live.current, ALICE).hand))
    facts = (("play", play), ("top", play), ("rank", 12), ("to", 1))
    facts += (("to_right", play), ("to_partner", play), ("to_left", play), ("puzzle", 1), ("goal", 1))
    with translation.override(language):
        for key in WORDS:
            shown = worded(setting, view, Coach(key, facts))
            assert len(shown.title) <= 40 and len(shown.text) <= 150, (key, len(shown.title), len(shown.text))
            assert "%" not in shown.title + shown.text
