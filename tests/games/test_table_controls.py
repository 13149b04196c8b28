"""D20: every control of every phase is pressed as it stands in the page, and none is dead.

A small reader takes the page apart into forms and buttons; nothing here knows an address that the page does not give.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest
from django.test import Client

from games import log
from games.engine.state import Phase
from games.models import Match, Table
from games.services import deadlines
from games.times import now_ms
from games.views import answers
from tests.games.at_table import HTMX
from tests.games.factories import ALICE, BOB, CAROL, DAVE, PEOPLE, Live, a_match, a_practice, a_table, in_play
from tests.games.visiting import browser_of

pytestmark = pytest.mark.django_db

Attributes = dict[str, str]


@dataclass
class Control:
    """A button or link with what pressing it sends."""

    tag: str
    attributes: Attributes
    form: Attributes | None
    words: str = ""

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def address(self) -> str:
        return self["hx-post"] or self["formaction"] or (self.form or {}).get("action", "")

    @property
    def is_dark(self) -> bool:
        return self["aria-disabled"] == "true"


@dataclass
class PageReader(HTMLParser):
    """Forms with their fields, and the controls of the table."""

    fields: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    controls: list[Control] = field(default_factory=list)
    current: Attributes | None = None
    depth: int = 0

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.current = attributes
        if tag in ("button", "a"):
            self.controls.append(Control(tag, attributes, self.current))
        if tag == "input" and attributes.get("type") != "checkbox":
            owner = attributes.get("form") or (self.current or {}).get("id") or (self.current or {}).get("action", "")
            self.fields.setdefault(owner, []).append((attributes.get("name", ""), attributes.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.current = None

    def handle_data(self, data: str) -> None:
        if self.controls:
            self.controls[-1].words += data

    def data_of(self, control: Control) -> dict[str, list[str]]:
        owner = control["form"] or (control.form or {}).get("id") or (control.form or {}).get("action", "")
        data: dict[str, list[str]] = {}
        for name, value in [*self.fields.get(owner, []), (control["name"], control["value"])]:
            if name:
                data.setdefault(name, []).append(value)
        return data


def read(browser: Client, url: str) -> PageReader:
    reader = PageReader()
    reader.feed(browser.get(url).content.decode())
    return reader


def waiting() -> Table:
    return a_table("alice", "bob", now=now_ms())


def running(live: Live) -> Table:
    return live.match.table


def in_pause() -> Table:
    live = in_play(now=now_ms())
    live.play(ALICE, "2j")
    for seat in (BOB, CAROL, DAVE):
        live.pass_(seat)
    return running(live)


def in_gift() -> Table:
    live = in_play(now=now_ms())
    live.play(ALICE, "2j")
    live.play(BOB, "Dr")
    live.pass_(CAROL, DAVE, ALICE).collect()
    assert live.state.phase is Phase.GIFT
    return running(live)


def between_rounds() -> Table:
    return running(in_play(now=now_ms()).to_ready_gate())


def over() -> Table:
    live = in_play(now=now_ms())
    row = Match.objects.get(pk=live.match.pk)
    deadlines.match_expire(match_id=row.pk, now=(row.deadline or 0) + 1_000)
    Match.objects.filter(pk=row.pk).update(ended_at=live.match.created_at)
    return running(live)


def wished_for() -> Table:
    live = in_play(now=now_ms())
    live.play(ALICE, "Mj", wish=8)
    return running(live)


SCENES: dict[str, Callable[[], Table]] = {
    "waiting": waiting,
    "grand": lambda: running(a_match(now=now_ms())),
    "exchange": lambda: running(a_match(now=now_ms()).grand()),
    "lead": lambda: running(in_play(now=now_ms())),
    "wish": wished_for,
    "pause": in_pause,
    "gift": in_gift,
    "ready": between_rounds,
    "over": over,
    "practice": lambda: running(a_practice(now=now_ms())),
}
BUILT_IN_PAGE = {"menu", "last", "sort", "close", "clear", "help", "log", "talk", "hint", "hints", "typed", "untyped"}
BY_SCRIPT = {"sound-key", "notices-on", "sound-on", "vibration-on"}
"""Switches of this browser alone: their scripts know them by id."""


@pytest.mark.parametrize("scene", SCENES)
def test_no_control_is_dead(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """D20: each leads somewhere, does something, or says why it cannot."""
    monkeypatch.setattr(answers, "ACTIONS", 10_000)
    table = SCENES[scene]()
    for name in PEOPLE:
        browser = browser_of(name)
        if scene == "practice" and name != "alice":
            continue
        page = read(browser, f"/tables/{table.code}/")
        assert len([each for each in page.controls if each["id"].startswith("key-")]) == 4 or name not in seated(table)
        for control in page.controls:
            press(browser, page, control)


def seated(table: Table) -> set[str]:
    return {seat.name for seat in table.match.seats.all()}


def press(browser: Client, page: PageReader, control: Control) -> None:
    if control["data-do"]:
        assert control["data-do"] in BUILT_IN_PAGE
    elif control["id"] in BY_SCRIPT:
        assert control["aria-label"] or control.words.strip()
    elif "data-reload" in control.attributes:
        assert control.words
    elif control["data-slot"] or control["data-copy-path"]:
        assert control["data-name"] or control["data-copied"]
    elif control.tag == "a":
        assert browser.get(control["href"].partition("#")[0]).status_code == 200, control
    elif control.is_dark and not control.address:
        assert control["data-why"], control
    elif control.address == "/language/":
        answer = browser.post(control.address, page.data_of(control))
        assert answer["Location"].startswith("/tables/"), "back to the table"
    else:
        assert control.address, f"{control} does nothing"
        post(browser, page, control)


def post(browser: Client, page: PageReader, control: Control) -> None:
    """It may be refused, for what is raised or because another press came first, but never as unknown or broken."""
    data = page.data_of(control)
    answer = browser.post(control.address, data, headers=HTMX)
    if answer.status_code == 429 and control.address.endswith("/say/"):
        return  # all phrases in a row are more than anybody may say
    assert answer.status_code in (200, 403, 409, 422), (control, answer.status_code)
    if control["data-armed"] and answer.status_code == 422:
        assert "second time" in answer.content.decode()
        again = browser.post(control.address, data | {"confirm": "1"}, headers=HTMX)
        assert again.status_code in (200, 409, 422), control


def test_the_main_key_of_each_phase_works_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """From waiting to the next round by what the pages offer: sit, ready, carry on, hand over, play, ready."""
    monkeypatch.setattr(answers, "ACTIONS", 10_000)
    table = a_table(*PEOPLE, now=now_ms())
    url = f"/tables/{table.code}/"
    browsers = [browser_of(name) for name in PEOPLE]

    def main(seat: int, **more: str | list[str]) -> int:
        page = read(browsers[seat], url)
        (key,) = [each for each in page.controls if each["id"] == "key-main"]
        return browsers[seat].post(key.address, page.data_of(key) | more, headers=HTMX).status_code

    assert [main(seat) for seat in range(4)] == [200] * 4
    match = table.match
    assert log.current(match.pk).state.phase is Phase.GRAND
    assert [main(seat) for seat in range(4)] == [200] * 4
    state = log.current(match.pk).state
    for seat in range(4):
        first = [card.code for card in state.deal.hands[seat][:3]]
        assert main(seat, to_left=first[0], to_partner=first[1], to_right=first[2]) == 200
    state = log.current(match.pk).state
    leader = state.deal.turn
    assert state.phase is Phase.PLAY and leader is not None
    assert main(leader, cards=["Mj"], wish="none") == 200
    Live(match, now_ms()).to_ready_gate()
    assert [main(seat) for seat in range(4)] == [200] * 4
    assert log.current(match.pk).state.rounds == 2
