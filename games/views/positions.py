"""Positions drawn on pages of text: a small felt with three plates, what lies there, and the own hand. Cards as codes,
words in the reader's language; nobody's real hand is ever in here.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class Plate:
    """Somebody at the drawn table: at the top (`n`, the partner), right (`e`, plays next) or left (`w`)."""

    place: str
    name: str
    count: int
    says: "_StrPromise | str" = ""


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on the felt (`top`, by whom and what it is in `caption`) and in the own `hand`, as card codes.

    `told` says the same in words, for those who cannot see the drawing.
    """

    plates: tuple[Plate, ...]
    top: str
    caption: "_StrPromise"
    hand: str
    told: "_StrPromise"

    @property
    def top_codes(self) -> list[str]:
        return codes(self.top)

    @property
    def hand_codes(self) -> list[str]:
        return codes(self.hand)


def codes(cards: str) -> list[str]:
    """`"7j7w"` as `["7j", "7w"]`."""
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


AT_THE_TABLE = Position(
    plates=(Plate("n", "Nora", 9, _("passed")), Plate("w", "Jeong", 4, _("pair of 7s")), Plate("e", "Mira", 11)),
    top="7p7j",
    caption=_("Jeong: pair of 7s"),
    hand="DrAsKjQpJwTs9s9j5j4p",
    told=_(
        "A table of four: your partner Nora across, Jeong on your left with a pair of 7s played, "
        "Mira on your right, and your own hand with a pair of 9s raised to beat it."
    ),
)
"""What the start page shows: it is your turn, and the raised 9s beat the 7s."""

RAISED = frozenset({"9s", "9j"})

PARTNER_LEADS = Position(
    plates=(Plate("n", "Nora", 2, _("pair of Queens")), Plate("w", "Jeong", 5, _("passed")), Plate("e", "Mira", 6)),
    top="QsQj",
    caption=_("Nora, your partner: pair of Queens"),
    hand="AjAs8p8j3w",
    told=_(
        "Your partner Nora has laid a pair of Queens and holds two more cards. Jeong on your left has passed. "
        "Mira on your right comes after you. You hold two Aces, two 8s and a 3, and it is your turn."
    ),
)
"""Beat your partner's Queens with your Aces, or pass? A test plays both."""
