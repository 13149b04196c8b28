"""Talking at a table: phrases at any time, own words before the start and between rounds, never while cards are
played (RULES P). Beside it: hearing somebody no more, and asking the staff to look.
"""

from __future__ import annotations

import unicodedata
from datetime import timedelta

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from games import log, notify
from games.engine.state import Phase
from games.log import NotStarted
from games.models import ENDED, Match, Seat, Table
from games.phrases import PHRASES
from games.services.seating import TableRefusal, hold, lock, tables_of
from games.talk_rows import TEXT_LENGTH, Block, Report, Words
from games.times import from_ms, now_ms
from games.writing import write

KEPT_FOR = timedelta(days=30)
"""What was said is deleted then; where somebody was reported, once that is dealt with."""


def say_phrase(*, table: Table, user: User, phrase: str, now: int | None = None) -> None:
    """Say one of the phrases, from a seat."""
    if phrase not in PHRASES:
        raise TableRefusal("no_such_phrase", _("There is no such phrase."), 422)
    _say(table, user, now, phrase=phrase)


def say(*, table: Table, user: User, text: str, now: int | None = None) -> None:
    """Say something in one's own words, from a seat, while no cards are played."""
    shown = "".join(sign if sign.isprintable() else " " * sign.isspace() for sign in text)
    text = " ".join(unicodedata.normalize("NFC", shown).split())
    if not text or len(text) > TEXT_LENGTH:
        raise TableRefusal("text", _("Write something, in at most 200 characters."), 422)
    _say(table, user, now, text=text)


def _say(table: Table, user: User, now: int | None, *, phrase: str = "", text: str = "") -> None:
    with write():
        table, match = hold(table)
        _require_seat(match, user)
        if text and not may_chat(match):
            raise TableRefusal("playing", _("Own words are for before the start and between rounds."))
        moment = from_ms(now_ms() if now is None else now)
        Words.objects.create(match=match, user=user, phrase=phrase, text=text, at=moment)
        notify.bump(table)


def may_chat(match: Match) -> bool:
    """No cards are being played: any word could be about them."""
    if match.status in (Match.Status.WAITING, *ENDED):
        return True
    try:
        return match.status == Match.Status.RUNNING and log.current(match.pk).state.phase is Phase.READY
    except NotStarted:
        return False


def set_block(*, table: Table, user: User, seat: int, blocked: bool) -> None:
    """Hear the person on this seat no more, and not be heard by them; or again. They are not told."""
    with write():
        table, match = hold(table)
        other = _other(match, user, seat)
        if blocked:
            Block.objects.get_or_create(owner=user, other=other)
        else:
            Block.objects.filter(owner=user, other=other).delete()
        for held in lock({table.pk, *tables_of(user), *tables_of(other)}).values():
            notify.bump(held)


def report(*, table: Table, user: User, seat: int, now: int | None = None) -> None:
    """Ask the staff to look at this match because of the person on this seat; once is enough. They are not told."""
    with write():
        table, match = hold(table)
        _require_seat(match, user)
        moment = from_ms(now_ms() if now is None else now)
        Report.objects.get_or_create(match=match, by=user, about=_other(match, user, seat), defaults={"at": moment})


def _require_seat(match: Match, user: User) -> None:
    if not match.seats.filter(user=user).exists():
        raise TableRefusal("not_seated", _("You do not sit at this table."), 403)


def _other(match: Match, user: User, seat: int) -> User:
    row = Seat.objects.filter(match=match, number=seat, user__isnull=False).exclude(user=user).first()
    if row is None or row.user is None:
        raise TableRefusal("nobody", _("There is nobody on this seat."), 422)
    return row.user


def sweep_words(now_ms: int) -> None:
    """What was said a month ago is deleted, but not what the staff have still to look at."""
    old = Words.objects.filter(at__lt=from_ms(now_ms) - KEPT_FOR)
    old.exclude(match__in=Report.objects.filter(handled_at=None).values("match")).delete()


def mark_handled(*, report_ids: list[int], by: User, now: int | None = None) -> None:
    """The staff have looked at these reports."""
    if not by.is_staff:
        raise TableRefusal("not_staff", _("Only the staff can do this."), 403)
    moment = from_ms(now_ms() if now is None else now)
    Report.objects.filter(pk__in=report_ids, handled_at=None).update(handled_at=moment)


def forget(user: User) -> None:
    """Somebody deletes the account: what they said goes with it, and whom they did not want to hear."""
    Block.objects.filter(Q(owner=user) | Q(other=user)).delete()
    Words.objects.filter(user=user).delete()
