"""Looking on without hands: only where the host allows it, seeing what everybody sees, never in a seat's way."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction

from games import log, selectors
from games.consumers import look, look_on
from games.models import Match, Table, Watcher
from games.services import tables, watching
from tests.games.at_table import HTMX, Sat, is_dark, key, region, seated_in_play
from tests.games.factories import PEOPLE, SECOND, a_table, person, refusal
from tests.games.leaks import check
from tests.games.visiting import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def sat() -> Sat:
    return seated_in_play(watchable=True)


def watch(sat: Sat, name: str = "eve") -> str:
    return browser_of(name).get(sat.url()).content.decode()


def test_who_looks_on_sees_the_table_and_no_hand(sat: Sat) -> None:
    page = watch(sat)
    assert "This match is being played" not in page
    for name in PEOPLE:
        assert f">{name}</bdi>" in region(page, "seats")
    assert "hcard" not in region(page, "hand")
    check(page, sat.state, None)


def test_without_the_hosts_leave_the_page_stays_closed() -> None:
    sat = seated_in_play()
    assert "This match is being played" in watch(sat) and not Watcher.objects.exists()


def test_the_markup_of_other_hands_does_not_depend_on_their_cards() -> None:
    """E02: two deals with other cards and the same counts look the same to whoever looks on."""
    pages = []
    for turn in (0, 1):
        hands = seated_in_play.__defaults__[0]  # type: ignore[index]
        dealt = hands if turn == 0 else (hands[0], hands[2], hands[1], hands[3])
        sat = seated_in_play(dealt, watchable=True)
        seats = region(watch(sat), "seats")
        pages.append(re.sub(r'\d{10,}|data-digest="\w+"|data-rev="\d+"', "", seats))
        sat.live.wait(1_000_000).expire()
    assert pages[0] == pages[1]


def test_how_many_look_on_stands_at_the_table(sat: Sat) -> None:
    before = Table.objects.get(pk=sat.match.table_id).revision
    watch(sat)
    assert Table.objects.get(pk=sat.match.table_id).revision > before
    assert "1 person is watching." in region(sat.page(0), "side")
    assert "2 people are watching." in region(watch(sat, "frank"), "side")
    watch(sat, "frank")
    assert Watcher.objects.count() == 2


def test_who_shows_no_life_has_left(sat: Sat) -> None:
    watch(sat)
    watch(sat, "frank")
    cache.delete(f"watching:{sat.match.table_id}:{person('eve').pk}")
    watching.sweep_watchers()
    assert list(Watcher.objects.values_list("user__username", flat=True)) == ["frank"]
    assert "1 person is watching." in region(sat.page(0), "side")


def test_an_open_socket_is_a_sign_of_life(sat: Sat) -> None:
    watch(sat)
    cache.clear()
    look_on(person("eve"), sat.code)
    watching.sweep_watchers()
    assert Watcher.objects.count() == 1


def test_who_is_there_when_the_match_begins_looks_on_at_once() -> None:
    """A visitor of the waiting table is not told that there is no room, not even until their next sign of life."""
    table = a_table("alice", "bob", "carol", watchable=True)
    assert look(person("eve"), table.code, {}) is not None
    tables.sit(table=table, user=person("dave"), seat=3)
    for name in PEOPLE:
        tables.set_ready(table=table, user=person(name))
    seen = look(person("eve"), table.code, {})
    assert seen is not None
    assert "This match is being played" not in (shown := "".join(each.out_of_band(0) for each in seen[0]))
    assert "As many people" not in shown and "1 person is watching." in shown


def test_a_full_house_keeps_no_seat_owner_out(sat: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    """C14: the cap is for those who look on; whoever owns a seat comes in by another door."""
    monkeypatch.setattr(watching, "AT_MOST", 1)
    watch(sat)
    assert "As many people as there is room for" in watch(sat, "frank")
    assert Watcher.objects.count() == 1
    for seat in range(len(PEOPLE)):
        assert "hcard" in region(sat.page(seat), "hand")
        found = look(person(PEOPLE[seat]), sat.code, {})
        assert found is not None and found[2] is not None
    assert sat.play(0, "Kj").status_code == 200


def test_who_looks_on_may_do_nothing_but_leave(sat: Sat) -> None:
    """E05."""
    page = watch(sat)
    for box in ("call", "bomb", "main"):
        assert is_dark(page, box)
    assert "/lobby/" in key(page, "third")
    before = log.current(sat.match.pk).head
    for form in ("play", "pass", "bomb", "tichu", "grand", "exchange", "gift", "next", "say", "selection"):
        answer = sat.eve.post(sat.url(form), {"decision": str(sat.state.decision), "cards": ["Kj"]}, headers=HTMX)
        assert answer.status_code == 403, form
    assert log.current(sat.match.pk).head == before


def test_the_result_is_there_to_see_until_the_table_closes(sat: Sat) -> None:
    watch(sat)
    sat.live.wait(1_000 * SECOND).expire()
    assert Match.objects.get(pk=sat.match.pk).status == Match.Status.FORFEITED
    assert "win by forfeit" in region(watch(sat), "sheet")
    Table.objects.update(closed_at="2026-01-01T00:00Z")
    assert watching.show_life(table=Table.objects.get(), match=sat.match, user=person("eve")) is False


def test_somebody_who_looked_on_and_sits_down_counts_no_more(sat: Sat) -> None:
    watch(sat)
    sat.live.wait(1_000 * SECOND).expire()
    tables.rematch(table=sat.live.row.table, user=person("alice"), wants=False, now=sat.live.now)
    tables.sit(table=sat.live.row.table, user=person("eve"), seat=0)
    access = selectors.table_for(person("eve"), sat.code)
    assert (access.seat, access.watching, access.watchers) == (0, False, 0)


def test_strangers_to_a_private_table_stay_outside() -> None:
    """E08."""
    refused = refusal(tables.open_table, host=person("alice"), target=500, access="private", watchable=True)
    assert refused.status == 422
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.create(target=500, access="private", watchable=True, created_at="2026-01-01T00:00Z")


def test_the_form_asks_and_a_private_table_never_is() -> None:
    alice = browser_of("alice")
    assert 'name="watchable" checked' in alice.get("/tables/new/?access=public").content.decode()
    alice.post("/tables/new/", {"access": "public", "target": "500", "watchable": "on"})
    assert Table.objects.latest("pk").watchable
    alice.post("/tables/new/", {"access": "public", "target": "500"})
    assert not Table.objects.latest("pk").watchable
    alice.post("/tables/new/", {"access": "private", "target": "500", "watchable": "on"})
    assert not Table.objects.latest("pk").watchable


def test_the_lobby_leads_there(sat: Sat) -> None:
    assert f'href="/tables/{sat.code}/">Watch</a>' in sat.eve.get("/lobby/").content.decode()


def test_a_waiting_table_has_visitors_and_no_watchers() -> None:
    table = a_table("alice", watchable=True)
    assert "Pick a seat" in browser_of("eve").get(f"/tables/{table.code}/").content.decode()
    assert not Watcher.objects.exists()
