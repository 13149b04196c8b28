"""Looking for leaks: hidden cards in what somebody received, and differences between two deals that look the same."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.state import MatchState, Phase
from games.rules import DECK, Card, card, name_card
from tests.games.factories import PEOPLE
from tests.games.lookalikes import Lookalike
from tests.games.recorder import BACKSTAGE, STRANGER, Evening, Piece

CODES = "|".join(each.code for each in DECK)
# A code as a value: in a sprite reference, an attribute or a list; never inside a longer word.
AS_VALUE = re.compile(rf"(?<![0-9A-Za-z])((?:{CODES})+)(?![0-9A-Za-z])")
PLURAL = re.compile(r"(?:of|three|four|house,) [2-9]s\b")
"""Nines are no 9 of Star: "pair of 9s"."""
WORD = re.compile(r"\bAs (?=[a-z])")
"""No Ace of Star, but the beginning of a sentence."""
NAMES = {name_card(each): each for each in DECK if not each.is_special}
"""The special cards' names stand in sentences (the Dragon's trick); as cards they are found by their code."""
AS_NAME = re.compile("|".join(sorted(map(re.escape, NAMES), key=len, reverse=True)))


def cards_in(text: str) -> set[Card]:
    """Every card that this text gives away, by code or by name."""
    text = WORD.sub("", PLURAL.sub("", text))
    spelled = (match.group(1) for match in AS_VALUE.finditer(text))
    codes = {codes[at : at + 2] for codes in spelled for at in range(0, len(codes), 2)}
    return {card(code) for code in codes} | {NAMES[match.group(0)] for match in AS_NAME.finditer(text)}


def hidden_from(state: MatchState, seat: int | None) -> set[Card]:
    """What this seat must not learn of now: the hands of others, and what is not dealt yet."""
    round_ = state.round
    if round_ is None:
        return set()
    hidden = {each for other, hand in enumerate(round_.hands) if other != seat for each in hand}
    if state.phase is Phase.GRAND:
        hidden |= {each for later in round_.later for each in later}
    known = {each for giver, _to, each in round_.gives if giver == seat}  # it gave them away itself
    if state.phase is Phase.READY or state.outcome:  # the last player's hand is shown
        known |= {each for other, hand in enumerate(round_.hands) if other not in round_.out for each in hand}
    return hidden - known


def check(text: str, state: MatchState, seat: int | None) -> None:
    """Nothing in this text is hidden from that seat, or from somebody without one."""
    leaked = cards_in(re.sub(r'content="[^"]*"', "", text)) & hidden_from(state, seat)
    assert not leaked, f"{leaked} sent to {seat} in {state.phase}"


@dataclass(frozen=True, slots=True)
class Leak:
    """What somebody could learn from what came to them this way after this step."""

    reader: str
    way: str
    step: int
    what: str


def shown_cards(evening: Evening, totals: Counter[str]) -> Iterator[Leak]:
    """Hidden cards in what shows the match as it is now. In messages, tasks and lines of the log: any card at all."""
    for reader, pieces in evening.heard.items():
        eyes = PEOPLE.index(reader) if reader in PEOPLE else None
        for piece in pieces:
            totals["pieces"] += 1
            totals["bytes"] += len(piece.text.encode())
            found = cards_in(piece.text) if piece.state or reader == BACKSTAGE else set()
            if piece.state and reader not in (BACKSTAGE, STRANGER):
                found &= hidden_from(piece.state, eyes)
            if found and not echoes(piece):
                yield Leak(reader, piece.way, piece.step, "".join(sorted(each.code for each in found)))


def echoes(piece: Piece) -> bool:
    """Does it answer a question that named cards itself?"""
    return piece.cause != "-" and piece.way in ("selection", "play", "exchange", "bomb")


def differences(true: Evening, other: Evening, pair: Lookalike, name: str, totals: Counter[str]) -> Iterator[Leak]:
    """Piece by piece: as many, in the same way, after the same step, and the same bytes; backstage too."""
    totals["pairs of deals"] += 1
    for reader in (name, BACKSTAGE):
        left, right = (before(evening.heard[reader], pair.until, name) for evening in (true, other))
        one, two = grouped(left), grouped(right)
        for step, way in one.keys() | two.keys():
            if len(one[step, way]) != len(two[step, way]):
                yield Leak(reader, way, step, "as many messages")
            elif one[step, way] != two[step, way]:
                yield Leak(reader, way, step, "the same bytes")
        if [piece.way for piece in left] != [piece.way for piece in right] and one == two:
            yield Leak(reader, "", 0, "the same order")
        totals["bytes compared"] += sum(len(piece.text.encode()) for piece in left)


def before(pieces: Sequence[Piece], step: int, name: str) -> list[Piece]:
    return [piece for piece in pieces if piece.step < step and piece.cause in ("-", name)]


def grouped(pieces: Sequence[Piece]) -> defaultdict[tuple[int, str], list[str]]:
    found: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
    for piece in pieces:
        found[piece.step, piece.way].append(piece.text)
    return found
