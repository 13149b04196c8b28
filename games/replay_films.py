"""The frames of a round as they are sent, made once and kept for a while: opening a replay again costs next to nothing.

Kept are only matches that are over, whose log never changes again. A film holds no address, key or note: whoever the
gate lets in may choose any eyes, and with the same eyes everybody sees the same. All else it depends on is in its key.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.core.cache import caches
from django.utils.translation import get_language

from games import replay_frames, replay_rounds
from games.models import Match
from games.replay_page import Subject
from games.replay_words import Eyes

KEPT = 3_600
"""Seconds."""
PACKED = 6
SOURCES = ("games", "accounts", "templates", "locale", "static")


def film(match: Match, subject: Subject, number: int, eyes: Eyes) -> bytes:
    """The round from these eyes as packed (gzip) JSON; raises what `round_log` does."""
    if not match.is_over or settings.DEBUG:
        return _made(match, subject, number, eyes)
    films, key = caches["films"], _key(match, subject, number, eyes)
    found: bytes | None = films.get(key)
    if found is None:
        found = _made(match, subject, number, eyes)
        films.set(key, found, KEPT)
    return found


def _made(match: Match, subject: Subject, number: int, eyes: Eyes) -> bytes:
    found = replay_frames.build(subject, replay_rounds.round_log(match, number), eyes)
    return gzip.compress(json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode(), PACKED, mtime=0)


def _key(match: Match, subject: Subject, number: int, eyes: Eyes) -> str:
    """By the match's code and the length of its log, not its number: a restored database may give that out again.
    The names too: people are renamed, and accounts are deleted."""
    parts = (_version(), match.code, match.head, number, eyes, get_language(), subject.names, sorted(subject.houses))
    return f"film-{sha256(repr(parts).encode()).hexdigest()}"


@cache
def _version() -> str:
    """Another one whenever anything a film is made by may have changed: code, templates, catalogues, pictures."""
    files = (path for folder in SOURCES for path in (settings.BASE_DIR / folder).rglob("*") if path.is_file())
    digest = sha256()
    for path in sorted(path for path in files if path.suffix in {".py", ".html", ".mo", ".svg"}):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()
