"""Cards, fans and clocks for the templates of the table. Pictures come from the sprite, sizes from the stylesheet."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache, lru_cache

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.rules import Card
from games.wording import card_word, cards_word

register = template.Library()


@cache
def _picture(sprite: str, symbol: str) -> SafeString:
    markup = '<span class="card"><svg aria-hidden="true"><use href="{}#{}"/></svg></span>'
    return format_html(markup, sprite, symbol)


def picture(symbol: str) -> SafeString:
    """One card, or "back", as a mere picture."""
    return _picture(static("cards/cards.svg"), symbol)


@register.filter
def each(items: Iterable[Hashable], name: str) -> SafeString:
    """`games/table/_<name>.html` for every item; made of the item alone, so rendered once for each and language."""
    language = get_language()
    return mark_safe("\n".join(_part(name, it, language) for it in items))  # templates' output


@lru_cache(maxsize=16_384)
def _part(name: str, it: Hashable, _language: str | None) -> SafeString:
    return mark_safe(render_to_string(f"games/table/_{name}.html", {"it": it}).strip())


@register.filter
def card_picture(card: Card) -> SafeString:
    return picture(card.code)


@register.filter
def card_name(card: Card) -> str:
    return card_word(card)


@register.simple_tag
def fan_of(cards: Iterable[Card], label: str = "") -> SafeString:
    """Cards side by side, named for those who cannot see them."""
    cards = tuple(cards)
    pictures = mark_safe("".join(picture(card.code) for card in cards))  # each is escaped already
    return format_html('<div class="fan" role="img" aria-label="{}">{}</div>', label or cards_word(cards), pictures)


@register.simple_tag
def rank_picture(code: str) -> SafeString:
    """A rank's drawing, as on the cards."""
    return format_html('<svg aria-hidden="true"><use href="{}#r-{}"/></svg>', static("cards/cards.svg"), code)
