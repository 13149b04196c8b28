"""What stands where in the rules page: the title of every section by its anchor, and the list of contents."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

TITLES: "dict[str, _StrPromise]" = {
    "seats": _("Seats and teams"),
    "deck": _("The deck"),
    "grand": _("Deal and Grand Tichu"),
    "exchange": _("Exchange"),
    "trick": _("A trick"),
    "answers": _("What answers what"),
    "combinations": _("Combinations"),
    "bombs": _("Bombs"),
    "pause": _("The pause"),
    "special-cards": _("Special cards"),
    "mahjong": _("Mah Jong"),
    "dog": _("Dog"),
    "phoenix": _("Phoenix"),
    "dragon": _("Dragon"),
    "wish": _("The wish"),
    "tichu": _("Tichu"),
    "round-end": _("The end of a round"),
    "double-victory": _("Double victory"),
    "scoring": _("Calls and score"),
    "example": _("An example"),
    "winning": _("Winning the match"),
    "time": _("Clock and reserve"),
    "between-rounds": _("Between rounds"),
    "disconnection": _("If the line is lost"),
    "outage": _("If our service fails"),
    "leaving": _("Leaving"),
    "secrets": _("What the others see"),
    "house-players": _("House players"),
    "faq": _("Questions from the table"),
    "rulings": _("How we rule"),
    "glossary": _("Words of the game"),
}

CONTENTS = (
    (_("A match"), ("seats", "deck", "grand", "exchange", "trick")),
    (_("Cards"), ("combinations", "bombs", "mahjong", "dog", "phoenix", "dragon", "wish")),
    (_("Points"), ("tichu", "round-end", "scoring", "example", "winning")),
    (_("Playing online"), ("time", "between-rounds", "disconnection", "outage", "leaving", "secrets", "house-players")),
)
"""Anchors under headings; questions, rulings and glossary stand after them."""
