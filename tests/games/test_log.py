"""The log: appended to by compare-and-swap, never changed, read with what this process remembers."""

import pytest
from django.db import DatabaseError, connection, transaction

from games import log
from games.engine import commands as c
from games.engine import events as e
from games.engine.codec import UnreadableEvent
from games.engine.decide import decide
from games.models import Action, Immutable, Match
from tests.games.factories import ALICE, BOB, NOW, a_match, a_table, assert_rebuilds, in_play

pytestmark = pytest.mark.django_db


def test_a_waiting_match_has_no_log() -> None:
    with pytest.raises(log.NotStarted):
        log.current(a_table().match.pk)


def test_it_is_gap_free_and_folds_to_the_state_in_use() -> None:
    live = in_play()
    live.play(ALICE, "2j")
    assert_rebuilds(live.match)


def test_it_refuses_a_second_append_after_the_same_entry() -> None:
    live = a_match()
    answers = [decide(live.state, c.AnswerGrand(seat, call=False)) for seat in (ALICE, BOB)]
    row, head = live.row, live.current.head
    log.append(row, head, answers[0], NOW)
    with pytest.raises(log.StaleHead):
        log.append(row, head, answers[1], NOW)
    assert live.current.head == head + 1


def test_a_lost_race_writes_nothing() -> None:
    """The compare-and-swap comes first, so the loser leaves no projection behind."""
    live = a_match()
    Match.objects.filter(pk=live.match.pk).update(head=7)
    with pytest.raises(log.StaleHead):
        log.append(live.row, 2, (e.MatchVoided("late"),), NOW, before=live.current)
    assert live.row.status == Match.Status.RUNNING
    assert Action.objects.filter(match=live.match).count() == 2


def test_it_asks_only_for_what_is_new(django_assert_num_queries: object) -> None:
    live = in_play()
    log.current(live.match.pk)
    with django_assert_num_queries(1) as queries:  # type: ignore[operator]
        log.current(live.match.pk)
    assert f">= {live.current.head}" in queries[0]["sql"]


def test_it_finds_what_another_process_has_written() -> None:
    live = in_play()
    before = live.current
    live.play(ALICE, "2j")
    log._kept.put(live.match.pk, (_mark_of(live.match, before.head), before))
    assert live.current.state.plays == 1


def test_it_forgets_what_was_rolled_back() -> None:
    """A state remembered inside a transaction that failed is not the log's."""
    live = in_play()
    head = live.current.head
    with pytest.raises(RuntimeError), transaction.atomic():
        live.play(ALICE, "2j")
        raise RuntimeError
    assert live.current.head == head
    live.wait(5)
    live.play(ALICE, "3j")
    assert live.current.state.deal.trick.top.cards[0].code == "3j"  # type: ignore[union-attr]
    assert_rebuilds(live.match)


def test_an_action_is_never_changed_or_deleted() -> None:
    action = Action.objects.filter(match=a_match().match).latest("sequence")
    action.at = 1
    for attempt in (
        action.save,
        action.delete,
        Action.objects.all().delete,
        lambda: Action.objects.update(at=1),
        lambda: Action.objects.bulk_update([action], ["at"]),
    ):
        with pytest.raises(Immutable):
            attempt()


@pytest.mark.database
def test_postgresql_refuses_it_too() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("a trigger of PostgreSQL")
    live = a_match()
    for sql in ("UPDATE games_action SET at = 1 WHERE match_id = %s", "DELETE FROM games_action WHERE match_id = %s"):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql, [live.match.pk])


def test_a_sequence_number_exists_once() -> None:
    live = a_match()
    twin = Action.objects.filter(match=live.match).latest("sequence")
    twin.pk, twin._state.adding = None, True
    with pytest.raises(DatabaseError), transaction.atomic():
        twin.save()


def test_an_unreadable_entry_is_an_error_that_says_so() -> None:
    live = a_match()
    Action.objects.create(match=live.match, sequence=3, at=NOW, kind="mystery", version=1, payload={})
    with pytest.raises(UnreadableEvent, match="mystery"):
        log.load(live.match.pk)


def test_an_action_knows_its_round_and_seat() -> None:
    live = a_match().grand(ALICE)
    rows = Action.objects.filter(match=live.match).order_by("sequence").values_list("kind", "round", "seat")
    assert list(rows[:3]) == [("match_started", None, None), ("hands_dealt", 1, None), ("grand_answered", 1, ALICE)]


def _mark_of(match: Match, sequence: int) -> tuple[int, int, str]:
    row = Action.objects.get(match=match, sequence=sequence)
    return row.pk, row.at, row.kind
