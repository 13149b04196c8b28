"""Nothing a seat may not know is in any byte it gets: pages, partials, socket frames, headers, for the four seats and
for people without one (BUGLOG E01, RULES U2).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import lru_cache

import pytest
from django.core.cache import cache
from django.test import Client

from games import log, regions
from games.consumers import look
from games.engine.clock import new_clock
from games.engine.state import MatchState, Phase
from games.engine.view import view_for
from games.regions import Region, rendered
from games.rules import DECK, Card, card, name_card
from games.services import deadlines, tables
from games.tableview import match_table_view
from games.times import now_ms
from games.views import answers
from tests.engine.playouts import random_command
from tests.filled_forms import filled
from tests.games.at_table import HTMX, seated_in_play
from tests.games.factories import PEOPLE, a_table, person
from tests.games.played import RandomMatch
from tests.games.test_regions import setting
from tests.games.visiting import browser_of

ROUNDS = 50
VIEWERS = (0, 1, 2, 3, None)
CODES = "|".join(each.code for each in DECK)
# A code as a value: in a sprite reference, an attribute or a list; never inside a longer word.
AS_VALUE = re.compile(rf"(?<![0-9A-Za-z])((?:{CODES})+)(?![0-9A-Za-z])")
PLURAL = re.compile(r"(?:of|three|four|house,) [2-9]s\b")
"""Nines are no 9 of Star: "pair of 9s"."""
NAMES = {name_card(each): each for each in DECK if not each.is_special}
"""The special cards' names stand in sentences (the Dragon's trick); as cards they are found by their code."""
AS_NAME = re.compile("|".join(sorted(map(re.escape, NAMES), key=len, reverse=True)))


def cards_in(text: str) -> set[Card]:
    """Every card that this text gives away, by code or by name."""
    text = PLURAL.sub("", text)
    spelled = (match.group(1) for match in AS_VALUE.finditer(text))
    codes = {codes[at : at + 2] for codes in spelled for at in range(0, len(codes), 2)}
    return {card(code) for code in codes} | {NAMES[match.group(0)] for match in AS_NAME.finditer(text)}


@lru_cache(maxsize=1_000)
def cards_in_region(region: Region) -> frozenset[Card]:
    return frozenset(cards_in(region.out_of_band(0)))


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


def test_the_search_finds_what_is_there() -> None:
    found = cards_in(
        '<use href="/s/cards.svg#7j"/> value="Dr9s" pair of 7s, King of Star, data-digest="7a2bfe9c7d" id="held-Ph"'
    )
    assert found == {card("7j"), card("Dr"), card("9s"), card("Ks"), card("Ph")}


def playouts(rounds: int) -> Iterator[tuple[int, MatchState]]:
    """States of so many random rounds, each with a number for whose eyes are tried."""
    for seed in range(rounds):
        played, step = RandomMatch(seed + 100), 0
        while not played.state.results:
            played.step()
            step += 1
            yield seed + step, played.state


def test_fifty_random_rounds_give_nothing_away() -> None:
    """E01: every region of every seat and of a watcher, at every step."""
    for number, state in playouts(ROUNDS):
        for viewer in (*range(4), None) if number % 24 == 0 else (VIEWERS[number % len(VIEWERS)],):
            view = view_for(state, viewer, new_clock(state))
            found = map(cards_in_region, rendered(match_table_view(setting(viewer), view)).values())
            leaked = set().union(*found) & hidden_from(state, viewer)
            assert not leaked, f"{leaked} shown to {viewer} in {state.phase}"


@pytest.mark.django_db
def test_a_round_through_pages_partials_and_sockets_gives_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """E01, E02: the whole bytes, headers and cookies included, of answers, polls, pages and socket frames."""
    monkeypatch.setattr(answers, "ACTIONS", 10_000)
    dice = random.Random(7)
    table = a_table(*PEOPLE, now=now_ms())
    for name in PEOPLE:
        tables.set_ready(table=table, user=person(name), shuffle=dice.shuffle)
    browsers = {name: browser_of(name) for name in (*PEOPLE, "eve")}
    sent: dict[str, dict[str, str]] = {name: {} for name in browsers}
    url = f"/tables/{table.code}/"
    while not (state := current(table.match.pk)).results:
        command = random_command(state, dice)
        if state.phase is Phase.PAUSE:
            deadlines.match_expire(match_id=table.match.pk, now=now_ms() + 3_600)
        else:
            form, data = filled(command)
            answer = browsers[PEOPLE[command.seat]].post(f"{url}{form}/", data, headers=HTMX)  # type: ignore[union-attr]
            assert answer.status_code == 200, answer.content
            check(answer.content.decode() + str(answer.headers), current(table.match.pk), command.seat)  # type: ignore[union-attr]
        look_everywhere(browsers, sent, url, table.code, table.match.pk, dice)
    cache.clear()


def look_everywhere(
    browsers: dict[str, Client], sent: dict[str, dict[str, str]], url: str, code: str, match: int, dice: random.Random
) -> None:
    state = current(match)
    for seat, name in enumerate((*PEOPLE, "eve")):
        eyes = seat if name in PEOPLE else None
        seen = look(person(name), code, sent[name])
        assert seen is not None
        sent[name] |= {region.name: region.digest for region in seen[0]}
        check(regions.fragment(seen[0], seen[1]), state, eyes)
    if dice.random() < 0.7:
        return
    name = dice.choice((*PEOPLE, "eve"))
    eyes = PEOPLE.index(name) if name in PEOPLE else None
    for address in (url, f"{url}state/?since=0"):
        answer = browsers[name].get(address)
        check(answer.content.decode() + str(answer.headers) + str(answer.cookies), state, eyes)


def check(text: str, state: MatchState, seat: int | None) -> None:
    leaked = cards_in(re.sub(r'content="[^"]*"', "", text)) & hidden_from(state, seat)
    assert not leaked, f"{leaked} sent to {seat} in {state.phase}"


def current(match: int) -> MatchState:
    return log.current(match).state


@pytest.mark.django_db
def test_a_selection_speaks_of_own_cards_only() -> None:
    """Asking about somebody else's cards tells nothing, not even that they are held."""
    sat = seated_in_play()
    others = sat.post(0, "selection", {"cards": ["Dr", "8j"], "ask": "1"}).content
    nothing = sat.post(0, "selection", {"cards": [], "ask": "1"}).content
    assert others == nothing
