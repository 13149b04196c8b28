"""BrettspielWelt logs for tests, and what reading them gives."""

from pathlib import Path

from games.importing import RecordFault, Story, bsw

FOLDER = Path(__file__).resolve().parent.parent / "data" / "bsw"
FILES = sorted(FOLDER.glob("*.tch"))
SHORT = FOLDER / "tichulog_91-02.tch"
PARTNER = FOLDER / "tichulog_14a-01.tch"
WISH = FOLDER / "tichulog_91-03.tch"


def text_of(path: Path = SHORT) -> str:
    return path.read_text(encoding="ascii")


def stories(text: str | bytes) -> list[Story]:
    """The stories of a log that has no fault."""
    found = list(bsw.read(text.encode() if isinstance(text, str) else text))
    assert all(isinstance(each, Story) for each in found), found
    return [each for each in found if isinstance(each, Story)]


def fault(text: str | bytes) -> RecordFault:
    """The fault of a log that must have one, as the last that is told of it."""
    *_, last = bsw.read(text.encode() if isinstance(text, str) else text)
    assert isinstance(last, RecordFault)
    return last
