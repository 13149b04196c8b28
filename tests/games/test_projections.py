"""Projections: what plain queries read is what the log says, and can be made again from it at any time."""

import pytest

from games import log
from games.engine import commands as c
from games.models import Hand, Match, Round
from games.rules import DECK, parse_cards
from tests.games.factories import ALICE, BOB, NOW, SEATS, SECOND, a_match, assert_rebuilds, in_play
from tests.games.played import RandomMatch, store

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", [1, 2])
def test_whole_matches_come_out_the_same_when_rebuilt(seed: int) -> None:
    """R30: any match, from its log alone."""
    match = store(RandomMatch(seed).play_out())
    assert match.status == "finished" and match.winner in (0, 1)
    rows = list(match.rounds.all())
    assert rows[-1].total == match.totals
    assert all(sum(row.card_points) in (100, 200) and row.scored for row in rows), "R23"
    assert_rebuilds(match)


def test_every_card_of_a_round_is_kept_once() -> None:
    live = in_play().to_ready_gate()
    hands = Hand.objects.filter(round__match=live.match)
    dealt = [card for hand in hands for card in parse_cards(hand.firsts + hand.later)]
    assert sorted(dealt) == list(DECK)
    for hand in hands:
        got = {(giver, card) for giver, card in hand.received}
        assert got == {(other.seat, card) for other in hands for to, card in other.given if to == hand.seat}, (
            "what one gave is what the other received"
        )


def test_finishing_order_calls_and_left_over_cards() -> None:
    live = a_match().grand(ALICE).exchange()
    live.do(c.CallTichu(BOB))
    live.to_ready_gate()
    row = Round.objects.get(match=live.match)
    hands = {hand.seat: hand for hand in row.hands.all()}
    assert [hands[seat].call for seat in SEATS] == ["grand", "tichu", "", ""]
    assert [hands[seat].place for seat in row.order] == list(range(1, len(row.order) + 1))
    assert all((hand.place is None) == bool(hand.left_over) for hand in hands.values())
    assert row.score == [a + b for a, b in zip(row.card_points, row.calls, strict=True)]


def test_a_match_that_ends_in_the_middle_of_a_round_keeps_its_hands() -> None:
    live = in_play()
    live.play(ALICE, "2j")
    live.wait(91 * SECOND).expire()
    row = Round.objects.get(match=live.match)
    assert not row.scored and row.total == [] and row.hands.count() == 4
    assert_rebuilds(live.match)


def test_the_last_six_stay_hidden_when_nobody_has_seen_them() -> None:
    """The match is voided on eight cards: the undealt six were nobody's."""
    live = a_match().grand(seats=[BOB])
    live.do(c.VoidMatch("a test"))
    assert {hand.later for hand in Hand.objects.filter(round__match=live.match)} == {""}
    assert_rebuilds(live.match)


def test_spoiled_projections_are_repaired_from_the_log() -> None:
    live = in_play().to_ready_gate()
    stored = list(Round.objects.filter(match=live.match).values("number", "order", "score", "total"))
    Round.objects.filter(match=live.match).update(score=[999, 0], total=[])
    Match.objects.filter(pk=live.match.pk).update(totals=[1, 2], status="finished", winner=1)
    log.reproject(live.row)
    assert list(Round.objects.filter(match=live.match).values("number", "order", "score", "total")) == stored
    row = live.row
    assert (row.status, row.winner, row.totals) == ("running", None, stored[0]["total"])


def test_no_secret_lies_in_a_projection_before_the_round_is_over() -> None:
    live = in_play()
    live.play(ALICE, "2j")
    assert not Hand.objects.exists()
    assert live.row.started_at is not None and live.now == NOW
