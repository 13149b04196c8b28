"""What the page is told of events beside their words: kind, place around the reader, and numbers that only rise."""

from __future__ import annotations

import pytest

from games.engine import events as e
from games.engine.clock import new_clock
from games.engine.state import MatchState
from games.engine.view import view_for
from games.tableview.news import kind_of, place_of
from games.tableview.side import Side, side
from tests.builders import combination
from tests.games.played import RandomMatch
from tests.games.test_regions import setting

VIEWERS = (0, 1, 2, 3, None)


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (e.GrandAnswered(1, True), "grand"),
        (e.TichuCalled(1), "tichu"),
        (e.CombinationPlayed(1, combination("7j7w")), "play"),
        (e.CombinationPlayed(1, combination("8j8w8p8s")), "bomb"),
        (e.Passed(1), "pass"),
        (e.TrickTaken(1, 0, False, 1), "taken"),
        (e.TrickTaken(1, 0, True, 1), ""),
        (e.TrickGiven(1, 2, 0, 1), "taken"),
        (e.WishMade(1, 8), ""),
    ],
)
def test_each_kind_of_event_has_its_word(event: e.Event, kind: str) -> None:
    assert kind_of(event) == kind


def test_a_trick_goes_to_whoever_gets_it() -> None:
    """RULES J2: the Dragon's trick moves to the opponent it is given to, not to who won it."""
    places = (3, 0, 1, 2)
    assert place_of(e.TrickTaken(0, 0, False, 0), places) == "e"
    assert place_of(e.TrickGiven(0, 2, 0, 0), places) == "w"
    assert place_of(e.ClockCredited(1), places) == ""


def columns(viewer: int | None) -> list[Side]:
    played = RandomMatch(7)
    found: list[Side] = []
    while len(played.state.results) < 2:
        played.step()
        found.append(column(played.state, viewer))
    return found


def column(state: MatchState, viewer: int | None) -> Side:
    return side(setting(viewer), view_for(state, viewer, new_clock(state)))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_numbers_only_rise_and_each_tells_one_event(viewer: int | None) -> None:
    """G06: through two rounds no number comes back, falls, or changes what it stands for."""
    told: dict[int, tuple[str, str]] = {}
    newest, stage = 0, 0
    for shown in columns(viewer):
        assert shown.stage >= stage
        stage = shown.stage
        for line in shown.lines:
            assert line.cut or told.setdefault(line.at, (line.kind, line.place)) == (line.kind, line.place)
        last = max((line.at for line in shown.lines), default=newest)
        assert last >= newest
        newest = last
    assert {kind for kind, _place in told.values()} >= {"play", "pass", "taken"}


def test_everybody_is_told_the_same_from_their_own_seat() -> None:
    """Nobody learns by kind, place or number what the others do not."""
    for shown in zip(*(columns(viewer) for viewer in VIEWERS), strict=True):
        assert len({tuple((line.at, line.kind) for line in each.lines) for each in shown}) == 1
        assert len({each.stage for each in shown}) == 1
