"""House players at the table: looked after in time, never illegal, never stuck, and telling nothing by their timing."""

import logging

import pytest

from games import bots, log, notify
from games.engine import commands as c
from games.engine.reasons import IllegalMove
from games.engine.state import Phase
from games.models import Match
from games.rules import parse_cards
from games.services import attention, house, tables
from games.services.attention import looks
from games.services.deadlines import match_expire
from tests.games.factories import ALICE, BOB, NOW, SECOND, Live, a_practice, assert_rebuilds, longest, person

pytestmark = pytest.mark.django_db


def play_out(live: Live, *, rounds: int) -> None:
    """Alice plays as many cards as she can, the house players as they like."""
    for _ in range(2_000):
        row = live.row
        if row.is_over or len(live.state.results) >= rounds:
            return
        if ALICE in live.state.to_act():
            live.do(_plain(live, ALICE))
        elif live.state.phase is Phase.READY and ALICE not in live.state.ready:
            live.do(c.Ready(ALICE))
        else:
            live.now = max(live.now, min(at for at in (row.house_due, _end(live)) if at is not None))
            if not house.move(match_id=row.pk, now=live.now, shuffle=live.shuffle):
                live.expire()
    raise AssertionError("the match does not end")


def _end(live: Live) -> int | None:
    return None if live.clock.until is None else live.clock.until + 500


def _plain(live: Live, seat: int) -> c.Command:
    state = live.state
    match state.phase:
        case Phase.GRAND:
            return c.AnswerGrand(seat, call=False)
        case Phase.EXCHANGE:
            targets = state.variant.exchange_targets(seat, state.rounds)
            return c.ExchangeCards(seat, tuple(zip(targets, state.deal.hands[seat], strict=False)))
    return longest(state, seat)


def test_a_practice_round_is_played_without_a_fault(caplog: pytest.LogCaptureFixture) -> None:
    live = a_practice()
    with caplog.at_level(logging.WARNING):
        play_out(live, rounds=1)
    assert caplog.text == ""
    assert_rebuilds(live.match)


def test_a_whole_match_of_house_players_ends_and_rebuilds(caplog: pytest.LogCaptureFixture) -> None:
    """R30, R23: every round is scored once, every hand of it kept."""
    import random

    shuffle = random.Random(3).shuffle
    table = tables.open_house_table(target=500, code="sim-3", names=bots.HOUSE_PLAYERS[:4], now=NOW, shuffle=shuffle)
    live = Live(table.match, shuffle=shuffle)
    with caplog.at_level(logging.WARNING):
        while (row := live.row).status == Match.Status.RUNNING:
            pause = None if row.deadline is None else row.deadline + 500
            live.now = max(live.now, min(at for at in (row.house_due, pause) if at is not None))
            if row.house_due is not None and row.house_due <= live.now:
                house.move(match_id=row.pk, now=live.now, shuffle=shuffle)
            else:
                match_expire(match_id=row.pk, now=live.now, shuffle=shuffle)
    assert caplog.text == ""
    row = live.row
    assert row.status == "finished" and max(row.totals) >= 500
    assert all(each.scored and each.hands.count() == 4 for each in row.rounds.all())
    assert row.rounds.count() == live.kinds.count("round_scored") == live.kinds.count("hands_dealt")
    assert_rebuilds(row)


def test_the_same_seed_plays_the_same_match() -> None:
    import random

    logs = []
    for _ in range(2):
        shuffle = random.Random(5).shuffle
        Match.objects.filter(code="twin").update(code=f"twin-{len(logs)}")
        table = tables.open_house_table(target=500, code="twin", names=("A", "B", "C", "D"), now=NOW, shuffle=shuffle)
        live = Live(table.match, shuffle=shuffle)
        for _ in range(40):
            live.now = max(live.now, min(at for at in (live.row.house_due, _end(live)) if at is not None))
            if not house.move(match_id=live.match.pk, now=live.now, shuffle=shuffle):
                live.expire()
        logs.append([(entry.at, entry.event) for entry in log.load(live.match.pk)])
    assert logs[0] == logs[1]


def test_nobody_moves_before_the_own_moment() -> None:
    live = a_practice()
    due = live.row.house_due or 0
    live.now = due - 1
    assert not house.move(match_id=live.match.pk, now=live.now)
    assert live.row.head == 2 and live.row.house_due == due
    assert house.move(match_id=live.match.pk, now=due)
    assert live.row.head == 3


def test_a_wake_up_for_a_past_decision_does_nothing() -> None:
    """T08."""
    live = a_practice()
    live.wait(60 * SECOND)
    assert not house.move(match_id=live.match.pk, now=live.now, decision=live.state.decision - 1)
    assert live.row.head == 2


def test_every_house_player_looks_after_every_move_whatever_it_holds() -> None:
    """The moments come from seat and decision; who holds no bomb looks as well."""
    live = a_practice().grand(seats=[ALICE])
    while live.state.phase is not Phase.PLAY or live.state.deal.trick is None:
        if ALICE in live.state.to_act():
            live.do(_plain(live, ALICE))
        else:
            live.now = max(live.now, live.row.house_due or 0)
            house.move(match_id=live.match.pk, now=live.now, shuffle=live.shuffle)
    code = live.match.code
    found = looks(code, live.current)
    assert set(found) == {seat for seat in (1, 2, 3) if len(live.state.deal.hands[seat]) >= 4}
    since = {seat: live.clock.opened[seat] or live.current.at for seat in found}
    assert found == {seat: since[seat] + bots.delay_ms(seat, live.state.decision, code) for seat in found}


def test_a_house_player_throws_a_bomb_out_of_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.games.factories import HANDS, stacked

    live = a_practice()
    tables.end_practice(table=live.row.table, user=person("alice"), now=NOW)
    table = tables.open_practice(user=person("alice"), now=NOW, shuffle=stacked())
    live = Live(table.match, NOW, HANDS, stacked())
    live.grand().exchange()
    live.play(ALICE, "2j")

    def eager(view: object, rng: object) -> c.Command | None:
        seat = view.viewer  # type: ignore[attr-defined]
        return c.PlayBomb(seat, parse_cards("9j9w9p9s"), view.on) if seat == 2 else None  # type: ignore[attr-defined]

    monkeypatch.setattr(bots, "choose", eager)
    monkeypatch.setattr(attention, "delay_ms", lambda seat, *_: 900 if seat == 2 else 2_000)
    at = looks(live.match.code, live.current)[2]
    house.move(match_id=live.match.pk, now=at)
    assert live.state.plays == 2 and live.state.deal.trick is not None
    assert live.state.deal.trick.owner == 2


@pytest.mark.parametrize("fault", ["raises", "nothing", "illegal"])
def test_a_faulty_choice_never_holds_up_the_table(
    fault: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged, without cards, and something plain and legal is done instead."""

    def faulty(view: object, rng: object) -> c.Command | None:
        if fault == "raises":
            raise RuntimeError("no idea")
        seat = view.viewer  # type: ignore[attr-defined]
        return None if fault == "nothing" else c.GiveTrick(seat, seat, -1 if seat else 0)

    monkeypatch.setattr(bots, "choose", faulty)
    live = a_practice()
    with caplog.at_level(logging.ERROR):
        play_out(live, rounds=1)
    assert len(live.state.results) == 1
    assert "match" in caplog.text


def test_it_is_asked_again_after_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    live = a_practice()
    while live.state.phase is Phase.GRAND:
        live.grand(seats=[ALICE]) if ALICE in live.state.to_act() else None
        live.now = live.row.house_due or live.now
        house.move(match_id=live.match.pk, now=live.now)
    choose = bots.choose
    called: list[int] = []

    def caller(view: object, rng: object) -> c.Command | None:
        seat = view.viewer  # type: ignore[attr-defined]
        if seat not in called:
            called.append(seat)
            return c.CallTichu(seat)
        return choose(view, rng)  # type: ignore[arg-type]

    monkeypatch.setattr(bots, "choose", caller)
    live.now = live.row.house_due or 0
    house.move(match_id=live.match.pk, now=live.now)
    assert live.kinds[-2:] == ["tichu_called", "cards_chosen"]


def test_a_match_of_people_or_an_ended_one_is_left_alone() -> None:
    live = a_practice()
    tables.end_practice(table=live.row.table, user=person("alice"), now=NOW)
    assert live.row.house_due is None
    assert not house.move(match_id=live.match.pk, now=NOW + 60 * SECOND)


def test_a_move_that_came_too_late_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody was quicker between the look and the command."""
    live = a_practice()
    current = live.current
    live.grand(seats=[BOB])
    row = live.row
    with caplog.at_level(logging.WARNING):
        assert not house._submitted(row, current, c.AnswerGrand(BOB, call=False), live.now, None)
    assert caplog.text == ""


def test_waiting_for_a_person_who_has_run_out_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    """Alice's time is up, and it is too early to judge that: the house players' answers come too late (RULES O4)."""
    live = a_practice()
    live.wait(90 * SECOND + 300)
    with caplog.at_level(logging.WARNING):
        assert not house.move(match_id=live.match.pk, now=live.now)
    assert caplog.text == ""
    assert live.row.house_due == live.now + house.AGAIN
    live.wait(200).expire()
    assert live.row.status == Match.Status.FORFEITED


def test_wakeups_are_armed_after_the_commit(
    started_tasks: list[tuple[str, list[int], int]], django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        live = a_practice()
        assert started_tasks == []
    row = live.row
    assert started_tasks == [("games.house_move", [row.pk, live.state.decision], (row.house_due or 0) - NOW)]
    with notify.muted(), django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        live.grand(seats=[ALICE])
    assert len(started_tasks) == 1


def test_first_legal_owes_nothing_to_people() -> None:
    live = a_practice()
    assert house.first_legal(live.state, ALICE) is None
    command = house.first_legal(live.state, BOB)
    assert command == c.AnswerGrand(BOB, call=False)
    with pytest.raises(IllegalMove):
        live.do(c.Ready(BOB))
