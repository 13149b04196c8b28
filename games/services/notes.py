"""Notes to moments of one's own matches: written, shared by a link, taken back. Private until shared."""

from __future__ import annotations

import unicodedata
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match, new_token
from games.note_rows import NOTE_LENGTH, Note
from games.times import from_ms, now_ms
from games.writing import write

MOST_NOTES = 200
"""Of one author to one match."""


class NoteRefusal(Exception):
    """Why the note cannot be kept, in a sentence."""


def write_note(*, match: Match, author: User, number: int, step: int, eyes: str, text: str, shared: bool) -> None:
    """Keep `text` as the author's note to a step of round `number`; an empty one takes the note away. `shared` says
    whether its link works; a link once given stays the same until it is taken back."""
    text = _cleaned(text)
    moment: dict[str, Any] = {"match": match, "author": author, "round": number, "step": step}
    with write():
        found = Note.objects.filter(**moment).first()
        if not text:
            Note.objects.filter(**moment).delete()
            return
        if found is None and Note.objects.filter(match=match, author=author).count() >= MOST_NOTES:
            raise NoteRefusal(_("You have written 200 notes to this match; that is the most it takes."))
        token = (found.token if found and found.token else new_token()) if shared else ""
        values = {"eyes": eyes, "text": text, "token": token, "at": from_ms(now_ms())}
        Note.objects.update_or_create(**moment, defaults=values)


def _cleaned(text: str) -> str:
    """The text as it is kept: lines stay lines, signs that cannot be shown go. NoteRefusal when it is too long."""
    lines = unicodedata.normalize("NFC", text).splitlines()
    shown = ("".join(sign if sign.isprintable() else " " * sign.isspace() for sign in line).rstrip() for line in lines)
    text = "\n".join(shown).strip()
    if len(text) > NOTE_LENGTH:
        raise NoteRefusal(_("A note has at most 500 characters."))
    return text


def forget(author: User) -> None:
    """Take all notes of somebody who deletes the account away."""
    Note.objects.filter(author=author).delete()


def export(author: User) -> list[dict[str, object]]:
    """All notes of a user, as plain data; times in ISO 8601, UTC."""
    return [
        {
            "match": note.match.code,
            "round": note.round,
            "step": note.step,
            "text": note.text,
            "shared": bool(note.token),
            "at": note.at.isoformat(),
        }
        for note in Note.objects.filter(author=author).select_related("match").order_by("at")
    ]
