"""The rules page: text in templates, examples of combinations (a test holds them against the engine), the search."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.rules import Kind
from games.templatetags.sifting import places_in, words_of
from games.views.contents import CONTENTS, TITLES
from games.views.disputes import RULINGS
from games.views.glossary import TERMS
from games.views.questions import QUESTIONS
from games.views.worked import WORKED

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class Example:
    """One combination: its cards, what beats it (`beaten_by`) and what does not (`not_by`), in cards and words."""

    anchor: str
    kind: Kind
    title: "_StrPromise"
    size: "_StrPromise"
    cards: str
    beaten_by: str
    yes: "_StrPromise"
    not_by: str
    no: "_StrPromise"


EXAMPLES = (
    Example(
        "single", Kind.SINGLE, _("Single"), _("1 card"), "Jw",
        "Qp", _("a Queen beats it; the Phoenix does too and then counts 11½"),
        "Js", _("another Jack: equal never beats"),
    ),
    Example(
        "pair", Kind.PAIR, _("Pair"), _("2 equal"), "9s9j",
        "JjJp", _("J-J beats 9-9"),
        "TjTpTs", _("10-10-10: one card too many"),
    ),
    Example(
        "triple", Kind.TRIPLE, _("Triple"), _("3 equal"), "6j6p6w",
        "8j8sPh", _("8-8-Phoenix beats 6-6-6"),
        "9j9pKw", _("a pair and a single card are no triple"),
    ),
    Example(
        "stairs", Kind.STAIRS, _("Consecutive pairs"), _("4, 6, 8 … cards"), "7j7s8w8p9s9j",
        "8j8sTwTp9w9p", _("8-8 9-9 10-10 beats it"),
        "TjTpQsQwKjKp", _("10-10 Q-Q K-K: there is a gap"),
    ),
    Example(
        "full-house", Kind.FULL_HOUSE, _("Full house"), _("3 and 2 equal"), "QpQsQj9w9s",
        "KjKpKs2j2w", _("K-K-K 2-2: only the triple is compared"),
        "JjJpJsAjAw", _("J-J-J A-A: its triple is lower"),
    ),
    Example(
        "straight", Kind.STRAIGHT, _("Straight"), _("5 or more in a row"), "4p5j6sPh8w",
        "5p6j7s8j9w", _("5 to 9 beats 4 to 8"),
        "5p6j7s8j9wTp", _("six cards cannot answer five"),
    ),
    Example(
        "bomb-four", Kind.FOUR, _("Bomb of four"), _("4 equal"), "8j8w8p8s",
        "9j9w9p9s", _("four 9s beat it; so does any straight flush"),
        "KjKwKpPh", _("K-K-K-Phoenix: the Phoenix never makes a bomb"),
    ),
    Example(
        "bomb-flush", Kind.FLUSH, _("Straight-flush bomb"), _("5 or more, one suit"), "5p6p7p8p9p",
        "2w3w4w5w6w7w", _("six in a row beat any five"),
        "AjAwApAs", _("four Aces: every straight flush is above them"),
    ),
)  # fmt: skip


LONGEST = 60
"""Characters of a search that are read; the rest is left alone."""


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The whole page; `?q=` hides what does not say these words, for browsers without scripts."""
    query = request.GET.get("q", "")[:LONGEST]
    words = words_of(query)
    parts = {"examples": EXAMPLES, "faq": QUESTIONS, "rulings": RULINGS, "terms": TERMS, "worked": WORKED}
    book = render_to_string("games/rules/_book.html", {**parts, "words": words})
    page = {"query": query, "contents": [(title, named(anchors)) for title, anchors in CONTENTS], **parts}
    return render(request, "games/rules.html", {**page, "titles": TITLES, **sifted(book, words, request.path)})


def named(anchors: tuple[str, ...]) -> "list[tuple[str, _StrPromise]]":
    return [(anchor, TITLES[anchor]) for anchor in anchors]


def sifted(book: str, words: tuple[str, ...], path: str) -> dict[str, object]:
    """The text, what is told of the search, and where links lead: out of a search, to the whole page."""
    if not words:
        return {"book": book, "here": "", "told": ""}
    return {"book": SafeString(book.replace('href="#', f'href="{path}#')), "here": path, "told": told(places_in(book))}


def told(found: int) -> str:
    """How many places a search leaves, in words."""
    if found < 2:
        return gettext("1 place found") if found else gettext("Nothing found. Try another word.")
    return gettext("{n} places found").format(n=found)
