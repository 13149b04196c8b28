"""A view of the table as HTML, region by region, with a hash of each, so that only what changed is sent.

Neither the revision nor a token is part of what is hashed. The page gets the regions inside, sockets and answers
get them as out-of-band swaps. Renders what `tableview` made of a MatchView; sees no state but to cut that view.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games import log
from games.engine.preview import preview
from games.engine.variants import variant_named
from games.engine.view import MatchView, view_for
from games.kept import Kept
from games.log import Current
from games.models import Match
from games.release import release
from games.rules import Card
from games.selectors import TableAccess
from games.services.health import stopped_since
from games.services.play import options_of
from games.tableview import CHATTY, Setting, TableView, closed_view, match_table_view, waiting_view, with_watchers
from games.tableview.panel import Line
from games.tableview.selection import Selected, selected
from games.tableview.setting import setting_of
from games.tableview.talk import talk
from games.times import now_ms

REGIONS: dict[str, Callable[[TableView], Hashable]] = {
    "bar": lambda table: table.bar,
    "seats": lambda table: table.plates,
    "wish": lambda table: table.wish,
    "trick": lambda table: (table.trick, table.lay),
    "tray": lambda table: (table.tray, table.live, table.last is None),
    "last": lambda table: table.last,
    "say": lambda table: (table.say, table.decision),
    "coach": lambda table: table.coach,
    "hand": lambda table: (table.hand, table.setting.code),
    "keys": lambda table: (table.keys, table.phase, table.decision, table.on),
    "sheet": lambda table: table.sheet,
    "side": lambda table: table.side,
    "talk": lambda table: table.talk,
}
"""In the order of the source, each with what its template reads: while that is equal, it is not rendered again.
A new region: a template `games/table/_x.html` and a line here."""

KEPT = 4_096
"""Regions kept per process, about 1.5 KB each. Four seats share what all may see."""

ROOT = mark_safe("@root@")
TOKEN = "@csrf@"


@dataclass(frozen=True, slots=True)
class Region:
    """One region's HTML with blanks for revision and token; `digest` names its content."""

    name: str
    html: str
    digest: str

    def inside(self, revision: int, token: str) -> SafeString:
        """As it stands in a page."""
        return mark_safe(self._filled(revision, "", token))

    def out_of_band(self, revision: int) -> str:
        """As it replaces the one shown; the page itself knows its token."""
        return self._filled(revision, ' hx-swap-oob="morph"', "")

    def _filled(self, revision: int, more: str, token: str) -> str:
        root = f'data-rev="{revision}" data-digest="{self.digest}"{more}'
        return self.html.replace(ROOT, root, 1).replace(TOKEN, token)


def digest_of(html: str) -> str:
    """Sixteen hexadecimal digits: no card code can turn up in them."""
    return blake2b(html.encode(), digest_size=8).hexdigest()


def table_view(access: TableAccess) -> TableView:
    """What this access shows now: seats that fill up, a match, or that one is running."""
    setting = setting_for(access)
    if access.match.status == Match.Status.WAITING:
        return _heard(access, waiting_view(setting, access.match.variant, options_of(access.match).clock))
    if (access.seat is None and not access.watching) or access.match.status == Match.Status.ABANDONED:
        return closed_view(setting)
    table = match_table_view(setting, match_view(log.current(access.match.pk), access.seat))
    return _heard(access, with_watchers(table, access.watchers))


def _heard(access: TableAccess, table: TableView) -> TableView:
    """The same with what was said there."""
    chat = table.phase in CHATTY
    return replace(table, talk=talk(table.setting, access.words, access.reader, access.blocked, chat=chat))


def setting_for(access: TableAccess) -> Setting:
    places = len(variant_named(access.match.variant).seats())
    setting = setting_of(access.table, access.match, access.seat, list(access.match.seats.all()), places)
    return replace(setting, before=access.before) if access.before else setting


def match_view(current: Current, seat: int | None) -> MatchView:
    """The only way from a state to what a page may show."""
    return view_for(current.state, seat, current.clock)


def rendered(table: TableView) -> dict[str, Region]:
    """Every region of a view."""
    language = get_language()
    return {name: _region(_Key(language, name, read(table)), table) for name, read in REGIONS.items()}


def rendered_with(table: TableView, line: Line) -> dict[str, Region]:
    """Every region for a page that has something to say. The panel goes by the digest it has without that line, so
    that the socket's first frame, in which nothing is new, does not take the words away."""
    plain = rendered(table)
    spoken = rendered(table.with_line(line))
    return spoken | {"say": replace(spoken["say"], digest=plain["say"].digest)}


@dataclass(frozen=True, slots=True)
class _Key:
    language: str | None
    name: str
    content: Hashable


_kept = Kept[_Key, Region](KEPT)


def _region(key: _Key, table: TableView) -> Region:
    found = _kept.get(key)
    if found is None:
        html = render_to_string(f"games/table/_{key.name}.html", {"table": table, "root": ROOT}).strip()
        found = Region(key.name, html, digest_of(html))
        _kept.put(key, found)
    return found


def changed(regions: Mapping[str, Region], sent: Mapping[str, str]) -> list[Region]:
    """The regions that differ from the digests `sent` before."""
    return [region for name, region in regions.items() if sent.get(name) != region.digest]


def fragment(regions: Iterable[Region], revision: int) -> str:
    """Regions as an answer or a socket frame, with the server's time for the clocks, since when they stand, and what
    the page has to fit."""
    parts = [region.out_of_band(revision) for region in regions]
    now = now_ms()
    more = f'data-now="{now}" data-stopped="{stopped_since(now) or ""}" data-release="{release()}"'
    return "\n".join([*parts, f'<i id="now" hidden {more} hx-swap-oob="true"></i>'])


@dataclass(frozen=True, slots=True)
class Raised:
    """What the player has raised and chosen so far."""

    cards: tuple[Card, ...]
    reading: int | None
    wish: int | None


def selection_view(access: TableAccess, seat: int, raised: Raised) -> Selected:
    """What the raised cards are; changes nothing and tells the seat about its own hand alone."""
    current = log.current(access.match.pk)
    view = match_view(current, seat)
    held = tuple(card for card in raised.cards if card in view.hand)
    seen = preview(current.state, seat, held, raised.reading) if held and current.state.round else None
    if seen is not None and raised.reading not in {each.phoenix for each in seen.choices}:
        seen = preview(current.state, seat, held, None)
    return selected(setting_for(access), view, held, seen, raised.wish)


def selection_fragment(shown: Selected, ask: int) -> str:
    """The line, the Play key and the picker, as the answer to question number `ask` of the page."""
    more = mark_safe(f' hx-swap-oob="morph" data-for="{ask:d}"')
    parts = [render_to_string("games/table/_line.html", {"line": shown.line, "line_root": more})]
    if shown.key is not None:
        parts.append(render_to_string("games/table/_key.html", {"it": shown.key, "root": more}))
    parts.append(render_to_string("games/table/_picker.html", {"picker": shown.picker, "root": more}))
    return "\n".join(part.strip() for part in parts)
