"""Words in which tests speak of the game: seats A B C D in order of play, cards as strings, verbs for acts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import pytest

from games.engine import commands as c
from games.engine import events as e
from games.engine.decide import decide, start
from games.engine.evolve import begin, evolve, fold
from games.engine.options import Options
from games.engine.reasons import IllegalMove, Reason
from games.engine.state import Laid, MatchState, Phase, RoundState, Trick
from games.rules import DECK, Card, Combination, card, parse_cards, parse_rank, rank_code, readings

A, B, C, D = SEATS = (0, 1, 2, 3)
NO_WISH = "none"
QUIET_CARDS = 3
"""What a seat holds of which a position says nothing: too few for a bomb."""


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def combination(text: str, *, on: str | None = None) -> Combination:
    """`"7j7w"`, with a reading `"QjQw9p9sPh=9"` (else the highest); `on` is what a single Phoenix covers."""
    laid, _, stated = text.partition("=")
    found = readings(parse_cards(laid), combination(on) if on else None)
    wanted = [each for each in found if not stated or each.phoenix == parse_rank(stated)]
    assert wanted, f"{text} is no combination"
    return wanted[0]


def spelled(play: Combination) -> str:
    """The opposite of `combination`: "7j7w", "7jPh=7"."""
    stated = f"={rank_code(play.phoenix)}" if play.phoenix else ""
    return "".join(each.code for each in play.cards) + stated


class Playing:
    """A match under way: verbs act for a seat, and the log is kept so that it can be folded again."""

    def __init__(self, state: MatchState, log: Sequence[e.Event] = ()) -> None:
        self.state = state
        self.log = list(log)

    @property
    def round(self) -> RoundState:
        return self.state.deal

    @property
    def turn(self) -> int | None:
        return self.round.turn

    @property
    def top(self) -> str | None:
        """What lies on top, as text; `None` on an empty table."""
        return spelled(self.round.trick.top) if self.round.trick else None

    def hand(self, seat: int) -> str:
        return "".join(each.code for each in self.round.hands[seat])

    def pile(self, seat: int) -> set[Card]:
        return set(self.round.piles[seat])

    def last(self, kind: type[e.Event]) -> e.Event | None:
        """The latest event of a kind."""
        return next((each for each in reversed(self.log) if isinstance(each, kind)), None)

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        """Judge the command and book every event; refusals raise and change nothing."""
        events = decide(self.state, command)
        for event in events:
            self.state = evolve(self.state, event)
        self.log += events
        return events

    def play(self, seat: int, laid: str, *, wish: str | None = None) -> tuple[e.Event, ...]:
        """Lay cards in turn, with a reading like "5j6w7p8sPh=4"."""
        text, _, stated = laid.partition("=")
        reading = parse_rank(stated) if stated else None
        wished = None if wish is None else c.NO_WISH if wish == NO_WISH else parse_rank(wish)
        return self.do(c.Play(seat, parse_cards(text), self.state.decision, reading, wished))

    def pass_(self, *seats: int) -> None:
        for seat in seats:
            self.do(c.Pass(seat, self.state.decision))

    def bomb(self, seat: int, laid: str, *, on: int | None = None) -> tuple[e.Event, ...]:
        return self.do(c.PlayBomb(seat, parse_cards(laid), self.state.plays if on is None else on))

    def collect(self) -> tuple[e.Event, ...]:
        return self.do(c.CollectTrick(self.state.decision))

    def give(self, seat: int, to: int) -> tuple[e.Event, ...]:
        return self.do(c.GiveTrick(seat, to, self.state.decision))

    def tichu(self, seat: int) -> None:
        self.do(c.CallTichu(seat))

    def grand(self, *callers: int) -> None:
        """Every seat that has not answered does so: callers call, the rest decline."""
        for seat in SEATS:
            if self.round.grand[seat] is None:
                self.do(c.AnswerGrand(seat, call=seat in callers))

    def exchange(self, seat: int, gives: Mapping[int, str]) -> tuple[e.Event, ...]:
        return self.do(c.ExchangeCards(seat, tuple((to, card(code)) for to, code in gives.items())))

    def exchange_all(self) -> None:
        """Every seat that has not chosen gives its first ordinary cards away."""
        for seat in SEATS:
            if self.round.chosen[seat] is None:
                given = [each.code for each in self.round.hands[seat] if not each.is_special]
                others = [other for other in SEATS if other != seat]
                self.exchange(seat, dict(zip(others, given, strict=False)))

    def refolded(self) -> MatchState:
        return fold(self.log)


@contextmanager
def refused(reason: Reason, playing: Playing | None = None) -> Iterator[None]:
    """The block is refused for this reason, in a sentence that names a ruling, and nothing has happened."""
    before = playing and (playing.state, len(playing.log))
    with pytest.raises(IllegalMove) as refusal:
        yield
    assert refusal.value.reason is reason, str(refusal.value)
    assert str(refusal.value).endswith((".", "?"))
    assert re.fullmatch(r"[A-O]\d+", refusal.value.ruling)
    assert playing is None or (playing.state, len(playing.log)) == before


def a_match(hands: Mapping[int, str] | None = None, *, target: int = 1000) -> Playing:
    """A match whose first round is dealt: hands of up to fourteen cards, the first eight of each are seen first."""
    (started,) = start(c.StartMatch("nanking", Options(target), ("person",) * 4))
    playing = Playing(begin(started), [started])
    playing.do(c.Deal(a_deck(hands or {})))
    return playing


def a_deck(hands: Mapping[int, str]) -> tuple[Card, ...]:
    """A deck that deals these hands, filled up with the cards nobody named, in the order of records."""
    wanted = {seat: [card(code) for code in re.findall("..", hands.get(seat, "").replace(" ", ""))] for seat in SEATS}
    rest = [each for each in DECK if not any(each in hand for hand in wanted.values())]
    for hand in wanted.values():
        missing = 14 - len(hand)
        hand += rest[:missing]
        del rest[:missing]
    first = [each for seat in SEATS for each in wanted[seat][:8]]
    return (*first, *(each for seat in SEATS for each in wanted[seat][8:]))


def a_round(
    hands: Mapping[int, str],
    *,
    trick: str = "",
    to_act: int | None = A,
    out: Sequence[int] = (),
    wish: str | None = None,
    wisher: int = A,
    tichu: Sequence[int] = (),
    grand: Sequence[int] = (),
    piles: Mapping[int, str] | None = None,
    totals: tuple[int, int] = (0, 0),
    target: int = 1000,
) -> Playing:
    """A round in the middle. `trick` is like "A:5j B:8j C:pass"; `to_act=None` is the pause before collecting.

    Seats that are neither out nor named hold a few quiet cards that appear nowhere else.
    """
    acts = _acts(trick)
    used = {each for act in acts if act.combination for each in act.combination.cards}
    used |= {each for text in [*hands.values(), *(piles or {}).values()] for each in parse_cards(text)}
    quiet = (each for each in DECK if each not in used and not each.is_special)
    held = [_held(hands.get(seat), quiet, out=seat in out) for seat in SEATS]
    round_ = RoundState(
        number=1,
        firsts=((),) * 4,
        later=((),) * 4,
        hands=tuple(held),
        grand=tuple(seat in grand for seat in SEATS),
        tichu=tuple(seat in tichu for seat in SEATS),
        chosen=((),) * 4,
        piles=tuple(parse_cards((piles or {}).get(seat, "")) for seat in SEATS),
        turn=to_act,
        trick=Trick(1, acts) if acts else None,
        tricks=1 if acts else 0,
        wish=parse_rank(wish) if wish else None,
        wisher=wisher if wish else None,
        out=tuple(out),
        played=frozenset(out) | {act.seat for act in acts if act.combination},
    )
    phase = Phase.PAUSE if to_act is None else Phase.PLAY
    state = MatchState(
        "nanking", Options(target), ("person",) * 4, phase, totals, round_, rounds=1, decision=7, plays=3
    )
    return Playing(state)


def _acts(trick: str) -> tuple[Laid, ...]:
    acts: list[Laid] = []
    top: str | None = None
    for act in trick.split():
        seat, laid = "ABCD".index(act[0]), act[2:]
        acts.append(Laid(seat, None if laid == "pass" else combination(laid, on=top)))
        top = top if laid == "pass" else laid
    return tuple(acts)


def _held(text: str | None, quiet: Iterator[Card], *, out: bool) -> tuple[Card, ...]:
    if out:
        return ()
    return parse_cards(text) if text is not None else tuple(next(quiet) for _ in range(QUIET_CARDS))
