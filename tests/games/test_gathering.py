"""Coming together again: the host shuffles the seats, and the table of last time waits for the same four."""

from __future__ import annotations

import pytest

from games.models import Grant, Match, Table
from games.services import gathering, tables
from games.services.afterwards import REMATCH_FOR
from games.times import now_ms
from tests.games.at_table import HTMX, says
from tests.games.factories import PEOPLE, SECOND, Live, a_match, a_practice, a_table, in_play, person, refusal, who
from tests.games.visiting import browser_of

pytestmark = pytest.mark.django_db


def turned(numbers: list[int]) -> None:
    numbers.append(numbers.pop(0))


def played(*, closed: bool = True, **options: object) -> Live:
    """A match lost by time, whose table has closed since."""
    live = in_play(**({"access": "private"} | options))
    live.wait(1_000 * SECOND).expire()
    if closed:
        tables.sweep_tables(live.now + int(REMATCH_FOR.total_seconds() * 1000) + SECOND)
        assert live.row.table.closed_at is not None
    return live


def gather(live: Live, name: str) -> Table:
    return gathering.gather(match=live.row, user=person(name))


# --- Shuffling


def test_the_host_lets_chance_place_everybody() -> None:
    table = a_table(*PEOPLE, access="private")
    gathering.shuffle_seats(table=table, user=person("alice"), mix=turned)
    assert who(table) == {1: "alice", 2: "bob", 3: "carol", 0: "dave"}


def test_chance_is_fair_enough_to_reach_every_seat() -> None:
    table = a_table("alice", "bob")
    seen = set()
    for _ in range(60):
        gathering.shuffle_seats(table=table, user=person("alice"))
        seen |= {number for number, name in who(table).items() if name == "alice"}
    assert seen == {0, 1, 2, 3}


def test_nobody_stays_ready_for_a_partner_not_agreed_to() -> None:
    table = a_table("alice", "bob", access="private")
    tables.set_ready(table=table, user=person("bob"))
    tables.fill_with_house(table=table, user=person("alice"))
    gathering.shuffle_seats(table=table, user=person("alice"), mix=turned)
    assert {seat.name: seat.ready for seat in table.match.seats.all() if not seat.is_house} == {
        "alice": False,
        "bob": False,
    }
    assert all(seat.ready for seat in table.match.seats.all() if seat.is_house)


def test_only_the_host_and_only_before_the_start() -> None:
    table = a_table("alice", "bob")
    assert refusal(gathering.shuffle_seats, table=table, user=person("bob")).status == 403
    assert refusal(gathering.shuffle_seats, table=a_match().row.table, user=person("alice")).code == "started"


def test_the_host_has_a_button_once_somebody_else_sits_there() -> None:
    table = a_table("alice")
    url = f"/tables/{table.code}/"
    alice, bob = browser_of("alice"), browser_of("bob")
    assert "/shuffle/" not in alice.get(url).content.decode()
    bob.post(f"{url}sit/", {"seat": "2"}, headers=HTMX)
    assert "/shuffle/" in alice.get(url).content.decode()
    assert "/shuffle/" not in bob.get(url).content.decode()
    answer = alice.post(f"{url}shuffle/", headers=HTMX)
    assert answer.status_code == 200 and sorted(who(table).values()) == ["alice", "bob"]
    refused = bob.post(f"{url}shuffle/", headers=HTMX)
    assert refused.status_code == 403 and says(refused) == "Only the host can do this."
    assert alice.get(f"{url}shuffle/").status_code == 405
    assert browser_of("eve").post(f"{url}shuffle/", headers=HTMX).status_code == 403


def test_shuffling_raises_the_revision() -> None:
    table = a_table("alice", "bob")
    before = Table.objects.get(pk=table.pk).revision
    gathering.shuffle_seats(table=table, user=person("alice"))
    assert Table.objects.get(pk=table.pk).revision == before + 1


# --- The table of last time


def test_one_press_opens_the_same_table_under_the_same_link() -> None:
    live = played(title="Thursday")
    before = live.row.table.invite_token
    table = gather(live, "carol")
    assert (table.pk, table.invite_token, table.closed_at) == (live.row.table_id, before, None)
    assert table.match.status == Match.Status.WAITING and who(table) == {2: "carol"}
    assert Table.objects.get(pk=table.pk).host == person("carol")


def test_the_others_only_sit_down_each_on_their_seat_of_then() -> None:
    live = played()
    for name in PEOPLE:
        table = gather(live, name)
    assert who(table) == dict(enumerate(PEOPLE))
    assert Match.objects.filter(table=table).count() == 2


def test_all_four_may_come_in_though_the_table_is_private() -> None:
    live = played()
    table = gather(live, "dave")
    assert set(Grant.objects.values_list("user__username", flat=True)) >= set(PEOPLE)
    for name in PEOPLE:
        assert browser_of(name).get(f"/tables/{table.code}/").status_code == 200
    assert browser_of("eve").get(f"/tables/{table.code}/").status_code == 404


def test_a_seat_taken_meanwhile_is_left_to_whoever_sits_there() -> None:
    live = played()
    table = gather(live, "alice")
    tables.sit(table=table, user=person("alice"), seat=1)
    gather(live, "bob")
    assert who(table) == {1: "alice"}


def test_while_the_rematch_is_open_it_leads_back_to_the_table() -> None:
    live = played(closed=False)
    assert gather(live, "alice").match == live.row


def test_it_is_refused_to_strangers_while_a_match_runs_and_after_practice() -> None:
    live = played()
    assert refusal(gathering.gather, match=live.row, user=person("eve")).status == 403
    table = gather(live, "alice")
    for name in PEOPLE:
        gather(live, name)
        tables.set_ready(table=table, user=person(name))
    assert table.match.status == Match.Status.RUNNING
    assert refusal(gathering.gather, match=live.row, user=person("bob")).code == "running"
    practice = a_practice("zoe")
    tables.end_practice(table=practice.row.table, user=person("zoe"))
    assert refusal(gathering.gather, match=practice.row, user=person("zoe")).code == "not_over"


def test_a_running_match_elsewhere_holds_its_player() -> None:
    """O8."""
    live = played()
    tables.open_practice(user=person("alice"))
    assert refusal(gathering.gather, match=live.row, user=person("alice")).code == "running"
    assert live.row.table.closed_at is not None


def test_a_table_that_was_left_again_still_opens() -> None:
    live = played()
    table = gather(live, "alice")
    tables.stand(table=table, user=person("alice"))
    assert Table.objects.get(pk=table.pk).closed_at is not None
    gather(live, "bob")
    assert Table.objects.get(pk=table.pk).closed_at is None and who(table) == {1: "bob"}


def test_lobby_and_match_page_offer_it_and_the_others_read_who_waits() -> None:
    live = played()
    alice, bob, eve = browser_of("alice"), browser_of("bob"), browser_of("eve")
    again = f'action="/matches/{live.row.code}/again/"'
    lobby = alice.get("/lobby/").content.decode()
    assert again in lobby and "You played with bob, carol, dave." in lobby
    assert again in alice.get(f"/matches/{live.row.code}/").content.decode()
    answer = alice.post(f"/matches/{live.row.code}/again/")
    assert answer.headers["Location"] == f"/tables/{live.row.table.code}/"
    assert again not in alice.get("/lobby/").content.decode()
    assert "Waiting for you there: alice." in bob.get("/lobby/").content.decode()
    assert again not in eve.get("/lobby/").content.decode()


def test_the_door_is_closed_to_everybody_else() -> None:
    """E05: who did not play it gets what the match's page gives them."""
    public, private = played(access="public"), None
    url = f"/matches/{public.row.code}/again/"
    assert browser_of("eve").post(url).status_code == 403
    assert browser_of("alice").get(url).status_code == 405
    private = _another_private()
    assert browser_of("eve").post(f"/matches/{private.code}/again/").status_code == 404


def _another_private() -> Match:
    live = a_match(access="private", now=now_ms())
    live.wait(1_000 * SECOND).expire()
    return live.row
