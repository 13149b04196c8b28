"""What could have been, at every decision of a seat: all plays the rules allow, and nothing about other hands."""

from functools import cache

import pytest

from games import replay
from games.engine.state import Phase
from games.engine.view import MatchView
from games.replay_review import Review, review
from games.rules import legal_plays, may_pass
from tests.games.played import RandomMatch
from tests.games.test_replay_frames import NAMES, entries_of

SEEDS = (8, 43, 58)


@cache
def views(seat: int, *, open_hands: bool = False) -> tuple[MatchView, ...]:
    logs = [log for seed in SEEDS for log in replay.rounds(entries_of(RandomMatch(seed).play_out()))]
    return tuple(frame.view for log in logs for frame in replay.frames(log, seat, open_hands=open_hands))


def turns(seat: int) -> list[MatchView]:
    return [view for view in views(seat) if view.phase is Phase.PLAY and view.turn == seat]


def told(found: Review) -> int:
    return sum(len(group.plays) for group in found.groups)


@pytest.mark.parametrize("seat", [0, 3])
def test_every_legal_play_is_there_once_whatever_its_suits(seat: int) -> None:
    for view in turns(seat):
        plays = legal_plays(view.hand, view.top, view.wish)
        assert told(review(view, NAMES)) == len({(play.kind, play.length, play.rank) for play in plays})


def test_it_says_whether_a_pass_was_open() -> None:
    seen = set()
    for view in turns(1):
        sentence = review(view, NAMES).sentence
        is_open = may_pass(view.hand, view.top, view.wish)
        assert sentence.endswith(("or a pass", "only a pass") if is_open else "no pass"), sentence
        seen.add(sentence.rpartition(", ")[2])
    assert seen == {"or a pass", "only a pass", "no pass"}


def test_it_says_whether_the_wish_bound() -> None:
    """RULES K5."""
    found = [view for seat in range(4) for view in turns(seat) if view.mine and view.mine.wish_binds]
    assert found
    for view in found:
        assert "bound by the wish" in review(view, NAMES).sentence
        for group in review(view, NAMES).groups:
            assert group.plays


def test_groups_stand_in_order_and_bombs_are_told_whole() -> None:
    order = ["Dog", "Singles", "Pairs", "Triples", "Full houses", "Consecutive pairs", "Straights", "Bombs"]
    found = [review(view, NAMES).groups for view in turns(2)]
    for groups in found:
        kinds = [group.kind for group in groups]
        assert kinds == sorted(kinds, key=order.index)
    bombs = {text for groups in found for group in groups if group.kind == "Bombs" for text in group.plays}
    assert all(text.startswith(("four", "straight flush")) for text in bombs)


def test_other_decisions_and_none() -> None:
    sentences = {
        view.phase: review(view, NAMES).sentence for view in reversed(views(0)) if view.mine and view.mine.to_act
    }
    assert sentences[Phase.GRAND] == "alice to answer: Grand Tichu or not"
    assert sentences[Phase.EXCHANGE] == "alice to choose a card for each other player"
    gifts = [(view, seat) for seat in range(4) for view in views(seat) if view.phase is Phase.GIFT and view.targets]
    for view, seat in gifts:
        others = " and ".join(NAMES[to] for to in view.targets)
        assert review(view, NAMES).sentence == f"{NAMES[seat]} to give the trick away: {others}"
    assert gifts
    idle = [review(view, NAMES) for view in views(0) if view.mine and not view.mine.to_act]
    assert not any(each.groups for each in idle)
    assert "alice has nothing to decide here" in {each.sentence for each in idle}


def test_open_hands_change_nothing_about_it() -> None:
    """BUGLOG F06: it is about what the seat knew."""
    for closed, opened in zip(views(0), views(0, open_hands=True), strict=True):
        assert review(closed, NAMES) == review(opened, NAMES)
