"""The summary of a round: who is out in which order, what the last one still held, and who gets it (BUGLOG F05)."""

from __future__ import annotations

import html
import re

import pytest

from games.engine.state import MatchState, Phase
from games.regions import rendered
from games.rules import name_card
from games.tableview.round_sheet import RoundSheet
from tests.games.at_table import region, seated_in_play
from tests.games.factories import PEOPLE
from tests.games.played import RandomMatch
from tests.games.test_regions import table

SHOWN_AS_OUT = ["1st", "2nd", "3rd"]


def scored(*, double: bool) -> MatchState:
    """A match between two rounds, the last of which ended this way."""
    for seed in range(1, 200):
        state = RandomMatch(seed, target=1_000).play_until(Phase.READY).state
        if (state.results[-1].last is None) == double:
            return state
    raise AssertionError("no seed ends like this")


def summary(state: MatchState, viewer: int | None) -> RoundSheet:
    sheet = table(state, viewer).sheet
    assert sheet is not None and sheet.round is not None
    return sheet.round


def name(seat: int, viewer: int | None) -> str:
    return "You" if seat == viewer else PEOPLE[seat]


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_three_are_out_in_order_and_the_last_one_is_not(viewer: int | None) -> None:
    """F05: places 1 to 3; the fourth has no place but cards left."""
    state = scored(double=False)
    result = state.results[-1]
    order = summary(state, viewer).order
    assert [each.place for each in order] == ["1", "2", "3", "–"]
    assert [each.name for each in order] == [name(seat, viewer) for seat in (*result.order, result.last)]  # type: ignore[arg-type]
    left = len(state.deal.hands[result.last or 0])
    assert [each.facts for each in order] == ["", "", "", f"{left} cards" if left > 1 else "1 card"]


@pytest.mark.parametrize("viewer", [0, 1, 2, 3])
def test_the_last_hand_is_shown_with_who_gets_it(viewer: int) -> None:
    """F05: its cards, its points to the opponents, its tricks to whoever was out first."""
    state = scored(double=False)
    result, last = state.results[-1], state.results[-1].last
    assert last is not None
    sheet = summary(state, viewer)
    (held,) = [mini for mini in sheet.minis if mini.label.endswith("held")]
    assert (held.label, set(held.cards)) == (f"{name(last, viewer)} held", set(state.deal.hands[last]))
    who = PEOPLE[last]
    notes = {row.label: row.note for row in sheet.rows}
    heirs = "Us" if last % 2 != viewer % 2 else "Them"
    hand, tricks = notes[f"Hand of {who}"], notes[f"Tricks of {who}"]
    assert tricks == f"to {PEOPLE[result.order[0]]}, first"
    values = next(row.values for row in sheet.rows if row.label == f"Hand of {who}")
    assert values[("Us", "Them").index(heirs)] == str(result.hand_points) and "–" in values
    assert all(PEOPLE[seat] in hand for seat in range(4) if seat % 2 != last % 2)


def test_after_a_double_victory_two_are_out_and_two_are_not() -> None:
    """F05"""
    state = scored(double=True)
    order = summary(state, 0).order
    assert [each.place for each in order] == ["1", "2", "–", "–"]
    assert all(each.facts for each in order[2:]) and not any(each.facts for each in order[:2])


@pytest.mark.parametrize("double", [False, True])
def test_nobody_with_cards_is_called_out_on_the_felt(*, double: bool) -> None:
    """F05: the plates behind the summary say the same."""
    state = scored(double=double)
    for viewer in range(4):
        for plate in table(state, viewer).plates:
            place = state.results[-1].order.index(plate.number) if plate.number in state.results[-1].order else None
            assert plate.out == ("" if place is None else SHOWN_AS_OUT[place])
            assert bool(plate.count) == (place is None)
            shown = rendered(table(state, viewer))["seats"].html
            assert shown.count("is-out") == sum(bool(each.out) for each in table(state, viewer).plates)


@pytest.mark.django_db
def test_the_page_shows_all_of_it() -> None:
    """F05: a played round, as the browser gets it."""
    sat = seated_in_play()
    sat.live.to_ready_gate()
    last = sat.state.results[-1].last
    assert last is not None
    sheet = html.unescape(region(sat.page(last), "sheet"))
    places = re.findall(r"<li[^>]*><b>(.)</b><bdi class=\"clip\">(\w+)</bdi>", sheet)
    assert [place for place, _who in places] == ["1", "2", "3", "–"]
    assert places[-1][1] == "You" and "You held" in sheet and f"Hand of {PEOPLE[last]}" in sheet
    assert all(name_card(card) in sheet for card in sat.state.deal.hands[last])
