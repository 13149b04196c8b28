"""`play.submit`: one way for every command, judged by rule and clock, all or nothing."""

import pytest

from games.engine import commands as c
from games.engine.reasons import IllegalMove, Reason
from games.engine.state import Phase
from games.models import Hand, Match, Round, Table
from tests.games.factories import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    NOW,
    SEATS,
    SECOND,
    Live,
    a_match,
    assert_rebuilds,
    in_play,
)

pytestmark = pytest.mark.django_db


def refused(live: Live, command: c.Command, reason: Reason) -> None:
    """The command is refused, and nothing whatever has changed."""
    before, row = live.current, live.row
    with pytest.raises(IllegalMove) as found:
        live.do(command)
    assert found.value.reason is reason
    assert live.current == before
    after = live.row
    assert (after.head, after.deadline, after.table.revision) == (row.head, row.deadline, row.table.revision)


def test_it_answers_with_head_revision_and_state() -> None:
    live = in_play()
    done = live.play(ALICE, "2j")
    assert done.head == live.row.head
    assert done.revision == live.row.table.revision
    assert done.state == live.state


def test_the_revision_rises_with_every_command() -> None:
    live = in_play()
    first = live.play(ALICE, "2j").revision
    assert live.play(BOB, "3w").revision > first


def test_the_deadline_is_the_open_decisions() -> None:
    live = in_play()
    assert live.row.deadline == NOW + 30 * SECOND + 60 * SECOND
    live.wait(10 * SECOND).play(ALICE, "2j")
    assert live.row.deadline == NOW + 10 * SECOND + 90 * SECOND


def test_an_illegal_play_leaves_the_clock_alone() -> None:
    """T01: refused at 29 s, the deadline is the same to the millisecond."""
    live = in_play()
    live.wait(29 * SECOND)
    refused(live, c.Play(ALICE, live.state.deal.hands[ALICE][:3], live.state.decision), Reason.NO_COMBINATION)


def test_a_missing_wish_is_refused_and_changes_nothing() -> None:
    """R22, RULES K2."""
    live = in_play()
    mah_jong = live.state.deal.hands[ALICE][:1]
    live.wait(5 * SECOND)
    refused(live, c.Play(ALICE, mah_jong, live.state.decision), Reason.WISH_MISSING)
    live.do(c.Play(ALICE, mah_jong, live.state.decision, wish=c.NO_WISH))
    assert live.state.deal.turn == BOB


def test_answering_stops_only_ones_own_clock() -> None:
    """T02: Bob confirms the exchange at 10 s; Alice still has 35 s and her reserve."""
    live = a_match().grand()
    opened = live.now
    live.wait(10 * SECOND).exchange([BOB])
    assert live.clock.opened[ALICE] == opened
    assert live.clock.opened[BOB] is None
    assert live.row.deadline == opened + 45 * SECOND + 60 * SECOND


def test_a_late_command_for_a_closed_decision_is_refused() -> None:
    """T14: it never hits the next turn."""
    live = in_play()
    old = live.state.decision
    live.play(ALICE, "2j")
    refused(live, c.Play(ALICE, live.state.deal.hands[ALICE][:1], old), Reason.STALE)
    refused(live, c.Pass(BOB, old), Reason.STALE)


def test_presence_and_revision_never_invalidate_an_honest_play() -> None:
    """T14: only a new decision does."""
    live = in_play()
    decision = live.state.decision
    Table.objects.update(revision=999)
    live.do(c.CallTichu(BOB))
    live.play(ALICE, "2j", decision=decision)
    assert live.state.deal.turn == BOB


def test_only_the_seat_on_turn_plays() -> None:
    live = in_play()
    refused(live, c.Play(CAROL, live.state.deal.hands[CAROL][:1], live.state.decision), Reason.NOT_YOUR_TURN)


def test_a_bomb_moves_the_turn_for_everybody() -> None:
    """R15: Bob leads the Dragon, Carol passes, Dave passes, Alice is to act; Carol bombs: Dave is to act with a
    fresh clock, and Alice's late pass is refused."""
    live = in_play()
    live.play(ALICE, "2j")
    live.play(BOB, "Dr")
    live.pass_(CAROL, DAVE)
    alice_decides = live.state.decision
    live.wait(12 * SECOND).bomb(CAROL, "9j9w9p9s")
    assert live.state.to_act() == {DAVE}
    assert live.clock.opened == (None, None, None, live.now)
    assert live.row.deadline == live.now + 90 * SECOND
    refused(live, c.Pass(ALICE, alice_decides), Reason.STALE)
    refused(live, c.Pass(ALICE, live.state.decision), Reason.NOT_YOUR_TURN)


def test_a_bomb_in_the_pause_reopens_the_trick_without_a_gift() -> None:
    """R16, RULES J4: the Dragon was about to be collected."""
    live = in_play()
    live.play(ALICE, "2j")
    live.play(BOB, "Dr")
    live.pass_(CAROL, DAVE, ALICE)
    assert live.state.phase is Phase.PAUSE
    live.wait(2 * SECOND).bomb(CAROL, "9j9w9p9s")
    assert live.state.phase is Phase.PLAY and live.clock.until is None
    live.pass_(DAVE, ALICE, BOB)
    live.collect()
    assert live.state.phase is Phase.PLAY
    assert live.state.deal.turn == CAROL


def test_the_second_of_two_partners_bombs_must_be_confirmed_anew() -> None:
    """R28, RULES G8: both were thrown at the same play, 100 ms apart."""
    live = in_play()
    live.play(ALICE, "2j")
    top = live.state.plays
    live.bomb(CAROL, "9j9w9p9s", on=top)
    live.wait(100)
    refused(live, c.PlayBomb(ALICE, live.state.deal.hands[ALICE][3:7], top), Reason.TABLE_CHANGED)


def test_the_table_can_be_left_and_come_back_to() -> None:
    """C06, T13: nothing but the commands counts; the deadline before the return never fires."""
    live = in_play()
    live.wait(80 * SECOND).play(ALICE, "2j")
    old_deadline = NOW + 90 * SECOND
    live.now = old_deadline + SECOND
    live.sweep()
    assert live.row.status == Match.Status.RUNNING
    live.play(BOB, "3w")


def test_the_match_begins_with_the_first_deal() -> None:
    live = a_match()
    assert live.kinds == ["match_started", "hands_dealt"]
    assert live.row.status == Match.Status.RUNNING
    assert live.row.started_at is not None


def test_a_round_is_scored_once_and_the_ready_gate_deals_the_next() -> None:
    """R23, RULES O7: the fourth Ready deals in the same breath."""
    live = in_play().to_ready_gate()
    assert live.kinds.count("round_scored") == 1
    (row,) = Round.objects.filter(match=live.match)
    assert row.scored and sum(row.card_points) in (100, 200)
    live.expire()
    for seat in SEATS:
        live.do(c.Ready(seat))
    assert live.state.phase is Phase.GRAND and live.state.rounds == 2
    assert live.kinds.count("round_scored") == 1
    assert_rebuilds(live.match)


def test_ready_twice_is_refused() -> None:
    live = in_play().to_ready_gate()
    live.do(c.Ready(ALICE))
    refused(live, c.Ready(ALICE), Reason.READY_TWICE)


def test_the_hands_are_kept_when_the_round_is_over() -> None:
    live = in_play()
    assert not Hand.objects.filter(round__match=live.match).exists(), "nothing secret lies about before"
    live.to_ready_gate()
    hands = Hand.objects.filter(round__match=live.match).order_by("seat")
    assert [hand.place is not None for hand in hands].count(True) >= 2
    assert all(len(hand.given) == len(hand.received) == 3 for hand in hands)
