"""`rebuild_projections --all`: the log alone is the truth, everything else comes out of it again."""

from __future__ import annotations

import random
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import Model

from games.models import Hand, Match, Rated, Rating, Round, Seat, Table, Tally
from games.services import house, tables
from games.services.rating import rate
from tests.games.factories import ALICE, a_table, in_play, person
from tests.games.played import RandomMatch, store

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOBODYS = {"id", "round_id"}
"""Keys of rows that are made anew."""


def rows(model: type[Model], *order: str) -> list[dict[str, Any]]:
    found = model._default_manager.order_by(*order).values()
    return [{name: value for name, value in row.items() if name not in NOBODYS} for row in found]


def projected() -> dict[str, list[dict[str, Any]]]:
    """Everything that is derived from logs."""
    return {
        "matches": rows(Match, "pk"),
        "seats": rows(Seat, "pk"),
        "rounds": rows(Round, "match_id", "number"),
        "hands": rows(Hand, "round__match_id", "round__number", "seat"),
        "tallies": rows(Tally, "match_id", "seat"),
        "ratings": rows(Rating, "first_id", "second_id"),
        "rated": rows(Rated, "match_id"),
    }


def wipe() -> None:
    """As if none of it had ever been written."""
    for model in (Round, Tally, Rating, Rated):
        model._default_manager.all().delete()
    Match.objects.exclude(status="waiting").update(
        variant="", status="waiting", head=0, deadline=None, house_due=None, winner=None, totals=[], end_reason="",
        end_seats=[], started_at=None, ended_at=None, has_house=False,
    )  # fmt: skip
    Seat.objects.filter(match__in=Match.objects.exclude(totals=None)).update(live=False)


def test_everything_is_recreated_from_the_log() -> None:
    """Won, forfeited, running, waiting and a match with house players, every row and column of them."""
    for seed in (1, 2):
        assert rate(store(RandomMatch(seed).play_out()))
    forfeited = in_play()
    forfeited.play(ALICE, "2j")
    forfeited.wait(200_000).expire()
    live = in_play()
    live.play(ALICE, "2j")
    practice = tables.open_practice(user=person("gina"), shuffle=random.Random(1).shuffle)
    house.move(match_id=practice.match.pk, now=2**42, shuffle=random.Random(1).shuffle)
    waiting = a_table("hugo")
    before = projected()
    assert {row["status"] for row in before["matches"]} == {"finished", "forfeited", "running", "waiting"}
    wipe()
    Seat.objects.filter(match=waiting.match).update(live=True)
    assert projected() != before
    out = StringIO()
    call_command("rebuild_projections", all=True, stdout=out)
    assert out.getvalue() == f"{len(before['matches']) - 1} matches rebuilt, 2 rated\n"
    after = projected()
    for name in before:
        assert after[name] == before[name], name
    assert Table.objects.count() == len(before["matches"])
