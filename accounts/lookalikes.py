"""Which names look alike: Unicode's confusable skeleton (UTS 39) and the script of a letter.

Knows characters only; what is allowed in a name stands in names.py.
"""

from functools import cache
from unicodedata import normalize

# The data marks right-to-left characters with this invisible direction mark.
_MARK = "\u200e"


@cache
def script(character: str) -> str:
    from confusable_homoglyphs import categories  # 600 KB of data: read when the first name is judged

    return str(categories.alias(character))


@cache
def _neighbours() -> dict[str, list[str]]:
    from confusable_homoglyphs import confusables

    return {
        source.replace(_MARK, ""): [entry["c"].replace(_MARK, "") for entry in entries]
        for source, entries in confusables.confusables_data.items()
    }


@cache
def prototype(character: str) -> str:
    """The one character or text that stands for everything that looks like this character."""
    around = _neighbours().get(character, [])
    if len(around) != 1:
        return character  # nothing looks like it, or it is itself what the others stand for
    (other,) = around
    if len(_neighbours()[other]) > 1:
        return other
    return min(character, other, key=lambda text: (-len(text), text))


def skeleton(text: str) -> str:
    """Two texts that look alike have the same skeleton (UTS 39, section 4)."""
    return normalize("NFD", "".join(map(prototype, normalize("NFD", text))))
