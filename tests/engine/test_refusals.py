"""Every refusal has a sentence, a ruling and a place in the rules, and says what was wrong."""

import pytest

from games.engine.reasons import TEXTS, IllegalMove, Reason, sentence
from tests.builders import A, B, C, a_round


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_its_text(reason):
    text = TEXTS[reason]
    assert text.sentence.endswith(".")
    assert text.ruling[0] in "ABCDEFGHIJKLMNO"
    assert text.anchor


def said(table, act):
    with pytest.raises(IllegalMove) as refusal:
        act(table)
    return sentence(refusal.value, names=lambda seat: ("Anna", "Bo", "Chris", "Dee")[seat])


@pytest.mark.parametrize(
    ("top", "hand", "laid", "words"),
    [
        ("TjTw", "9j9w2j", "9j9w", ["Pair of 9s", "pair", "10s"]),
        ("9j", "8j2j", "8j", ["8 of Jade", "9"]),
        ("Kj", "QjQw2j", "QjQw", ["Pair of Queens", "single", "King of Jade"]),
        ("3j4w5p6s7j", "4j5w6p7s8j9w2j", "4j5w6p7s8j9w", ["Straight 4–9", "5 cards"]),
        ("9j9w9p9s", "8j8w8p8s2j", "8j8w8p8s", ["Four 8s", "four 9s"]),
        ("9j9w9p9s", "8j8w2j", "8j8w", ["Pair of 8s", "higher bomb", "four 9s"]),
        ("5j5w", "6j8w2j", "6j8w", ["6 of Jade, 8 of Sword", "no combination"]),
        ("5j5w", "6j6w2j", "7j7w", ["7 of Jade"]),
        ("Dr", "Ph2j", "Ph", ["Phoenix", "Dragon"]),
    ],
)
def test_a_refused_play_says_what_was_wrong_and_what_is_needed(top, hand, laid, words):
    """The hint names the kind and the height, e.g. "needs a pair higher than 10s"."""
    spoken = said(a_round({B: hand}, trick=f"A:{top}", to_act=B), lambda table: table.play(B, laid))
    assert [word for word in words if word not in spoken] == [], spoken


def test_a_wish_is_refused_with_the_wishers_name():
    table = a_round({B: "8j9j"}, trick="A:7j", to_act=B, wish="8", wisher=C)
    assert said(table, lambda each: each.pass_(B)).startswith("Pass is off: Chris wished for 8")
    assert said(table, lambda each: each.play(B, "9j")).startswith("Chris wished for 8")


def test_every_word_of_a_refusal_can_be_translated():
    table = a_round({B: "9j9w2j"}, trick="A:TjTw", to_act=B)
    asked = []

    def translate(text: str) -> str:
        asked.append(text)
        return text

    with pytest.raises(IllegalMove) as refusal:
        table.play(B, "9j9w")
    sentence(refusal.value, translate)
    assert {TEXTS[Reason.TOO_LOW].sentence, "pair of {ranks}", "9s", "10s"} <= set(asked)


def test_a_refusal_says_where_the_rules_explain_it():
    with pytest.raises(IllegalMove) as refusal:
        a_round({A: "5j"}, to_act=A).pass_(A)
    assert (refusal.value.ruling, refusal.value.anchor) == ("H1", TEXTS[Reason.MUST_LEAD].anchor)
