"""docs/rulings.md carries every ruling the code cites, so that the project stands alone."""

import re
from pathlib import Path

from games.engine.reasons import TEXTS

ROOT = Path(__file__).resolve().parents[2]
# RULES K5, K7 and G9–O6: every number after the word, until the sentence goes on with something else.
CITED = re.compile(r"RULES:? ((?:[A-Z]\d+(?:–|-|, | and | to |/| )?)+)")


def rulings() -> set[str]:
    return set(re.findall(r"^- \*\*([A-Z]\d+)\*\*", (ROOT / "docs/rulings.md").read_text(), re.MULTILINE))


def test_every_cited_ruling_is_written_down() -> None:
    cited = {text.ruling for text in TEXTS.values()}
    for folder in ("games", "accounts", "tichu_site", "tests", "templates", "static/js"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in {".py", ".html", ".js"}:
                for numbers in CITED.findall(file.read_text()):
                    cited |= set(re.findall(r"[A-Z]\d+", numbers))
    assert cited - rulings() == set()


def test_no_ruling_is_missing_from_its_section() -> None:
    counts = {"A": 5, "B": 4, "C": 3, "D": 6, "E": 8, "F": 6, "G": 9, "H": 5, "I": 6, "J": 6, "K": 12}
    counts |= {"L": 4, "M": 6, "N": 4, "O": 10, "P": 4, "U": 5}
    wanted = {f"{letter}{number}" for letter, count in counts.items() for number in range(1, count + 1)}
    assert wanted <= rulings()
