"""Writing a record: the events of a match as lines of RECORD.md. Cards are sorted, keys stand in a fixed order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from games.engine import events as e
from games.engine.evolve import begin
from games.engine.record_reading import FORMAT
from games.engine.seal import deck_text, seal_of
from games.engine.state import MatchState
from games.rules import Combination, format_cards, rank_code

Line = dict[str, Any]

_SILENT = (e.CardsChosen, e.WishMade, e.LeadGiven, e.WentOut, e.PlayerReady, e.TimeRanOut)
"""Events that follow from others or are told with them."""


@dataclass(frozen=True, slots=True)
class About:
    """What the log of a match does not hold: names by seat, ISO 8601 UTC time and the match's code; all may be left
    out."""

    players: tuple[str, ...] = ()
    played_at: str = ""
    code: str = ""


def export(events: Iterable[e.Event], about: About | None = None, times: Iterable[int] | None = None) -> Iterator[str]:
    """The lines of the record, without line ends. `times` are milliseconds since the match began, one for each
    event; without them the lines carry no `t`."""
    told = tuple(events)
    moments = ({"t": moment} for moment in times) if times is not None else repeat({})
    writer = _Writer(about or About())
    for event, following, moment in zip(told, (*told[1:], None), moments, strict=False):
        for line in writer.lines(event):
            if isinstance(following, e.WishMade) and line["ev"] == "play":
                line["wish"] = rank_code(following.rank)
            yield json.dumps(line | moment, ensure_ascii=False, separators=(",", ":"))


class _Writer:
    """Turns events into lines one by one; remembers the deal until its second half may be told."""

    def __init__(self, about: About) -> None:
        self._about = about
        self._start: MatchState | None = None
        self._later: list[str] = []
        self._answers = 0

    def lines(self, event: e.Event) -> list[Line]:
        """The lines of an event, none where it follows from others."""
        match event:
            case e.MatchStarted():
                self._start = begin(event)
                return [self._match(event)]
            case e.HandsDealt():
                return self._deal(event)
            case e.GrandAnswered():
                return self._grand(event)
            case e.TrickTaken() if event.gift or event.leader is None:
                return []  # a gift is told when it is given; the last trick of a round has no line
            case _ if isinstance(event, _SILENT):
                return []
            case _:
                return [_simple(event)]

    def _match(self, event: e.MatchStarted) -> Line:
        line: Line = {"ev": "match", "format": FORMAT, "variant": event.variant, "target": event.options.target}
        if self._about.players:
            line["players"] = list(self._about.players)
        if self._about.played_at:
            line["played_at"] = self._about.played_at
        if self._about.code:
            line["code"] = self._about.code
        if set(event.kinds) != {"person"}:
            line["kinds"] = list(event.kinds)
        return line

    def _deal(self, event: e.HandsDealt) -> list[Line]:
        assert self._start is not None, "a match begins with match_started"
        firsts, later = self._start.variant.deal(event.deck)
        self._later = [format_cards(hand) for hand in later]
        self._answers = 0
        dealt: Line = {"ev": "deal8", "hands": [format_cards(hand) for hand in firsts]}
        if event.salt:
            sealed = {"salt": event.salt, "commitment": seal_of(event.deck, event.salt)}
            dealt |= {"deck": deck_text(event.deck)} | sealed
        return [{"ev": "round", "number": event.number}, dealt]

    def _grand(self, event: e.GrandAnswered) -> list[Line]:
        self._answers += 1
        answer: Line = {"ev": "grand", "seat": event.seat, "call": event.call}
        complete = self._answers == len(self._later)
        return [answer, {"ev": "deal6", "hands": self._later}] if complete else [answer]


def _simple(event: e.Event) -> Line:
    """The line of an event that needs to know nothing else."""
    match event:
        case e.TichuCalled():
            return {"ev": "tichu", "seat": event.seat}
        case e.CardsExchanged():
            return {"ev": "exchange", "gives": [[giver, to, card.code] for giver, to, card in event.gives]}
        case e.CombinationPlayed():
            return _play(event.seat, event.combination)
        case e.Passed():
            return {"ev": "pass", "seat": event.seat}
        case e.TrickTaken():
            return {"ev": "collect", "seat": event.seat, "points": event.points}
        case e.TrickGiven():
            return {"ev": "gift", "seat": event.seat, "to": event.to}
        case _:
            return _ending(event)


def _ending(event: e.Event) -> Line:
    """The line of an event that ends something or stops the clocks."""
    match event:
        case e.RoundScored():
            keys = ("order", "cards", "calls", "score", "total")
            return {"ev": "round_end"} | {key: list(getattr(event, key)) for key in keys}
        case e.MatchWon():
            return {"ev": "match_end", "winner": event.team, "total": list(event.total)}
        case e.MatchForfeited():
            return {"ev": "forfeit", "seats": list(event.seats), "reason": event.reason}
        case e.ClockCredited():
            return {"ev": "credit", "ms": event.ms}
        case e.MatchVoided():
            return {"ev": "void", "reason": event.reason}
        case _:
            raise AssertionError(f"{event} has no line")


def _play(seat: int, combination: Combination) -> Line:
    line: Line = {"ev": "play", "seat": seat, "cards": format_cards(combination.cards)}
    return line if combination.phoenix is None else line | {"phoenix": rank_code(combination.phoenix)}
