"""Relaxed clocks of private tables: agreed at creation, pinned in the match, said before sitting down (RULES O1)."""

from __future__ import annotations

import html
from dataclasses import fields

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from games.engine.clock import next_deadline
from games.engine.options import DECISIONS, ClockRules
from games.engine.state import Phase
from games.models import Match, Table
from games.services import tables
from games.services.afterwards import NOBODY_PLAYED
from games.times import now_ms
from tests.games.at_table import region, says, seated_in_play
from tests.games.factories import ALICE, BOB, PEOPLE, SECOND, Live, a_match, a_table, in_play, person, refusal
from tests.games.visiting import browser_of

pytestmark = pytest.mark.django_db

HOUR = 3_600 * SECOND


def relaxed(pace: int) -> Live:
    return in_play(access="private", pace=pace)


def rules_of(live: Live) -> ClockRules:
    return live.state.options.clock


@pytest.mark.parametrize("pace", [1, 2, 5, 0])
def test_decisions_get_so_many_times_the_time_and_pauses_stay(pace: int) -> None:
    rules = ClockRules().at_pace(pace)
    for each in fields(ClockRules):
        normal = getattr(ClockRules(), each.name)
        assert getattr(rules, each.name) == (normal * pace if each.name in DECISIONS else normal)
    assert rules.is_off == (pace == 0)


def test_twice_the_time_is_lost_after_twice_the_time() -> None:
    live = relaxed(2)
    live.wait(2 * 90 * SECOND).expire()
    assert live.row.status == Match.Status.RUNNING
    live.wait(SECOND).expire()
    assert live.row.status == Match.Status.FORFEITED


def test_without_a_clock_nobody_ever_runs_out_of_time() -> None:
    live = relaxed(0)
    assert live.row.deadline is None
    live.wait(HOUR).expire()
    live.sweep()
    assert live.row.status == Match.Status.RUNNING and live.state.phase is Phase.PLAY
    live.play(ALICE, "Mj", wish=0)


def test_without_a_clock_pauses_and_the_next_deal_still_come_by_time() -> None:
    """O6, O7: what nobody decides is not waited for."""
    live = relaxed(0)
    live.play(ALICE, "Kj")
    live.play(BOB, "Aj")
    live.pass_(2, 3, 0)
    assert live.state.phase is Phase.PAUSE and live.row.deadline == live.clock.until
    live.collect().to_ready_gate()
    assert live.row.deadline == live.clock.until
    live.wait(31 * SECOND).expire()
    assert live.state.phase is Phase.GRAND and live.row.deadline is None


def test_a_whole_match_without_a_clock_has_no_deadline_but_those_of_pauses() -> None:
    live = a_match(access="private", pace=0)
    current = live.current
    assert next_deadline(current.clock, current.state) is None
    assert all(seat is not None for seat in current.clock.opened)


def test_an_outage_credits_nobody_who_has_no_clock() -> None:
    """O5: there is nothing to give back, and nothing breaks."""
    live = relaxed(0)
    live.sweep()
    live.wait(HOUR)
    live.play(ALICE, "Kj")
    assert "clock_credited" not in live.kinds


def test_a_match_without_a_clock_that_all_have_left_ends_without_a_result() -> None:
    """Its players must not be held for ever: they can have one live match only (O8)."""
    live = relaxed(0)
    live.wait(2 * HOUR - SECOND)
    tables.sweep_tables(live.now)
    assert live.row.status == Match.Status.RUNNING
    live.wait(SECOND)
    tables.sweep_tables(live.now)
    assert (live.row.status, live.row.end_reason) == (Match.Status.VOIDED, NOBODY_PLAYED)
    page = browser_of("alice").get(f"/tables/{live.row.table.code}/").content.decode()
    assert "Nobody had played for two hours" in page
    match = browser_of("alice").get(f"/matches/{live.row.code}/").content.decode()
    assert "Nobody had played for two hours" in match and "no clock" in match


def test_a_match_with_a_clock_is_left_to_its_clock() -> None:
    live = relaxed(5)
    tables.sweep_tables(live.now + 3 * HOUR)
    assert live.row.status == Match.Status.RUNNING


def test_the_next_match_of_the_table_keeps_its_clock() -> None:
    live = relaxed(2)
    live.wait(1_000 * SECOND).expire()
    for name in PEOPLE:
        tables.rematch(table=live.row.table, user=person(name), wants=True, now=live.now)
    assert live.row.table.match.options["clock"]["turn"] == 60_000


@pytest.mark.parametrize("pace", [2, 5, 0])
def test_public_tables_have_the_normal_clock(pace: int) -> None:
    found = refusal(tables.open_table, host=person("alice"), target=500, access="public", pace=pace)
    assert (found.code, found.status) == ("options", 422)
    assert not Table.objects.exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.create(target=500, access="public", pace=pace, created_at="2026-01-01T00:00Z")


@pytest.mark.parametrize("pace", [3, -1, 10_000])
def test_only_the_clocks_offered_can_be_had(pace: int) -> None:
    """T12: presets only."""
    assert refusal(tables.open_table, host=person("alice"), target=500, access="private", pace=pace).status == 422
    answer = browser_of("alice").post("/tables/new/", {"access": "private", "target": "500", "pace": str(pace)})
    assert answer.status_code == 422 and not Table.objects.exists()


def test_the_form_offers_them_and_opens_such_a_table() -> None:
    alice = browser_of("alice")
    page = alice.get("/tables/new/").content.decode()
    assert page.count('name="pace"') == 4 and "60 s a move, 120 s reserve" in page
    alice.post("/tables/new/", {"access": "private", "target": "500", "pace": "0"})
    assert Table.objects.get().pace == Table.Pace.NONE


def test_for_a_public_table_the_hidden_choice_does_not_count() -> None:
    browser_of("alice").post("/tables/new/", {"access": "public", "target": "500", "pace": "5"})
    assert Table.objects.get().pace == Table.Pace.NORMAL


def test_a_form_without_the_question_gets_the_normal_clock() -> None:
    browser_of("alice").post("/tables/new/", {"access": "private", "target": "500"})
    assert Table.objects.get().pace == Table.Pace.NORMAL


@pytest.mark.parametrize(
    ("pace", "invitation", "line"),
    [(2, "60 seconds a move", "60 s a move, 120 s reserve in all"), (0, "No clock runs", "No clock runs")],
)
def test_the_clock_is_said_before_anybody_sits_down(pace: int, invitation: str, line: str) -> None:
    table = a_table("alice", access="private", pace=pace)
    assert invitation in Client().get(f"/join/{table.invite_token}/").content.decode()
    bob = browser_of("bob")
    page = bob.get(f"/join/{table.invite_token}/", follow=True).content.decode()
    assert says(page).startswith(line)
    assert ("no clock" if pace == 0 else "60 s a move") in html.unescape(region(page, "side"))


def test_the_page_of_a_match_without_a_clock_shows_none() -> None:
    sat = seated_in_play(access="private", pace=0)
    page = sat.page(ALICE)
    assert "data-deadline" not in page and "data-reserve>" not in page
    assert "The match waits for you" in page and "your clock goes on" not in page
    assert sat.play(ALICE, "Kj").status_code == 200
    assert sat.live.row.deadline is None and sat.live.clock.opened[BOB] is not None
    assert sat.live.clock.opened[BOB] <= now_ms()  # type: ignore[operator]


def test_house_players_move_at_tables_without_a_clock() -> None:
    table = a_table("alice", access="private", pace=0)
    tables.fill_with_house(table=table, user=person("alice"))
    tables.set_ready(table=table, user=person("alice"))
    match = table.match
    assert match.status == Match.Status.RUNNING and match.house_due is not None


def test_practice_and_public_tables_are_as_before() -> None:
    assert a_table("alice").pace == Table.Pace.NORMAL
    assert tables.open_practice(user=person("bob")).pace == Table.Pace.NORMAL
