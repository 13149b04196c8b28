"""No row of the position file is forgotten: each is named by exactly one test, as the text "T…" in its source."""

import ast
from collections import Counter
from pathlib import Path

from tests.positions import position_ids

TESTS = Path(__file__).parent
PACKAGES = ("rules", "engine")


def named_rows() -> Counter[str]:
    found: Counter[str] = Counter()
    for path in sorted(path for package in PACKAGES for path in (TESTS / package).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in position_ids():
                found[node.value] += 1
    return found


def test_every_row_is_proved_by_exactly_one_test():
    assert named_rows() == dict.fromkeys(position_ids(), 1)


def test_the_file_has_all_its_rows():
    """So that an empty file would not prove everything."""
    assert Counter(position_ids().values()) == {1: 32, 2: 13, 3: 19, 4: 8, 5: 8, 6: 31, 7: 9, 8: 4, 9: 9, 10: 6, 12: 2}
