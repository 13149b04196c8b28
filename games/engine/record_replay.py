"""Replaying one record: every line becomes commands for `decide`, every number in it is compared.

The judge decides what is legal; here stands only which line may follow which, and what the numbers must be.
"""

from __future__ import annotations

from enum import Enum
from typing import assert_never

from games.engine import commands as c
from games.engine import events as e
from games.engine import record_lines as r
from games.engine.decide import judge, start, with_consequences
from games.engine.evolve import begin
from games.engine.options import Options
from games.engine.reasons import IllegalMove, Reason
from games.engine.reasons import gettext_noop as _
from games.engine.record_checks import Unsound, as_collect, as_play, check_deal, check_rest, check_seal, same, told
from games.engine.record_reading import NAMES, RecordFault
from games.engine.said import Said
from games.engine.state import Phase
from games.engine.variants import variant_named
from games.rules import DRAGON


class Stage(Enum):
    """Which lines are due; the value says it in words."""

    ROUND = _("the next round")
    DEAL8 = "deal8"
    DEAL6 = "deal6"
    EXCHANGE = _("the exchange")
    PLAY = _("a play")
    ROUND_END = "round_end"
    MATCH_END = "match_end"
    MATCH = _("the match line of another record")


_TOO_EARLY = {Stage.EXCHANGE: "C2", Stage.ROUND_END: "L2", Stage.MATCH_END: "N1", Stage.MATCH: "N1"}
"""Rulings against acts of play at a stage that is not the play."""


class Replay:
    """One record on its way: `state` after the lines taken, and the `events` they made."""

    def __init__(self, number: int, about: r.MatchLine, moment: int | None = None) -> None:
        self.about = about
        self.stage = Stage.ROUND
        kinds = about.kinds or ("person",) * variant_named(about.variant).hands
        started = _start(number, about, kinds)
        self.state = begin(started)
        self.events: list[e.Event] = [started]
        self._first = r.Deal8Line(())
        self._before = (self.state, 0)
        self._moments: list[int] = []
        self._timed = False
        self._note(moment)

    @property
    def times(self) -> tuple[int, ...] | None:
        """When each event happened (ms), never going back; None where no line says so."""
        return tuple(self._moments) if self._timed else None

    def _note(self, moment: int | None) -> None:
        """The events that are new with this line happened at `moment`. `deal6` makes the deal anew, but as many
        events stand before it as stood there."""
        self._timed = self._timed or moment is not None
        last = self._moments[-1] if self._moments else 0
        self._moments += [max(last, moment or 0)] * (len(self.events) - len(self._moments))

    @property
    def is_finished(self) -> bool:
        """Was the match told to its end?"""
        return self.stage is Stage.MATCH

    def take(self, number: int, line: r.Line, moment: int | None = None) -> None:
        """Judge and book one line, told at `moment` (ms); raises RecordFault."""
        try:
            self._take(line)
        except Unsound as fault:
            raise RecordFault(number, fault.reason, fault.ruling) from None
        except IllegalMove as refused:
            raise RecordFault(number, told(refused), refused.ruling, refused) from None
        self._note(moment)

    # --- which line it is
    def _take(self, line: r.Line) -> None:
        self._check_seats(line)
        match line:
            case r.MatchLine():
                raise AssertionError("a match line begins another record")
            case r.RoundLine():
                self._round(line)
            case r.Deal8Line():
                self._deal8(line)
            case r.GrandLine():
                self._grand(line)
            case r.Deal6Line():
                self._deal6(line)
            case r.TichuLine():
                self._tichu(line)
            case r.ExchangeLine():
                self._exchange(line)
            case r.PlayLine() | r.PassLine() | r.CollectLine() | r.GiftLine():
                self._act(line)
            case _:
                self._end(line)

    def _end(self, line: r.RoundEndLine | r.MatchEndLine | r.ForfeitLine | r.CreditLine | r.VoidLine) -> None:
        match line:
            case r.RoundEndLine():
                self._round_end(line)
            case r.MatchEndLine():
                self._match_end(line)
            case r.ForfeitLine():
                self._forfeit(line)
            case r.CreditLine():
                self._not_over(line)
                self._do(c.CreditClocks(line.ms))
            case r.VoidLine():
                self._not_over(line)
                self._do(c.VoidMatch(line.reason))
                self.stage = Stage.MATCH
            case _:
                assert_never(line)

    def _check_seats(self, line: r.Line) -> None:
        match line:
            case r.GiftLine():
                named: tuple[int, ...] = (line.seat, line.to)
            case r.ExchangeLine():
                named = tuple(seat for giver, to, _ in line.gives for seat in (giver, to))
            case r.ForfeitLine():
                named = line.seats
            case r.GrandLine() | r.TichuLine() | r.PlayLine() | r.PassLine() | r.CollectLine():
                named = (line.seat,)
            case _:
                return
        if wrong := [seat for seat in named if seat not in self.state.variant.seats()]:
            raise Unsound(Said(_("{place}: there is no seat {seat}"), place=NAMES[type(line)], seat=wrong[0]))

    def _expect(self, stage: Stage, line: r.Line, ruling: str = "RECORD") -> None:
        if self.stage is not stage:
            if self.stage is Stage.MATCH_END and ruling == "RECORD":
                ruling = "N1"
            raise Unsound(
                Said(_("{place} cannot stand here: {due} is due"), place=NAMES[type(line)], due=Said(self.stage.value)),
                ruling,
            )

    def _not_over(self, line: r.Line) -> None:
        if self.stage in (Stage.MATCH, Stage.MATCH_END):
            self._expect(Stage.PLAY, line)

    def _do(self, *commands: c.Command) -> None:
        for command in commands:
            events, self.state = with_consequences(self.state, judge(self.state, command))
            self.events += events

    # --- the deal
    def _round(self, line: r.RoundLine) -> None:
        self._expect(Stage.ROUND, line)
        if line.number is not None:
            same("round: number", line.number, self.state.rounds + 1, "RECORD")
        self.stage = Stage.DEAL8

    def _deal8(self, line: r.Deal8Line) -> None:
        """Deals the rest of the deck as well, in any order, so that answers can be judged; `deal6` puts it right."""
        self._expect(Stage.DEAL8, line)
        check_deal(line.hands, self.state, each=self.state.variant.first_cards)
        check_seal(line, self.state)
        self._before = (self.state, len(self.events))
        self._first = line
        dealt = [card for hand in line.hands for card in hand]
        rest = (card for card in self.state.variant.deck() if card not in dealt)
        self._do(c.Deal(line.deck or (*dealt, *rest), line.salt))
        self.stage = Stage.DEAL6

    def _grand(self, line: r.GrandLine) -> None:
        if self.stage is not Stage.DEAL6:
            self._expect(Stage.DEAL6, line, "B2" if self.stage in (Stage.EXCHANGE, Stage.PLAY) else "RECORD")
        self._do(c.AnswerGrand(line.seat, line.call))

    def _deal6(self, line: r.Deal6Line) -> None:
        """The true deal, with the answers given so far and the declines that a record may leave out."""
        self._expect(Stage.DEAL6, line)
        firsts = self.state.deal.firsts
        variant = self.state.variant
        each = len(variant.deck()) // variant.hands - variant.first_cards
        check_deal(line.hands, self.state, each=each, already=firsts)
        if self._first.deck:
            check_rest(line.hands, self._first.deck, variant)
        deck = self._first.deck or tuple(card for part in (firsts, line.hands) for hand in part for card in hand)
        self.state, length = self._before
        told = self.events[length + 1 :]
        del self.events[length:]
        self._do(c.Deal(deck, self._first.salt))
        for event in told:
            more, self.state = with_consequences(self.state, (event,))
            self.events += more
        if self.state.phase is Phase.GRAND:
            self._do(*(c.AnswerGrand(seat, call=False) for seat in sorted(self.state.to_act())))
        self.stage = Stage.EXCHANGE

    # --- calls and exchange
    def _tichu(self, line: r.TichuLine) -> None:
        if self.stage is Stage.DEAL6:
            raise IllegalMove(Reason.TICHU_EIGHT)
        if self.stage not in (Stage.EXCHANGE, Stage.PLAY):
            self._expect(Stage.PLAY, line, "D1" if self.stage is Stage.ROUND_END else "RECORD")
        self._do(c.CallTichu(line.seat))

    def _exchange(self, line: r.ExchangeLine) -> None:
        self._expect(Stage.EXCHANGE, line)
        for seat in self.state.variant.seats():
            gives = tuple((to, card) for giver, to, card in line.gives if giver == seat)
            self._do(c.ExchangeCards(seat, gives))
        self.stage = Stage.PLAY

    # --- the play
    def _act(self, line: r.PlayLine | r.PassLine | r.CollectLine | r.GiftLine) -> None:
        self._expect(Stage.PLAY, line, _TOO_EARLY.get(self.stage, "RECORD"))
        if self.state.phase is Phase.GIFT and not isinstance(line, r.GiftLine):
            raise Unsound(
                Said(_("{place} cannot stand here: the Dragon's trick is to be given away"), place=NAMES[type(line)]),
                "J2",
            )
        match line:
            case r.PlayLine():
                self._do(as_play(self.state, line))
            case r.PassLine():
                self._do(c.Pass(line.seat, self.state.decision))
            case r.CollectLine():
                self._do(as_collect(self.state, line))
            case r.GiftLine():
                self._gift(line)
            case _:
                assert_never(line)
        if self.state.phase in (Phase.READY, Phase.OVER):
            self.stage = Stage.ROUND_END

    def _gift(self, line: r.GiftLine) -> None:
        trick = self.state.deal.trick
        if trick is None or trick.top.cards != (DRAGON,):
            raise Unsound(Said(_("gift: only a trick won by the Dragon is given away")), "J2")
        if self.state.phase is not Phase.GIFT:
            self._do(c.CollectTrick(self.state.decision))
        self._do(c.GiveTrick(line.seat, line.to, self.state.decision))

    # --- the results
    def _round_end(self, line: r.RoundEndLine) -> None:
        self._expect(Stage.ROUND_END, line, "L2" if self.stage is Stage.PLAY else "RECORD")
        result = self.state.results[-1]
        same("order", line.order, result.order, "L1")
        same("cards", line.cards, result.cards, "M4" if result.team_victory else "M1")
        same("calls", line.calls, result.calls, "M6")
        same("score", line.score, result.score, "M1")
        same("total", line.total, result.total, "M1")
        self.stage = Stage.MATCH_END if self.state.outcome is not None else Stage.ROUND

    def _match_end(self, line: r.MatchEndLine) -> None:
        self._expect(Stage.MATCH_END, line, "RECORD" if self.stage in (Stage.ROUND_END, Stage.MATCH) else "N1")
        outcome = self.state.outcome
        assert isinstance(outcome, e.MatchWon), "only a won match is to be ended"
        same("winner", line.winner, outcome.team, "N1")
        same("total", line.total, outcome.total, "M1")
        self.stage = Stage.MATCH

    def _forfeit(self, line: r.ForfeitLine) -> None:
        self._not_over(line)
        if any(self.state.kinds[seat] == "house" for seat in line.seats):
            raise Unsound(Said(_("forfeit: a house player never loses on time")), "O10")
        if len(set(line.seats)) != len(line.seats):
            raise Unsound(Said(_("forfeit: a seat is named twice")))
        if self.stage is Stage.DEAL6 and self.state.phase is not Phase.GRAND:
            self._expect(Stage.PLAY, line)
        self._do(c.RunOut(line.seats))
        self.stage = Stage.MATCH


def _start(number: int, about: r.MatchLine, kinds: tuple[str, ...]) -> e.MatchStarted:
    try:
        (started,) = start(c.StartMatch(about.variant, Options(about.target), kinds))
    except IllegalMove as refused:
        raise RecordFault(number, told(refused), refused.ruling, refused) from None
    if about.players and len(about.players) != len(kinds):
        raise RecordFault(
            number,
            Said(_("match: {count} players are named, not {due}"), count=len(about.players), due=len(kinds)),
        )
    assert isinstance(started, e.MatchStarted)
    return started
