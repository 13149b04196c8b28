"""Nothing on the table is told by colour alone: suits differ in shape, the raised, the acting and the top in place,
size and words (BUGLOG G03)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page

from games.rules import RANKS, Suit, rank_code
from games.times import now_ms
from tests.games.conftest import look  # noqa: F401
from tests.games.factories import ALICE, BOB, CAROL, in_play
from tests.games.looking import Look, raise_

SPRITE = Path(settings.BASE_DIR) / "static" / "cards" / "cards.svg"


def shape(symbol: str) -> str:
    """What is drawn, whatever its colours."""
    drawn = re.search(rf'<symbol[^>]*id="{symbol}"[^>]*>(.*?)</symbol>', SPRITE.read_text(encoding="utf-8"), re.S)
    assert drawn, symbol
    return re.sub(r'\s(fill|stroke|class|color)="[^"]*"', "", drawn.group(1))


@pytest.mark.parametrize("rank", [rank_code(rank) for rank in RANKS])
def test_the_four_suits_of_a_rank_differ_in_shape(rank: str) -> None:
    """G03"""
    assert len({shape(f"{rank}{suit}") for suit in Suit}) == 4
    assert len({shape(f"s-{suit}") for suit in Suit}) == 4


def top_of(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_raised_acting_and_top_show_without_colour(look: Look, width: int, height: int) -> None:  # noqa: F811
    """G03: the raised card stands higher, the acting seat has a clock and says so, the top is named and largest."""
    live = in_play(now=now_ms())
    live.play(ALICE, "2j")
    live.play(BOB, "5w")
    page = look(BOB, live, width, height)
    raise_(page, "3w")
    assert top_of(page, "#held-3w .card") <= top_of(page, "#held-6w .card") - 8
    acting = page.locator(".seat.is-turn")
    assert "to play" in (acting.get_attribute("aria-label") or "")
    assert acting.locator(".clock").is_visible()
    assert page.locator(".seat:not(.is-turn) .clock").count() == 0
    assert page.locator("#trick .is-top .play__what").inner_text() == "You · 5 of Sword"
    widths = page.eval_on_selector_all(
        "#trick .play .card", "each => each.map(one => one.getBoundingClientRect().width)"
    )
    top = page.eval_on_selector("#trick .is-top .card", "one => one.getBoundingClientRect().width")
    assert top == max(widths) and [width for width in widths if width == top] == [top]
    assert live.state.deal.turn == CAROL
