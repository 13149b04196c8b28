"""Matches told elsewhere, read into the events of our log. Pure: bytes come in, stories go out; no Django, no rows.

Whatever is wrong with a file is a RecordFault with its line; nothing else is ever raised.
"""

from games.engine.record import RecordFault
from games.importing.story import Difference, Story, Told, Why

__all__ = ["Difference", "RecordFault", "Story", "Told", "Why"]
