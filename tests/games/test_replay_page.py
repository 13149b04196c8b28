"""The replay in the browser's eyes: links, gates, whose eyes, and what is in the bytes."""

import random
import re
from collections.abc import Iterator
from html import escape, unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import log, replay
from games.engine import commands as c
from games.engine import events as e
from games.engine.state import Phase
from games.models import Action, Match, Table
from games.rules import DECK, name_card
from tests.factories import UserFactory
from tests.games.played import RandomMatch, cast, store
from tests.games.visiting import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def short() -> RandomMatch:
    """One round, then the staff end the match: a small log that everybody may look at."""
    played = RandomMatch(9).play_rounds(1)
    played.do(c.VoidMatch("a test"))
    return played


@pytest.fixture(scope="module")
def running() -> RandomMatch:
    return RandomMatch(12).play_until(Phase.PLAY, rounds=1)


@pytest.fixture
def match(short: RandomMatch) -> Match:
    return store(short)


def last_step(match: Match, number: int = 1) -> int:
    return replay.rounds(log.load(match.pk))[number - 1].last


def text(client: Client, url: str, **headers: str) -> str:
    answer = client.get(url, headers=headers)
    assert answer.status_code == 200, url
    return answer.content.decode()


def link(page: str, name: str) -> str:
    """The address behind a key of the transport or another link with an id; "" when it leads nowhere."""
    tag = re.search(rf'<a[^>]*id="{name}"[^>]*>', page)
    assert tag, name
    address = re.search(r'href="([^"]*)"', tag.group())
    return unescape(address.group(1)) if address else ""


def drawn(page: str) -> set[str]:
    """The card faces on the page."""
    return set(re.findall(r'cards\.svg#(\w\w)"', page))


def walk(client: Client, page: str, key: str) -> Iterator[str]:
    while address := link(page, key):
        page = text(client, address)
        yield page


def test_links_lead_from_the_deal_to_the_score_and_back_without_script(client: Client, match: Match) -> None:
    """BUGLOG F02, F03."""
    address = f"/matches/{match.code}/1/0/?as=0"
    visited = []
    before = ""
    while address:
        page = text(client, address)
        assert link(page, "go-prev") == before
        visited.append(step_of(page))
        before, address = address, link(page, "go-next")
    assert visited == list(range(last_step(match) + 1))


def test_tricks_and_ends_are_one_press_away(client: Client, match: Match) -> None:
    """BUGLOG F03."""
    parts = replay.spans(replay.rounds(log.load(match.pk))[0])
    starts, last = [part.first for part in parts], last_step(match)
    page = text(client, f"/matches/{match.code}/1/0/?as=0")
    assert re.findall(r'id="bar-\d+" href="[^"]*/(\d+)/\?', page) == [
        str(part.first) for part in parts if part.kind == "trick"
    ]
    found = [step_of(each) for each in walk(client, page, "go-nextt")]
    assert found == sorted({*starts[1:], last})
    page = text(client, link(page, "go-last"))
    assert step_of(page) == last
    assert step_of(text(client, link(page, "go-first"))) == 0
    assert [step_of(each) for each in walk(client, page, "go-prevt")] == [
        start for start in reversed(starts) if start != last
    ]


def step_of(page: str) -> int:
    found = re.search(r"step <b>(\d+)</b>", page)
    assert found
    return int(found.group(1))


def test_the_last_step_shows_the_final_play_and_the_score(client: Client, match: Match) -> None:
    """BUGLOG F02, F04."""
    page = text(client, f"/matches/{match.code}/1/{last_step(match)}/?as=0")
    final = [entry.event for entry in log.load(match.pk) if isinstance(entry.event, e.CombinationPlayed)][-1]
    middle = page[page.index('class="rp__center"') :]
    assert {card.code for card in final.combination.cards} <= drawn(middle)
    total = match.rounds.get(number=1).total
    assert all(f"<td>{str(points).replace('-', '−')}</td>" in middle for points in total)


def test_step_0_shows_the_eight_cards_just_dealt(client: Client, match: Match) -> None:
    """BUGLOG F02."""
    page = text(client, f"/matches/{match.code}/1/0/?as=2")
    deal = next(entry.event for entry in log.load(match.pk) if isinstance(entry.event, e.HandsDealt))
    assert drawn(page) - {"back"} == {card.code for card in deal.deck[16:24]}


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_other_hands_are_nowhere_in_the_bytes(client: Client, match: Match, seat: int) -> None:
    """BUGLOG F06, E02: neither drawn nor named, not even in the list of what is still to come."""
    whole = replay.rounds(log.load(match.pk))[0]
    names = {name_card(card): card.code for card in DECK}
    for step in sorted(random.Random(seat).sample(range(whole.last + 1), 6)):
        page = text(client, f"/matches/{match.code}/1/{step}/?as={seat}")
        allowed = known_cards(whole, step, seat)
        assert drawn(page) - {"back"} <= allowed, step
        body = page[page.index('id="replay"') :]
        assert {code for name, code in names.items() if name in body} <= allowed, step


def known_cards(whole: replay.RoundLog, step: int, seat: int) -> set[str]:
    """What a seat has held, given, or seen played up to a step, and the last hand once it is scored."""
    known = set()
    for frame in replay.frames(whole, seat):
        if frame.step > step:
            break
        known |= {card.code for card in frame.view.hand}
        if isinstance(frame.entry.event, e.CombinationPlayed):
            known |= {card.code for card in frame.entry.event.combination.cards}
        known |= {card.code for card in frame.view.left_over or ()}
    return known


@pytest.mark.parametrize("seat", [0, 2])
def test_the_frames_of_a_round_hide_the_same(client: Client, match: Match, seat: int) -> None:
    """BUGLOG F06, E02: what comes at once for the whole round holds no card that these eyes never see, and no step
    shows one before its time."""
    whole = replay.rounds(log.load(match.pk))[0]
    found = frames_of(client, match, str(seat))
    assert drawn("".join(found["pieces"])) - {"back"} <= known_cards(whole, whole.last, seat)
    names = {name_card(card): card.code for card in DECK}
    for step in range(whole.last + 1):
        shown = shown_at(found, step)
        allowed = known_cards(whole, step, seat)
        assert drawn(shown) - {"back"} <= allowed, step
        assert {code for name, code in names.items() if name in shown} <= allowed, step


def frames_of(client: Client, match: Match, eyes: str) -> dict[str, Any]:
    answer = client.get(f"/matches/{match.code}/1/frames/?as={eyes}")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return answer.json()  # type: ignore[no-any-return]


def shown_at(found: dict[str, Any], step: int) -> str:
    """Everything the page shows at a step, once made of its frame."""
    items = [found["pieces"][told if step >= since else ahead] for told, ahead, since in found["items"]]
    headings = [told if step >= since else ahead for told, ahead, since in found["headings"]]
    return "".join([*(found["pieces"][number] for number in found["frames"][step]), *items, *headings])


@pytest.mark.parametrize("eyes", ["1", "open"])
def test_frames_are_made_of_what_the_pages_show(client: Client, match: Match, eyes: str) -> None:
    """BUGLOG F01: a step that the browser makes itself is the step the server shows."""
    found = frames_of(client, match, eyes)
    assert len(found["frames"]) == len(found["items"]) == last_step(match) + 1
    for step in (0, 2, 5, 31, last_step(match)):
        page = text(client, f"/matches/{match.code}/1/{step}/?as={eyes}")
        for number in found["frames"][step]:
            assert found["pieces"][number] in page, step
        for told, ahead, since in found["items"]:
            assert found["pieces"][told if step >= since else ahead] in page, step
        assert escape(found["spoken"][step]) in page


def test_frames_stand_behind_the_same_door(short: RandomMatch, running: RandomMatch, client: Client) -> None:
    """RULES U3: what no page shows, no frame does."""
    secret = store(short, access=Table.Access.PRIVATE)
    url = f"/matches/{secret.code}/1/frames/?as=0"
    assert client.get(url).status_code == 404
    assert client.get(f"{url}&key={secret.share_key}").status_code == 200
    live = store(running)
    assert browser_of("alice").get(f"/matches/{live.code}/1/frames/?as=open").status_code == 200
    assert browser_of("alice").get(f"/matches/{live.code}/2/frames/?as=open").status_code == 404
    assert browser_of("eve").get(f"/matches/{live.code}/1/frames/?as=open").status_code == 404
    assert client.get(f"/matches/{secret.code}/1/frames/?as=9&key={secret.share_key}").status_code == 404
    assert client.post(url).status_code == 405


def test_the_frames_of_a_broken_log_are_not_found(client: Client, match: Match) -> None:
    """BUGLOG F12: the page says what is wrong."""
    Action.objects.create(match=match, sequence=match.head + 1, at=0, kind="nonsense", version=1, payload={})
    assert client.get(f"/matches/{match.code}/1/frames/?as=0").status_code == 404


def test_open_hands_show_all_cards(client: Client, match: Match) -> None:
    """BUGLOG F06."""
    page = text(client, f"/matches/{match.code}/1/4/?as=open")
    assert drawn(page) == {card.code for card in DECK}


def test_the_language_can_be_changed_and_leads_back_to_the_step(client: Client, match: Match) -> None:
    page = text(client, f"/matches/{match.code}/1/30/?as=2")
    assert f'name="next" value="/matches/{match.code}/1/30/?as=2"' in page
    assert re.search(r'name="language" value="de" lang="de">Deutsch', page)


def test_changing_eyes_keeps_the_step(client: Client, match: Match) -> None:
    page = text(client, f"/matches/{match.code}/1/30/?as=0")
    for eyes in ("0", "1", "2", "3", "open"):
        assert link(page, f"eyes-{eyes}") == f"/matches/{match.code}/1/30/?as={eyes}"


def test_without_a_wish_the_eyes_are_ones_own(match: Match) -> None:
    for number, user in enumerate(cast()):
        page = text(browser_of(user), f"/matches/{match.code}/1/5/")
        assert re.search(rf'id="eyes-{number}"[^>]*aria-current="true"', page)
    assert re.search(r'id="eyes-0"[^>]*aria-current="true"', text(Client(), f"/matches/{match.code}/1/5/"))


def test_the_list_marks_the_step_and_jumps(client: Client, match: Match) -> None:
    page = text(client, f"/matches/{match.code}/1/30/?as=1")
    assert re.findall(r'id="step-(\d+)"[^>]*aria-current="step"', page) == ["30"]
    assert link(page, "step-44") == f"/matches/{match.code}/1/44/?as=1"


@pytest.mark.parametrize(
    "path",
    ["1/0/?as=4", "1/0/?as=-1", "1/0/?as=x", "1/0/?as=", "1/0/?as=open%00", "1/100000/", "0/0/", "2/0/", "99999/0/",
     "1/-1/", "1/0.5/", "1/x/", "1/" + "9" * 30 + "/", "1/" + "9" * 5000 + "/", "١/0/"],
)  # fmt: skip
def test_garbage_is_not_found(client: Client, match: Match, path: str) -> None:
    assert client.get(f"/matches/{match.code}/{path}").status_code == 404


@pytest.mark.parametrize("code", ["nothing", "x" * 300, "%00"])
def test_an_unknown_match_is_not_found(client: Client, match: Match, code: str) -> None:
    assert client.get(f"/matches/{code}/1/0/").status_code == 404


def test_it_only_reads(client: Client, match: Match) -> None:
    url = f"/matches/{match.code}/1/0/"
    assert client.post(url).status_code == 405
    assert client.delete(url).status_code == 405
    assert client.head(url).status_code == 200


def test_opening_an_old_step_changes_nothing(running: RandomMatch) -> None:
    """BUGLOG E04: nothing is written, so there is nothing to push."""
    match = store(running)
    browser = browser_of("alice")
    text(browser, f"/matches/{match.code}/1/3/")
    with CaptureQueriesContext(connection) as queries:
        text(browser, f"/matches/{match.code}/1/3/?as=open")
    assert {query["sql"].split()[0] for query in queries.captured_queries} == {"SELECT"}
    again = Match.objects.select_related("table").get(pk=match.pk)
    assert (again.head, again.table.revision) == (match.head, match.table.revision)


def test_the_seats_of_a_running_match_see_its_finished_rounds_only(running: RandomMatch) -> None:
    """RULES U3."""
    match = store(running)
    for user in cast():
        browser = browser_of(user)
        assert "back" not in drawn(text(browser, f"/matches/{match.code}/1/20/?as=open"))
        assert browser.get(f"/matches/{match.code}/2/0/").status_code == 404
        answer = browser.get(f"/matches/{match.code}/1/20/")
        assert answer["X-Robots-Tag"] == "noindex"
        assert "no-store" in answer["Cache-Control"]


def test_nobody_else_looks_at_a_running_match(running: RandomMatch, client: Client) -> None:
    """RULES U3: neither strangers nor watchers, with no key either."""
    match = store(running)
    for browser in (client, browser_of("eve")):
        for path in ("", "1/0/", "1/0/?as=open", f"1/0/?key={match.share_key}"):
            assert browser.get(f"/matches/{match.code}/{path}").status_code == 404


def test_a_private_match_opens_with_its_share_key_only(short: RandomMatch, client: Client) -> None:
    """RULES U3."""
    match = store(short, access=Table.Access.PRIVATE)
    url = f"/matches/{match.code}/1/10/?as=1"
    wrong = ("", "x", match.share_key[:-1], match.share_key.upper(), match.table.invite_token)
    for browser in (client, browser_of("eve")):
        assert {browser.get(f"{url}&key={key}").status_code for key in wrong} == {404}
        answer = browser.get(f"{url}&key={match.share_key}")
        assert answer.status_code == 200
        assert answer["X-Robots-Tag"] == "noindex"
        assert b'<meta name="robots" content="noindex">' in answer.content
    assert browser_of("carol").get(url).status_code == 200


def test_the_key_goes_along_on_every_link(short: RandomMatch, client: Client) -> None:
    match = store(short, access=Table.Access.PRIVATE)
    page = text(client, f"/matches/{match.code}/1/10/?as=1&key={match.share_key}")
    addresses = [unescape(address) for address in re.findall(r'href="(/matches/[^"#]*)', page)]
    assert len(addresses) > 50
    assert all(f"key={match.share_key}" in address for address in addresses)


def test_seats_carry_no_key_but_can_hand_one_on(short: RandomMatch) -> None:
    match = store(short, access=Table.Access.PRIVATE)
    page = text(browser_of("bob"), f"/matches/{match.code}/1/10/?as=1")
    assert not any("key=" in address for address in re.findall(r'href="([^"]*)', page))
    copied = unescape(re.findall(r'data-copy="([^"]*)', page)[0])
    assert text(Client(), copied.removeprefix("http://testserver"))


def test_a_public_match_is_open_to_all_and_may_be_found(client: Client, match: Match) -> None:
    answer = client.get(f"/matches/{match.code}/1/10/?as=1&key=whatever")
    assert answer.status_code == 200
    assert "X-Robots-Tag" not in answer
    assert b"noindex" not in answer.content
    assert b"whatever" not in answer.content


def test_fragments_are_never_stored_and_pages_are_whole(client: Client, match: Match) -> None:
    """BUGLOG D11."""
    url = f"/matches/{match.code}/1/10/?as=1"
    fragment, page = client.get(url, headers={"HX-Request": "true"}), client.get(url)
    assert fragment.content.lstrip().startswith(b'<div id="replay"')
    assert "no-store" in fragment["Cache-Control"]
    assert page.content.startswith(b"<!doctype html>")
    inner, whole = (re.sub(r'value="\w{64}"', "", answer.content.decode()) for answer in (fragment, page))
    assert inner.strip() in whole, "but for the masks of its form's token, which are new each time"
    for answer in (fragment, page):
        assert "HX-Request" in answer["Vary"]


def test_a_broken_log_hurts_its_own_replay_only(
    client: Client, short: RandomMatch, caplog: pytest.LogCaptureFixture
) -> None:
    """BUGLOG F12."""
    broken, sound = store(short), store(short, people=other_people())
    Action.objects.create(match=broken, sequence=broken.head + 1, at=0, kind="nonsense", version=1, payload={})
    page = text(client, f"/matches/{broken.code}/1/10/")
    assert "This record cannot be read." in page
    assert broken.code in caplog.text
    assert "This record cannot be read." in text(client, f"/matches/{broken.code}/1/10/", **{"HX-Request": "true"})
    for url in (f"/matches/{broken.code}/", f"/matches/{sound.code}/1/10/", "/lobby/"):
        assert "This record cannot be read." not in text(client, url)


def other_people() -> tuple[User, ...]:
    return tuple(UserFactory() for _ in range(4))


def test_an_action_that_fits_its_schema_but_no_match_is_caught_too(client: Client, match: Match) -> None:
    """BUGLOG F12."""
    payload = {"seat": 7, "rank": 99}
    Action.objects.create(match=match, sequence=match.head + 1, at=0, kind="wish_made", version=1, payload=payload)
    assert client.get(f"/matches/{match.code}/1/10/").status_code == 200
    Action.objects.create(match=match, sequence=match.head + 3, at=0, kind="passed", version=1, payload={"seat": 0})
    assert "This record cannot be read." in text(client, f"/matches/{match.code}/1/10/")


def test_strange_names_are_only_text(client: Client, short: RandomMatch) -> None:
    people = tuple(UserFactory(username=name) for name in ("<b>x</b>", "🙂🙃", "a\u202eb", "n" * 30))
    match = store(short, people=people)
    page = text(client, f"/matches/{match.code}/1/30/?as=open")
    assert "<b>x</b>" not in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page


def test_nothing_is_inline(client: Client, match: Match) -> None:
    """The content security policy allows no inline style, script or handler."""
    for path in ("", "1/30/?as=open"):
        page = text(client, f"/matches/{match.code}/{path}")
        assert not re.search(r"\sstyle=|<style|<script(?![^>]*\bsrc=)|\son\w+=|hx-on", page)


def test_a_step_costs_few_queries(client: Client, match: Match, django_assert_max_num_queries: object) -> None:
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        text(client, f"/matches/{match.code}/1/30/?as=open")
