"""The rounds of one BrettspielWelt match as events. Booked by `evolve` with what follows from them (`settle`);
the judge's opinion is asked, but only two of its refusals are differences of custom, all others are faults.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import commands as c
from games.engine import events as e
from games.engine.change import replace
from games.engine.decide import refusal, start
from games.engine.evolve import begin, evolve
from games.engine.judge_plays import choose_reading
from games.engine.options import Options
from games.engine.reasons import Reason
from games.engine.reasons import gettext_noop as _
from games.engine.record import RecordFault
from games.engine.said import Said
from games.engine.settle import leader_after, settle, take_trick
from games.engine.state import MatchState, Phase
from games.engine.variants import DEFAULT_VARIANT
from games.importing.bsw_lines import SEATS, Act, Deed, Told
from games.importing.bsw_phoenix import meant
from games.importing.story import Difference, Why
from games.rules import MAH_JONG, Combination, fulfils, points_of, readings

TARGET = 1000
CUSTOM = {Reason.WISH_BINDS, Reason.WISH_BINDS_PASS}
"""There, somebody may lay a bomb (or pass) though the wish could be met."""
PARTNER_WORTH = 200


class Teller:
    """One match on its way."""

    def __init__(self) -> None:
        (started,) = start(c.StartMatch(DEFAULT_VARIANT, Options(TARGET), ("person",) * SEATS))
        assert isinstance(started, e.MatchStarted)
        self.state: MatchState = begin(started)
        self.events: list[e.Event] = [started]
        self.differences: list[Difference] = []
        self._told: Told | None = None

    @property
    def is_over(self) -> bool:
        """Has a team won?"""
        return self.state.phase is Phase.OVER

    def tell(self, told: Told) -> None:
        """Book one round; raises RecordFault at its first act that no custom explains."""
        self._told = told
        self._deal(told)
        for act in told.acts:
            self._act(act)
        if told.result is not None and self.state.phase not in (Phase.READY, Phase.OVER):
            raise RecordFault(told.result_line, Said(_("the round is not over")), "L2")

    def _do(self, *facts: e.Event) -> None:
        """Book the facts and what follows from them, the result as it was recorded."""
        for fact in facts:
            self._book(fact)
        while (consequence := settle(self.state)) is not None:
            scored = isinstance(consequence, e.RoundScored)
            self._book(self._as_recorded(consequence) if isinstance(consequence, e.RoundScored) else consequence)
            if scored and self._told is not None and self._told.result is None:
                break  # the file ends just before the result: nobody says that the match was won by it

    def _book(self, fact: e.Event) -> None:
        self.state = evolve(self.state, fact)
        self.events.append(fact)

    def _allow(self, line: int, command: c.Command, seat: int) -> None:
        """What the judge says: nothing, something that is custom there, or a fault."""
        refused = refusal(self.state, command)
        if refused is None:
            return
        if refused.reason not in CUSTOM:
            raise RecordFault(line, Said("{refused}", refused=refused), refused.ruling, refused)
        self.differences.append(Difference(self.state.rounds, Why.WISH, seat))

    # --- before the play
    def _deal(self, told: Told) -> None:
        if len(told.firsts) != SEATS or len(told.hands) != SEATS:
            raise RecordFault(told.line, Said(_("the round is broken off before all cards are dealt")), "B1")
        later = [
            tuple(card for card in hand if card not in first)
            for hand, first in zip(told.hands, told.firsts, strict=True)
        ]
        deck = tuple(card for part in (told.firsts, later) for hand in part for card in hand)
        if sorted(deck) != list(self.state.variant.deck()):
            raise RecordFault(told.line, Said(_("the hands of this round do not make one deck")), "A1")
        self._do(e.HandsDealt(self.state.rounds + 1, deck))
        self._do(*(e.GrandAnswered(seat, seat in told.grands) for seat in range(SEATS)))
        for seat in dict.fromkeys(told.tichus):
            self._allow(told.line, c.CallTichu(seat), seat)
            self._do(e.TichuCalled(seat))
        if told.gives or told.acts:
            self._exchange(told)

    def _exchange(self, told: Told) -> None:
        if len(told.gives) != SEATS:
            raise RecordFault(told.line, Said(_("the round has no whole exchange")), "C1")
        for seat, cards in enumerate(told.gives):
            gives = tuple(zip(self.state.variant.after(seat), cards, strict=True))
            self._allow(told.line, c.ExchangeCards(seat, gives), seat)
            self._do(e.CardsChosen(seat, gives))

    # --- the play
    def _act(self, act: Act) -> None:
        match act.deed:
            case Deed.PLAY:
                self._play(act)
            case Deed.PASS:
                self._pass(act)
            case Deed.TICHU:
                self._tichu(act)
            case Deed.GIFT:
                self._gift(act)

    def _tichu(self, act: Act) -> None:
        """Sometimes written twice."""
        if not self.state.deal.tichu[act.seat]:
            self._allow(act.line, c.CallTichu(act.seat), act.seat)
            self._do(e.TichuCalled(act.seat))

    def _pass(self, act: Act) -> None:
        """The owner's own pass ends the trick."""
        trick = self.state.deal.trick
        if self.state.phase is Phase.PAUSE and trick is not None and trick.owner == act.seat:
            return self._do(take_trick(self.state))
        self._allow(act.line, c.Pass(act.seat, self.state.decision), act.seat)
        self._do(e.Passed(act.seat))
        self._collect_for_the_absent()

    def _collect_for_the_absent(self) -> None:
        """An owner who is out doesn't pass any more: with the last other pass the trick is taken."""
        trick = self.state.deal.trick
        if self.state.phase is Phase.PAUSE and trick is not None and not self.state.deal.hands[trick.owner]:
            self._do(take_trick(self.state))

    def _gift(self, act: Act) -> None:
        if self.state.phase is Phase.PAUSE:
            self._do(take_trick(self.state))
        giver = self.state.deal.turn if self.state.phase is Phase.GIFT else None
        self._allow(act.line, c.GiveTrick(giver or 0, act.seat, self.state.decision), giver or 0)
        trick = self.state.deal.trick
        assert giver is not None and trick is not None, "else the judge had refused"
        self._do(e.TrickGiven(giver, act.seat, points_of(trick.cards), leader_after(self.state, giver)))

    def _play(self, act: Act) -> None:
        state, round_ = self.state, self.state.deal
        out_of_turn = not (state.phase is Phase.PLAY and round_.turn == act.seat)
        found = readings(act.cards)
        if out_of_turn and found and found[0].is_bomb:
            self._allow(act.line, c.PlayBomb(act.seat, act.cards, state.plays), act.seat)
            return self._do(self._laid(act.seat, found[0], out_of_turn=True))
        reading = meant(act.cards, found)
        wish = act.wish or (c.NO_WISH if MAH_JONG in act.cards else None)
        self._allow(act.line, c.Play(act.seat, act.cards, state.decision, reading, wish), act.seat)
        played = self._laid(act.seat, choose_reading(round_, act.cards, reading), out_of_turn=False)
        self._do(played, *((e.WishMade(act.seat, act.wish),) if act.wish else ()))

    def _laid(self, seat: int, combination: Combination, *, out_of_turn: bool) -> e.CombinationPlayed:
        wish = self.state.deal.wish
        kept = wish is not None and fulfils(combination, wish)
        return e.CombinationPlayed(seat, combination, out_of_turn=out_of_turn, fulfils=kept)

    # --- the result
    def _as_recorded(self, ours: e.RoundScored) -> e.RoundScored:
        """The result that was recorded; where it is not ours, the round is marked."""
        theirs = self._told.result if self._told is not None else None
        if theirs is None or theirs == ours.score:
            return ours
        why = Why.PARTNER if self._partner_uncharged(ours, theirs) else Why.SCORE
        self.differences.append(Difference(ours.number, why, ours=ours.score))
        more = tuple(there - here for there, here in zip(theirs, ours.score, strict=True))
        calls, cards = (
            (_sum(ours.calls, more), ours.cards) if why is Why.PARTNER else (ours.calls, _sum(ours.cards, more))
        )
        return replace(ours, cards=cards, calls=calls, score=theirs, total=_sum(self.state.totals, theirs))

    def _partner_uncharged(self, ours: e.RoundScored, theirs: Sequence[int]) -> bool:
        round_, variant, first = self.state.deal, self.state.variant, ours.order[0]
        team = variant.team_of(first, ours.number)
        (partner,) = variant.partners(first, ours.number)
        called = bool(round_.grand[partner]) and bool(round_.tichu[first] or round_.grand[first])
        more = [PARTNER_WORTH if number == team else 0 for number in range(len(theirs))]
        return called and list(theirs) == [points + extra for points, extra in zip(ours.score, more, strict=True)]


def _sum(some: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip(some, others, strict=True))
