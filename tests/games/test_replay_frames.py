"""The log taken apart: positions, parts, and what each pair of eyes is told."""

import random
from dataclasses import replace
from functools import cache

import pytest

from games import replay
from games.engine import events as e
from games.engine.evolve import evolve, fold
from games.engine.state import MatchState, Phase
from games.engine.view import MatchView, view_for
from games.log import Entry
from games.replay_words import Eyes, tell
from tests.games.played import RandomMatch

SEEDS = (8, 43, 58)
"""Short matches, with calls, double victories and a Grand Tichu among them."""
NAMES = ("alice", "bob", "carol", "dave")


def entries_of(played: RandomMatch) -> list[Entry]:
    flat = [(at, event) for at, events in played.batches for event in events]
    return [Entry(sequence, at, event) for sequence, (at, event) in enumerate(flat, start=1)]


def known(view: MatchView) -> MatchView:
    """The view but for what the viewer may do now: refusals are compared by identity."""
    return replace(view, mine=None)


@cache
def match(seed: int) -> list[Entry]:
    return entries_of(RandomMatch(seed).play_out())


def prefixes(whole: list[Entry]) -> dict[int, MatchState]:
    """The match after each entry, folded from the beginning; every hundredth one quite anew."""
    states = {1: fold([whole[0].event])}
    for entry in whole[1:]:
        states[entry.sequence] = evolve(states[entry.sequence - 1], entry.event)
    for sequence in range(100, len(whole), 100):
        assert states[sequence] == fold(each.event for each in whole[:sequence])
    return states


@pytest.fixture(params=SEEDS)
def whole(request: pytest.FixtureRequest) -> list[Entry]:
    return match(request.param)


def test_n_actions_give_n_plus_1_positions(whole: list[Entry]) -> None:
    """BUGLOG F02."""
    for log in replay.rounds(whole):
        shown = list(replay.frames(log, 0))
        assert [frame.step for frame in shown] == list(range(log.last + 1))
        assert [frame.entry for frame in shown] == list(log.entries)


def test_step_0_shows_the_first_eight_cards(whole: list[Entry]) -> None:
    """BUGLOG F02."""
    for log in replay.rounds(whole):
        view = replay.frame_at(log, 0, 2).view
        assert view.phase is Phase.GRAND
        assert len(view.hand) == 8
        assert [seat.count for seat in view.seats] == [8] * 4


def test_the_last_step_shows_the_final_play_and_the_score(whole: list[Entry]) -> None:
    """BUGLOG F02, F04."""
    for log in replay.rounds(whole):
        view = replay.frame_at(log, log.last, 0).view
        assert view.results[-1].number == log.number
        assert (view.trick or view.last_trick) is not None
    assert isinstance(replay.rounds(whole)[-1].entries[-1].event, e.MatchWon)


def test_what_lies_between_two_rounds_is_no_step(whole: list[Entry]) -> None:
    steps = [entry for log in replay.rounds(whole) for entry in log.entries]
    between = [entry for entry in whole if entry not in steps]
    assert {type(entry.event) for entry in between} <= {e.MatchStarted, e.PlayerReady}


def test_a_random_walk_always_finds_what_a_rebuild_gives() -> None:
    """BUGLOG F01: 500 jumps by step, trick and round; the position is that of a match folded up to there."""
    whole, rng = match(58), random.Random(128)
    logs = replay.rounds(whole)
    starts = {log.number: [part.first for part in replay.spans(log)] for log in logs}
    rebuilt = prefixes(whole)
    log, step, seat = logs[0], 0, 0
    for _ in range(500):
        match rng.randrange(5):
            case 0:
                step = min(step + 1, log.last)
            case 1:
                step = max(step - 1, 0)
            case 2:
                step = rng.choice(starts[log.number])
            case 3:
                log, step = rng.choice(logs), 0
            case _:
                step, seat = rng.randint(0, log.last), rng.randrange(4)
        frame = replay.frame_at(log, step, seat)
        assert known(frame.view) == known(view_for(rebuilt[frame.entry.sequence], seat, frame.clock))


def test_single_positions_equal_those_of_the_whole_sequence() -> None:
    log = replay.rounds(match(43))[1]
    for frame in replay.frames(log, 3, open_hands=True):
        single = replay.frame_at(log, frame.step, 3, open_hands=True)
        assert (single.entry, single.clock, single.thought) == (frame.entry, frame.clock, frame.thought)
        assert known(single.view) == known(frame.view)


def test_a_seat_sees_its_own_hand_and_open_hands_show_all(whole: list[Entry]) -> None:
    """BUGLOG F06."""
    log = replay.rounds(whole)[0]
    for frame in replay.frames(log, 1):
        assert [hand is not None for hand in frame.view.hands] == [False, True, False, False]
    for frame in replay.frames(log, 1, open_hands=True):
        assert None not in frame.view.hands


def test_the_parts_cover_every_step_once(whole: list[Entry]) -> None:
    for log in replay.rounds(whole):
        parts = replay.spans(log)
        covered = [step for part in parts for step in range(part.first, part.last + 1)]
        assert covered == list(range(log.last + 1))
        assert parts[0].kind == "deal"
        assert parts[-1].kind == "score"
        tricks = [part for part in parts if part.kind == "trick"]
        assert [part.number for part in tricks] == list(range(1, len(tricks) + 1))


def test_a_trick_belongs_to_its_leader_and_its_taker(whole: list[Entry]) -> None:
    for log in replay.rounds(whole):
        views = [frame.view for frame in replay.frames(log, 0)]
        for part in replay.spans(log):
            if part.kind != "trick":
                continue
            trick = views[part.first].trick
            assert trick is not None
            assert (trick.number, trick.owner) == (part.number, part.leader)
            ends = [log.entries[step].event for step in range(part.first, part.last + 1)]
            takers = [event.to if isinstance(event, e.TrickGiven) else event.seat
                      for event in ends if isinstance(event, e.TrickTaken | e.TrickGiven)]  # fmt: skip
            assert part.winner == (takers[-1] if takers else None)


def test_letters_tell_calls_bombs_and_wishes() -> None:
    for seed in SEEDS:
        for log in replay.rounds(match(seed)):
            letters = "".join(part.marks for part in replay.spans(log))
            happened = [entry.event for entry in log.entries]
            assert ("W" in letters) == any(isinstance(event, e.WishMade) for event in happened)
            assert ("T" in letters) == any(isinstance(event, e.TichuCalled) for event in happened)
            assert ("G" in letters) == any(isinstance(event, e.GrandAnswered) and event.call for event in happened)
            bombs = [
                event for event in happened if isinstance(event, e.CombinationPlayed) and event.combination.is_bomb
            ]
            assert ("B" in letters) == bool(bombs)


def test_a_decline_of_grand_tichu_is_told_with_the_fourth_answer() -> None:
    """RULES B4."""
    log = next(log for log in replay.rounds(match(8)) if not any(mark.marks == "G" for mark in replay.spans(log)))
    other = next(
        step for step, entry in enumerate(log.entries) if step and getattr(entry.event, "seat", 0) not in (0, None)
    )
    assert isinstance(log.entries[other].event, e.GrandAnswered)
    eyes = Eyes(0, open_hands=False)
    if other < 4:
        told = tell(log, other, NAMES, eyes, now=other)
        assert (told.who, told.what) == ("", "An answer is in")
    assert tell(log, other, NAMES, eyes, now=4).who == NAMES[log.entries[other].event.seat]
    assert tell(log, other, NAMES, Eyes(0, open_hands=True), now=other).who == NAMES[log.entries[other].event.seat]


def test_what_lies_ahead_is_told_without_its_cards() -> None:
    """BUGLOG F06."""
    log = replay.rounds(match(8))[0]
    plays = [step for step, entry in enumerate(log.entries) if isinstance(entry.event, e.CombinationPlayed)]
    shapes = {tell(log, step, NAMES, Eyes(0, open_hands=False), now=0).what for step in plays}
    assert shapes <= {"a single card", "a pair", "three of a kind", "a full house", "consecutive pairs", "a bomb"} | {
        f"a straight of {length}" for length in range(5, 15)
    }
    opened = [tell(log, step, NAMES, Eyes(0, open_hands=True), now=0).what for step in plays]
    assert opened == [tell(log, step, NAMES, Eyes(0, open_hands=False), now=step).what for step in plays]


def test_thinking_time_is_that_of_the_decision() -> None:
    log = replay.rounds(match(8))[0]
    for frame, before in zip(list(replay.frames(log, 0))[1:], replay.frames(log, 0), strict=False):
        event = frame.entry.event
        if isinstance(event, e.Passed):
            assert frame.thought == frame.entry.at - (before.clock.opened[event.seat] or 0)
        if isinstance(event, e.WentOut | e.TichuCalled | e.CardsExchanged | e.RoundScored):
            assert frame.thought is None


@pytest.mark.parametrize("spoil", ["gap", "no start", "impossible", "empty"])
def test_a_broken_log_is_named_as_such(spoil: str) -> None:
    """BUGLOG F12."""
    whole = match(8)
    first_play = next(at for at, entry in enumerate(whole) if isinstance(entry.event, e.CombinationPlayed))
    broken = {
        "gap": [*whole[:50], *whole[51:]],
        "no start": [Entry(number, entry.at, entry.event) for number, entry in enumerate(whole[1:], start=1)],
        "impossible": [*whole[: first_play + 1], Entry(first_play + 2, 0, whole[first_play].event)],
        "empty": [],
    }[spoil]
    with pytest.raises(replay.BrokenLog):
        replay.rounds(broken)


def test_a_match_that_ends_within_a_round_shows_it_to_its_end() -> None:
    played = RandomMatch(5).play_until(Phase.PLAY, rounds=1)
    whole = entries_of(played)
    end = e.MatchVoided("reason")
    log = replay.rounds([*whole, Entry(len(whole) + 1, whole[-1].at, end)])[-1]
    assert not log.is_over
    assert log.entries[-1].event == end
    assert replay.frame_at(log, log.last, 0).view.outcome == end


@pytest.mark.parametrize("step", [-1, 10_000])
def test_there_is_nothing_beyond_the_ends(step: int) -> None:
    with pytest.raises(IndexError):
        replay.frame_at(replay.rounds(match(8))[0], step, 0)
