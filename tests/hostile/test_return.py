"""Nobody can keep the owner of a seat from coming back to it."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from games.models import Seat
from tests.games.at_table import HTMX, region, seated_in_play
from tests.games.factories import ALICE, BOB
from tests.hostile.places import ours

EVERYTHING = {
    "seat": "1", "wanted": "1", "shared": "1", "wants": "no", "confirm": "1", "to": "1", "on": "0", "answer": "no",
    "text": "bob has left", "phrase": "hello", "ask": "1",
}  # fmt: skip


@pytest.mark.django_db
def test_a_host_cannot_put_anybody_out_of_a_running_match() -> None:
    """C04: with every form the site has, about every seat; the others come back to their own seat and hand."""
    sat = seated_in_play()
    for place in (place for place in ours() if place.route.startswith("tables/<slug:code>/")):
        for seat in range(4):
            cache.clear()
            data = EVERYTHING | {"seat": str(seat), "to": str(seat)}
            answer = sat.browsers[ALICE].post(place.at({"code": sat.code}), data, headers=HTMX)
            assert answer.status_code < 500
    assert Seat.objects.get(match=sat.match, user__username="bob").live
    page = sat.browsers[BOB].get(sat.url())
    assert page.status_code == 200
    held = {card.code for card in sat.state.deal.hands[BOB]}
    assert all(f'value="{code}"' in region(page, "hand") for code in held)
