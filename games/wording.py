"""Cards, combinations, refusals and the story of a match in the reader's language.

Knows who sits where by name and who reads; templates and pages ask here for every sentence about the game.
Must not know requests, models or what anybody hides: it words what it is given.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _

from games.engine import events as e
from games.engine.reasons import IllegalMove, Reason, sentence
from games.rules import DOG, Card, Combination, name_card, name_combination, name_rank, name_ranks
from games.rules.naming import name_deed, name_height, name_shape


@dataclass(frozen=True, slots=True)
class People:
    """The names around a table, by seat, and the seat that reads (None: a watcher)."""

    names: tuple[str, ...]
    viewer: int | None = None

    def __call__(self, seat: int) -> str:
        return self.names[seat]

    def who(self, seat: int) -> str:
        """The name, or "You" for the reader."""
        return _("You") if seat == self.viewer else self.names[seat]

    def team(self, seats: tuple[int, ...]) -> str:
        """ "Tom · Nora", the reader first."""
        return " · ".join(self.names[seat] for seat in sorted(seats, key=lambda seat: seat != self.viewer))


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def listed(words: list[str]) -> str:
    """ "Nora, Mira and Jeong"."""
    if len(words) < 2:
        return "".join(words)
    return _("%(some)s and %(last)s") % {"some": ", ".join(words[:-1]), "last": words[-1]}


def clock_text(seconds: int) -> str:
    """ "0:17"."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def signed(points: int) -> str:
    """ "+100", "−35", "0"."""
    return f"+{points}" if points > 0 else number(points)


def number(points: int) -> str:
    """A score with a real minus sign."""
    return str(points).replace("-", "−")


def card_word(card: Card) -> str:
    return _card_word(card, get_language())


@lru_cache(maxsize=1_024)
def _card_word(card: Card, _language: str | None) -> str:
    return name_card(card, translate=_)


def cards_word(cards: tuple[Card, ...]) -> str:
    return ", ".join(card_word(card) for card in cards)


def play_word(combination: Combination) -> str:
    """ "pair of 7s", "full house, 9s, Phoenix as 9"."""
    return _play_word(combination, get_language())


@lru_cache(maxsize=8_192)
def _play_word(combination: Combination, _language: str | None) -> str:
    return name_combination(combination, translate=_)


def short_play(combination: Combination) -> str:
    """The same without the Phoenix's reading, for a plate or a key."""
    return name_shape(combination, translate=_)


def height_word(combination: Combination) -> str:
    """How high a play is, its kind being known: "9", "10s", "4–8"."""
    return name_height(combination, translate=_)


def rank_word(rank: int) -> str:
    return name_rank(rank, translate=_)


def ranks_word(rank: int) -> str:
    return name_ranks(rank, translate=_)


_PLACES = {1: gettext_noop("1st"), 2: gettext_noop("2nd"), 3: gettext_noop("3rd"), 4: gettext_noop("4th")}
_FINISHES = {1: gettext_noop("first"), 2: gettext_noop("second"), 3: gettext_noop("third"), 4: gettext_noop("last")}
_ONE_OF = {
    2: gettext_noop("a 2"),
    3: gettext_noop("a 3"),
    4: gettext_noop("a 4"),
    5: gettext_noop("a 5"),
    6: gettext_noop("a 6"),
    7: gettext_noop("a 7"),
    8: gettext_noop("an 8"),
    9: gettext_noop("a 9"),
    10: gettext_noop("a 10"),
    11: gettext_noop("a Jack"),
    12: gettext_noop("a Queen"),
    13: gettext_noop("a King"),
    14: gettext_noop("an Ace"),
}


def place_word(place: int) -> str:
    """ "1st"."""
    return _(_PLACES[place]) if place in _PLACES else str(place)


def finish_word(place: int) -> str:
    """ "first"."""
    return _(_FINISHES[place]) if place in _FINISHES else str(place)


def one_of(rank: int) -> str:
    """ "an 8", "a King"."""
    return _(_ONE_OF[rank])


def cards_left(count: int) -> str:
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


def call_word(call: str) -> str:
    """ "Tichu", "Grand Tichu", ""."""
    return {"tichu": _("Tichu"), "grand": _("Grand Tichu")}.get(call, "")


def refusal_word(refused: IllegalMove, people: People) -> str:
    """Why it was refused, in a sentence. Cards that make no combination are named by rank, as they are spoken of."""
    cards = refused.facts.get("cards")
    if refused.reason is Reason.NO_COMBINATION and isinstance(cards, tuple):
        ranks = ", ".join(card_word(each) if each.is_special else rank_word(each.rank) for each in cards)
        return _("%s: these cards are no combination.") % ranks
    return sentence(refused, translate=_, names=people)


_KEY_REASONS: dict[Reason, str] = {
    Reason.NOT_YOUR_TURN: gettext_noop("not yet"),
    Reason.OUT: gettext_noop("you are out"),
    Reason.NO_CARDS: gettext_noop("raise cards"),
    Reason.TOO_LOW: gettext_noop("too low"),
    Reason.BOMB_TOO_LOW: gettext_noop("too low"),
    Reason.ON_DRAGON: gettext_noop("too low"),
    Reason.ON_BOMB: gettext_noop("needs a bomb"),
    Reason.DOG_ANSWER: gettext_noop("only to lead"),
    Reason.WISH_BINDS: gettext_noop("wish binds"),
    Reason.WISH_BINDS_PASS: gettext_noop("wish binds"),
    Reason.WISH_MISSING: gettext_noop("your wish?"),
    Reason.MUST_LEAD: gettext_noop("you lead"),
    Reason.NOTHING_TO_BOMB: gettext_noop("no trick"),
    Reason.NO_BOMB: gettext_noop("none"),
    Reason.NOT_A_BOMB: gettext_noop("no bomb"),
    Reason.TICHU_TWICE: gettext_noop("called"),
    Reason.TICHU_GRAND: gettext_noop("called"),
    Reason.TICHU_LATE: gettext_noop("too late"),
    Reason.READY_TWICE: gettext_noop("you are"),
}


def key_reason(refused: IllegalMove, cards: int = 0) -> str:
    """The same in two words, for a dark key; a wrong selection is told by its number of `cards`."""
    if refused.reason in _KEY_REASONS:
        return _(_KEY_REASONS[refused.reason])
    return cards_left(cards) if cards else _("not now")


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the story: who did what (`who` is "" where nobody did), the sentence a screen reader says
    ("" = nothing), and whether it is said at once."""

    seat: int | None
    who: str
    what: str
    said: str
    loud: bool = False


def told(event: e.Event, people: People) -> Told | None:
    """An event as the table tells it; None where it is told by something else."""
    return _told(event, people, get_language())


@lru_cache(maxsize=8_192)
def _told(event: e.Event, people: People, _language: str | None) -> Told | None:
    match event:
        case e.HandsDealt():
            return Told(None, _("Round"), _("%(number)d begins") % {"number": event.number}, "")
        case e.GrandAnswered(call=True):
            return _line(event.seat, people, _("calls Grand Tichu"), _("call Grand Tichu"), loud=True)
        case e.GrandAnswered():
            return None
        case e.TichuCalled():
            return _line(event.seat, people, _("calls Tichu"), _("call Tichu"), loud=True)
        case e.CardsChosen():
            return _line(event.seat, people, _("has chosen"), _("have chosen"), said=False)
        case e.CardsExchanged():
            return Told(None, _("Exchange"), _("done, %(name)s leads") % {"name": people(event.leader)}, "")
        case e.PlayerReady():
            return _line(event.seat, people, _("is ready"), _("are ready"), said=False)
        case _:
            return _told_of_play(event, people) or _told_of_end(event, people)


def _told_of_play(event: e.Event, people: People) -> Told | None:
    match event:
        case e.CombinationPlayed():
            return _laid(event, people)
        case e.Passed():
            return _line(event.seat, people, _("passes"), _("pass"))
        case e.WishMade():
            wish = one_of(event.rank)
            return _line(event.seat, people, _("wishes for %s") % wish, _("wish for %s") % wish)
        case e.LeadGiven():
            said = _("The lead goes to %(name)s.") % {"name": people(event.to)}
            return Told(None, _("Dog"), _("the lead goes to %(name)s") % {"name": people(event.to)}, said)
        case e.TrickTaken(gift=True):
            return _line(event.seat, people, _("wins with the Dragon"), _("win with the Dragon"))
        case e.TrickTaken():
            return _line(event.seat, people, _("takes the trick"), _("take the trick"))
        case e.TrickGiven():
            to = people(event.to)
            return _line(event.seat, people, _("gives the trick to %s") % to, _("give the trick to %s") % to)
        case e.WentOut():
            place = finish_word(event.place)
            return _line(event.seat, people, _("is out, %s") % place, _("are out, %s") % place)
        case _:
            return None


def _told_of_end(event: e.Event, people: People) -> Told | None:
    match event:
        case e.RoundScored():
            score = " : ".join(number(points) for points in event.score)
            return Told(None, _("Round"), _("%(number)d: %(score)s") % {"number": event.number, "score": score}, "")
        case e.TimeRanOut():
            names = listed([people(seat) for seat in event.seats])
            return Told(None, _("Clock"), _("%s out of time") % names, _("Out of time: %s.") % names, loud=True)
        case e.ClockCredited():
            return _told_of_outage(event.ms)
        case e.MatchWon() | e.MatchForfeited() | e.MatchVoided():
            return Told(None, _("Match"), _("over"), "")
        case _:
            return None


def _told_of_outage(ms: int) -> Told | None:
    """One line for one outage: what follows its end within a second was given back, and is no news (BUGLOG T16)."""
    if ms < 1000:
        return None
    return Told(None, _("Service"), _("Clocks were stopped for %s") % _lasted(ms), f"{stopped_for(ms)}.", loud=True)


def stopped_for(ms: int) -> str:
    """What a credit of `ms` milliseconds says, without a full stop."""
    return _("Clocks were stopped for %s; nobody lost time") % _lasted(ms)


def _lasted(ms: int) -> str:
    return clock_text(max(1, round(ms / 1000)))


def _laid(event: e.CombinationPlayed, people: People) -> Told:
    name = play_word(event.combination)
    who = people.who(event.seat)
    if event.combination.is_bomb:
        mine = event.seat == people.viewer
        said = _("You bomb: %(play)s.") if mine else _("%(name)s bombs: %(play)s.")
        what = _("bomb: %s") % name if mine else _("bombs: %s") % name
        return Told(event.seat, who, what, said % {"name": who, "play": name}, loud=True)
    how = _("%s, the wish is fulfilled") if event.fulfils else "%s"
    said = _("You play %(play)s.") if event.seat == people.viewer else _("%(name)s plays %(play)s.")
    deed = name_deed(event.combination, translate=_)
    what = _("the Dog") if event.combination.cards == (DOG,) else how % name
    return Told(event.seat, who, what, said % {"name": who, "play": how % deed})


def _line(seat: int, people: People, theirs: str, mine: str, *, said: bool = True, loud: bool = False) -> Told:
    who = people.who(seat)
    what = mine if seat == people.viewer else theirs
    return Told(seat, who, what, f"{who} {what}." if said else "", loud)
