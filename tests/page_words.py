"""What a page says, run by run, for tests of its language: texts, spoken attributes, and words kept for scripts."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

SPOKEN = {"alt", "title", "placeholder", "aria-label", "aria-description"}
FOR_SCRIPTS = {"data-armed", "data-armed-now", "data-armed-line", "data-why", "data-empty", "data-copied", "data-turn",
               "data-title", "data-spoken", "data-said", "data-urgent", "data-reserve-runs", "data-disarmed",
               "data-again", "data-no-wish", "data-raise", "data-connected", "data-reconnecting", "data-clocks",
               "data-sort-labels", "data-broken", "data-offline", "data-play", "data-stop",
               "data-fits", "data-fails", "data-cannot", "data-one", "data-many", "data-none"}  # fmt: skip
SILENT = {"script", "style", "svg"}
OF_PEOPLE = {"bdi", "code", "kbd", "time"}
"""Names, seals, keys and moments: the same in every language, or put into the reader's own by the browser."""
EMPTY = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "use", "path"}


@dataclass
class PageWords(HTMLParser):
    """`runs` are stretches of text and attributes; `fixed` tells that they are of people, not of the site."""

    runs: list[tuple[str, bool]] = field(default_factory=list)
    open: list[tuple[str, bool]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    @property
    def fixed(self) -> bool:
        return any(fixed for _tag, fixed in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        foreign = tag in SILENT | OF_PEOPLE or (tag != "html" and any(name == "lang" for name, _value in attrs))
        if tag not in EMPTY:
            self.open.append((tag, foreign))
        for name, value in attrs:
            if name in SPOKEN | FOR_SCRIPTS and value and not foreign:
                self.runs.append((value, self.fixed))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and not any(tag in SILENT for tag, _fixed in self.open):
            self.runs.append((data, self.fixed))


def runs_of(page: str) -> list[tuple[str, bool]]:
    words = PageWords()
    words.feed(page)
    return words.runs


def texts_of(page: str) -> list[str]:
    """What the site says, each run in one line."""
    return [" ".join(text.split()) for text, fixed in runs_of(page) if not fixed]
