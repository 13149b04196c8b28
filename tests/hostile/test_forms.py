"""Every address, GET and POST, with whatever somebody may send: a refusal in words, never a fault, never a changed log
(BUGLOG E06, E07). `HYPOTHESIS_PROFILE=search` sends forty times as much; `-s` prints how much it was.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import hypothesis
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.games.factories import assert_rebuilds
from tests.hostile.places import Place, names, ours, places
from tests.hostile.world import VISITORS, World, built, marks, undone

ANSWERS = {200, 204, 301, 302, 400, 403, 404, 405, 409, 413, 422, 429}
NAMES = names()
PLAUSIBLE = (
    "0", "1", "2", "3", "5", "6", "7", "yes", "no", "call", "none", "Mj", "Dr", "3w", "8j", "K", "8", "private", "500",
    "1000", "de", "open", "people", "pairs", "alice", "play 3", "pass", "give 2 left", "/lobby/", "hello", "dark",
    "rank-up", "month", "a@example.org", "Somebody New", "long enough a password", "void",
)  # fmt: skip
HOSTILE = (
    "", " ", "\x00", "-1", "+1", "1e9", "1.5", "NaN", "9" * 25, "9" * 5_000, "１", "Ÿ", "‮gpj", "\u200b", "\ufeff", "İ",
    "<img src=x onerror=alert(1)>", "' OR 1=1 --", "{{7*7}}", "%s%n", "../../../etc/passwd", "null", "true", "[]", "{}",
    "MjDr", "7x", "mj", "__proto__", "javascript:alert(1)", "//evil.example/", "https://evil.example/", "=1+1",
    "\r\nSet-Cookie: a=b", "x" * 100_000, "ﬃ" * 30, "👨‍👩‍👧‍👦" * 20, "Z̷̛͓a̵͝l̶g̴o" * 9, "http://[", "2026-13-45T99:99",
)  # fmt: skip
IN_PATHS = ("\x00", "..", "%", "a" * 300, "１", "-1", "9" * 5_000, "999999999999", "Ÿ", "<b>", "a/b", "nowhere2", " ")
HEADERS = (
    "HX-Request", "HX-Current-URL", "HX-Boosted", "Accept-Language", "Referer", "X-Forwarded-For", "Origin", "Range",
)  # fmt: skip
KINDS = ("application/json", "text/plain", "multipart/form-data; boundary=x", "multipart/form-data", "x", "")

values = st.one_of(st.sampled_from(PLAUSIBLE), st.sampled_from(HOSTILE), st.text(max_size=30))
fields = st.dictionaries(st.sampled_from(NAMES), st.lists(values, min_size=1, max_size=3), max_size=12)
in_headers = st.sampled_from(
    ("", "true", "x", "http://[", "http://testserver/tables/", "de;q=9,\xff", "1.2.3.4", "a" * 9_000)
)
files = st.one_of(st.none(), st.tuples(st.sampled_from(NAMES), st.sampled_from(("a.jsonl", "x" * 2_000)), st.binary()))


@dataclass(frozen=True, slots=True)
class Attack:
    """One request: whose, how, where exactly, and with what."""

    visitor: str
    method: str
    blanks: dict[str, str]
    sent: dict[str, list[str]]
    headers: dict[str, str] = field(default_factory=dict)
    file: tuple[str, str, bytes] | None = None
    raw: tuple[str, bytes] | None = None


@st.composite
def attacks(draw: st.DrawFn, place: Place, world: World) -> Attack:
    known = {
        "code": (*world.codes, "nowhere2"),
        "token": (*world.tokens, "set-password"),
        "name": ("alice", "eve", "ALICE"),
        "number": ("1", "2", "3", "0"),
        "step": ("0", "1", "40", "0"),
        "object_id": ("1", "2"),
    }
    blanks = {name: draw(st.sampled_from((*known.get(name, ("1",)) * 4, *IN_PATHS))) for name in place.blanks}
    headers = draw(st.dictionaries(st.sampled_from(HEADERS), in_headers, max_size=3))
    method = draw(st.sampled_from(("GET", "POST", "POST", "HEAD", "PUT")))
    raw = draw(st.none() | st.tuples(st.sampled_from(KINDS), st.binary(max_size=200))) if method == "PUT" else None
    return Attack(draw(st.sampled_from(VISITORS)), method, blanks, draw(fields), headers, draw(files), raw)


def send(world: World, place: Place, attack: Attack) -> HttpResponse:
    browser, address = world.browser(attack.visitor), place.at(attack.blanks)
    answer: HttpResponse
    if attack.raw is not None:
        kind, body = attack.raw
        answer = browser.generic("POST", address, body, content_type=kind, headers=attack.headers)
    elif attack.method == "POST":
        form: dict[str, object] = dict(attack.sent)
        if attack.file is not None:
            name, called, content = attack.file
            form[name] = SimpleUploadedFile(called, content)
        answer = browser.post(address, form, headers=attack.headers)
    else:
        answer = browser.generic(attack.method, address, headers=attack.headers, query_params=attack.sent)
    return answer


def test_the_walk_finds_every_view_and_every_name() -> None:
    routes = {place.route for place in places()}
    assert {
        "tables/<slug:code>/play/",
        "matches/<slug:code>/<int:number>/<int:step>/note/",
        "accounts/delete/",
    } <= routes
    assert {"cards", "decision", "to_left", "since", "as", "key", "password", "shared", "file", "wants"} <= set(NAMES)


@pytest.mark.django_db
def test_nothing_anybody_sends_breaks_anything() -> None:
    """E06, E07: 4xx with a clear word, nothing changed; and what was let through was a legal move."""
    world, seen = built(), Counter[int]()
    before = marks()
    for place in places():
        attack_at(world, place, seen)
    assert marks() == before
    assert_rebuilds(world.sat.match)
    print(f"\n{seen.total()} hostile requests to {len(places())} addresses: {dict(sorted(seen.items()))}")
    assert seen[200] and seen[302] and seen[400] and seen[404] and seen[422], "not all of it is turned away at the door"


def attack_at(world: World, place: Place, seen: Counter[int]) -> None:
    """A quarter as many requests as the profile says, fewer in Django's own admin."""
    examples = hypothesis.settings().max_examples // (10 if place.route.startswith("admin/") else 4)

    @hypothesis.settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(attacks(place, world))
    def attacked(attack: Attack) -> None:
        seen[judged(world, place, attack)] += 1

    attacked()


def judged(world: World, place: Place, attack: Attack) -> int:
    with undone() as now:
        before = now()
        answer = send(world, place, attack)
        unwell = {503} if place.route == "healthz" else set()  # no worker has swept here
        assert answer.status_code in ANSWERS | unwell, answer.status_code
        if answer.status_code >= 400:
            assert now() == before, "refused, and yet something has changed"
            assert (
                attack.method == "HEAD"
                or answer.content
                or "HX-Trigger" in answer.headers
                or answer.has_header("HX-Refresh")
            ), "refused without a word"
        assert "\n" not in "".join(answer.headers.values())
    return answer.status_code


BIG = "x" * 1_000_000
LOADS = (
    (f"username={BIG}&text={BIG}&cards={BIG}", "application/x-www-form-urlencoded"),
    (f"{BIG}=1", "application/x-www-form-urlencoded"),
    ("&".join(f"cards{number}=7j" for number in range(5_000)), "application/x-www-form-urlencoded"),
    ("&".join(["cards=7j"] * 5_000), "application/x-www-form-urlencoded"),
    (
        f'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n{BIG}\r\n--x--\r\n',
        "multipart/form-data; boundary=x",
    ),
)


@pytest.mark.django_db
def test_a_megabyte_is_refused_before_it_is_read() -> None:
    """E07: as a value, as a name, as five thousand names; at every address that takes forms."""
    world = built()
    for number, place in enumerate(ours()):
        blanks = {"code": world.sat.code, "token": world.private.invite_token, "name": "alice"}
        address, visitor = place.at(dict.fromkeys(place.blanks, "1") | blanks), ("alice", "")[number % 2]
        for body, kind in LOADS:
            with undone() as now:
                before = now()
                status = world.browser(visitor).generic("POST", address, body, content_type=kind).status_code
                assert status in ANSWERS and now() == before, address


@pytest.mark.django_db
def test_a_file_with_an_endless_name_or_too_large_is_refused_in_words() -> None:
    world = built()
    for name, size in (("n" * 1_000_000 + ".tch", 10), ("a.tch", 3_000_000)):
        with undone():
            answer = world.browser("alice").post("/imports/", {"file": SimpleUploadedFile(name, b"-" * size)})
            assert answer.status_code in (400, 422) and answer.content
