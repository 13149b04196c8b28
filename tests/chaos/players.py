"""Scripted players over real HTTP, with cookies and CSRF tokens: they know the log, so they always have a move.

Every answer is written down; what the site has acknowledged must be found in the log afterwards, once.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

import httpx

T = TypeVar("T")
Key = tuple[Any, ...]
LOOKS = 0.15
"""Seconds between two looks at a match."""
TWICE = 0.15
"""How often a press is a double one, from two tabs at two web processes."""
ASIDE = 0.2
"""How often whoever has nothing to answer thinks of a bomb or a call."""
OVERTIME = "over"
THOUGHT = 2.0, 7.0
"""Seconds that somebody thinks who does; an answer is due after ten, and the reserve begins."""
THINK = {"play": 0.1}
"""How often somebody thinks, in each phase; else THINK_ELSE."""
THINK_ELSE = 0.3

_readers = ThreadPoolExecutor(max_workers=4, thread_name_prefix="readers")


async def ask(question: Callable[[], T]) -> T | None:
    """The answer of the database, None while it does not answer."""
    from django.db import DatabaseError, connection

    def asked() -> T | None:
        try:
            return question()
        except DatabaseError:
            connection.close()
            return None

    return await asyncio.get_running_loop().run_in_executor(_readers, asked)


@dataclass
class Player:
    """One person's browser."""

    user: Any
    cookie: str
    csrf: str = field(default_factory=lambda: secrets.token_hex(16))

    @property
    def headers(self) -> dict[str, str]:
        return {
            "Cookie": f"sessionid={self.cookie}; csrftoken={self.csrf}",
            "X-CSRFToken": self.csrf,
            "HX-Request": "true",
        }


@dataclass
class Tale:
    """What has happened so far, as the players saw it."""

    webs: Sequence[str]
    acknowledged: Counter[tuple[int, Key]] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    matches: list[int] = field(default_factory=list)
    phases: dict[int, str] = field(default_factory=dict)
    """The phase each running table is in."""
    is_over: bool = False


@dataclass
class Company:
    """A table's people by seat, the rest house players; one match after another."""

    people: Sequence[Player]
    number: int
    thinks: bool = False
    """Do its people take their time now and then?"""
    match_id: int = 0
    code: str = ""
    thoughts: dict[tuple[Any, ...], float] = field(default_factory=dict)
    """Until when somebody thinks about a question."""

    async def play(self, tale: Tale, client: httpx.AsyncClient) -> None:
        rng = Random(self.number)
        while not tale.is_over:
            opened = await ask(self._open)
            if opened is None:
                await asyncio.sleep(1)
                continue
            self.match_id, self.code = opened
            tale.matches.append(self.match_id)
            await self._through(tale, client, rng)

    def _open(self) -> tuple[int, str] | None:
        """Sit down at a table of one's own, or go on where the last try broke off."""
        from games.models import Match, Seat
        from games.services import tables
        from games.services.tables import TableRefusal

        users = [player.user for player in self.people]
        seat = Seat.objects.filter(user=users[0], live=True).select_related("match__table").first()
        if seat is not None and seat.match.status == Match.Status.RUNNING:
            return seat.match.pk, seat.match.table.code
        try:
            if len(users) == 1:
                table = tables.open_practice(user=users[0])
            else:
                table = seat.match.table if seat else tables.open_table(host=users[0], target=500, access="public")
                for number, user in enumerate(users[1:], start=1):
                    tables.sit(table=table, user=user, seat=number)
                for user in users:
                    tables.set_ready(table=table, user=user)
        except TableRefusal:
            return None
        return table.match.pk, table.code

    async def _through(self, tale: Tale, client: httpx.AsyncClient, rng: Random) -> None:
        from games import log

        while not tale.is_over:
            current = await ask(lambda: log.current(self.match_id))
            if current is not None:
                tale.phases[self.number] = current.state.phase.value
                if tale.phases[self.number] == OVERTIME:
                    return
                moves = [(seat, self._chosen(current, seat, rng)) for seat in range(len(self.people))]
                sent = [self._send(tale, client, rng, current, s, command) for s, command in moves if command]
                await asyncio.gather(*sent)
            await asyncio.sleep(LOOKS)

    def _chosen(self, current: Any, seat: int, rng: Random) -> Any:
        from games import bots
        from games.engine.state import Phase
        from games.engine.view import view_for

        state = current.state
        owes = seat not in state.ready if state.phase is Phase.READY else seat in state.to_act()
        if not owes and (state.phase not in (Phase.PLAY, Phase.PAUSE) or rng.random() > ASIDE):
            return None
        if self.thinks and owes and self._is_thinking(state, seat):
            return None
        same = Random(f"{self.match_id}:{seat}:{state.decision}")  # a second try is the same command again
        return bots.choose(view_for(state, seat, current.clock), same)

    def _is_thinking(self, state: Any, seat: int) -> bool:
        question = self.match_id, seat, state.decision, state.phase.value
        if question not in self.thoughts:
            same, often = Random(repr(question)), THINK.get(state.phase.value, THINK_ELSE)
            self.thoughts[question] = time.monotonic() + (same.uniform(*THOUGHT) if same.random() < often else 0)
        return time.monotonic() < self.thoughts[question]

    async def _send(
        self, tale: Tale, client: httpx.AsyncClient, rng: Random, current: Any, seat: int, command: Any
    ) -> None:
        from tests.filled_forms import filled

        await asyncio.sleep(rng.random() * 0.3)
        form, data = filled(command)
        key = self.match_id, key_of_command(command, current.state.rounds)
        webs = rng.sample(list(tale.webs), 2)[: 2 if rng.random() < TWICE else 1]
        path = f"/tables/{self.code}/{form}/"
        await asyncio.gather(*(post(tale, client, f"{web}{path}", data, self.people[seat], key) for web in webs))


async def post(
    tale: Tale, client: httpx.AsyncClient, url: str, data: dict[str, Any], player: Player, key: tuple[int, Key]
) -> None:
    """One press; the next look at the match tells whether it has to be made again."""
    try:
        answer = await client.post(url, data=data, headers=player.headers)
    except httpx.HTTPError as fault:
        tale.statuses[type(fault).__name__] += 1
        return
    tale.statuses[str(answer.status_code)] += 1
    if answer.status_code == 200:
        tale.acknowledged[key] += 1


def key_of_command(command: Any, round_number: int) -> Key:
    """What this command is known by in the log; twice the same is the same command."""
    from games.engine import commands as c

    match command:
        case c.AnswerGrand(seat=seat, call=call):
            return "grand", round_number, seat, call
        case c.CallTichu(seat=seat):
            return "tichu", round_number, seat
        case c.ExchangeCards(seat=seat, gives=gives):
            return "exchange", round_number, seat, frozenset(gives)
        case c.Play(seat=seat, cards=cards) | c.PlayBomb(seat=seat, cards=cards):
            return "play", round_number, seat, frozenset(cards)
        case c.Pass(seat=seat, decision=decision):
            return "pass", decision, seat
        case c.GiveTrick(seat=seat, to=to, decision=decision):
            return "gift", decision, seat, to
        case c.Ready(seat=seat):
            return "ready", round_number, seat
    raise ValueError(f"no player sends {command}")


def key_of_event(event: Any, before: Any) -> Key | None:
    """The same for what the log says of it."""
    from games.engine import events as e

    match event:
        case e.GrandAnswered(seat=seat, call=call):
            return "grand", before.rounds, seat, call
        case e.TichuCalled(seat=seat):
            return "tichu", before.rounds, seat
        case e.CardsChosen(seat=seat, gives=gives):
            return "exchange", before.rounds, seat, frozenset(gives)
        case e.CombinationPlayed(seat=seat, combination=combination):
            return "play", before.rounds, seat, frozenset(combination.cards)
        case e.Passed(seat=seat):
            return "pass", before.decision, seat
        case e.TrickGiven(seat=seat, to=to):
            return "gift", before.decision, seat, to
        case e.PlayerReady(seat=seat):
            return "ready", before.rounds, seat
    return None
