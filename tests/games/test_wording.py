"""Every event, refusal and combination in words, from the reader's side."""

import pytest

from games.engine import events as e
from games.engine.reasons import TEXTS, IllegalMove, Reason
from games.rules import RANKS, card
from games.wording import (
    People,
    call_word,
    card_word,
    cards_left,
    key_reason,
    listed,
    number,
    one_of,
    place_word,
    play_word,
    refusal_word,
    short_play,
    signed,
    told,
)
from tests.builders import cards, combination

ALICE = People(("alice", "bob", "carol", "dave"), 0)
WATCHER = People(("alice", "bob", "carol", "dave"))


@pytest.mark.parametrize(
    ("laid", "long", "short"),
    [
        ("9s", "9 of Star", "9 of Star"),
        ("7j7w", "pair of 7s", "pair of 7s"),
        ("9j9w9p8jPh=8", "full house, 9s, Phoenix as 8", "full house, 9s"),
        ("6j7w8p9sPh=T", "straight 6–10, Phoenix as 10", "straight 6–10"),
        ("8j8w8p8s", "four 8s", "four 8s"),
        ("Dr", "Dragon", "Dragon"),
    ],
)
def test_plays_have_a_long_and_a_short_name(laid: str, long: str, short: str) -> None:
    assert (play_word(combination(laid)), short_play(combination(laid))) == (long, short)


def test_small_words() -> None:
    assert card_word(card("Jj")) == "Jack of Jade"
    assert [place_word(place) for place in range(1, 5)] == ["1st", "2nd", "3rd", "4th"]
    assert (number(-35), signed(100), signed(-100), signed(0)) == ("−35", "+100", "−100", "0")
    assert (listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])) == (
        "",
        "a",
        "a and b",
        "a, b and c",
    )
    assert (cards_left(1), cards_left(4)) == ("1 card", "4 cards")
    assert (call_word("tichu"), call_word("grand"), call_word("")) == ("Tichu", "Grand Tichu", "")
    assert [one_of(rank) for rank in (2, 8, 11, 14)] == ["a 2", "an 8", "a Jack", "an Ace"]
    assert all(one_of(rank) for rank in RANKS)


def test_the_reader_is_you_and_stands_first_in_the_team() -> None:
    assert (ALICE.who(0), ALICE.who(2), WATCHER.who(0)) == ("You", "carol", "alice")
    assert People(ALICE.names, 2).team((0, 2)) == "carol · alice"


@pytest.mark.parametrize(
    ("event", "mine", "theirs"),
    [
        (e.Passed(0), "You pass.", "alice passes."),
        (e.TichuCalled(0), "You call Tichu.", "alice calls Tichu."),
        (e.GrandAnswered(0, True), "You call Grand Tichu.", "alice calls Grand Tichu."),
        (e.WishMade(0, 8), "You wish for an 8.", "alice wishes for an 8."),
        (e.TrickTaken(0, 0, False, 0), "You take the trick.", "alice takes the trick."),
        (e.TrickTaken(0, 0, True, 0), "You win with the Dragon.", "alice wins with the Dragon."),
        (e.TrickGiven(0, 1, 0, 0), "You give the trick to bob.", "alice gives the trick to bob."),
        (e.WentOut(0, 1), "You are out, first.", "alice is out, first."),
        (e.CombinationPlayed(0, combination("7j7w")), "You play a pair of 7s.", "alice plays a pair of 7s."),
        (e.CombinationPlayed(0, combination("8j8w8p8s")), "You bomb: four 8s.", "alice bombs: four 8s."),
        (e.LeadGiven(0, 2), "The lead goes to carol.", "The lead goes to carol."),
        (
            e.ClockCredited(124_000),
            "Clocks were stopped for 2:04; nobody lost time.",
            "Clocks were stopped for 2:04; nobody lost time.",
        ),
    ],
)
def test_events_are_told_from_the_readers_side(event: e.Event, mine: str, theirs: str) -> None:
    own, other = told(event, ALICE), told(event, WATCHER)
    assert own is not None and other is not None
    assert (own.said, other.said) == (mine, theirs)


def test_what_nobody_may_know_is_not_told() -> None:
    """RULES B4, U2, BUGLOG E03: a decline says nothing, a choice and an exchange only that they were made."""
    assert told(e.GrandAnswered(1, False), WATCHER) is None
    chosen = told(e.CardsChosen(1, ((2, card("Dr")),)), WATCHER)
    assert chosen is not None and (chosen.what, chosen.said) == ("has chosen", "")
    exchanged = told(e.CardsExchanged(((1, 2, card("Dr")),), 3), WATCHER)
    assert exchanged is not None and "Dragon" not in exchanged.what


def test_names_are_never_taken_for_placeholders() -> None:
    names = People(("%s", "%(name)s", "{play}", "100%"), None)
    for event in (e.Passed(0), e.CombinationPlayed(1, combination("8j8w8p8s")), e.TrickGiven(2, 3, 0, None)):
        line = told(event, names)
        assert line is not None and line.who in names.names
    refused = IllegalMove(Reason.WISH_BINDS, wisher=1, rank=8)
    assert "%(name)s" in refusal_word(refused, names)


def test_no_combination_is_told_by_ranks() -> None:
    """DESIGN 8: "9, 9, J: these cards are no combination." """
    refused = IllegalMove(Reason.NO_COMBINATION, cards=cards("9j9wJsPh"))
    assert refusal_word(refused, ALICE) == "9, 9, Jack, Phoenix: these cards are no combination."


@pytest.mark.parametrize("reason", list(Reason))
def test_every_refusal_has_two_words_for_a_key(reason: Reason) -> None:
    assert TEXTS[reason].sentence
    for raised in (0, 3):
        words = key_reason(IllegalMove(reason), raised)
        assert 0 < len(words) <= 12
