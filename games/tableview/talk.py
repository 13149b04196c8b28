"""What has been said at the table, as one reader hears it, and what that reader may say now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.phrases import PHRASES
from games.tableview.setting import Setting
from games.talk_rows import Words


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One line; `at` numbers it, `mine` was said by the reader."""

    at: int
    who: str
    what: str
    mine: bool


@dataclass(frozen=True, slots=True)
class TalkPerson:
    """Another person at the table, by seat, and whether the reader has blocked them."""

    seat: int
    name: str
    blocked: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """`seated`: phrases may be said; `chat`: own words too; `asking`: the reader may block and report."""

    lines: tuple[TalkLine, ...] = ()
    people: tuple[TalkPerson, ...] = ()
    seated: bool = False
    chat: bool = False
    code: str = ""


def talk(setting: Setting, words: Iterable[Words], reader: int | None, blocked: frozenset[int], *, chat: bool) -> Talk:
    """`words` are those the reader may hear; `blocked` the seats of people the reader has blocked."""
    lines = tuple(_line(each, reader) for each in words)
    seated = setting.viewer is not None
    people = tuple(
        TalkPerson(seat, each.name, seat in blocked)
        for seat, each in enumerate(setting.sittings)
        if seated and each is not None and not each.house and seat != setting.viewer
    )
    return Talk(lines, people, seated, seated and chat, setting.code)


def _line(words: Words, reader: int | None) -> TalkLine:
    mine = words.user_id == reader
    what = _(PHRASES[words.phrase]) if words.phrase in PHRASES else words.text
    return TalkLine(words.pk, _("You") if mine else words.user.display_name, what, mine)
