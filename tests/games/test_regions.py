"""Regions: only what changed is sent, nothing that runs by itself stands in them, and they fit whoever looks."""

import html
import random
import re
from dataclasses import replace

import pytest

from games import regions
from games.engine.clock import new_clock
from games.engine.state import MatchState, Phase
from games.engine.variants import variant_named
from games.engine.view import view_for
from games.regions import Region, rendered
from games.tableview import Setting, Sitting, TableView, closed_view, match_table_view
from games.tableview.panel import Line
from games.tableview.setting import PLACES
from tests.games.played import RandomMatch

NAMES = ("alice", "bob", "carol", "dave")


def setting(viewer: int | None = 0, **changes: object) -> Setting:
    base = Setting(
        code="abcdefgh",
        target=500,
        status="running",
        sittings=tuple(Sitting(name, host=name == "alice") for name in NAMES),
        viewer=viewer,
        match_code="mmmmmmmmmm",
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def table(state: MatchState, viewer: int | None = 0, **changes: object) -> TableView:
    return match_table_view(setting(viewer, **changes), view_for(state, viewer, new_clock(state)))


def shown(state: MatchState, viewer: int | None = 0) -> dict[str, Region]:
    return rendered(table(state, viewer))


def at(phase: Phase, *, seed: int = 1, steps: int = 0) -> RandomMatch:
    played = RandomMatch(seed).play_until(phase)
    for _ in range(steps):
        played.step()
    return played


# --- What is sent


def test_a_pages_message_outlives_the_first_frame_of_its_socket() -> None:
    """C19: what was refused on the way to the page stays in the line until something has happened."""
    played = at(Phase.PLAY)
    view = table(played.state)
    page = regions.rendered_with(view, Line("no", "This seat has just been taken."))
    assert "This seat has just been taken." in page["say"].html
    assert regions.changed(rendered(view), digests(page)) == []
    played.step()
    assert "say" in {region.name for region in regions.changed(shown(played.state), digests(page))}


def test_a_play_changes_the_hand_of_its_player_only() -> None:
    """C08: whoever has raised cards keeps them while others act."""
    played = at(Phase.PLAY)
    before = [shown(played.state, seat) for seat in range(4)]
    hands = played.state.deal.hands
    played.step()
    for seat in range(4):
        sent = {region.name for region in regions.changed(shown(played.state, seat), digests(before[seat]))}
        assert ("hand" in sent) == (played.state.deal.hands[seat] != hands[seat])
        assert {"seats", "side", "keys"} & sent and "sheet" not in sent


def digests(seen: dict[str, Region]) -> dict[str, str]:
    return {name: region.digest for name, region in seen.items()}


def test_nothing_new_is_nothing_sent() -> None:
    state = at(Phase.PLAY, steps=5).state
    assert regions.changed(shown(state), digests(shown(state))) == []


def test_revision_and_token_are_no_part_of_the_digest() -> None:
    region = shown(at(Phase.PLAY).state)["hand"]
    assert region.inside(7, "secret").replace("secret", "") == region.inside(7, "")
    assert 'data-rev="7"' in region.inside(7, "t") and 'data-rev="8"' in region.out_of_band(8)
    assert region.out_of_band(8).count("hx-swap-oob") == 1
    assert "@root@" not in region.inside(7, "t") and "@csrf@" not in region.inside(7, "t")


def test_every_root_says_which_state_it_shows() -> None:
    for name, region in shown(at(Phase.PLAY).state).items():
        root = region.out_of_band(3).split(">", 1)[0]
        assert f'id="{name}"' in root and 'data-rev="3"' in root and f'data-digest="{region.digest}"' in root


def test_no_card_code_can_turn_up_in_a_digest() -> None:
    """E01: sixteen hexadecimal digits hold no suit."""
    assert re.fullmatch(r"[0-9a-f]{16}", regions.digest_of("anything"))


def test_no_region_holds_what_is_left_of_a_clock() -> None:
    """The same moment's state looks the same a second later; clocks carry their ends in server time."""
    played = at(Phase.PLAY)
    clock = replace(new_clock(played.state), opened=(1_000_000,) * 4)
    views = [view_for(played.state, 0, clock) for _ in range(2)]
    first, second = (rendered(match_table_view(setting(0), view)) for view in views)
    assert digests(first) == digests(second)
    say = rendered(
        match_table_view(setting(played.state.deal.turn), view_for(played.state, played.state.deal.turn, clock))
    )
    assert 'data-deadline="1030000" data-reserve-until="1090000"' in say["say"].html


# --- Who sits where


@pytest.mark.parametrize("viewer", range(4))
def test_the_next_player_sits_on_the_right(viewer: int) -> None:
    """R29: for each of the four, right plays next and the partner sits opposite."""
    seats = shown(at(Phase.PLAY).state, viewer)["seats"].html
    _self, right, opposite, left = variant_named("nanking").places(viewer)
    for pos, seat in (("e", right), ("n", opposite), ("w", left)):
        assert re.search(rf"seat--{pos}[^>]*>\s*<div class=\"seat__name\"><bdi[^>]*>{NAMES[seat]}<", seats)
    assert re.search(rf"aria-label=\"{NAMES[right]}, opponent on your right, plays after you", seats)
    assert f'aria-label="{NAMES[opposite]}, your partner' in seats


@pytest.mark.parametrize("viewer", [*range(4), None])
def test_plays_lie_before_their_owners(viewer: int | None) -> None:
    played = at(Phase.PLAY, seed=3, steps=1)
    while played.state.phase is not Phase.PLAY or not played.state.deal.trick:
        played.step()
    view = view_for(played.state, viewer, new_clock(played.state))
    trick = shown(played.state, viewer)["trick"].html
    owner = played.state.deal.trick.owner
    assert f"play--{PLACES[view.places.index(owner)]} is-top" in trick


@pytest.mark.parametrize("phase", list(Phase)[1:])
def test_every_phase_can_be_shown_to_everybody(phase: Phase) -> None:
    """Seats, and a watcher (None): the page for watchers opens later, the view of one stands."""
    state = at(phase, seed=11).state
    for viewer in (*range(4), None):
        for name, region in shown(state, viewer).items():
            assert f'id="{name}"' in region.html


@pytest.mark.parametrize("phase", list(Phase)[1:])
def test_a_replay_frame_has_no_forms_and_no_keys(phase: Phase) -> None:
    state = at(phase, seed=11).state
    view = view_for(state, 0, new_clock(state))
    text = " ".join(region.html for region in rendered(match_table_view(setting(0), view, live=False)).values())
    assert 'id="key-' not in text and 'class="tool' not in text
    assert "hx-post" not in text and 'type="checkbox"' not in text


def test_whoever_has_no_seat_sees_nothing_of_a_running_match() -> None:
    text = " ".join(region.html for region in rendered(closed_view(setting(None))).values())
    assert "This match is being played" in text
    assert "#" not in re.sub(r"icons\.svg#|rules/#", "", text)


# --- Words on the table


def test_the_sheet_adds_up() -> None:
    """R23: without a double victory the cards sum to 100, before the eyes."""
    for seed in range(1, 8):
        state = at(Phase.READY, seed=seed).state
        sheet = table(state).sheet
        assert sheet is not None and sheet.round is not None
        rows = {row.label: [points(value) for value in row.values] for row in sheet.round.rows}
        if "Cards" in rows:
            parts = [values for label, values in rows.items() if label.startswith(("Tricks", "Hand of"))]
            assert [sum(column) for column in zip(*parts, strict=True)] == rows["Cards"]
            assert sum(rows["Cards"]) == 100
        calls = [values for label, values in rows.items() if "Tichu" in label]
        base = rows.get("Cards") or rows["Double victory"]
        assert [sum(column) for column in zip(base, *calls, strict=True)] == rows["Round"]


def points(value: str) -> int:
    return int(value.replace("−", "-").replace("–", "0"))


def test_names_are_shown_as_they_are_and_do_nothing() -> None:
    """E10: markup in a name is text."""
    name = "<img src=x onerror=alert(1)>"
    state = at(Phase.PLAY, steps=6).state
    sittings = tuple(Sitting(name) for _ in range(4))
    text = " ".join(region.html for region in rendered(table(state, 0, sittings=sittings)).values())
    assert name not in text and html.escape(name) in text


def test_the_log_keeps_calls_and_takings_but_only_recent_plays() -> None:
    played = at(Phase.PLAY, seed=2)
    while played.state.deal.tricks < 5:
        played.step()
    side = table(played.state).side
    cuts = [line.cut for line in side.lines if line.cut]
    assert len(cuts) <= 3
    assert any("take" in line.what for line in side.lines)
    numbers = [line.at for line in side.lines if not line.cut]
    assert numbers == sorted(numbers)


def test_four_keys_in_four_boxes_whatever_happens() -> None:
    """G04: the boxes never move; what is in them changes."""
    for seed, phase in enumerate(list(Phase)[1:]):
        for viewer in range(4):
            boxes = [key.box for key in table(at(phase, seed=seed + 20).state, viewer).keys]
            assert boxes == ["call", "bomb", "third", "main"]


def test_labels_and_sublines_are_short_enough_for_their_boxes() -> None:
    """DESIGN 4: labels of at most 13 characters, sub-lines of at most 15, but for the names of bombs."""
    dice = random.Random(5)
    played = RandomMatch(9)
    for _ in range(300):
        if played.state.phase is Phase.OVER:
            break
        played.step()
        for key in table(played.state, dice.randrange(4)).keys:
            assert len(key.label) <= 13, key
            assert len(key.sub) <= 15 or key.box in ("bomb", "main"), key
