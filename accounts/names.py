"""What a player may be called, and when two names are one and the same (BUGLOG N01, N02).

Knows text only: no database, no request. Whether a name is still free is asked in services.py.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from unicodedata import category, normalize

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import script, skeleton

MIN_LENGTH, MAX_LENGTH = 2, 30
SIGNS = " _-."
DIGITS = "0123456789"
# UTS 31, table 5: scripts in everyday use. The others only serve to look like one of these.
SCRIPTS = frozenset(
    {"ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK", "GUJARATI",
     "GURMUKHI", "HAN", "HANGUL", "HEBREW", "HIRAGANA", "KANNADA", "KATAKANA", "KHMER", "LAO", "LATIN", "MALAYALAM",
     "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN"}
)  # fmt: skip
# Japanese, Korean and Chinese are each written in several scripts that belong together.
TOGETHER = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)
LONG_VOWEL = "ー"  # of no script by itself, but part of Japanese names
# Letters and marks by their category, but nothing is to be seen of them.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0") | frozenset(map(chr, range(0xFE00, 0xFE10)))


class NameReason(Enum):
    LENGTH = "length"
    SIGN = "sign"
    SPACE = "space"
    SCRIPT = "script"
    LETTERLESS = "letterless"
    RESERVED = "reserved"
    TAKEN = "taken"
    LOOKALIKE = "lookalike"


TEXTS = {
    NameReason.LENGTH: _("A name has 2 to 30 characters."),
    NameReason.SIGN: _("A name can have letters, digits, single spaces and _ - . and nothing else."),
    NameReason.SPACE: _("A name has no space at its ends and no two spaces in a row."),
    NameReason.SCRIPT: _(
        "Please stay with one alphabet: these letters come from several and could look like another name."
    ),
    NameReason.LETTERLESS: _("A name needs at least one letter or digit."),
    NameReason.RESERVED: _("%(name)s is kept for the site itself."),
    NameReason.TAKEN: _("%(name)s is taken."),
    NameReason.LOOKALIKE: _("%(name)s looks too much like a name that is taken."),
}


class NameRefused(ValidationError):
    def __init__(self, reason: NameReason, name: str = "") -> None:
        super().__init__(TEXTS[reason], code=reason.value, params={"name": name})
        self.reason = reason


@dataclass(frozen=True, slots=True)
class NameKeys:
    """Two names may not share either: `key` compares them ignoring case, `look` as they are written."""

    key: str
    look: str


def canonical(text: str) -> str:
    return normalize("NFKC", text)


def fold(text: str) -> str:
    """The name ignoring case: Straße and STRASSE are one (N02)."""
    return canonical(canonical(text).casefold())


def keys_of(text: str) -> NameKeys:
    return NameKeys(key=skeleton(fold(text)).casefold(), look=skeleton(canonical(text)).casefold())


def checked(text: str) -> str:
    """The name in its canonical form, or `NameRefused` with the reason."""
    name = canonical(text)
    if reason := next(_faults(name), None):
        raise NameRefused(reason, name)
    return name


def validate_shape(text: str) -> None:
    """Field validator: everything but reserved names, which an operator may take."""
    if reason := next((r for r in _faults(canonical(text)) if r is not NameReason.RESERVED), None):
        raise NameRefused(reason, text)


def _faults(name: str) -> Iterator[NameReason]:
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        yield NameReason.LENGTH
    if not all(map(_is_allowed, name)):
        yield NameReason.SIGN
    if name != name.strip(" ") or "  " in name:
        yield NameReason.SPACE
    if not _belong_together({script(c) for c in name if c not in SIGNS + DIGITS + LONG_VOWEL}):
        yield NameReason.SCRIPT
    if all(c in SIGNS for c in name) or category(name[0]).startswith("M"):
        yield NameReason.LETTERLESS
    if is_reserved(name):
        yield NameReason.RESERVED


def _is_allowed(character: str) -> bool:
    if character in SIGNS or character in DIGITS or character == LONG_VOWEL:
        return True
    return category(character)[0] in "LM" and character not in INVISIBLE and script(character) in SCRIPTS


def _belong_together(scripts: set[str]) -> bool:
    return len(scripts) <= 1 or any(scripts <= group for group in TOGETHER)


_RESERVED_STARTS = ("deleted account", "house player")
_reserved = {"admin", "administrator", "moderator", "official", "root", "staff", "support", "system", "tichu"}


def reserve(*names: str) -> None:
    """Keep names for the site, such as those of the house players. Called once, when an app is ready."""
    _reserved.update(names)
    _reserved_keys.cache_clear()


def is_reserved(name: str) -> bool:
    mine = keys_of(name)
    if mine.key.startswith(_reserved_starts()) or mine.look.startswith(_reserved_starts()):
        return True
    return not {mine.key, mine.look}.isdisjoint(_reserved_keys())


@cache
def _reserved_starts() -> tuple[str, ...]:
    return tuple(text for keys in map(keys_of, _RESERVED_STARTS) for text in (keys.key, keys.look))


@cache
def _reserved_keys() -> frozenset[str]:
    return frozenset(text for keys in map(keys_of, _reserved) for text in (keys.key, keys.look))
