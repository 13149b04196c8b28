"""Searching a page of text: hides each marked place that does not say all words. static/js/rules.js does the same.

A template puts `{% place %}` around an element with `data-place`, and `{% places %}` around one with `data-places`
that is hidden when nothing is left in it.
"""

import re
import unicodedata
from functools import lru_cache
from html import unescape

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

_TAG = re.compile(r"<[^>]*>")
HIDDEN = " data-place hidden"
JOINED = 6
"""Words of so many letters are found across blanks too: "mahjong" in "Mah Jong"."""


def fold(text: str) -> str:
    """Letters and digits only, small and without accents, one blank between words."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return " ".join(re.findall(r"[^\W_]+", plain.casefold()))


def words_of(query: str) -> tuple[str, ...]:
    """The words looked for; () asks for everything."""
    return tuple(fold(query).split())


def says(text: str, words: tuple[str, ...]) -> bool:
    """Whether a folded text has all the words, be it as parts of longer ones."""
    joined = text.replace(" ", "")
    return all(word in text or (len(word) >= JOINED and word in joined) for word in words)


def places_in(page: str) -> int:
    """How many places of a rendered page are not hidden."""
    return page.count(" data-place") - page.count(" data-places") - page.count(HIDDEN)


@lru_cache(maxsize=1_024)
def _said(markup: str, also: str) -> str:
    """What a place says, folded: the same for everybody, so it is worked out once."""
    return fold(f"{unescape(_TAG.sub('', markup))} {also}")


@register.simple_block_tag(takes_context=True)
def place(context: Context, content: str, also: str = "") -> SafeString:
    """One place that can be found, by its own words and those in `also`: what it is about."""
    words = context.get("words", ())
    mark = "" if not words or says(_said(content, str(also)), words) else " hidden"
    named = format_html(' data-also="{}"', also) if also else ""
    return SafeString(content.replace(" data-place", f" data-place{mark}{named}", 1))


@register.simple_block_tag
def places(content: str) -> SafeString:
    """What holds places together: a heading with nothing below it is hidden."""
    return SafeString(content if places_in(content) else content.replace(" data-places", " data-places hidden", 1))
