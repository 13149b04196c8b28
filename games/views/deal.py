"""The deal of a round that is over: deck, salt and the seal that stood at the table before its first card."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from games import replay_rounds
from games.engine import events as e
from games.engine.seal import deck_text, seal_of
from games.models import Match
from games.rules import Card, format_cards, sort_cards
from games.views.replay import enter, readable


@dataclass(frozen=True, slots=True)
class DealPage:
    """What the browser reckons with: the deck as text, and each seat's hand before the exchange as the replay has it.
    `salt` and `seal` are "" where nobody sealed the deal."""

    number: int
    deck: str
    salt: str
    seal: str
    hands: tuple[tuple[str, tuple[Card, ...]], ...]
    first: int

    @property
    def plain_hands(self) -> str:
        """The hands in order of seats, as records write them."""
        return " ".join(format_cards(cards) for _name, cards in self.hands)


@require_safe
def deal(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Only where the round may be looked at with open hands anyway (RULES U3)."""
    access, _rows, subject = enter(request, code)
    if number not in subject.rounds:
        raise Http404
    page = readable(access, lambda: _page(access.match, number, subject.names))
    template = "games/deal.html" if page else "games/replay_broken.html"
    response = render(request, template, {"page": page, "subject": subject})
    response["X-Robots-Tag"] = "noindex"
    add_never_cache_headers(response)
    return response


def _page(match: Match, number: int, names: tuple[str, ...]) -> DealPage:
    log = replay_rounds.round_log(match, number)
    dealt = log.entries[0].event
    assert isinstance(dealt, e.HandsDealt), "a round begins with its deal"
    variant = log.before.state.variant
    halves = zip(*variant.deal(dealt.deck), strict=True)
    hands = tuple(sort_cards(first + later) for first, later in halves)
    return DealPage(
        number=number,
        deck=deck_text(dealt.deck),
        salt=dealt.salt,
        seal=seal_of(dealt.deck, dealt.salt),
        hands=tuple(zip(names, hands, strict=True)),
        first=variant.first_cards,
    )
