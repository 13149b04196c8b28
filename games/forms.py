"""What a browser posts, read into commands. Parsing only: whether it is legal is the engine's business.

Anything unreadable raises `Unreadable`, which is answered with 422 and changes nothing (BUGLOG E07). The seat
comes from the session, never from the form (BUGLOG E06).
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.engine import commands as c
from games.engine.variants import Variant
from games.rules import MAH_JONG, PHOENIX, Card, UnknownCard, card, parse_rank
from games.tableview.selection import NO_WISH_CODE
from games.tableview.tray import FIELDS

MOST_CARDS = 14
MOST_DIGITS = 9


class Unreadable(ValueError):
    """The form says nothing that could be judged; its text is for the player."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Raised cards and what was chosen with them; `ask` numbers the question on the page."""

    cards: tuple[Card, ...]
    reading: int | None
    wish: int | None
    ask: int


def play(data: QueryDict, seat: int) -> c.Play:
    cards = cards_in(data)
    return c.Play(seat, cards, _number(data, "decision"), _reading(data, cards), _wish(data, cards))


def bomb(data: QueryDict, seat: int) -> c.PlayBomb:
    confirmed(data)
    return c.PlayBomb(seat, cards_in(data), _number(data, "on"))


def pass_turn(data: QueryDict, seat: int) -> c.Pass:
    return c.Pass(seat, _number(data, "decision"))


def grand(data: QueryDict, seat: int) -> c.AnswerGrand:
    answer = data.get("answer")
    if answer not in ("call", "no"):
        raise Unreadable(_("Say whether you call Grand Tichu."))
    if answer == "call":
        confirmed(data)
    return c.AnswerGrand(seat, answer == "call")


def tichu(data: QueryDict, seat: int) -> c.CallTichu:
    confirmed(data)
    return c.CallTichu(seat)


def exchange(data: QueryDict, seat: int, variant: Variant) -> c.ExchangeCards:
    """One card per named slot; the slots are places around the giver."""
    places = variant.places(seat)
    fields = [(places[place], data.get(name, "")) for place, name in FIELDS.items() if place < len(places)]
    if not all(code for _to, code in fields):
        raise Unreadable(_("Give exactly one card to each other player."))
    return c.ExchangeCards(seat, tuple((to, _card(code)) for to, code in fields))


def gift(data: QueryDict, seat: int) -> c.GiveTrick:
    return c.GiveTrick(seat, _number(data, "to"), _number(data, "decision"))


def wants(data: QueryDict) -> bool:
    """The answer to a rematch."""
    if data.get("wants") not in ("yes", "no"):
        raise Unreadable(_("Say whether you want a rematch."))
    return data["wants"] == "yes"


def seat_in(data: QueryDict) -> int:
    return _number(data, "seat")


def selection(data: QueryDict) -> Selection:
    cards = cards_in(data)
    return Selection(cards, _reading(data, cards), _wish(data, cards), _number(data, "ask"))


def confirmed(data: QueryDict) -> None:
    """Calls, bombs and endings take a second press, so that no slip fires them."""
    if data.get("confirm") != "1":
        raise Unreadable(_("Press a second time to confirm."))


def cards_in(data: QueryDict) -> tuple[Card, ...]:
    codes = data.getlist("cards")
    if len(codes) > MOST_CARDS:
        raise Unreadable(_("That is more than a hand of cards."))
    return tuple(_card(code) for code in codes)


def _card(code: str) -> Card:
    try:
        return card(code)
    except UnknownCard:
        raise Unreadable(_("There is no such card.")) from None


def _number(data: QueryDict, name: str) -> int:
    text = data.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise Unreadable(_("This form is incomplete. Please load the page afresh."))
    return int(text)


def _reading(data: QueryDict, cards: tuple[Card, ...]) -> int | None:
    """What the Phoenix stands for; a choice left over from other cards is dropped."""
    code = data.get("reading", "")
    return _rank(code) if code and PHOENIX in cards else None


def _wish(data: QueryDict, cards: tuple[Card, ...]) -> int | None:
    code = data.get("wish", "")
    if not code or MAH_JONG not in cards:
        return None
    return c.NO_WISH if code == NO_WISH_CODE else _rank(code)


def _rank(code: str) -> int:
    try:
        return parse_rank(code)
    except (ValueError, KeyError):
        raise Unreadable(_("There is no such rank.")) from None
