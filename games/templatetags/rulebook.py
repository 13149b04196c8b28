"""Pictures of cards for pages of text. Knows card codes only, nobody's hand."""

from functools import lru_cache

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from games.rules import card, name_card

register = template.Library()


@register.simple_tag
def fan(codes: str) -> SafeString:
    """`{% fan "4p5j6sPh8w" %}`: these cards in this order, named for those who cannot see them."""
    return _fan(codes, get_language())


@lru_cache(maxsize=256)
def _fan(codes: str, _language: str | None) -> SafeString:
    cards = [card(codes[at : at + 2]) for at in range(0, len(codes), 2)]
    names = ", ".join(name_card(one, translate=gettext) for one in cards)
    pictures = format_html_join("", "{}", ((picture(one.code),) for one in cards))
    return format_html('<div class="fan" role="img" aria-label="{}">{}</div>', names, pictures)


@register.simple_tag
def picture(code: str) -> SafeString:
    """One card as a mere picture, for places that name it in words beside it."""
    sprite = static("cards/cards.svg")
    return format_html('<span class="card"><svg aria-hidden="true"><use href="{}#{}"/></svg></span>', sprite, code)


@register.inclusion_tag("games/_clock_rule.html")
def clock_rule(pace: int = 1) -> dict[str, object]:
    """The clock in one sentence, to be read before sitting down, with this site's own numbers."""
    return _clock_words(pace)


@register.inclusion_tag("games/_clock_short.html")
def clock_short(pace: int = 1) -> dict[str, object]:
    return _clock_words(pace)


def _clock_words(pace: int) -> dict[str, object]:
    seconds = {name: f"{settings.TICHU_CLOCKS[name] * pace:g}" for name in ("turn", "exchange", "gift", "reserve")}
    return {"timed": bool(pace), **seconds}
