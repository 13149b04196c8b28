"""All positions of a round as data for replay-film.js, so that a step needs no request: the pieces of the page, made
by the templates that also make it, and which of them each step shows. Nothing in it that the chosen eyes never see.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games import replay
from games.replay_felt import felt
from games.replay_page import Subject, spoken, took
from games.replay_review import review
from games.replay_words import Eyes, Telling, heading, telling

STEP = "{step}"
"""Stands in sentences where replay-film.js puts the number of the step."""


@dataclass(slots=True)
class _Pieces:
    """Pieces of markup by number, each rendered and sent once."""

    found: list[str] = field(default_factory=list)
    _by_markup: dict[str, int] = field(default_factory=dict)
    _by_value: dict[tuple[str, Hashable], int] = field(default_factory=dict)

    def number(self, template: str, value: Hashable, **context: object) -> int:
        """The number of `games/<template>.html`, made of `value` alone, which it calls `it`."""
        key = template, value
        if key not in self._by_value:
            markup = render_to_string(f"games/{template}.html", {"it": value} | context).strip()
            self._by_value[key] = self._add(markup)
        return self._by_value[key]

    def _add(self, markup: str) -> int:
        if markup not in self._by_markup:
            self._by_markup[markup] = len(self.found)
            self.found.append(markup)
        return self._by_markup[markup]


def build(subject: Subject, log: replay.RoundLog, eyes: Eyes) -> dict[str, Any]:
    """The round as plain data: `pieces`, `frames` (for each step its pieces in the order of the page),
    `items` (told, before, since which step), `headings` likewise, `spoken` by step, and sentences with the step open.
    """
    pieces = _Pieces()
    frames = tuple(replay.frames(log, eyes.seat, open_hands=eyes.open_hands))
    lines = [telling(log, frame.step, subject.names, eyes) for frame in frames]
    return {
        "frames": [list(_shown(pieces, subject, frame, eyes, line)) for frame, line in zip(frames, lines, strict=True)],
        "items": [_item(pieces, frame.step, line, frame.thought) for frame, line in zip(frames, lines, strict=True)],
        "headings": list(_headings(subject, log, eyes)),
        "spoken": [spoken(step, line.at(step)) for step, line in enumerate(lines)],
        "heading": _("Replay, round %(number)s, step %(step)s") % {"number": log.number, "step": STEP},
        "title": _("Replay, round %(number)s, step %(step)s · Tichu") % {"number": log.number, "step": STEP},
        "table": _("Table at step %(step)s") % {"step": STEP},
        "pieces": pieces.found,
    }


def _shown(pieces: _Pieces, subject: Subject, frame: replay.Frame, eyes: Eyes, line: Telling) -> Iterator[int]:
    """The pieces at one step: plate and fan of each hand, the middle, and what could have been."""
    on_felt = felt(frame, eyes, subject.names, subject.houses, line.at(frame.step))
    for hand in on_felt.hands:
        yield pieces.number("replay_plate", hand.plate)
        yield pieces.number("replay_fan", hand.fan)
    yield pieces.number("replay_center", on_felt.center)
    yield pieces.number("replay_review", review(frame.view, subject.names))


def _item(pieces: _Pieces, step: int, line: Telling, thought: int | None) -> tuple[int, int, int]:
    told = pieces.number("replay_item", (step, line.told, took(thought)))
    return told, pieces.number("replay_item", (step, line.ahead, "")), line.since


def _headings(subject: Subject, log: replay.RoundLog, eyes: Eyes) -> Iterator[tuple[str, str, int]]:
    for part in replay.spans(log):
        told, ahead = (heading(part, subject.names, is_told=is_told) for is_told in (True, False))
        yield told, ahead, 0 if eyes.open_hands else part.first
