"""What a record's numbers and acts are held against: the deal, stated results, whose play it is, who collects."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import commands as c
from games.engine import record_lines as r
from games.engine.reasons import IllegalMove, Reason, seat_name
from games.engine.reasons import gettext_noop as _
from games.engine.said import Said
from games.engine.seal import seal_of
from games.engine.state import MatchState, Phase, Trick
from games.engine.variants.base import Variant
from games.rules import DRAGON, MAH_JONG, PHOENIX, Card, points_of, readings


class Unsound(Exception):
    """A fault of a line that does not know its number yet."""

    def __init__(self, reason: Said, ruling: str = "RECORD") -> None:
        super().__init__(reason)
        self.reason = reason
        self.ruling = ruling


def same(name: str, stated: object, actual: object, ruling: str) -> None:
    """A number that the record states (None: it does not) must be the one the rules give."""
    if stated is not None and stated != actual:
        raise Unsound(
            Said(_("{place} is {due}, not {value}"), place=name, due=_shown(actual), value=_shown(stated)), ruling
        )


def told(refused: IllegalMove) -> Said:
    """The judge's refusal, in English; other languages ask the refusal itself."""
    return Said("{refused}", refused=refused)


def _name(seat: int) -> Said:
    return Said(seat_name(seat))


def _shown(value: object) -> str:
    return str(list(value)) if isinstance(value, tuple) else str(value)


def check_deal(hands: r.Hands, state: MatchState, *, each: int, already: Sequence[Sequence[Card]] = ()) -> None:
    """RULES A1, B1: as many hands as seats, as many cards as due, none twice."""
    if len(hands) != state.variant.hands:
        raise Unsound(Said(_("{count} hands are dealt, not {due}"), count=len(hands), due=state.variant.hands), "B1")
    seen = {card for hand in already for card in hand}
    for seat, hand in enumerate(hands):
        if len(hand) != each:
            raise Unsound(
                Said(_("{name} is dealt {count} cards, not {due}"), name=_name(seat), count=len(hand), due=each), "B1"
            )
        for card in hand:
            if card in seen:
                raise Unsound(Said(_("{card} is dealt twice"), card=card), "A1")
            seen.add(card)


def check_seal(line: r.Deal8Line, state: MatchState) -> None:
    """A sealed deal names deck, salt and commitment, which fit each other and the hands (RULES A5)."""
    if not (line.deck or line.salt or line.commitment):
        return
    if not (line.deck and line.salt and line.commitment):
        raise Unsound(Said(_("deck, salt and commitment of a deal belong together")))
    if sorted(line.deck) != list(state.variant.deck()):
        raise Unsound(Said(_("the deck of the deal is not complete")), "A1")
    same("deal8: commitment", line.commitment, seal_of(line.deck, line.salt), "A5")
    _same_hands(line.hands, state.variant.deal(line.deck)[0])


def check_rest(hands: r.Hands, deck: Sequence[Card], variant: Variant) -> None:
    """The second half of a sealed deal comes from its deck as well."""
    _same_hands(hands, variant.deal(deck)[1])


def _same_hands(hands: r.Hands, dealt: r.Hands) -> None:
    for seat, (told, due) in enumerate(zip(hands, dealt, strict=True)):
        if sorted(told) != sorted(due):
            raise Unsound(Said(_("{name} does not hold what the sealed deck deals"), name=_name(seat)), "A5")


def as_play(state: MatchState, line: r.PlayLine) -> c.Play | c.PlayBomb:
    """In turn an ordinary play, else a bomb out of turn (RULES G4); anything else is judged as out of turn."""
    if line.phoenix is not None and (PHOENIX not in line.cards or len(line.cards) == 1):
        raise Unsound(Said(_("play: phoenix belongs to a play of the Phoenix with other cards")))
    round_ = state.deal
    on_turn = state.phase is Phase.PLAY and round_.turn == line.seat
    found = () if on_turn else readings(line.cards)
    if found and found[0].is_bomb:
        if line.wish is not None:
            raise IllegalMove(Reason.WISH_ALONE)
        return c.PlayBomb(line.seat, line.cards, state.plays)
    nothing_said = c.NO_WISH if MAH_JONG in line.cards else None
    return c.Play(line.seat, line.cards, state.decision, line.phoenix, line.wish or nothing_said)


def as_collect(state: MatchState, line: r.CollectLine) -> c.CollectTrick:
    """RULES H3, H4, J2, A3: after all have passed, by the owner of the top, unless that is the Dragon."""
    trick: Trick | None = state.deal.trick
    if state.phase is not Phase.PAUSE or trick is None:
        raise IllegalMove(Reason.COLLECT)
    if line.seat != trick.owner:
        raise Unsound(
            Said(_("collect: the trick is {name}'s, not {other}'s"), name=_name(trick.owner), other=_name(line.seat)),
            "H4",
        )
    if trick.top.cards == (DRAGON,):
        raise Unsound(Said(_("collect: a trick won by the Dragon is given away")), "J2")
    same("points", line.points, points_of(trick.cards), "A3")
    return c.CollectTrick(state.decision)
