"""`replace` for frozen dataclasses, several times faster than the standard one: a match is folded through it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from dataclasses import replace
else:
    from dataclasses import fields
    from functools import cache
    from operator import attrgetter

    T = TypeVar("T")

    @cache
    def _reader(shape: type) -> tuple[tuple[str, ...], Any]:
        names = tuple(each.name for each in fields(shape))
        return names, attrgetter(*names)

    def replace(value: T, /, **changes: Any) -> T:
        """A copy of `value` with some fields changed; unknown names raise TypeError."""
        names, read = _reader(type(value))
        return type(value)(**(dict(zip(names, read(value), strict=True)) | changes))


__all__ = ["replace"]
