"""Notes on the replay page: one's own to each step of a round, and the one that a link shares. Reads rows only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from games.models import Match
from games.note_rows import NOTE_LENGTH, Note
from games.replay_page import OPEN, Subject
from games.replay_words import Eyes
from games.selectors import MatchAccess

Absolute = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Kept:
    """A note as its author sees it; `link` is "" while it is private."""

    text: str
    link: str


@dataclass(frozen=True, slots=True)
class Form:
    """The form for the own note to a step; `error` says why the last try was refused."""

    action: str
    text: str
    link: str
    shared: bool
    error: str = ""
    limit: str = str(NOTE_LENGTH)


@dataclass(frozen=True, slots=True)
class Comment:
    """A note that its author shares, as everybody who may see the match reads it."""

    author: str
    text: str
    step: int


def own_notes(
    access: MatchAccess, subject: Subject, author: int | None, number: int, link: Absolute
) -> dict[int, Kept]:
    """The author's notes to a round by step; none for those who had no seat. `subject` is the one for others."""
    if access.seat is None or author is None:
        return {}
    found = Note.objects.filter(match=access.match, author=author, round=number)
    return {note.step: Kept(note.text, link(_address(subject, note)) if note.token else "") for note in found}


def form(access: MatchAccess, number: int, step: int, notes: Mapping[int, Kept]) -> Form | None:
    """The form of a step, for those who had a seat."""
    if access.seat is None:
        return None
    kept = notes.get(step, Kept("", ""))
    return Form(note_url(access.match, number, step), kept.text, kept.link, shared=bool(kept.link))


def note_url(match: Match, number: int, step: int) -> str:
    """Where the note to a step is sent."""
    return reverse("games:replay_note", args=(match.code, number, step))


def comment(match: Match, number: int, step: int, token: str) -> Comment | None:
    """The shared note behind a link's token; None where the token is not, or no longer, one of this step."""
    if not token or "\x00" in token:
        return None
    found = Note.objects.filter(match=match, round=number, step=step, token=token).select_related("author").first()
    return Comment(found.author.display_name, found.text, step) if found else None


def _address(subject: Subject, note: Note) -> str:
    eyes = Eyes(int(note.eyes), open_hands=False) if note.eyes != OPEN else Eyes(0, open_hands=True)
    return f"{subject.url(note.round, note.step, eyes)}&{urlencode({'comment': note.token})}"
