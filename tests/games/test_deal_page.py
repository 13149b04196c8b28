"""The deal that can be checked: a seal before the first card, salt and deck when the round is over."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest
from django.test import Client
from playwright.sync_api import expect

from games import log, records
from games.engine import events as e
from games.engine.record import verify
from games.models import Action, Match
from games.services import deadlines, tables
from games.times import now_ms
from tests.games.factories import PEOPLE, Live, a_sealed_match, a_table, person
from tests.games.looking import Look
from tests.games.visiting import browser_of


@pytest.fixture
def live(db: None) -> Live:
    """A match dealt as the site deals."""
    now = now_ms()
    table = a_table(*PEOPLE, now=now)
    for name in PEOPLE:
        tables.set_ready(table=table, user=person(name), now=now)
    return Live(table.match, now)


def dealt(live: Live) -> e.HandsDealt:
    return next(entry.event for entry in log.load(live.match.pk) if isinstance(entry.event, e.HandsDealt))


def run_out(live: Live) -> Match:
    row = Match.objects.get(pk=live.match.pk)
    deadlines.match_expire(match_id=row.pk, now=(row.deadline or 0) + 200_000)
    return Match.objects.get(pk=row.pk)


def test_every_deal_has_a_salt(live: Live) -> None:
    assert re.fullmatch(r"[0-9a-f]{32}", dealt(live).salt)
    assert (
        live.state.deal.seal
        == sha256(f"{dealt(live).salt}:{''.join(card.code for card in dealt(live).deck)}".encode()).hexdigest()
    )


def test_the_table_shows_the_seal_and_nothing_that_would_open_it(live: Live) -> None:
    """RULES U2: from the first card on; salt and deck stay secret until the round is over."""
    seal, salt = live.state.deal.seal, dealt(live).salt
    for name in PEOPLE:
        page = browser_of(name).get(f"/tables/{live.match.table.code}/").content.decode()
        assert seal in page
        assert salt not in page
        assert browser_of(name).get(f"/matches/{live.match.code}/1/deal/").status_code == 404


def test_when_the_round_is_over_everybody_can_reckon_it_again(live: Live) -> None:
    seal = live.state.deal.seal
    match = run_out(live)
    page = Client().get(f"/matches/{match.code}/1/deal/").content.decode()
    found = re.search(r'data-deck="(\w+)" data-salt="(\w+)" data-seal="(\w+)" data-hands="([\w ]+)"', page)
    assert found is not None
    deck, salt, shown, hands = found.groups()
    assert shown == seal == sha256(f"{salt}:{deck}".encode()).hexdigest()
    codes = [deck[start : start + 2] for start in range(0, 112, 2)]
    for seat, hand in enumerate(hands.split()):
        mine = codes[seat * 8 : seat * 8 + 8] + codes[32 + seat * 6 : 38 + seat * 6]
        assert sorted(mine) == sorted(hand[start : start + 2] for start in range(0, 28, 2))
    assert Client().get(f"/matches/{match.code}/2/deal/").status_code == 404
    assert f"/matches/{match.code}/1/deal/" in Client().get(f"/matches/{match.code}/1/0/").content.decode()


def test_the_record_carries_the_sealed_deal(live: Live) -> None:
    match = run_out(live)
    verdict = verify(line.encode() for line in records.record(match).splitlines())
    assert (verdict.deals, verdict.sealed) == (1, 1)


def test_a_broken_log_is_told_and_is_no_fault_of_the_page(live: Live) -> None:
    """BUGLOG F12"""
    match = run_out(live)
    Action.objects.create(match=match, sequence=match.head + 1, at=0, kind="nonsense", version=1, payload={})
    answer = Client().get(f"/matches/{match.code}/1/deal/")
    assert answer.status_code == 200
    assert "This record cannot be read." in answer.content.decode()


def test_a_deal_without_a_seal_says_so(db: None) -> None:
    live = Live(a_table(*PEOPLE).match)
    for name in PEOPLE:
        tables.set_ready(table=live.match.table, user=person(name), now=live.now, shuffle=live.shuffle)
    assert live.state.deal.seal == ""
    match = run_out(live)
    page = Client().get(f"/matches/{match.code}/1/deal/").content.decode()
    assert "This deal has no seal" in page
    assert "data-salt" not in page
    replay = Client().get(f"/matches/{match.code}/1/0/").content.decode()
    assert "The first cards are dealt" in replay and "/1/deal/" not in replay, "nothing to check, nothing offered"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_browser_checks_the_deal(look: Look, transactional_db: None) -> None:
    match = a_sealed_match()
    page = look(0, Live(match), 390, 844)
    page.goto(page.url.split("/tables/")[0] + f"/matches/{match.code}/1/deal/")
    page.click("#check-deal")
    expect(page.locator("#checked")).to_contain_text("It fits")
    page.route("**/deal/", lambda route: route.fulfill(response=(got := route.fetch()), body=altered(got.text())))
    page.reload()
    page.click("#check-deal")
    expect(page.locator("#checked")).to_contain_text("It does not fit")


def altered(page: str) -> str:
    """Two cards of the deck have changed places."""
    return re.sub(r'data-deck="(..)(..)', r'data-deck="\2\1', page)
