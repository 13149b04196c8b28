"""Three quick sheets, each of one A4 page: what they show as cards and numbers, which a test holds against the engine.

Words stand in the templates. The same pages printed lie under static/sheets/ (`manage.py build_sheets`).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.rules import Kind

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: its name in the address and in the files, its title, what stands below it."""

    name: str
    title: "_StrPromise"
    lead: "_StrPromise"

    @property
    def template(self) -> str:
        return f"games/sheets/_{self.name}.html"


@dataclass(frozen=True, slots=True)
class Shown:
    """A kind of combination: an example, one that beats it, and what else to know of it."""

    kind: Kind
    title: "_StrPromise"
    size: "_StrPromise"
    cards: str
    beaten_by: str
    note: "_StrPromise"


@dataclass(frozen=True, slots=True)
class Count:
    """A line of the worked example: what it is, and the points of the two teams ("" for none)."""

    what: "_StrPromise"
    ours: str
    theirs: str


SHEETS = (
    Sheet(
        "combinations",
        _("Combinations"),
        _("Lead any of these. An answer is of the same kind, of the same number of cards, and higher."),
    ),
    Sheet("specials", _("Special cards"), _("Four cards of no suit, and what each of them can do.")),
    Sheet("scoring", _("Calls and score"), _("What a round is worth, and how it is counted.")),
)

KINDS = (
    Shown(
        Kind.SINGLE, _("Single"), _("1 card"), "Jw", "Qp",
        _("The Phoenix beats it by half a rank, the Dragon beats every single card."),
    ),
    Shown(Kind.PAIR, _("Pair"), _("2 equal"), "9s9j", "JjJp", _("Equal never beats, and suits break no ties.")),
    Shown(Kind.TRIPLE, _("Triple"), _("3 equal"), "6j6p6w", "8j8sPh", _("The Phoenix may stand for a missing card.")),
    Shown(
        Kind.FULL_HOUSE, _("Full house"), _("3 and 2 equal"), "QpQsQj9w9s", "KjKpKs2j2w",
        _("Only the triples are compared."),
    ),
    Shown(
        Kind.STAIRS, _("Consecutive pairs"), _("2 pairs or more, in a row"), "7j7s8w8p", "9j9sTwTp",
        _("Three pairs are answered by three pairs, and so on."),
    ),
    Shown(
        Kind.STRAIGHT, _("Straight"), _("5 or more in a row"), "Mj2j3sPh5w", "4p5j6s7j8w",
        _("Of any suits. The Mah Jong is the 1, the Ace is always high."),
    ),
)  # fmt: skip

BOMBS = (
    Shown(Kind.FOUR, _("Bomb of four"), _("4 equal"), "8j8w8p8s", "9j9w9p9s", _("The higher rank is higher.")),
    Shown(
        Kind.FLUSH, _("Straight-flush bomb"), _("5 or more in a row, one suit"), "5p6p7p8p9p", "2w3w4w5w6w7w",
        _("The longer one is higher, then the one with the higher top card."),
    ),
)  # fmt: skip

BOMB_ORDER = ("2j2w2p2s", "AjAwApAs", "2s3s4s5s6s", "TjJjQjKjAj", "2w3w4w5w6w7w")
"""From the lowest bomb upwards: each is beaten by the next."""

SINGLE_ORDER = ("Mj", "2p", "Ts", "Kw", "Aj", "Dr")
"""Single cards from the lowest upwards, the Phoenix left out: it fits in anywhere below the Dragon."""

WORTH = (("5j", "5"), ("Ts", "10"), ("Kp", "10"), ("Dr", "+25"), ("Ph", "−25"))

EXAMPLE = (
    Count(_("Nora's tricks"), "35", ""),
    Count(_("Jeong's and Mira's tricks"), "", "25 + 15"),
    Count(_("Tom's tricks, to Nora, who was first"), "15", ""),
    Count(_("Tom's hand, to the opposing team"), "", "10"),
    Count(_("Cards, together 100"), "50", "50"),
    Count(_("Nora's Tichu, made; Jeong's Tichu, lost"), "+100", "−100"),
)
"""Nora, Jeong and Mira are out in this order, Tom is last: his tricks and his hand go different ways."""

RESULT = ("150", "−50")


def sheet_named(name: str) -> Sheet | None:
    return next((sheet for sheet in SHEETS if sheet.name == name), None)


def pdf_path(name: str, language: str) -> str:
    """Where the printed sheet lies among the static files."""
    return f"sheets/{name}.{language}.pdf"


@require_safe
def quick_sheet(request: HttpRequest, name: str) -> HttpResponse:
    sheet = sheet_named(name)
    if sheet is None:
        raise Http404
    pdf = pdf_path(name, get_language() or "en")
    context = {
        "sheet": sheet,
        "sheets": SHEETS,
        "pdf": pdf if finders.find(pdf) else "",
        "kinds": KINDS,
        "bombs": BOMBS,
        "bomb_order": BOMB_ORDER,
        "single_order": SINGLE_ORDER,
        "worth": WORTH,
        "example": EXAMPLE,
        "result": RESULT,
    }
    return render(request, "games/sheets/sheet.html", context)
