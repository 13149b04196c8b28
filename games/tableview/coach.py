"""The coach at the table of a lesson: what it says in the reader's language, and what "Show me" shows."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine import commands as c
from games.engine.view import MatchView
from games.lessons import Coach, Fact, lesson_named
from games.puzzle_words import goal_word
from games.puzzles import puzzle_numbered
from games.rules import Card, Combination, rank_code
from games.tableview.coach_words import WORDS
from games.tableview.puzzle import PuzzleAid, puzzle_aid
from games.tableview.selection import NO_WISH_CODE
from games.tableview.setting import Setting
from games.tableview.tray import FIELDS
from games.wording import capital, card_word, one_of, play_word, ranks_word

SEATS = ("who", "to")
"""Blanks filled with the name of a seat; "partner", "right" and "left" are always there."""
KEYS = {c.AnswerGrand: "main", c.CallTichu: "call", c.Pass: "third", c.Ready: "main", c.PlayBomb: "bomb"}
"""Which key says a command that raises no cards, or says it another way than Play."""


@dataclass(frozen=True, slots=True)
class Show:
    """What "Show me" does: raises `cards` and makes the `choice` they ask for ("wish:Q", "reading:K"), fills `slots`
    of the exchange, or points at a `key` or a `gift` (seat)."""

    cards: str = ""
    choice: str = ""
    slots: str = ""
    key: str = ""
    gift: str = ""

    @property
    def is_there(self) -> bool:
        return bool(self.cards or self.slots or self.key or self.gift)


@dataclass(frozen=True, slots=True)
class CoachView:
    """The coach's remark. `quiet` ones are not read aloud by themselves."""

    title: str
    text: str
    anchor: str = ""
    show: Show = Show()
    quiet: bool = False
    puzzle: PuzzleAid | None = None


def coach(setting: Setting, view: MatchView) -> CoachView | None:
    """What the coach says to this viewer now; None at an ordinary table, and where it has nothing to say."""
    lesson = lesson_named(setting.lesson)
    said = lesson.coach(view) if lesson and view.viewer is not None else None
    return worded(setting, view, said) if said else None


def worded(setting: Setting, view: MatchView, said: Coach) -> CoachView:
    """The remark in words."""
    title, text = WORDS[said.key]
    blanks = _blanks(setting, view, said)
    return CoachView(
        capital(_(title) % blanks),
        capital(_(text) % blanks),
        said.anchor,
        _show(view, said.suggests),
        said.quiet,
        puzzle_aid(setting, view),
    )


def _blanks(setting: Setting, view: MatchView, said: Coach) -> dict[str, str]:
    people = setting.people
    places = {1: "right", 2: "partner", 3: "left"}
    blanks = {name: people(seat.number) for seat in view.seats if (name := places.get(seat.place))}
    return blanks | {name: _word(setting, name, fact) for name, fact in said.facts}


def _word(setting: Setting, name: str, fact: Fact) -> str:
    match fact:
        case Card():
            return card_word(fact)
        case Combination():
            return play_word(fact)
        case int() if name in SEATS:
            return setting.people(fact)
        case int() if name == "goal":
            return goal_word(puzzle) if (puzzle := puzzle_numbered(fact)) else ""
        case int() if name == "rank":
            return one_of(fact) if fact else ""
        case int() if name == "ranks":
            return ranks_word(fact) if fact else ""
        case _:
            return str(fact)


def _show(view: MatchView, command: c.Command | None) -> Show:
    match command:
        case None:
            return Show()
        case c.Play():
            return Show(cards=_codes(command.cards), choice=_choice(command))
        case c.PlayBomb():
            return Show(cards=_codes(command.cards), key="bomb")
        case c.ExchangeCards():
            given = {view.places.index(to): card for to, card in command.gives}
            return Show(slots=" ".join(f"{FIELDS[place]}:{card.code}" for place, card in sorted(given.items())))
        case c.GiveTrick():
            return Show(gift=str(command.to))
        case c.AnswerGrand(call=True):
            return Show(key="call")
        case _:
            return Show(key=KEYS.get(type(command), ""))


def _choice(play: c.Play) -> str:
    if play.wish is not None:
        return f"wish:{rank_code(play.wish) if play.wish else NO_WISH_CODE}"
    return f"reading:{rank_code(play.reading)}" if play.reading else ""


def _codes(cards: tuple[Card, ...]) -> str:
    return " ".join(card.code for card in cards)
