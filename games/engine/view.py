"""`view_for(state, seat)`: what one seat, or a watcher (None), may know (RULES U).

A view is the only thing of a match that leaves the server.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine import clock as clocks
from games.engine import commands as c
from games.engine import events as e
from games.engine.clock import Clock
from games.engine.decide import refusal
from games.engine.judge_plays import wish_binds
from games.engine.options import ClockRules
from games.engine.reasons import IllegalMove, Reason
from games.engine.state import Laid, MatchState, Phase, RoundState, Trick
from games.rules import Card, Combination, bombs_in


@dataclass(frozen=True, slots=True)
class ClockView:
    """A seat's time in server milliseconds: what is left of the reserve, and, while it owes a decision,
    when its own time ends (`reserve_from`) and when everything is gone (`deadline`). `own_time` in ms."""

    reserve: int
    reserve_from: int | None = None
    deadline: int | None = None
    own_time: int = 0


@dataclass(frozen=True, slots=True)
class SeatView:
    """What the viewer sees of one seat. `place` counts from the viewer in order of play: 0 self, 1 right …

    `call` is "", "tichu" or "grand", `call_made` its outcome once known; `out` the place, 0 while in;
    `last` its latest act in the trick; `to_act` False where that is secret (RULES B4).
    """

    number: int
    place: int
    team: int
    is_partner: bool
    count: int
    call: str
    call_made: bool | None
    out: int
    last: Laid | None
    to_act: bool
    chosen: bool
    ready: bool
    clock: ClockView | None
    kind: str


@dataclass(frozen=True, slots=True)
class Mine:
    """What the viewer may do: refusals are None where the key is live; `bombs` those that may be thrown now,
    `any_bombs` all in hand, weakest first."""

    tichu: IllegalMove | None
    passing: IllegalMove | None
    bomb: IllegalMove | None
    bombs: tuple[Combination, ...]
    any_bombs: tuple[Combination, ...]
    wish_binds: bool
    to_act: bool
    chosen: tuple[tuple[int, Card], ...] | None
    given: tuple[tuple[int, Card], ...]
    received: tuple[tuple[int, Card], ...]
    grand: bool | None


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as one viewer may know it. `hands` holds None for every hidden hand; `fresh` are received
    cards until the viewer's first play; `story` the public events of the round by trick number;
    `left_over` the last player's hand once the round is over; `on` the number a bomb must name; `seal` the deal's."""

    viewer: int | None
    variant: str
    target: int
    clock_rules: ClockRules
    phase: Phase
    decision: int
    on: int
    round_number: int
    totals: tuple[int, ...]
    teams: tuple[tuple[int, ...], ...]
    results: tuple[e.RoundScored, ...]
    outcome: e.MatchWon | e.MatchForfeited | e.MatchVoided | None
    seats: tuple[SeatView, ...]
    places: tuple[int, ...]
    hands: tuple[tuple[Card, ...] | None, ...]
    fresh: frozenset[Card] = frozenset()
    turn: int | None = None
    trick: Trick | None = None
    last_trick: Trick | None = None
    wish: int | None = None
    wisher: int | None = None
    answered: int = 0
    targets: tuple[int, ...] = ()
    until: int | None = None
    pause_ms: int = 0
    story: tuple[tuple[int, e.Event], ...] = ()
    left_over: tuple[Card, ...] | None = None
    seal: str = ""
    mine: Mine | None = None

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards."""
        return (self.hands[self.viewer] or ()) if self.viewer is not None else ()

    @property
    def top(self) -> Combination | None:
        """The combination to be beaten; None on a lead."""
        return self.trick.top if self.trick else None


def view_for(state: MatchState, seat: int | None, clock: Clock | None = None, *, open_hands: bool = False) -> MatchView:
    """The view of `seat`, or of a watcher (None). `open_hands` shows all hands: for the replay alone (RULES U3)."""
    places = state.variant.places(seat if seat is not None else 0)
    base = MatchView(
        viewer=seat,
        variant=state.variant_key,
        target=state.options.target,
        clock_rules=state.options.clock,
        phase=state.phase,
        decision=state.decision,
        on=state.plays,
        round_number=state.rounds,
        totals=state.totals,
        teams=state.variant.teams(max(state.rounds, 1)),
        results=state.results,
        outcome=state.outcome,
        seats=tuple(_seat(state, number, seat, places, clock) for number in state.variant.seats()),
        places=places,
        hands=((),) * state.variant.hands,
        until=clock.until if clock else None,
    )
    return base if state.round is None else _with_round(base, state, state.round, open_hands=open_hands)


def _with_round(base: MatchView, state: MatchState, round_: RoundState, *, open_hands: bool) -> MatchView:
    seat = base.viewer
    scored = state.phase in (Phase.READY, Phase.DEAL) or (state.phase is Phase.OVER and _is_scored(state))
    last = next((number for number in range(len(round_.hands)) if number not in round_.out), None)
    may_look = scored and (seat is not None or state.phase is Phase.OVER)
    hands = tuple(hand if open_hands or number == seat else None for number, hand in enumerate(round_.hands))
    return replace(
        base,
        hands=hands,
        fresh=_fresh(round_, seat),
        turn=None if state.phase is Phase.GRAND else round_.turn,
        trick=round_.trick,
        last_trick=round_.last_trick,
        wish=round_.wish,
        wisher=round_.wisher,
        answered=sum(answer is not None for answer in round_.grand),
        targets=_targets(state, seat),
        pause_ms=clocks.pause_length(state) if state.phase is Phase.PAUSE else 0,
        story=tuple((number, _public(event)) for number, event in round_.story),
        left_over=round_.hands[last] if may_look and last is not None else None,
        seal=round_.seal,
        mine=None if seat is None else _mine(state, round_, seat),
    )


def _is_scored(state: MatchState) -> bool:
    return bool(state.results) and state.results[-1].number == state.rounds


def _public(event: e.Event) -> e.Event:
    """Points inside collected tricks stay secret during the round (RULES U2)."""
    if isinstance(event, e.TrickTaken | e.TrickGiven):
        return replace(event, points=0)
    return event


def _fresh(round_: RoundState, seat: int | None) -> frozenset[Card]:
    if seat is None or seat in round_.played:
        return frozenset()
    return frozenset(card for _, to, card in round_.gives if to == seat)


def _targets(state: MatchState, seat: int | None) -> tuple[int, ...]:
    """Whom the viewer gives to now: the exchange's receivers or the Dragon's."""
    round_ = state.deal
    if seat is None:
        return ()
    if state.phase is Phase.GIFT:
        return state.variant.dragon_targets(seat, round_.active, round_.number) if round_.turn == seat else ()
    return state.variant.exchange_targets(seat, round_.number) if state.phase is Phase.EXCHANGE else ()


def _seat(state: MatchState, number: int, viewer: int | None, places: tuple[int, ...], clock: Clock | None) -> SeatView:
    round_ = state.round
    hidden = state.phase is Phase.GRAND and number != viewer
    out = round_.out.index(number) + 1 if round_ and number in round_.out else 0
    call = _call(round_, number)
    return SeatView(
        number=number,
        place=places.index(number),
        team=state.variant.team_of(number, max(state.rounds, 1)),
        is_partner=viewer is not None and number in state.variant.partners(viewer, max(state.rounds, 1)),
        count=len(round_.hands[number]) if round_ else 0,
        call=call,
        call_made=round_.out[0] == number if round_ and call and round_.out else None,
        out=out,
        last=_last_act(round_, number),
        to_act=not hidden and number in state.to_act(),
        chosen=bool(round_ and round_.chosen[number] is not None),
        ready=number in state.ready,
        clock=_clock(state, clock, number, hidden=hidden) if clock else None,
        kind=state.kinds[number],
    )


def _call(round_: RoundState | None, seat: int) -> str:
    if round_ is None:
        return ""
    return "grand" if round_.grand[seat] else "tichu" if round_.tichu[seat] else ""


def _last_act(round_: RoundState | None, seat: int) -> Laid | None:
    acts = round_.trick.acts if round_ and round_.trick else ()
    return next((act for act in reversed(acts) if act.seat == seat), None)


def _clock(state: MatchState, clock: Clock, seat: int, *, hidden: bool) -> ClockView:
    if hidden:
        return ClockView(clock.public[seat])
    return ClockView(
        clock.reserves[seat],
        clocks.reserve_from(clock, state, seat),
        clocks.seat_deadline(clock, state, seat),
        clocks.allowance(state.phase, state.options.clock),
    )


def _mine(state: MatchState, round_: RoundState, seat: int) -> Mine:
    bombs = tuple(bombs_in(round_.hands[seat]))
    verdicts = [(bomb, refusal(state, c.PlayBomb(seat, bomb.cards, state.plays))) for bomb in bombs]
    live = tuple(bomb for bomb, verdict in verdicts if verdict is None)
    return Mine(
        tichu=refusal(state, c.CallTichu(seat)),
        passing=refusal(state, c.Pass(seat, state.decision)),
        bomb=None if live else _why_no_bomb(state, seat, [verdict for _, verdict in verdicts]),
        bombs=live,
        any_bombs=bombs,
        wish_binds=wish_binds(state, seat),
        to_act=seat in state.to_act(),
        chosen=round_.chosen[seat],
        given=tuple((to, card) for giver, to, card in round_.gives if giver == seat),
        received=tuple((giver, card) for giver, to, card in round_.gives if to == seat),
        grand=round_.grand[seat],
    )


def _why_no_bomb(state: MatchState, seat: int, verdicts: list[IllegalMove | None]) -> IllegalMove:
    """The strongest bomb's refusal; without any bomb: no trick, or none held."""
    if verdicts and verdicts[-1] is not None:
        return verdicts[-1]
    general = refusal(state, c.PlayBomb(seat, (), state.plays))
    return general if general and general.reason is not Reason.NO_CARDS else IllegalMove(Reason.NO_BOMB)
