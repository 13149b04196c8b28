"""The page of the table in its phases: waiting, sitting, the exchange, the end, and for people without a seat."""

import re

import pytest
from django.core.cache import cache

from games.engine import commands as c
from games.models import Match, Seat, Table
from games.services import deadlines, tables
from games.times import now_ms
from tests.games.at_table import HTMX, ids, is_dark, key, region, says, seated, seated_in_play
from tests.games.factories import ALICE, BOB, CAROL, DAVE, HANDS, PEOPLE, SEATS, a_practice, a_table, person
from tests.games.test_secrets import cards_in
from tests.games.visiting import SCRIPT, SCRIPT_SHOWN, browser_of, seats_of, words

pytestmark = pytest.mark.django_db

WATCHER = -1


def page_of(name: str, table: Table) -> str:
    return browser_of(name).get(f"/tables/{table.code}/").content.decode()


# --- Waiting


def test_the_host_sees_who_is_missing_and_the_link() -> None:
    table = a_table("alice", access="private")
    page = page_of("alice", table)
    assert "3 seats are free" in page and "Waiting for 3 more players" in page
    assert f'data-copy-path="/join/{table.invite_token}/"' in page
    assert "Fill with house players" in page
    assert not is_dark(page, "main") and "0 of 4" in key(page, "main")


def test_the_clock_rule_is_read_before_sitting() -> None:
    page = words(page_of("bob", a_table("alice")).encode())
    assert "30 s a move, 60 s reserve in all. Both gone: your team loses." in page


def test_a_visitor_picks_a_seat() -> None:
    table = a_table("alice")
    page = page_of("bob", table)
    assert page.count("Sit here") == 3 and "Fill with house players" not in page
    assert table.invite_token not in page, "the link is for those who sit"
    answer = browser_of("bob").post(f"/tables/{table.code}/sit/", {"seat": "1"}, headers=HTMX)
    assert answer.status_code == 200 and "Waiting for 2 more players" in answer.content.decode()


def test_changing_seats_and_standing_up() -> None:
    table, browser = a_table("alice", "bob"), browser_of("bob")
    browser.post(f"/tables/{table.code}/sit/", {"seat": "3"})
    assert seats_of(table) == {ALICE: "alice", DAVE: "bob"}
    answer = browser.post(f"/tables/{table.code}/stand/", headers=HTMX)
    assert answer.status_code == 200 and "Pick a seat" in answer.content.decode()
    assert seats_of(table) == {ALICE: "alice"}


def test_the_fourth_ready_starts_the_match() -> None:
    table = a_table(*PEOPLE)
    for name in PEOPLE[:3]:
        answer = browser_of(name).post(f"/tables/{table.code}/ready/", headers=HTMX)
        assert is_dark(answer.content, "main")
    answer = browser_of("dave").post(f"/tables/{table.code}/ready/", headers=HTMX)
    assert "Grand Tichu?" in answer.content.decode()


def test_the_host_fills_up_with_house_players() -> None:
    table = a_table("alice", "bob", access="private")
    browser_of("alice").post(f"/tables/{table.code}/fill/")
    assert Seat.objects.filter(match=table.match).exclude(house="").count() == 2
    assert "house player" in page_of("bob", table)
    assert browser_of("bob").post(f"/tables/{table.code}/fill/", headers=HTMX).status_code == 403


def test_a_table_that_is_gone_says_so() -> None:
    table = a_table("alice")
    browser_of("alice").post(f"/tables/{table.code}/stand/")
    assert "This table no longer exists." in page_of("bob", table)


# --- While a match runs


def test_back_at_the_own_seat_after_signing_in_again() -> None:
    """C03, C07: own hand, received cards only marked, nothing pops up."""
    sat = seated_in_play()
    page = page_of("bob", sat.match.table)
    assert [f'value="{HANDS[1][at : at + 2]}"' in page for at in range(0, 28, 2)] == [True] * 14
    assert region(page, "hand").count("is-new") == 3
    assert 'class="tray"' not in region(page, "tray")
    sat.play(ALICE, "2j")
    sat.play(BOB, "3w")
    assert "is-new" not in region(page_of("bob", sat.match.table), "hand")


def test_everybody_gets_a_page_of_their_own() -> None:
    sat = seated_in_play()
    titles = [re.search(r"<title>(.*?)</title>", sat.page(seat)).group(1).strip() for seat in range(4)]  # type: ignore[union-attr]
    assert titles[ALICE].startswith("● Your turn")
    assert all(title.startswith("alice to play") for title in titles[1:])


def test_grand_tichu_shows_eight_cards_to_look_at() -> None:
    page = seated().page(ALICE)
    hand = region(page, "hand")
    assert hand.count('class="card"') == 8 and "checkbox" not in hand and "hand--big" in hand
    assert 'name="answer" value="call"' in key(page, "call") and "data-armed" in key(page, "call")
    assert 'name="answer" value="no"' in key(page, "main")


def test_whoever_has_answered_waits_and_nobody_sees_who() -> None:
    """RULES B4: of declines only the number is shown."""
    sat = seated()
    sat.do(c.AnswerGrand(BOB, call=False))
    page = sat.page(ALICE)
    assert "1 of 4 have answered" in page
    seats = region(page, "seats")
    assert seats.count("is-turn") == 0
    assert is_dark(sat.page(BOB), "main")


def test_the_exchange_has_three_named_slots() -> None:
    sat = seated()
    sat.live.grand()
    tray = region(sat.page(ALICE), "tray")
    order = re.findall(r'data-slot="(\w+)" data-name="(\w+)', tray)
    assert order == [("to_left", "dave"), ("to_partner", "carol"), ("to_right", "bob")]
    sat.live.exchange(seats=[ALICE])
    page = sat.page(ALICE)
    assert 'data-slot="to_left"' in page and 'aria-disabled="true"' in region(page, "tray")
    assert region(page, "hand").count('class="card"') == 11
    assert "has chosen" in region(sat.page(BOB), "seats")


def test_the_question_stays_while_others_answer() -> None:
    """C08, DESIGN 9: a half-made exchange is not taken away: the tray is the same, byte for byte."""
    sat = seated()
    sat.live.grand()
    before = region(sat.browsers[0].get(sat.url("state"), headers=HTMX).content, "tray")
    sat.live.exchange(seats=[BOB, CAROL])
    after = region(sat.browsers[0].get(sat.url("state"), headers=HTMX).content, "tray")
    assert re.sub(r'data-rev="\d+"', "", before) == re.sub(r'data-rev="\d+"', "", after)


def test_which_card_was_exchanged_is_read_by_giver_and_receiver_only() -> None:
    """E03: neither in the log nor anywhere else on the page; whoever has no seat reads none of them."""
    sat = seated_in_play(watchable=True)
    gives = sat.state.deal.gives
    assert len(gives) == 12
    for viewer in (*SEATS, WATCHER):
        page = (sat.browsers[viewer] if viewer in SEATS else sat.eve).get(sat.url()).content.decode()
        read, told = cards_in(re.sub(r'content="[^"]*"', "", page)), region(page, "side")
        assert not cards_in(told)
        assert read >= {each for _, to, each in gives if to == viewer}
        assert not read & {each for giver, to, each in gives if viewer not in (giver, to)}


def test_whoever_has_no_seat_sees_that_it_runs() -> None:
    sat = seated_in_play()
    page = sat.eve.get(sat.url()).content.decode()
    assert "This match is being played" in page and 'name="cards"' not in page


def test_markup_in_a_title_is_text() -> None:
    """E10"""
    table = a_table("alice", title=SCRIPT)
    for name in ("alice", "bob"):
        page = page_of(name, table)
        assert SCRIPT not in page and SCRIPT_SHOWN in page


def test_the_page_is_whole_also_inside_htmx() -> None:
    """D11: the address of the table never gives a naked part."""
    sat = seated_in_play()
    answer = sat.browsers[0].get(sat.url(), headers=HTMX)
    assert answer.content.lstrip().startswith(b"<!doctype html>")
    assert "no-store" in answer.headers["Cache-Control"]


# --- The end


def test_time_gone_shows_who_and_when() -> None:
    sat = seated_in_play()
    row = Match.objects.get(pk=sat.match.pk)
    deadlines.match_expire(match_id=row.pk, now=(row.deadline or 0) + 1_000)
    mine, theirs = words(sat.page(ALICE).encode()), words(sat.page(BOB).encode())
    assert "bob and dave win by forfeit" in mine.lower() and "Your clock and reserve ran out." in mine
    assert "You and dave win by forfeit" in theirs and "Clock and reserve ran out: alice." in theirs


def test_a_practice_match_is_ended_with_a_second_press() -> None:
    live = a_practice(now=now_ms())
    browser, url = browser_of("alice"), f"/tables/{live.match.table.code}/end/"
    assert browser.post(url, headers=HTMX).status_code == 422
    answer = browser.post(url, {"confirm": "1"}, headers=HTMX)
    assert answer.status_code == 200 and "The match ended without a result" in answer.content.decode()
    assert "The practice match was ended." in answer.content.decode()


def test_only_practice_can_be_ended() -> None:
    """RULES O9: there is no resigning."""
    sat = seated_in_play()
    assert sat.post(ALICE, "end", {"confirm": "1"}).status_code in (403, 409)
    assert Match.objects.get(pk=sat.match.pk).status == Match.Status.RUNNING


def test_rematch_moves_on_by_itself() -> None:
    sat = seated_in_play()
    row = Match.objects.get(pk=sat.match.pk)
    deadlines.match_expire(match_id=row.pk, now=(row.deadline or 0) + 1_000)
    Match.objects.filter(pk=row.pk).update(ended_at=sat.match.created_at)
    page = sat.page(ALICE)
    assert "0 of 4 want it" in key(page, "main") and 'name="wants" value="yes"' in key(page, "main")
    for seat in (ALICE, BOB, CAROL):
        answer = sat.post(seat, "rematch", {"wants": "yes"})
        assert answer.status_code == 200, says(answer)
    assert "3 of 4 want it" in key(answer, "main")
    assert "Grand Tichu?" in sat.post(DAVE, "rematch", {"wants": "yes"}).content.decode()


def test_one_refusal_frees_the_seats() -> None:
    sat = seated_in_play()
    row = Match.objects.get(pk=sat.match.pk)
    deadlines.match_expire(match_id=row.pk, now=(row.deadline or 0) + 1_000)
    Match.objects.filter(pk=row.pk).update(ended_at=sat.match.created_at)
    answer = sat.post(BOB, "rematch", {"wants": "no"})
    assert answer.status_code == 200 and "Pick a seat" in answer.content.decode()
    assert ids(answer.content)[0] == "bar"
    for seat in range(4):
        page = sat.page(seat)
        assert "No rematch: the seats are free again." in page
        assert f'href="/matches/{row.code}/"' in page, "the result did not go with the seat"
    assert f"/matches/{row.code}/" not in sat.eve.get(sat.url()).content.decode()


def test_the_result_adds_up_and_leads_to_the_replay() -> None:
    sat = seated_in_play()
    while not sat.state.outcome:
        sat.live.to_ready_gate()
        if sat.state.phase.value == "ready":
            for seat in range(4):
                sat.live.do(c.Ready(seat))
            sat.live.grand()
            for seat in range(4):
                hand = sat.state.deal.hands[seat]
                to = sat.state.variant.exchange_targets(seat, sat.state.rounds)
                sat.live.do(c.ExchangeCards(seat, tuple(zip(to, hand[:3], strict=True))))
    cache.clear()
    page = sat.page(ALICE)
    assert re.search(r"class=\"won\"[^>]*>\w+ and \w+ win<", page)
    assert f'href="/matches/{sat.match.code}/"' in page and 'class="chart"' in page
    tables.sweep_tables(now_ms())
    person("alice")
