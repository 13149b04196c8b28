"""The guided first round: two short prepared rounds in which everything happens once that makes the game.

The learner sits on seat 0, the partner on 2. As long as all keep to the course the coach has a word of its own for
each decision; whoever leaves it is advised by what the table shows (advice.py).
"""

from __future__ import annotations

from games.engine import commands as c
from games.engine.commands import Command
from games.engine.state import Phase
from games.engine.variants import DEFAULT_VARIANT, variant_named
from games.engine.view import MatchView
from games.lessons.advice import advice
from games.lessons.base import Coach, Fact, Lesson
from games.lessons.script import Act, PreparedRound, course, deal
from games.rules import Card, parse_rank

FIRST_ROUND = "first-round"
LEARNER = 0

BASICS = PreparedRound(
    deals=(
        deal("Mj Dg 3j 6p 7s 9w Qs 2j 8j Kj Aj Aw 4w Jw", "2j Jw 4w"),
        deal("Qj Tj 3w 4p 5j 6s 8s 4s Tw Jp Ks 5w 4j Kw", "4j Kw 5w"),
        deal("Jj 7j Ap 8w 9j 9p Tp 3p As Ph 8p Ts Kp 2w", "3p Kp 2w"),
        deal("9s 6j 6w Js 2p 5p 7p 3s Dr Qp 2s 5s 7w Qw", "3s Qw 7w"),
    ),
    wish=parse_rank("Q"),
    acts=course(
        (
            "0:Mj#mahjong@wish 1:Qj#forced 2:- 3:- 0:Aj#beat@answers 1:- 2:- 3:-",
            "0:5w6p7s8j9w#straight@combinations 1:- 2:- 3:-",
            "0:3j3s#pair@combinations 1:TjTw 2:JjJw 3:- 0:-#partner@trick 1:-",
            "2:4j 3:9s 0:Qs#high@answers 1:- 2:- 3:Dr 0:-#their-dragon@dragon 1:- 2:- 3:>0",
            "3:6j6w 0:KjKp#kings@answers 1:- 2:- 3:-",
            "0:Dg#dog@dog",
            "2:7j7wApAsPh 3:- 0:-#joker@phoenix 1:-",
            "2:8w8p9j9pTpTs 3:- 0:-#out@round-end 1:-",
            "3:7p 0:Aw#second@double-victory",
        )
    ),
)

STRONG = PreparedRound(
    deals=(
        deal("Ph 9w 5p 6s 8j Jj 2j 3w Dr 7j 8w 8p Jw Ks", "2j Ks 3w"),
        deal("9j Tj Jp 5j 5w 7w 2p 3j Qw Kp 5s 7p 7s Kj", "2p Kj 3j"),
        deal("Aw 9p Tw Js 4p 2s 3p 2w Ap As 9s Qp 4s 8s", "3p 8s 2w"),
        deal("Mj Dg 3s 6j 6w Tp Qj 4w 6p Ts Qs Kw Aj 4j", "4w Aj 4j"),
    ),
    wish=parse_rank("9"),
    callers=frozenset({LEARNER}),
    acts=course(
        (
            "3:Mj 0:9w#bound@wish 1:Aj 2:- 3:- 0:Ph#phoenix@phoenix 1:- 2:- 3:-",
            "0:3j4w5p6s7j#low@combinations 1:9jTjJpQwKp 2:- 3:- 0:8j8w8p8s#bomb@bombs 1:- 2:- 3:-",
            "0:JjJw#jacks@trick 1:- 2:- 3:KjKw 0:-#cannot@trick 1:- 2:AwAp 3:- 0:-#aces@trick 1:-",
            "2:9p 3:Tp 0:Dr#dragon@dragon 1:- 2:- 3:- 0:>3#gift@dragon",
            "1:5j5w5s2j2w#made@tichu 2:- 3:-",
            "1:7w7p7s#watch 2:- 3:-",
            "2:9sTwJsQpKsAs#watch 3:-",
            "2:4j4p4s2p2s#watch",
        )
    ),
)


class FirstRound(Lesson):
    """The guided first round."""

    slug = FIRST_ROUND
    prepared = (BASICS, STRONG)

    def deck(self, number: int) -> tuple[Card, ...] | None:
        """Two rounds are prepared."""
        round_ = self._round(number)
        return round_.deck(variant_named(DEFAULT_VARIANT).first_cards) if round_ else None

    def choice(self, view: MatchView) -> Command | None:
        """By the course while it is kept; house players call nothing here."""
        round_ = self._round(view.round_number)
        if round_ is None or view.viewer is None or view.mine is None:
            return None
        match view.phase:
            case Phase.GRAND if view.mine.grand is None:
                return c.AnswerGrand(view.viewer, call=False)
            case Phase.EXCHANGE if view.mine.chosen is None:
                return round_.exchange(view)
            case Phase.PLAY | Phase.GIFT if view.mine.to_act:
                act = round_.next_act(view)
                return round_.command(view, act) if act and act.seat == view.viewer else None
            case _:
                return None

    def coach(self, view: MatchView) -> Coach | None:
        """The word prepared for this decision, or what the table shows."""
        round_ = self._round(view.round_number)
        said = _prepared(round_, view) if round_ and view.mine else None
        return said or advice(view)

    def is_over(self, view: MatchView) -> bool:
        """After the score of the last prepared round."""
        return view.phase is Phase.READY and view.round_number >= len(self.prepared)

    def _round(self, number: int) -> PreparedRound | None:
        return self.prepared[number - 1] if 0 < number <= len(self.prepared) else None


def _prepared(round_: PreparedRound, view: MatchView) -> Coach | None:
    assert view.viewer is not None and view.mine is not None
    match view.phase:
        case Phase.GRAND if view.mine.grand is None:
            return Coach(_key(view, "grand"), (), "grand", c.AnswerGrand(view.viewer, call=False))
        case Phase.EXCHANGE if view.mine.chosen is None:
            return _exchange(round_, view)
        case Phase.PLAY | Phase.GIFT:
            act = round_.next_act(view)
            return _act(round_, view, act) if act else None
        case _:
            return None


def _exchange(round_: PreparedRound, view: MatchView) -> Coach | None:
    planned = round_.exchange(view)
    if planned is None:
        return None
    names = ("to_right", "to_partner", "to_left")
    facts = tuple(zip(names, (card for _seat, card in planned.gives), strict=True))
    return Coach(_key(view, "exchange"), facts, "exchange", planned)


def _act(round_: PreparedRound, view: MatchView, act: Act) -> Coach | None:
    assert view.mine is not None
    if act.seat != view.viewer:
        return Coach(_key(view, act.key), (), act.anchor) if act.key else None
    if not view.mine.to_act:
        return None
    if act.seat in round_.callers and view.mine.tichu is None and not view.seats[act.seat].out:
        return Coach(_key(view, "tichu"), (), "tichu", c.CallTichu(act.seat))
    command = round_.command(view, act)
    if command is None or not act.key:
        return None
    return Coach(_key(view, act.key), _facts(round_, view), act.anchor, command)


def _facts(round_: PreparedRound, view: MatchView) -> tuple[tuple[str, Fact], ...]:
    facts: tuple[tuple[str, Fact], ...] = (("rank", view.wish or round_.wish),)
    return (*facts, ("top", view.top)) if view.top else facts


def _key(view: MatchView, name: str) -> str:
    return f"{FIRST_ROUND}-{view.round_number}.{name}"
