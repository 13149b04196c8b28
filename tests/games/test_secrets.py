"""Nothing a seat may not know is in any byte it gets: pages, partials, socket frames, headers, for the four seats and
for people without one (BUGLOG E01, RULES U2). Whole rounds through the site are in test_secrets_recorded.py.
"""

from __future__ import annotations

from functools import lru_cache

import pytest

from games.engine.clock import new_clock
from games.engine.state import MatchState
from games.engine.view import view_for
from games.regions import Region, rendered
from games.rules import Card, card
from games.tableview import match_table_view
from tests.games.at_table import seated_in_play
from tests.games.leaks import cards_in, hidden_from
from tests.games.played import RandomMatch
from tests.games.test_regions import setting

ROUNDS, EVERY = 50, 8
VIEWERS = (0, 1, 2, 3, None)


@lru_cache(maxsize=1_000)
def cards_in_region(region: Region) -> frozenset[Card]:
    return frozenset(cards_in(region.out_of_band(0)))


def test_the_search_finds_what_is_there() -> None:
    found = cards_in(
        '<use href="/s/cards.svg#7j"/> value="Dr9s" pair of 7s, King of Star, data-digest="7a2bfe9c7d" id="held-Ph"'
    )
    assert found == {card("7j"), card("Dr"), card("9s"), card("Ks"), card("Ph")}


def test_fifty_random_rounds_give_nothing_away() -> None:
    """E01: every region, for every seat and a watcher in turn; of each round other moments."""
    for seed in range(ROUNDS):
        played, step = RandomMatch(seed + 100), 0
        while not played.state.results:
            played.step()
            step += 1
            if (step + seed) % EVERY == 0:
                check(played.state, VIEWERS[(step // EVERY + seed) % len(VIEWERS)])


def check(state: MatchState, viewer: int | None) -> None:
    view = match_table_view(setting(viewer), view_for(state, viewer, new_clock(state)))
    leaked = set().union(*map(cards_in_region, rendered(view).values())) & hidden_from(state, viewer)
    assert not leaked, f"{leaked} shown to {viewer} in {state.phase}"


@pytest.mark.django_db
def test_a_selection_speaks_of_own_cards_only() -> None:
    """Asking about somebody else's cards tells nothing, not even that they are held."""
    sat = seated_in_play()
    others = sat.post(0, "selection", {"cards": ["Dr", "8j"], "ask": "1"}).content
    nothing = sat.post(0, "selection", {"cards": [], "ask": "1"}).content
    assert others == nothing
