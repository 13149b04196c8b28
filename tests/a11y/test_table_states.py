"""Every state of the table keeps WCAG 2.2 AA, light and dark, small and large."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.engine import commands as c
from games.models import Match
from games.rules import DRAGON, format_cards
from games.services import deadlines
from games.times import now_ms
from tests.a11y.axe import faults_everywhere
from tests.a11y.conftest import Visit
from tests.games.factories import ALICE, BOB, CAROL, DAVE, PEOPLE, Live, a_match, a_table, in_play
from tests.games.learning import begun, played_out

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def waiting(seated: int) -> Live:
    return Live(a_table(*PEOPLE[:seated], now=now_ms(), title="Friday").match, now_ms())


def on_turn() -> Live:
    live = in_play(now=now_ms())
    live.play(ALICE, "2j")
    return live


def called() -> Live:
    live = on_turn()
    live.do(c.CallTichu(BOB))
    live.do(c.CallTichu(CAROL))
    return live


def bound() -> Live:
    """Bob must fulfil the wish."""
    live = in_play(now=now_ms())
    live.play(ALICE, "Mj", wish=8)
    return live


def paused() -> Live:
    live = on_turn()
    live.bomb(BOB, "8j8w8p8s")
    live.bomb(CAROL, "9j9w9p9s")
    live.pass_(DAVE, ALICE, BOB)
    return live


def dragon() -> Live:
    """Bob gives the Dragon's trick away."""
    live = on_turn()
    live.play(BOB, format_cards((DRAGON,)))
    live.pass_(CAROL, DAVE, ALICE)
    live.collect()
    live.now = now_ms()
    return live


def scored() -> Live:
    live = in_play(now=now_ms())
    return live.to_ready_gate()


def forfeited() -> Live:
    live = on_turn()
    row = Match.objects.get(pk=live.match.pk)
    deadlines.match_expire(match_id=row.pk, now=(row.deadline or 0) + 1_000)
    return live


STATES: dict[str, tuple[Callable[[], Live], int]] = {
    "waiting": (lambda: waiting(2), ALICE),
    "waiting, all here": (lambda: waiting(4), ALICE),
    "waiting, a visitor": (lambda: waiting(2), CAROL),
    "grand": (lambda: a_match(now=now_ms()), ALICE),
    "grand answered": (lambda: a_match(now=now_ms()).grand(BOB, seats=[ALICE, BOB]), ALICE),
    "exchange": (lambda: a_match(now=now_ms()).grand(), ALICE),
    "exchange done": (lambda: a_match(now=now_ms()).grand().exchange(seats=[ALICE]), ALICE),
    "lead": (lambda: in_play(now=now_ms()), ALICE),
    "turn": (on_turn, BOB),
    "others' turn": (called, ALICE),
    "called": (called, BOB),
    "bound by a wish": (bound, BOB),
    "pause": (paused, CAROL),
    "dragon": (dragon, BOB),
    "round over": (scored, ALICE),
    "forfeited": (forfeited, ALICE),
    "a lesson": (lambda: begun(now=now_ms()), ALICE),
    "a lesson's end": (lambda: played_out(begun(now=now_ms())), ALICE),
}


@pytest.mark.parametrize("state", STATES)
def test_every_state(visit: Visit, state: str) -> None:
    make, seat = STATES[state]
    live = make()
    page = visit(f"/tables/{live.match.table.code}/", PEOPLE[seat])
    found = faults_everywhere(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("key", ["m", "?", "/"])
def test_menu_keys_and_command_box(visit: Visit, key: str) -> None:
    live = on_turn()
    page = visit(f"/tables/{live.match.table.code}/", PEOPLE[BOB])
    page.keyboard.press(key)
    page.wait_for_selector({"m": "#menu", "?": "#help", "/": "#typed"}[key])
    found = faults_everywhere(page)
    assert not found, "\n".join(found)
