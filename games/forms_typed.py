"""Commands typed as words, `play 9 9` or `give 2 left 3 partner K right`, read into commands of the engine.

Parsing only, in English and German at once; whether it is legal is the engine's business. Calls and bombs
take a `yes`, as the keys take a second press (BUGLOG G11).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from django.utils.translation import gettext as _

from games.engine import commands as c
from games.engine.state import Phase
from games.engine.view import MatchView
from games.forms import Unreadable
from games.rules import DOG, DRAGON, MAH_JONG, PHOENIX, Card, Combination, UnknownCard, card, parse_rank, readings
from games.rules.combinations import Kind
from games.tableview.panel import say
from games.tableview.plates import plates
from games.tableview.setting import Setting
from games.wording import capital, cards_word, listed, one_of, play_word

LONGEST = 120
TRIES = 400
"""Choices of suits looked at, for cards named by rank alone."""

SPECIALS = {"mj": MAH_JONG, "mah": MAH_JONG, "mahjong": MAH_JONG, "1": MAH_JONG, "dg": DOG, "dog": DOG, "hund": DOG,
            "ph": PHOENIX, "phoenix": PHOENIX, "phönix": PHOENIX, "dr": DRAGON, "dragon": DRAGON,
            "drache": DRAGON, "drachen": DRAGON}  # fmt: skip
RANK_NAMES = {"10": "T", "jack": "J", "bube": "J", "queen": "Q", "dame": "Q", "king": "K", "könig": "K", "ace": "A",
              "ass": "A"}  # fmt: skip
PLACES = {"right": 1, "rechts": 1, "partner": 2, "across": 2, "left": 3, "links": 3}
YES, NO, NONE = {"yes", "ja"}, {"no", "nein"}, {"none", "no", "kein", "keinen", "nichts"}
FILLERS = {"jong", "and", "und", "to", "an", "the", "den", "dem"}


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed: the command to submit, None for a question, and the answer once it has been done."""

    command: c.Command | None
    text: str


@dataclass(frozen=True, slots=True)
class _Seen:
    """The table a command is typed at."""

    setting: Setting
    view: MatchView
    seat: int


def typed(text: str, setting: Setting, view: MatchView, seat: int) -> Typed:
    """Read what was typed. Raises Unreadable, or the engine's own IllegalMove for a call or bomb that is closed."""
    if len(text) > LONGEST:
        raise Unreadable(_("That is too long for a command."))
    verb, *words = _words(text) or ["?"]
    read = VERBS.get(verb)
    if read is None:
        raise Unreadable(_("“%(word)s” is no command. %(help)s") % {"word": verb, "help": usage()})
    return read(_Seen(setting, view, seat), words)


def usage() -> str:
    return _("Commands: play 9 9, pass, bomb, tichu, grand, give 2 left 3 partner K right, ready, hand, table.")


def _words(text: str) -> list[str]:
    plain = text.casefold().replace(",", " ").replace(":", " ")
    return [word for word in plain.split() if word not in FILLERS]


# --- In play


def _play(seen: _Seen, words: Sequence[str]) -> Typed:
    rest, wish = _after(words, {"wish", "wishing", "wunsch"})
    rest, reading = _after(rest, {"as", "als"})
    if not rest:
        raise Unreadable(_("Say which cards, for example: play 9 9."))
    cards = _cards(rest, seen.view.hand)
    wished = None if wish is None else c.NO_WISH if wish in NONE else _rank(wish)
    meant = None if reading is None else _rank(reading)
    command = c.Play(seen.seat, cards, seen.view.decision, meant, wished)
    text = _("You play %s.") % cards_word(cards)
    return Typed(command, text if not wished else _("%(play)s You wish for %(rank)s.") % {
        "play": text, "rank": one_of(wished)})  # fmt: skip


def _pass(seen: _Seen, words: Sequence[str]) -> Typed:
    return Typed(c.Pass(seen.seat, seen.view.decision), _("You pass."))


def _bomb(seen: _Seen, words: Sequence[str]) -> Typed:
    mine = seen.view.mine
    if mine is None or mine.bomb is not None:
        raise mine.bomb if mine and mine.bomb else Unreadable(_("There is nothing to bomb now."))
    named = [word for word in words if word not in YES]
    found = [bomb for bomb in mine.bombs if _is_meant(bomb, named, seen.view.hand)]
    if len(found) != 1:
        names = listed([play_word(bomb) for bomb in mine.bombs])
        raise Unreadable(_("You hold %s. Name one, for example: bomb 4.") % names)
    (bomb,) = found
    if not YES & set(words):
        return Typed(None, _("%s. Type it again with “yes” behind it to throw it.") % capital(play_word(bomb)))
    return Typed(c.PlayBomb(seen.seat, bomb.cards, seen.view.on), _("You throw %s.") % play_word(bomb))


def _is_meant(bomb: Combination, words: Sequence[str], hand: Sequence[Card]) -> bool:
    if not words:
        return True
    if len(words) == 1 and isinstance(named := _named(words[0]), int):
        return bomb.kind is Kind.FOUR and bomb.rank == named
    return set(_cards(words, hand)) == set(bomb.cards)


def _tichu(seen: _Seen, words: Sequence[str]) -> Typed:
    mine = seen.view.mine
    if mine is not None and mine.tichu is not None:
        raise mine.tichu
    if not YES & set(words):
        return Typed(None, _("Call Tichu? +100 if you are out first, −100 if not. To call it, type: tichu yes."))
    return Typed(c.CallTichu(seen.seat), _("You call Tichu."))


def _grand(seen: _Seen, words: Sequence[str]) -> Typed:
    if YES & set(words):
        return Typed(c.AnswerGrand(seen.seat, call=True), _("You call Grand Tichu."))
    if NO & set(words):
        return Typed(c.AnswerGrand(seen.seat, call=False), _("You carry on without a call."))
    return Typed(None, _("Grand Tichu? ±200. Type: grand yes, or: grand no."))


# --- Giving


def _give(seen: _Seen, words: Sequence[str]) -> Typed:
    seats = [seat for word in words if (seat := _seat(seen, word)) is not None]
    if seen.view.phase is Phase.GIFT:
        if len(seats) != 1:
            raise Unreadable(_("Say who gets the trick: give left, or give right."))
        text = _("You give the trick to %s.") % seen.setting.people(seats[0])
        return Typed(c.GiveTrick(seen.seat, seats[0], seen.view.decision), text)
    if seen.view.phase is not Phase.EXCHANGE:
        raise Unreadable(_("There is nothing to give now."))
    cards = _cards([word for word in words if _seat(seen, word) is None], seen.view.hand, in_order=True)
    if len(cards) != len(seen.view.targets) or len(seats) != len(cards):
        raise Unreadable(_("Give exactly one card to each other player: give 2 left 3 partner K right."))
    return Typed(c.ExchangeCards(seen.seat, tuple(zip(seats, cards, strict=True))), _("You hand over your cards."))


def _seat(seen: _Seen, word: str) -> int | None:
    if word in PLACES and PLACES[word] < len(seen.view.places):
        return seen.view.places[PLACES[word]]
    others = (seat for seat in seen.view.places if seat != seen.seat)
    return next((seat for seat in others if seen.setting.people(seat).casefold() == word), None)


# --- Asking


def _ready(seen: _Seen, words: Sequence[str]) -> Typed:
    return Typed(c.Ready(seen.seat), _("You are ready."))


def _hand(seen: _Seen, words: Sequence[str]) -> Typed:
    held = tuple(sorted(seen.view.hand, reverse=True))
    return Typed(None, cards_word(held) + "." if held else _("You hold no cards."))


def _table(seen: _Seen, words: Sequence[str]) -> Typed:
    panel = say(seen.setting, seen.view)
    labels = [plate.label for plate in plates(seen.setting, seen.view)]
    return Typed(None, ". ".join([panel.now, panel.line.text.rstrip("."), *labels]) + ".")


def _help(seen: _Seen, words: Sequence[str]) -> Typed:
    return Typed(None, usage())


# --- Cards


def _cards(words: Sequence[str], hand: Sequence[Card], *, in_order: bool = False) -> tuple[Card, ...]:
    """The cards meant. Where only ranks are named, the suits make a play that is no bomb if there is one."""
    named = [_named(word) for word in words]
    exact = [each for each in named if isinstance(each, Card)]
    free = [each for each in hand if each not in exact]
    if in_order:
        return tuple(each if isinstance(each, Card) else _take(each, free) for each in named)
    wanted = Counter(each for each in named if isinstance(each, int))
    held = {rank: [each for each in free if each.rank == rank] for rank in wanted}
    for rank, count in wanted.items():
        if len(held[rank]) < count:
            _take(rank, held[rank][count:])
    choices = product(*(combinations(held[rank], count) for rank, count in wanted.items()))
    sets = [(*exact, *sum(choice, ())) for choice in islice(choices, TRIES)]
    return next((cards for cards in sets if any(not each.is_bomb for each in readings(cards))), sets[0])


def _take(rank: int, free: list[Card]) -> Card:
    found = next((each for each in free if each.rank == rank), None)
    if found is None:
        raise Unreadable(_("You do not hold %s for that.") % one_of(rank))
    free.remove(found)
    return found


def _named(word: str) -> Card | int:
    """A card by its name or code, or the rank of one whose suit does not matter."""
    if word in SPECIALS:
        return SPECIALS[word]
    short = RANK_NAMES.get(word, word.upper())
    try:
        if len(short) == 1:
            return parse_rank(short)
        return card(RANK_NAMES.get(word[:-1], word[:-1].upper()) + word[-1])
    except (ValueError, UnknownCard):
        raise Unreadable(_("“%s” is no card.") % word) from None


def _rank(word: str) -> int:
    named = _named(word)
    if isinstance(named, Card):
        raise Unreadable(_("There is no such rank."))
    return named


def _after(words: Sequence[str], marks: set[str]) -> tuple[list[str], str | None]:
    """The words without such a mark and the word behind it, and that word."""
    at = next((at for at, word in enumerate(words) if word in marks and at + 1 < len(words)), None)
    return (list(words), None) if at is None else ([*words[:at], *words[at + 2 :]], words[at + 1])


_Reader = Callable[[_Seen, Sequence[str]], Typed]
_SPOKEN: dict[_Reader, tuple[str, ...]] = {
    _play: ("play", "lay", "spiel", "spiele", "lege", "leg"),
    _pass: ("pass", "passe", "passen"),
    _bomb: ("bomb", "bombe"),
    _tichu: ("tichu",),
    _grand: ("grand", "gross", "grosses"),
    _give: ("give", "gib", "schupf", "schupfe", "schupfen"),
    _ready: ("ready", "bereit"),
    _hand: ("hand", "cards", "karten"),
    _table: ("table", "tisch"),
    _help: ("help", "hilfe", "?"),
}
VERBS: dict[str, _Reader] = {word: read for read, words in _SPOKEN.items() for word in words}
