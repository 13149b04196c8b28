"""The rows of data/cases/positions.md; each but those on other variants is proved by exactly one test naming it."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

DATA = Path(__file__).parent / "data"
VARIANTS = 11

Test = TypeVar("Test", bound=Callable[..., object])

_SECTION = re.compile(r"^## (\d+)\.")
_ROW = re.compile(r"^\| (T\d{3}) \|")


@cache
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


def position(*rows: str) -> Callable[[Test], Test]:
    """This test proves these rows of the file."""
    unknown = set(rows) - position_ids().keys()
    assert not unknown, f"no such rows: {sorted(unknown)}"
    return lambda test: test
