"""The memory aid: for private tables that ask for it, off by default, and never in public matches."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from games.engine import commands as c
from games.engine.view import view_for
from games.models import Table
from games.services import tables
from games.tableview.aid import points_so_far
from tests.games.at_table import region, seated_in_play
from tests.games.factories import ALICE, BOB, CAROL, DAVE, a_table, in_play, person, refusal
from tests.games.visiting import browser_of

pytestmark = pytest.mark.django_db


def test_it_shows_what_was_played_and_whose_points_that_is() -> None:
    sat = seated_in_play(access="private", aids=True)
    assert "Points so far" in region(sat.page(ALICE), "side")
    assert "Played:" not in region(sat.page(ALICE), "side")
    live = sat.live
    live.play(ALICE, "KjKw")
    live.play(BOB, "AjAw")
    live.pass_(CAROL, DAVE, ALICE)
    live.collect()
    live.play(BOB, "Tj")
    for seat in range(4):
        side = region(sat.page(seat), "side")
        assert "Played: A×2 · K×2 · 10×1" in side
    assert points_so_far(view_for(live.state, ALICE)) == (0, 20)


def test_the_dragons_trick_counts_for_who_got_it() -> None:
    live = in_play(access="private", aids=True)
    live.play(ALICE, "Kj")
    live.play(BOB, "Dr")
    live.pass_(CAROL, DAVE, ALICE)
    live.collect()
    assert points_so_far(view_for(live.state, ALICE)) == (0, 0)
    to = live.state.variant.dragon_targets(BOB, live.state.deal.active, 1)[0]
    live.do(c.GiveTrick(BOB, to, live.state.decision))
    assert points_so_far(view_for(live.state, ALICE)) == (35, 0)


def test_it_is_off_unless_asked_for() -> None:
    sat = seated_in_play(access="private")
    sat.live.play(ALICE, "Kj")
    side = region(sat.page(ALICE), "side")
    assert "Points so far" not in side and "Played:" not in side


def test_public_tables_never_have_it() -> None:
    """U2."""
    refused = refusal(tables.open_table, host=person("alice"), target=500, access="public", aids=True)
    assert refused.status == 422
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.create(target=500, access="public", aids=True, created_at="2026-01-01T00:00Z")
    alice = browser_of("alice")
    alice.post("/tables/new/", {"access": "public", "target": "500", "aids": "on"})
    assert not Table.objects.latest("pk").aids


def test_the_form_asks_private_tables() -> None:
    alice = browser_of("alice")
    assert 'name="aids">' in alice.get("/tables/new/").content.decode()
    alice.post("/tables/new/", {"access": "private", "target": "500", "aids": "on"})
    assert Table.objects.get().aids


def test_it_is_said_before_anybody_sits_down() -> None:
    table = a_table("alice", access="private", aids=True)
    page = browser_of("bob").get(f"/join/{table.invite_token}/", follow=True).content.decode()
    assert "Played cards and points so far are shown." in region(page, "side")
    watched = a_table("carol", watchable=True)
    assert "People may watch." in region(browser_of("bob").get(f"/tables/{watched.code}/"), "side")
