"""Which kind of file it is, told by its content, and how much of it may come at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum

from games.importing import bsw, records
from games.importing.story import Told

Reader = Callable[[bytes], Iterator[Told]]
BOM = b"\xef\xbb\xbf"


class Source(StrEnum):
    """Where a file comes from."""

    RECORD = "record"
    BSW = "bsw"


READERS: dict[Source, Reader] = {Source.RECORD: records.read, Source.BSW: bsw.read}


def recognised(raw: bytes) -> Source | None:
    """What the file is by its first line; None for neither."""
    start = raw.removeprefix(BOM).lstrip()
    if start.startswith(b"{"):
        return Source.RECORD
    return Source.BSW if start.startswith(b"--") and b"Gr.Tichukarten" in start[:100] else None
