"""When a match is won (RULES N; positions of section 10). Team AC first, then BD."""

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.decide import start
from games.engine.options import Options
from games.engine.reasons import Reason
from games.engine.state import Phase
from tests.builders import SEATS, A, B, C, D, a_round, refused
from tests.positions import position

KINGS, TENS, FIVES = "KjKwKpKs", "TjTwTpTs", "5j5w5p5s"


def after_round(before, score, *, target=1000, calls=(), grand=()):
    """One round that brings AC and BD this many card points, calls on top."""
    total_kings = {(100, 0): {A: KINGS + TENS + FIVES}, (60, 40): {A: KINGS + FIVES, B: TENS}}
    total_kings |= {(50, 50): {A: KINGS + "Tj", B: "TwTpTs" + FIVES}, (0, 100): {B: KINGS + TENS + FIVES}}
    table = a_round(
        {C: "3j", D: "2j"},
        out=[A, B],
        piles=total_kings[score],
        totals=before,
        target=target,
        tichu=calls,
        grand=grand,
        to_act=C,
    )
    table.play(C, "3j")
    return table


def outcome(table):
    return table.state.outcome


@position("T174")
def test_the_higher_total_wins():
    """RULES N1."""
    table = after_round((950, 1000), (60, 40))
    assert outcome(table) == e.MatchWon(1, (1010, 1040))
    assert table.state.phase is Phase.OVER


@position("T175")
def test_equal_totals_play_on():
    """RULES N2, X12."""
    table = after_round((950, 950), (50, 50))
    assert (outcome(table), table.state.totals, table.state.phase) == (None, (1000, 1000), Phase.READY)


@position("T176")
def test_the_round_after_a_tie_decides():
    assert outcome(after_round((1000, 1000), (100, 0))) == e.MatchWon(0, (1100, 1000))


@position("T177")
def test_if_both_fell_below_the_target_they_play_on():
    """RULES N3."""
    table = after_round((1000, 1000), (100, 0), grand=[C], calls=[D])
    assert (table.state.totals, outcome(table)) == ((900, 900), None)


@position("T179")
def test_a_total_has_no_floor():
    """RULES N4."""
    table = after_round((0, 0), (50, 50), grand=[C])
    assert (table.state.totals, outcome(table)) == ((-150, 50), None)


@position("T180")
def test_nothing_is_won_in_the_middle_of_a_round():
    """RULES N1."""
    table = a_round({A: "KjKw2j"}, totals=(995, 0), trick="A:KpKs B:pass C:pass D:pass", to_act=None)
    table.collect()
    assert (outcome(table), table.state.totals, table.turn) == (None, (995, 0), A)


def test_a_short_match_ends_at_five_hundred():
    assert outcome(after_round((450, 100), (50, 50), target=500)) == e.MatchWon(0, (500, 150))
    assert outcome(after_round((440, 100), (50, 50), target=500)) is None


def test_nothing_happens_after_the_end():
    table = after_round((950, 1000), (60, 40))
    for command in (c.Deal(table.state.variant.deck()), c.Ready(A), c.CallTichu(A), c.VoidMatch("late")):
        with refused(Reason.OVER, table):
            table.do(command)


def test_the_next_round_waits_for_four_ready_players_or_the_gate():
    """RULES O7: the gate is the caller's clock, so a deal is accepted before all are ready."""
    table = after_round((0, 0), (60, 40))
    for seat in SEATS[:3]:
        table.do(c.Ready(seat))
    with refused(Reason.READY_TWICE, table):
        table.do(c.Ready(A))
    assert table.state.phase is Phase.READY
    table.do(c.Ready(D))
    assert table.state.phase is Phase.DEAL
    table.do(c.Deal(table.state.variant.deck()))
    assert (table.round.number, table.state.phase, table.state.totals) == (2, Phase.GRAND, (60, 40))


@pytest.mark.parametrize("deck", ["short", "twice"])
def test_only_a_complete_deck_is_dealt(deck):
    """RULES A1."""
    table = after_round((0, 0), (60, 40))
    whole = table.state.variant.deck()
    with refused(Reason.DECK, table):
        table.do(c.Deal(whole[1:] if deck == "short" else (whole[1], *whole[1:])))


def test_nothing_is_dealt_into_a_running_round():
    table = a_round({}, to_act=A)
    with refused(Reason.NOT_NOW, table):
        table.do(c.Deal(table.state.variant.deck()))


@pytest.mark.parametrize("target", [0, -1, 400, 10**12])
def test_only_offered_targets_can_be_started(target):
    """BUGLOG T12."""
    with refused(Reason.OPTIONS):
        start(c.StartMatch("nanking", Options(target), ("person",) * 4))


def test_an_unknown_variant_or_a_wrong_number_of_seats_cannot_be_started():
    for variant, seats in (("bridge", 4), ("nanking", 3)):
        with refused(Reason.OPTIONS):
            start(c.StartMatch(variant, Options(), ("person",) * seats))


def test_a_voided_match_has_no_winner():
    """RULES O9."""
    table = a_round({}, to_act=B)
    table.do(c.VoidMatch("a stolen account"))
    assert outcome(table) == e.MatchVoided("a stolen account")
