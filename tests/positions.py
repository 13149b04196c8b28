"""The rows of data/cases/positions.md; each but those on other variants is proved by exactly one test naming it."""

import re
from pathlib import Path

DATA = Path(__file__).parent / "data"
VARIANTS = 11

_SECTION = re.compile(r"^## (\d+)\.")
_ROW = re.compile(r"^\| (T\d{3}) \|")


def position_ids() -> dict[str, int]:
    """The section of each row's id, without those about other variants."""
    found: dict[str, int] = {}
    section = 0
    for line in (DATA / "cases" / "positions.md").read_text(encoding="utf-8").splitlines():
        if heading := _SECTION.match(line):
            section = int(heading[1])
        if row := _ROW.match(line):
            found[row[1]] = section
    return {row: number for row, number in found.items() if number != VARIANTS}
