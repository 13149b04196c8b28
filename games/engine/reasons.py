"""Why a command is refused: one code, one sentence, one ruling and one place in the rules page each.

Sentences are English templates marked for translation; `sentence()` fills them in through a `translate` function.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from games.rules import Card, Combination, Kind
from games.rules.naming import name_card, name_combination, name_height, name_rank

Translate = Callable[[str], str]
Names = Callable[[int], str]


def gettext_noop(text: str) -> str:
    """Mark a text for translation without translating it."""
    return text


_ = gettext_noop


class Reason(StrEnum):
    """Codes of refusals; tests assert these, never sentences."""

    NOT_NOW = "not_now"
    OVER = "over"
    STALE = "stale"
    TABLE_CHANGED = "table_changed"
    NOT_YOUR_TURN = "not_your_turn"
    OUT = "out"
    PAUSE = "pause"
    NO_CARDS = "no_cards"
    TWICE = "twice"
    NOT_HELD = "not_held"
    NO_COMBINATION = "no_combination"
    READING = "reading"
    WRONG_KIND = "wrong_kind"
    WRONG_LENGTH = "wrong_length"
    TOO_LOW = "too_low"
    BOMB_TOO_LOW = "bomb_too_low"
    ON_BOMB = "on_bomb"
    ON_DRAGON = "on_dragon"
    DOG_ANSWER = "dog_answer"
    WISH_BINDS = "wish_binds"
    WISH_BINDS_PASS = "wish_binds_pass"
    WISH_MISSING = "wish_missing"
    WISH_RANK = "wish_rank"
    WISH_ALONE = "wish_alone"
    MUST_LEAD = "must_lead"
    NOTHING_TO_BOMB = "nothing_to_bomb"
    NOT_A_BOMB = "not_a_bomb"
    NO_BOMB = "no_bomb"
    GRAND_ANSWERED = "grand_answered"
    GRAND_CLOSED = "grand_closed"
    GRAND_NOT_YOU = "grand_not_you"
    TICHU_EIGHT = "tichu_eight"
    TICHU_TWICE = "tichu_twice"
    TICHU_GRAND = "tichu_grand"
    TICHU_LATE = "tichu_late"
    EXCHANGE_DONE = "exchange_done"
    EXCHANGE_TARGETS = "exchange_targets"
    GIFT_TARGET = "gift_target"
    GIFT_NOT_YOU = "gift_not_you"
    READY_TWICE = "ready_twice"
    DECK = "deck"
    COLLECT = "collect"
    OPTIONS = "options"
    TIME = "time"
    TOO_LATE = "too_late"


@dataclass(frozen=True, slots=True)
class Text:
    """The sentence of a reason, the ruling it rests on and the anchor in the rules page."""

    sentence: str
    ruling: str
    anchor: str


TEXTS: dict[Reason, Text] = {
    Reason.NOT_NOW: Text(_("Not now: this cannot be done at this moment of the round."), "H1", "trick"),
    Reason.OVER: Text(_("The match is over."), "N1", "winning"),
    Reason.STALE: Text(_("The table moved on. Your cards are still raised."), "H1", "trick"),
    Reason.TABLE_CHANGED: Text(_("The table changed. Look, then press again."), "G8", "bomb-rivals"),
    Reason.NOT_YOUR_TURN: Text(_("It is not your turn."), "H1", "trick"),
    Reason.OUT: Text(_("You are out and have no cards left to play."), "L1", "round-end"),
    Reason.PAUSE: Text(_("Everybody has passed: only a bomb can still be played on this trick."), "H5", "pause"),
    Reason.NO_CARDS: Text(_("Raise the cards you want to play."), "E2", "combinations"),
    Reason.TWICE: Text(_("{card} is named twice."), "A1", "deck"),
    Reason.NOT_HELD: Text(_("You do not hold {card}."), "A1", "deck"),
    Reason.NO_COMBINATION: Text(_("{cards}: these cards are no combination."), "E2", "combinations"),
    Reason.READING: Text(_("The Phoenix cannot stand for {rank} here."), "F4", "phoenix"),
    Reason.WRONG_KIND: Text(_("{play}: only {kind} can answer the {top}."), "E7", "answers"),
    Reason.WRONG_LENGTH: Text(_("{play}: needs {count} cards to answer the {top}."), "E7", "answers"),
    Reason.TOO_LOW: Text(_("{play} is too low: needs {kind} higher than {height}."), "E7", "answers"),
    Reason.BOMB_TOO_LOW: Text(_("{play} is too low: a bomb above the {top} is needed."), "G2", "bombs"),
    Reason.ON_BOMB: Text(_("{play}: only a higher bomb beats the {top}."), "G2", "bombs"),
    Reason.ON_DRAGON: Text(_("The Phoenix cannot beat the Dragon; only a bomb can."), "F1", "phoenix"),
    Reason.DOG_ANSWER: Text(_("The Dog can only be led, never played on a trick."), "I1", "dog"),
    Reason.WISH_BINDS: Text(_("{wisher} wished for {rank}: you can play one, so you must."), "K5", "wish"),
    Reason.WISH_BINDS_PASS: Text(
        _("Pass is off: {wisher} wished for {rank}, and you can play one on the table."), "K5", "wish"
    ),
    Reason.WISH_MISSING: Text(_("Choose a rank or no wish."), "K2", "wish"),
    Reason.WISH_RANK: Text(_("Only a rank from 2 to Ace can be wished for."), "K3", "wish"),
    Reason.WISH_ALONE: Text(_("Only the Mah Jong brings a wish."), "K2", "wish"),
    Reason.MUST_LEAD: Text(_("You lead: play any combination. The leader cannot pass."), "H1", "trick"),
    Reason.NOTHING_TO_BOMB: Text(_("Nothing to bomb: no trick is on the table."), "G3", "bombs"),
    Reason.NO_BOMB: Text(_("You hold no bomb."), "G1", "bombs"),
    Reason.NOT_A_BOMB: Text(_("{play}: only a bomb may be thrown here."), "G4", "bombs"),
    Reason.GRAND_ANSWERED: Text(_("You have answered already."), "B2", "grand"),
    Reason.GRAND_CLOSED: Text(_("Grand Tichu can only be called on the first eight cards."), "B2", "grand"),
    Reason.GRAND_NOT_YOU: Text(_("You may not call Grand Tichu in this round."), "B2", "grand"),
    Reason.TICHU_EIGHT: Text(_("On eight cards the only call is Grand Tichu."), "D1", "tichu"),
    Reason.TICHU_TWICE: Text(_("You have called Tichu already."), "D3", "tichu"),
    Reason.TICHU_GRAND: Text(_("You have called Grand Tichu; no second call can be added."), "D3", "tichu"),
    Reason.TICHU_LATE: Text(_("Too late: Tichu is called before your own first card."), "D1", "tichu"),
    Reason.EXCHANGE_DONE: Text(_("You have handed over your cards already."), "C1", "exchange"),
    Reason.EXCHANGE_TARGETS: Text(_("Give exactly one card to each other player."), "C1", "exchange"),
    Reason.GIFT_TARGET: Text(_("The Dragon's trick goes to an opponent, never to your partner."), "J2", "dragon"),
    Reason.GIFT_NOT_YOU: Text(_("The trick is not yours to give."), "J2", "dragon"),
    Reason.READY_TWICE: Text(_("You are ready already."), "O7", "between-rounds"),
    Reason.DECK: Text(_("This is not a complete deck."), "A1", "deck"),
    Reason.COLLECT: Text(_("The trick cannot be collected yet."), "H3", "trick"),
    Reason.OPTIONS: Text(_("This kind of match is not offered."), "N1", "winning"),
    Reason.TIME: Text(_("Only the owner of an open decision can lose time."), "O3", "time"),
    Reason.TOO_LATE: Text(_("Too late: the time for this was over when it reached the server."), "O4", "time"),
}

KINDS: dict[Kind, str] = {
    Kind.DOG: _("the Dog"),
    Kind.SINGLE: _("a single card"),
    Kind.PAIR: _("a pair"),
    Kind.TRIPLE: _("three of a kind"),
    Kind.STAIRS: _("a run of pairs"),
    Kind.FULL_HOUSE: _("a full house"),
    Kind.STRAIGHT: _("a straight"),
    Kind.FOUR: _("a bomb"),
    Kind.FLUSH: _("a bomb"),
}

CONFLICTS = frozenset({Reason.STALE, Reason.TABLE_CHANGED})
"""Refusals because the table moved on meanwhile, not because the command was wrong."""

Fact = Card | Combination | tuple[Card, ...] | int | str


class IllegalMove(Exception):
    """A command the rules refuse. `facts` name what was wrong, in the placeholders of the reason's sentence.

    Facts are cards, combinations, and integers: `rank` is a rank, `wisher` a seat, `count` a number.
    """

    def __init__(self, reason: Reason, **facts: Fact) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts

    @property
    def ruling(self) -> str:
        """The ruling this refusal rests on, e.g. "K5"."""
        return TEXTS[self.reason].ruling

    @property
    def anchor(self) -> str:
        """Where the rules page explains it."""
        return TEXTS[self.reason].anchor

    def __str__(self) -> str:
        return sentence(self)


def seat_name(seat: int) -> str:
    """A name for a seat where no player's name is known."""
    return ("South", "East", "North", "West")[seat] if seat < 4 else f"Seat {seat}"


def sentence(refusal: IllegalMove, translate: Translate = str, names: Names = seat_name) -> str:
    """The refusal in words a player understands, citing what was wrong."""
    words = {key: _word(key, fact, translate, names) for key, fact in refusal.facts.items()}
    text = translate(TEXTS[refusal.reason].sentence).format(**words)
    return text[:1].upper() + text[1:]


def _word(key: str, fact: Fact, translate: Translate, names: Names) -> str:
    match fact:
        case Combination() if key == "kind":
            return translate(KINDS[fact.kind])
        case Combination() if key == "height":
            return name_height(fact, translate=translate)
        case Combination():
            return name_combination(fact, translate=translate)
        case Card():
            return name_card(fact, translate=translate)
        case tuple():
            return ", ".join(name_card(card, translate=translate) for card in fact)
        case int() if key == "rank":
            return name_rank(fact, translate=translate)
        case int() if key == "wisher":
            return names(fact)
        case _:
            return str(fact)
