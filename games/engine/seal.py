"""The seal of a deal: who knows it before the first card can tell afterwards that this deck was dealt and no other."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from games.rules import Card


def seal_of(deck: Sequence[Card], salt: str) -> str:
    """SHA-256, in hexadecimal, of the text `salt:deck`, the deck as two-character codes in the order it is dealt from.
    Without a salt there is none: 56 cards alone would be no secret to somebody who knows some of them."""
    return sha256(f"{salt}:{deck_text(deck)}".encode()).hexdigest() if salt else ""


def deck_text(deck: Sequence[Card]) -> str:
    """The deck as it stands in a record and in the seal: codes one after another, unsorted."""
    return "".join(card.code for card in deck)
