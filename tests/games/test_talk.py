"""What people say at the table: phrases at any time, own words while no cards are played, heard by the right people."""

from __future__ import annotations

import html

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from accounts.models import User
from accounts.services import delete_account
from games import log
from games.engine.codec import encode
from games.models import Block, Match, Report, Table, Words
from games.phrases import PHRASES
from games.services import tables, talk
from games.times import now_ms
from games.views import talk as views
from tests.factories import UserFactory
from tests.games.at_table import HTMX, Sat, region, says, seated, seated_in_play
from tests.games.factories import ALICE, BOB, CAROL, NOW, PEOPLE, SECOND, a_table, in_play, person, refusal
from tests.games.visiting import SCRIPT, SCRIPT_SHOWN, browser_of

pytestmark = pytest.mark.django_db

DAY = 86_400 * SECOND


@pytest.fixture
def sat() -> Sat:
    return seated_in_play()


def heard(sat: Sat, seat: int) -> str:
    return html.unescape(region(sat.page(seat), "talk").split('<form class="phrases"')[0])


# --- Phrases


def test_a_phrase_reaches_everybody_under_the_right_name(sat: Sat) -> None:
    """G13: only one's own words are one's own."""
    answer = sat.post(ALICE, "say", {"phrase": "nice"})
    assert answer.status_code == 200 and "Well played!" in region(answer, "talk")
    assert '<bdi>You</bdi></b> <span dir="auto">Well played!' in heard(sat, ALICE)
    for seat in (BOB, CAROL):
        assert '<bdi>alice</bdi></b> <span dir="auto">Well played!' in heard(sat, seat)
        assert "data-mine" not in heard(sat, seat)


def test_each_reader_reads_it_in_their_own_language(sat: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its key is kept, so it is worded when it is read."""
    sat.post(ALICE, "say", {"phrase": "thanks"})
    assert Words.objects.get().text == ""
    with translation.override("de"):
        german = translation.gettext(PHRASES["thanks"])
    page = sat.browsers[BOB].get(sat.url(), headers={"Accept-Language": "de"}).content.decode()
    assert german in html.unescape(region(page, "talk"))


def test_no_phrase_speaks_of_cards() -> None:
    words = " ".join(PHRASES.values()).lower()
    for word in ("card", "tichu", "bomb", "dragon", "phoenix", "dog", "pair", "ace", "king", "partner", "pass"):
        assert word not in words.split()


@pytest.mark.parametrize("phrase", ["", "cards", "nice " * 100])
def test_there_are_no_other_phrases(sat: Sat, phrase: str) -> None:
    assert sat.post(ALICE, "say", {"phrase": phrase}).status_code == 422
    assert not Words.objects.exists()


def test_a_flood_is_held_back(sat: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    """E12: so many in so many seconds, then a polite no."""
    monkeypatch.setattr(views, "WITHIN_SECONDS", 10**9)  # this window does not end while the test runs
    for _ in range(views.SAID):
        assert sat.post(ALICE, "say", {"phrase": "wow"}).status_code == 200
    refused = sat.post(ALICE, "say", {"phrase": "wow"})
    assert refused.status_code == 429 and says(refused) == "You have said a lot. One moment."
    assert Words.objects.count() == views.SAID
    assert sat.post(BOB, "say", {"phrase": "wow"}).status_code == 200


def test_talk_touches_neither_log_nor_decision_nor_clock(sat: Sat) -> None:
    """T14, O3: an honest play counts whatever is said meanwhile, and no record knows of it."""
    before, page = log.current(sat.match.pk), sat.page(ALICE)
    revision = Table.objects.get(pk=sat.match.table_id).revision
    sat.post(BOB, "say", {"phrase": "moment"})
    assert log.current(sat.match.pk) == before
    assert Table.objects.get(pk=sat.match.table_id).revision > revision
    assert region(page, "hand").split("data-rev")[0] == region(sat.page(ALICE), "hand").split("data-rev")[0]
    assert sat.play(ALICE, "Kj").status_code == 200
    assert not any("moment" in str(encode(entry.event)) for entry in log.load(sat.match.pk))


def test_only_seats_speak(sat: Sat) -> None:
    """E05, E06: neither watchers nor anybody by another's number."""
    assert sat.eve.post(sat.url("say"), {"phrase": "hello", "seat": "0"}, headers=HTMX).status_code == 403
    assert sat.browsers[ALICE].get(sat.url("say")).status_code == 405
    assert not Words.objects.exists()
    assert refusal(talk.say_phrase, table=sat.match.table, user=person("eve"), phrase="hello").status == 403


# --- Own words


def test_own_words_before_the_start_and_after_the_end() -> None:
    table = a_table("alice", "bob")
    alice = browser_of("alice")
    answer = alice.post(f"/tables/{table.code}/say/", {"text": "  Who   wants\ntea? "}, headers=HTMX)
    assert answer.status_code == 200 and "data-chat" in region(answer, "talk")
    assert "Who wants tea?" in region(browser_of("bob").get(f"/tables/{table.code}/"), "talk")
    live = in_play()
    live.wait(1_000 * SECOND).expire()
    talk.say(table=live.row.table, user=person("bob"), text="What a match")
    assert Words.objects.get(match=live.row).text == "What a match"


def test_none_while_cards_are_played(sat: Sat) -> None:
    """RULES P: any word could be about the cards."""
    refused = sat.post(ALICE, "say", {"text": "I hold the Dragon"})
    assert refused.status_code == 409
    assert says(refused) == "Own words are for before the start and between rounds."
    assert "data-chat" not in heard(sat, BOB) and "Dragon" not in heard(sat, BOB)
    assert not Words.objects.exists()


def test_none_in_the_simultaneous_phases_either() -> None:
    sat = seated()
    assert sat.post(ALICE, "say", {"text": "call it!"}).status_code == 409
    sat.live.grand()
    assert sat.post(ALICE, "say", {"text": "give me an ace"}).status_code == 409


def test_own_words_between_rounds() -> None:
    sat = seated_in_play()
    sat.live.to_ready_gate()
    assert "data-chat" in heard(sat, ALICE)
    assert sat.post(ALICE, "say", {"text": "What a round"}).status_code == 200
    sat.live.wait(31 * SECOND).expire()
    assert sat.post(ALICE, "say", {"text": "and now"}).status_code == 409
    assert "What a round" in heard(sat, BOB)


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u202e", "x" * 201])
def test_nothing_and_too_much_are_refused(text: str) -> None:
    table = a_table("alice")
    answer = browser_of("alice").post(f"/tables/{table.code}/say/", {"text": text}, headers=HTMX)
    assert answer.status_code == 422 and not Words.objects.exists()


def test_script_is_shown_literally() -> None:
    """E10."""
    table = a_table("alice", "bob")
    talk.say(table=table, user=person("alice"), text=SCRIPT)
    page = browser_of("bob").get(f"/tables/{table.code}/").content.decode()
    assert SCRIPT not in page and SCRIPT_SHOWN in page


def test_a_visitor_reads_along_and_cannot_write() -> None:
    """G13: the policy is that seats speak and whoever may look reads, right names included."""
    table = a_table("alice")
    talk.say(table=table, user=person("alice"), text="Come in")
    shown = region(browser_of("eve").get(f"/tables/{table.code}/"), "talk")
    assert "<bdi>alice</bdi>" in shown and "Come in" in shown
    assert "data-seated" not in shown and "data-chat" not in shown


def test_the_next_people_at_the_table_do_not_read_what_the_last_ones_said() -> None:
    live = in_play()
    live.wait(1_000 * SECOND).expire()
    talk.say(table=live.row.table, user=person("bob"), text="between us")
    tables.rematch(table=live.row.table, user=person("alice"), wants=False, now=live.now)
    assert "between us" not in browser_of("eve").get(f"/tables/{live.row.table.code}/").content.decode()


def test_a_database_row_is_a_phrase_or_a_text() -> None:
    match = a_table("alice").match
    for row in ({"phrase": "wow", "text": "x"}, {}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Words.objects.create(match=match, user=person("alice"), at="2026-01-01T00:00Z", **row)


# --- Blocking


def block(owner: str, other: str) -> None:
    Block.objects.create(owner=person(owner), other=person(other))


@pytest.mark.parametrize(("owner", "other"), [("eve", "bob"), ("bob", "eve")])
def test_a_block_keeps_two_people_apart_at_public_tables_both_ways(owner: str, other: str) -> None:
    """PRODUCT 57: the lobby does not offer the table, and whoever gets there all the same is refused neutrally."""
    table, elsewhere = a_table("alice", "bob"), a_table("carol")
    block(owner, other)
    lobby = browser_of("eve").get("/lobby/").content.decode()
    assert f"table-{table.code}" not in lobby and f"table-{elsewhere.code}" in lobby
    assert "1 table waits for players" in browser_of("eve").get("/").content.decode()
    tables.sit(table=elsewhere, user=person("eve"), seat=1)
    refused = refusal(tables.sit, table=table, user=person("eve"), seat=2)
    assert refused.code == "apart" and not table.match.seats.filter(user=person("eve")).exists()
    assert "block" not in refused.message.lower() and "bob" not in refused.message
    assert elsewhere.match.seats.filter(user=person("eve")).exists(), "the seat elsewhere is not given up for it"
    assert f"table-{table.code}" in browser_of("dave").get("/lobby/").content.decode()
    tables.sit(table=table, user=person("dave"), seat=2)


def test_a_block_moves_nobody_who_sits_already_and_counts_no_more_once_lifted() -> None:
    table = a_table("alice", "bob")
    block("alice", "bob")
    tables.sit(table=table, user=person("bob"), seat=3)
    assert f"table-{table.code}" in browser_of("bob").get("/lobby/").content.decode()
    tables.stand(table=table, user=person("bob"))
    assert refusal(tables.sit, table=table, user=person("bob"), seat=3).code == "apart"
    Block.objects.all().delete()
    tables.sit(table=table, user=person("bob"), seat=3)


def test_at_a_private_table_the_link_decides() -> None:
    table = a_table("alice", access="private")
    block("alice", "bob")
    tables.join(token=table.invite_token, user=person("bob"))
    tables.sit(table=table, user=person("bob"), seat=1)


def test_a_block_is_deaf_both_ways_and_silent(sat: Sat) -> None:
    sat.post(ALICE, "say", {"phrase": "wow"})
    sat.post(BOB, "say", {"phrase": "sorry"})
    answer = sat.post(BOB, "block", {"seat": str(ALICE)})
    assert answer.status_code == 200 and "Unblock" in region(answer, "talk")
    assert "Wow!" not in heard(sat, BOB) and "Sorry!" in heard(sat, BOB)
    assert "Sorry!" not in heard(sat, ALICE) and "Wow!" in heard(sat, ALICE)
    assert "Unblock" not in heard(sat, ALICE)
    assert "Wow!" in heard(sat, CAROL) and "Sorry!" in heard(sat, CAROL)
    sat.post(BOB, "block", {"seat": str(ALICE), "wanted": "0"})
    assert "Wow!" in heard(sat, BOB) and not Block.objects.exists()


def test_a_block_lasts_at_every_other_table(sat: Sat) -> None:
    sat.post(BOB, "block", {"seat": str(ALICE)})
    sat.live.wait(1_000 * SECOND).expire()
    table = a_table("alice", "bob", access="private")
    talk.say(table=table, user=person("alice"), text="again you")
    assert "again you" not in browser_of("bob").get(f"/tables/{table.code}/").content.decode()


@pytest.mark.parametrize("seat", ["0", "7", "", "x"])
def test_nobody_and_oneself_cannot_be_blocked_or_reported(sat: Sat, seat: str) -> None:
    assert sat.post(ALICE, "block", {"seat": seat}).status_code == 422
    assert sat.post(ALICE, "report", {"seat": seat, "confirm": "1"}).status_code == 422
    assert not Block.objects.exists() and not Report.objects.exists()


def test_house_players_have_nothing_to_block() -> None:
    table = a_table("alice", access="private")
    tables.fill_with_house(table=table, user=person("alice"))
    assert "talk__people" not in region(browser_of("alice").get(f"/tables/{table.code}/"), "talk")


# --- Reporting


def test_a_report_takes_two_presses_and_tells_nobody(sat: Sat) -> None:
    assert sat.post(ALICE, "report", {"seat": str(BOB)}).status_code == 422
    answer = sat.post(ALICE, "report", {"seat": str(BOB), "confirm": "1"})
    assert (answer.status_code, says(answer)) == (200, "Thank you. Somebody will look at it.")
    sat.post(ALICE, "report", {"seat": str(BOB), "confirm": "1"})
    found = Report.objects.get()
    assert (found.by, found.about, found.match_id) == (person("alice"), person("bob"), sat.match.pk)
    assert sat.eve.post(sat.url("report"), {"seat": "1", "confirm": "1"}).status_code == 403


def test_the_staff_read_it_with_what_was_said_and_mark_it_handled(sat: Sat) -> None:
    sat.post(BOB, "say", {"phrase": "wow"})
    sat.post(ALICE, "report", {"seat": str(BOB), "confirm": "1"})
    found = Report.objects.get()
    UserFactory(username="boss", is_staff=True, is_superuser=True)
    boss = browser_of("boss")
    assert "bob" in boss.get("/admin/games/report/").content.decode()
    page = boss.get(f"/admin/games/report/{found.pk}/change/").content.decode()
    assert "[wow]" in page and str(found.match) in page
    boss.post("/admin/games/report/", {"action": "handle", "_selected_action": [str(found.pk)]})
    found.refresh_from_db()
    assert found.handled_at is not None
    assert refusal(talk.mark_handled, report_ids=[found.pk], by=person("alice")).status == 403


# --- How long it is kept


def test_words_go_after_thirty_days_unless_somebody_has_still_to_look() -> None:
    for name in ("alice", "bob"):
        talk.say(table=a_table(name, "x" + name), user=person(name), text="hm", now=NOW)
    table = Table.objects.get(host=person("bob"))
    talk.report(table=table, user=person("bob"), seat=1)
    talk.sweep_words(NOW + 29 * DAY)
    assert Words.objects.count() == 2
    talk.sweep_words(NOW + 31 * DAY)
    assert Words.objects.get().user == person("bob")
    Report.objects.update(handled_at="2026-01-01T00:00Z")
    talk.sweep_words(NOW + 31 * DAY)
    assert not Words.objects.exists()


def test_a_deleted_account_takes_its_words_along() -> None:
    table = a_table("alice", "bob")
    talk.say(table=table, user=person("bob"), text="farewell", now=now_ms())
    talk.set_block(table=table, user=person("bob"), seat=0, blocked=True)
    delete_account(user=person("bob"))
    assert not Words.objects.exists() and not Block.objects.exists()
    assert User.objects.filter(username="bob").count() == 0 and Match.objects.count() == 1
    assert "farewell" not in browser_of("alice").get(f"/tables/{table.code}/").content.decode()


def test_everybody_on_a_seat_finds_the_panel() -> None:
    sat = seated()
    for seat in range(len(PEOPLE)):
        page = sat.page(seat)
        assert 'id="talk-panel"' in page and 'data-do="talk"' in page
        assert page.count('name="phrase"') == len(PHRASES)
