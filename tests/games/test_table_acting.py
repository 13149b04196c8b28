"""Acting at the table through its forms: what is legal happens once, what is not is refused in words with a rule."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.cache import cache
from django.db import connections

from games import log
from games.engine import commands as c
from games.engine.state import Phase
from games.engine.variants import variant_named
from games.models import Match, Table
from games.rules import DRAGON, MAH_JONG, parse_cards
from games.views import answers
from tests.filled_forms import filled
from tests.games.at_table import HTMX, Sat, ids, is_dark, key, rule_link, says, seated, seated_in_play
from tests.games.factories import ALICE, BOB, CAROL, DAVE, HANDS, gives_for

REGIONS = ["bar", "seats", "wish", "trick", "tray", "last", "say", "coach", "hand", "keys", "sheet", "side", "talk"]


@pytest.fixture
def sat(db: None) -> Sat:
    """Alice has the Mah Jong and leads."""
    return seated_in_play()


def deadline(sat: Sat) -> int | None:
    return Match.objects.get(pk=sat.match.pk).deadline


# --- Playing


def test_a_play_answers_with_all_own_regions(sat: Sat) -> None:
    answer = sat.play(ALICE, "Mj", wish="none")
    assert answer.status_code == 200
    assert ids(answer.content) == [*REGIONS, "now"]
    assert sat.state.deal.turn == BOB
    assert 'href="/static/cards/cards.svg#Mj"' in answer.content.decode()


def test_an_illegal_play_says_why_and_leaves_everything(sat: Sat) -> None:
    """T01, D04: refused in words with a link to the rule; the clock runs on; the next press works."""
    before = deadline(sat)
    answer = sat.play(ALICE, "2j", "Kw")
    assert answer.status_code == 422
    assert says(answer) == "2, King: these cards are no combination."
    assert rule_link(answer) == "combinations"
    assert ids(answer.content) == [*REGIONS, "now"]
    assert deadline(sat) == before
    assert sat.play(ALICE, "2j").status_code == 200


def test_a_play_out_of_turn_is_refused(sat: Sat) -> None:
    answer = sat.play(BOB, "3w")
    assert (answer.status_code, says(answer)) == (422, "It is not your turn.")


def test_too_low_names_what_is_needed(sat: Sat) -> None:
    sat.play(ALICE, "7j")
    answer = sat.play(BOB, "3w")
    assert answer.status_code == 422
    assert "too low" in says(answer) and rule_link(answer) == "answers"


def test_a_closed_decision_is_a_conflict(sat: Sat) -> None:
    """T14: the table moved on; the cards stay raised in the browser, nothing happens here."""
    old = str(sat.state.decision)
    sat.play(ALICE, "2j")
    answer = sat.post(BOB, "play", {"cards": "3w", "decision": old})
    assert answer.status_code == 409
    assert says(answer) == "The table moved on. Your cards are still raised."
    assert sat.state.deal.turn == BOB


def test_a_double_click_is_one_play(sat: Sat) -> None:
    """D02"""
    form = {"cards": "2j", "decision": str(sat.state.decision)}
    assert [sat.post(ALICE, "play", form).status_code for _ in range(2)] == [200, 409]
    assert len(sat.state.deal.trick.acts) == 1  # type: ignore[union-attr]


def test_play_and_pass_at_once_count_once(sat: Sat) -> None:
    """D03"""
    sat.play(ALICE, "2j")
    decision = str(sat.state.decision)
    first = sat.post(BOB, "play", {"cards": "3w", "decision": decision})
    second = sat.post(BOB, "pass", {"decision": decision})
    assert (first.status_code, second.status_code) == (200, 409)


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_two_tabs_at_once_play_once() -> None:
    """D02: from two tabs in the same moment; the loser gets the current table, no fault."""
    sat = seated_in_play()
    form = {"cards": "2j", "decision": str(sat.state.decision)}
    before, barrier = log.current(sat.match.pk).head, Barrier(2)

    def press(_: int) -> int:
        barrier.wait(10)
        try:
            return sat.post(ALICE, "play", form).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as both:
        assert sorted(both.map(press, range(2))) == [200, 409]
    assert log.current(sat.match.pk).head == before + 1


def test_the_last_trick_can_be_looked_at_once_there_is_one(sat: Sat) -> None:
    assert "No trick has been taken" in sat.page(ALICE)
    sat.play(ALICE, "2j")
    for seat in (BOB, CAROL, DAVE):
        sat.pass_(seat)
    sat.live.now = sat.live.clock.until or 0
    sat.live.collect()
    assert "Last trick, to You" in sat.page(ALICE)
    assert "Last trick, to alice" in sat.page(CAROL)


# --- The wish


def test_the_mah_jong_needs_a_word_about_the_wish(sat: Sat) -> None:
    """R22: a play without `wish` changes neither turn nor clock."""
    before = deadline(sat)
    answer = sat.play(ALICE, "Mj")
    assert (answer.status_code, says(answer)) == (422, "Choose a rank or no wish.")
    assert (sat.state.deal.turn, deadline(sat)) == (ALICE, before)


def test_a_wish_binds_whoever_can_and_says_why_passing_is_off(sat: Sat) -> None:
    sat.play(ALICE, "Mj", wish="8")
    assert sat.state.deal.wish == 8
    page = sat.page(BOB)
    assert "You must play an 8" in page and "wish is-mine" in page
    assert "Pass is off: alice wished for an 8 and you can play one." in page
    assert is_dark(page, "third") and "wish binds" in key(page, "third")
    answer = sat.pass_(BOB)
    assert answer.status_code == 422 and rule_link(answer) == "wish"
    assert "wish is-mine" not in sat.page(CAROL)


def test_a_wish_nobody_can_play_leaves_free(sat: Sat) -> None:
    sat.play(ALICE, "Mj", wish="2")
    page = sat.page(BOB)
    assert "Wish 2: you hold none you could play." in page
    assert not is_dark(page, "third")


# --- Calls and bombs take two presses


def test_a_call_takes_a_second_press(sat: Sat) -> None:
    answer = sat.post(ALICE, "tichu")
    assert answer.status_code == 422 and "second time" in says(answer)
    assert sat.post(ALICE, "tichu", {"confirm": "1"}).status_code == 200
    assert sat.state.deal.tichu[ALICE]
    assert "call" in sat.page(BOB)


def test_grand_takes_a_second_press_and_no_takes_one(db: None) -> None:
    sat = seated()
    assert sat.post(ALICE, "grand", {"answer": "call"}).status_code == 422
    assert sat.post(BOB, "grand", {"answer": "no"}).status_code == 200
    assert sat.post(ALICE, "grand", {"answer": "call", "confirm": "1"}).status_code == 200
    assert sat.state.deal.grand == (True, False, None, None)


def test_the_partner_of_a_caller_is_warned(db: None) -> None:
    sat = seated()
    sat.do(c.AnswerGrand(CAROL, call=True))
    page = sat.page(ALICE)
    assert "carol has called already. Only one of you can make it." in page
    assert "Only one of you" not in sat.page(BOB)


def test_a_bomb_takes_a_second_press(sat: Sat) -> None:
    sat.play(ALICE, "2j")
    form = {"cards": ["9j", "9w", "9p", "9s"], "on": str(sat.state.plays)}
    assert sat.post(CAROL, "bomb", form).status_code == 422
    assert sat.post(CAROL, "bomb", form | {"confirm": "1"}).status_code == 200
    assert sat.state.deal.turn == DAVE


def test_after_a_bomb_everybody_sees_the_same_turn(sat: Sat) -> None:
    """R15: the bomb moved the turn, also on the page of whoever was to act; his late pass is refused."""
    sat.play(ALICE, "2j")
    late = {"decision": str(sat.state.decision)}
    sat.do(c.PlayBomb(CAROL, parse_cards("9j9w9p9s"), sat.state.plays))
    for seat in (ALICE, BOB, CAROL):
        assert "dave is thinking" in sat.page(seat)
    assert "Your turn" in sat.page(DAVE)
    assert is_dark(sat.page(BOB), "third")
    assert sat.post(BOB, "pass", late).status_code == 409


def test_nothing_can_be_bombed_on_a_lead(sat: Sat) -> None:
    """R27"""
    for seat in (ALICE, BOB):
        page = sat.page(seat)
        assert is_dark(page, "bomb") and "no trick" in key(page, "bomb") and "Nothing to bomb" in key(page, "bomb")
    bomb = {"cards": ["8j", "8w", "8p", "8s"], "on": str(sat.state.plays), "confirm": "1"}
    assert sat.post(BOB, "bomb", bomb).status_code == 422
    assert sat.play(ALICE, "4j", "4w", "4p", "4s").status_code == 200, "the leader may lead one"


def test_the_second_of_two_bombs_must_be_meant_anew(sat: Sat) -> None:
    """R28: partners bomb in the same second; the second is not thrown by accident."""
    sat.play(DAVE if sat.state.deal.turn == DAVE else ALICE, "2j")
    meant = {"on": str(sat.state.plays), "confirm": "1"}
    first = sat.post(BOB, "bomb", meant | {"cards": ["8j", "8w", "8p", "8s"]})
    second = sat.post(CAROL, "bomb", meant | {"cards": ["9j", "9w", "9p", "9s"]})
    assert (first.status_code, second.status_code) == (200, 409)
    assert "The table changed" in says(second)
    assert sat.state.deal.trick.owner == BOB  # type: ignore[union-attr]


def test_the_bomb_key_lights_only_for_its_holder(db: None) -> None:
    alice, bob, carol, dave = HANDS
    without = (alice.replace("Kw", "Ks"), bob, carol, dave.replace("Ks", "Kw"))
    sat = seated_in_play(without)
    sat.play(ALICE, "2j")
    assert "key--lit" in key(sat.page(CAROL), "bomb") and "four 9s" in key(sat.page(CAROL), "bomb")
    assert is_dark(sat.page(DAVE), "bomb") and "none" in key(sat.page(DAVE), "bomb")


# --- Exchange and gift


def test_the_exchange_by_named_slots(db: None) -> None:
    """R29: "right" arrives at the seat that plays next, for each of the four."""
    sat = seated()
    sat.live.grand()
    gives = gives_for(sat.live.hands)
    for seat in range(4):
        _, right, partner, left = variant_named("nanking").places(seat)
        form, data = filled(c.ExchangeCards(seat, gives[seat]))
        cards = dict(gives[seat])
        assert data == {"to_right": cards[right].code, "to_partner": cards[partner].code, "to_left": cards[left].code}
        assert sat.post(seat, form, data).status_code == 200
    assert sat.state.phase is Phase.PLAY
    assert sorted(sat.state.deal.hands[ALICE]) == sorted(parse_cards(sat.live.hands[ALICE]))


@pytest.mark.parametrize("missing", ["to_right", "to_partner", "to_left"])
def test_an_exchange_with_an_empty_slot_is_refused(db: None, missing: str) -> None:
    sat = seated()
    sat.live.grand()
    _form, data = filled(c.ExchangeCards(ALICE, gives_for(sat.live.hands)[ALICE]))
    answer = sat.post(ALICE, "exchange", data | {missing: ""})
    assert (answer.status_code, says(answer)) == (422, "Give exactly one card to each other player.")
    assert sat.state.deal.chosen[ALICE] is None


def test_the_dragon_is_given_as_they_sit(db: None) -> None:
    """G14: the left opponent stands left, the right one right, with names."""
    sat = seated_in_play()
    sat.play(ALICE, "2j")
    sat.play(BOB, "Dr")
    for seat in (CAROL, DAVE, ALICE):
        sat.pass_(seat)
    sat.live.now = sat.live.clock.until or 0
    sat.live.collect()
    assert sat.state.phase is Phase.GIFT and sat.state.deal.trick.top.cards == (DRAGON,)  # type: ignore[union-attr]
    page = sat.page(BOB)
    left, right = page.index("gift gift--left"), page.index("gift gift--right")
    assert left < page.index("alice</bdi><small>left") < right < page.index("carol</bdi><small>right")
    assert "It holds 25 points. You keep the lead." in page
    wrong = sat.post(BOB, "gift", {"to": str(DAVE), "decision": str(sat.state.decision)})
    assert wrong.status_code == 422 and rule_link(wrong) == "dragon"
    assert sat.post(CAROL, "gift", {"to": str(ALICE), "decision": str(sat.state.decision)}).status_code == 422
    assert sat.do(c.GiveTrick(BOB, CAROL, sat.state.decision)).status_code == 200
    assert sat.state.deal.turn == BOB


# --- Haste, no script


def test_too_fast_is_told_and_changes_nothing(sat: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    """E12's second half: refused with the table intact; somebody else is not held up."""
    monkeypatch.setattr(answers, "ACTIONS", 3)
    monkeypatch.setattr(answers, "WITHIN_SECONDS", 3_600)
    assert [sat.play(ALICE, "2j", "3j").status_code for _ in range(4)] == [422, 422, 422, 429]
    answer = sat.play(ALICE, "2j")
    assert (answer.status_code, says(answer)) == (429, "Too fast. One moment.")
    assert ids(answer.content) == [*REGIONS, "now"]
    assert sat.pass_(BOB).status_code == 422, "only alice is too fast"
    cache.clear()
    assert sat.play(ALICE, "2j").status_code == 200


def test_without_script_the_page_comes_back_with_the_reason(sat: Sat) -> None:
    form = {"cards": ["2j", "3j"], "decision": str(sat.state.decision)}
    answer = sat.browsers[ALICE].post(sat.url("play"), form)
    assert (answer.status_code, answer.headers["Location"]) == (302, sat.url())
    assert says(sat.page(ALICE)) == "2, 3: these cards are no combination."
    assert says(sat.page(ALICE)) != "2, 3: these cards are no combination.", "said once"


def test_partials_are_kept_by_nobody(sat: Sat) -> None:
    """D11"""
    for answer in (sat.play(ALICE, "2j"), sat.browsers[0].get(sat.url("state"), headers=HTMX)):
        assert "no-store" in answer.headers["Cache-Control"]
        assert "HX-Request" in answer.headers["Vary"]


# --- Between rounds and after


def test_ready_for_the_next_round(sat: Sat) -> None:
    sat.live.to_ready_gate()
    cache.clear()
    page = sat.page(ALICE)
    assert "Ready for the next round" in page and "0 of 4" in key(page, "main")
    assert f"/matches/{sat.match.code}/1/0/?as=open" in key(page, "third")
    assert sat.do(c.Ready(ALICE)).status_code == 200
    page = sat.page(ALICE)
    assert is_dark(page, "main") and "1 of 4" in key(page, "main")
    for seat in (BOB, CAROL, DAVE):
        assert sat.do(c.Ready(seat)).status_code == 200
    assert sat.state.phase is Phase.GRAND and sat.state.rounds == 2


def test_every_dark_key_says_why(sat: Sat) -> None:
    """DESIGN 1.4: whatever the phase, a dark key carries its full sentence."""
    for seat in range(4):
        page = sat.page(seat)
        for box in ("call", "bomb", "third", "main"):
            assert not is_dark(page, box) or 'data-why="' in key(page, box)


def test_a_refused_command_pushes_nothing(sat: Sat) -> None:
    """D05"""
    sat.page(ALICE)  # she is there now
    before = Table.objects.get(pk=sat.match.table_id).revision
    sat.play(ALICE, "2j", "3j")
    assert Table.objects.get(pk=sat.match.table_id).revision == before


def test_the_mah_jong_in_a_straight_takes_its_wish_along(sat: Sat) -> None:
    """R22"""
    answer = sat.play(ALICE, "Mj", "2j", "3j", "4j", "5j", wish="K")
    assert answer.status_code == 200
    assert sat.state.deal.wish == 13 and MAH_JONG not in sat.state.deal.hands[ALICE]
