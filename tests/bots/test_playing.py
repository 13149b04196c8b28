"""What a sensible player does in plain positions. A and C are partners, B plays next; D is the other opponent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from games.bots import choose
from games.bots.situation import Situation
from games.bots.wishing import choose_wish
from games.engine import commands as c
from games.engine.view import view_for
from tests.builders import A, B, C, D, Playing, a_match, a_round, cards, combination


def midway(hands: Mapping[int, str], **others: Any) -> Playing:
    """A position in which everybody has played a card before, so that nobody thinks of calling."""
    position = a_round(hands, **others)
    position.state = replace(position.state, round=replace(position.round, played=frozenset((A, B, C, D))))
    return position


def chosen(position: Playing, seat: int = A) -> c.Command | None:
    """What the seat does; it is legal, or nothing."""
    command = choose(view_for(position.state, seat), Random(0))
    if command is not None:
        position.do(command)
    return command


def laid(position: Playing, seat: int = A) -> str:
    """The cards of the seat's play; "pass" and "" for a pass and for waiting."""
    command = chosen(position, seat)
    if isinstance(command, c.Play | c.PlayBomb):
        return "".join(card.code for card in sorted(command.cards))
    return "pass" if isinstance(command, c.Pass) else ""


# --- answering


def test_it_goes_out_when_it_can() -> None:
    assert laid(midway({A: "9j"}, trick="D:8j")) == "9j"


def test_it_takes_a_low_trick_cheaply() -> None:
    assert laid(midway({A: "7jAjKpQp9s9p"}, trick="D:5j")) == "7j"


def test_it_does_not_overtake_the_partners_ace() -> None:
    assert laid(midway({A: "DrKp9s9p4j"}, trick="C:Aw D:pass")) == "pass"


def test_it_does_not_disturb_a_partner_who_has_called() -> None:
    assert laid(midway({A: "9jKpKs4j4p"}, trick="C:8j D:pass", tichu=[C])) == "pass"


def test_it_does_not_go_out_before_a_partner_who_has_called() -> None:
    """RULES D5: only the caller's own first place counts."""
    assert laid(midway({A: "9j"}, trick="C:8j D:pass", tichu=[C])) == "pass"


def test_it_stops_an_opponent_who_has_called() -> None:
    assert laid(midway({A: "AjKp9s9p4j", D: "3j"}, trick="D:Qj", tichu=[D])) in ("Aj", "Kp")
    assert laid(midway({A: "Aj9s9p4j", D: "3j"}, trick="D:Kj", tichu=[D])) == "Aj"


def test_it_does_not_break_a_bomb_for_a_low_card() -> None:
    assert laid(midway({A: "8j8w8p8sKj3p"}, trick="D:7w")) in ("Kj", "pass")


def test_it_obeys_the_wish() -> None:
    """RULES K5, K8."""
    assert laid(midway({A: "9jAj3p3s"}, trick="D:Mj", wish="9", wisher=D)) == "9j"
    assert "9" in laid(midway({A: "5j6p7sPh9jKjKp"}, trick="D:3j4j5p6j7j", wish="9", wisher=D))


# --- leading


def test_it_leads_what_is_low_and_keeps_what_brings_the_lead_back() -> None:
    assert laid(midway({A: "3j4p5s6j7wAj9jTp"})) == "3j4p5s6j7w"


def test_it_leads_the_sure_card_when_the_rest_goes_out() -> None:
    assert laid(midway({A: "Dr4j4p"})) == "Dr"


def test_it_gives_a_caller_the_lead_with_the_dog() -> None:
    assert laid(midway({A: "Dg4j9jKp"}, tichu=[C])) == "Dg"


def test_it_keeps_the_dog_when_it_has_called_itself() -> None:
    assert laid(midway({A: "Dg4jAsAp"}, tichu=[A])) != "Dg"


def test_it_does_not_lead_a_low_single_to_an_opponent_with_one_card() -> None:
    assert laid(midway({A: "4j8j8pQsQp", B: "9j"})) != "4j"


def test_it_leads_a_low_single_to_a_partner_with_one_card() -> None:
    assert laid(midway({A: "3jJjKpQs", C: "9j"})) == "3j"


# --- wishing


def wished(position: Playing) -> int | None:
    command = chosen(position)
    assert isinstance(command, c.Play)
    return command.wish


def test_it_says_a_wish_with_the_mah_jong_and_for_a_rank_it_lacks() -> None:
    wish = wished(midway({A: "Mj"} | {B: "5j6j", C: "7p8p", D: "9s9p"}))
    assert wish is not None and wish in range(2, 15)


def test_it_wishes_for_an_ace_from_a_caller() -> None:
    now = Situation(view_for(midway({A: "MjKj"}, tichu=[B]).state, A))
    assert choose_wish(now, combination("Mj")) == 14


# --- bombs


def test_it_bombs_a_caller_in_the_pause() -> None:
    """RULES G5."""
    position = midway({A: "8j8w8p8sKj3p", D: "4j4p"}, trick="D:Aj A:pass B:pass C:pass", to_act=None, tichu=[D])
    assert laid(position) == "8j8w8p8s"


def test_it_keeps_the_bomb_for_a_trick_worth_it() -> None:
    hands = {A: "8j8w8p8sKj3p4s6p9p", D: "4j4p5j5p6j6s"}
    position = midway(hands, trick="D:9j A:pass B:pass C:pass", to_act=None)
    assert laid(position) == ""


def test_it_does_not_waste_a_bomb_in_turn() -> None:
    hands = {A: "8j8w8p8sKj3p4s6p9p", D: "4j4p5j5p6j6s7w7p"}
    assert laid(midway(hands, trick="D:Aj")) == "pass"
    assert laid(midway({A: "8j8w8p8sKj"}, trick="D:Aj")) == "8j8w8p8s"


def test_it_never_bombs_its_partner() -> None:
    position = midway({A: "8j8w8p8sKj3p"}, trick="C:Aj D:pass A:pass B:pass", to_act=None)
    assert laid(position) == ""


def test_it_waits_for_the_pause_unless_a_caller_could_go_out_at_once() -> None:
    """Out of turn it is thrown only where the pause would be too late (RULES G4)."""
    hands = {A: "8j8w8p8sKj3p", B: "9j"}
    assert laid(midway(hands, trick="D:Tj", to_act=B)) == ""
    assert laid(midway(hands, trick="D:5j", to_act=B, tichu=[B])) == "8j8w8p8s"


# --- calls, exchange, gift


def test_grand_tichu_needs_great_cards() -> None:
    """RULES B2: on eight cards, the last six unseen."""
    position = a_match({A: "DrPhAjAwKjKw2j3p", B: "2s3s4j5p6j7p8p9p", C: "DgMj4p6pAsApKsKp"})
    assert [chosen(position, seat) for seat in (A, B, C)] == [
        c.AnswerGrand(A, call=True),
        c.AnswerGrand(B, call=False),
        c.AnswerGrand(C, call=False),
    ]


def test_a_call_comes_before_the_first_card_and_is_its_own_command() -> None:
    position = a_round({A: "DrPhAjAwKjKwQjQw"}, to_act=A)
    assert chosen(position) == c.CallTichu(A)
    assert isinstance(chosen(position), c.Play)


def test_a_weak_hand_does_not_call() -> None:
    assert not isinstance(chosen(a_round({A: "2j3p5s6j8p9sTjJp"})), c.CallTichu)


def test_nobody_calls_when_somebody_is_out() -> None:
    """RULES D4: it could only fail."""
    assert not isinstance(chosen(a_round({A: "DrPhAjAw"}, out=[C])), c.CallTichu)


def test_the_dragons_trick_goes_to_the_opponent_with_more_cards() -> None:
    """RULES J2."""
    hands = {A: "4jKp", B: "5j", D: "6j7j8p9p"}
    position = midway(hands, trick="A:Dr B:pass C:pass D:pass", to_act=None)
    position.collect()
    decision = position.state.decision
    assert chosen(position) == c.GiveTrick(A, D, decision)


def test_the_exchange_keeps_strength_and_helps_the_partner() -> None:
    position = a_match({A: "2j3p5s5j7wTjTpJsKjKpKsAwPhDr"})
    position.grand()
    command = chosen(position)
    assert isinstance(command, c.ExchangeCards)
    given = dict(command.gives)
    assert not set(given.values()) & set(cards("PhDr"))
    assert given[C].rank > max(given[B].rank, given[D].rank)


def test_a_partner_with_a_grand_call_gets_the_best_card() -> None:
    position = a_match({A: "2j3p5s5j7wTjTpJsKjKpKsAwDgDr"})
    position.grand(C)
    command = chosen(position)
    assert isinstance(command, c.ExchangeCards)
    assert dict(command.gives)[C].code == "Dr"
