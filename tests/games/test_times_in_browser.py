"""Times stand in pages as moments in UTC, and each reader sees them on their own clock (BUGLOG F10)."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser

from games.models import Match, Tally
from tests.games.played import RandomMatch, store

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LATE = datetime(2026, 11, 20, 22, 30, tzinfo=UTC)
"""23:30 in Zurich, on the same day."""
AFTER_MIDNIGHT = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)
"""0:30 on the 21st there, while it is still the 20th in UTC."""
SUMMER = datetime(2026, 10, 24, 21, 30, tzinfo=UTC)
"""23:30 on the last evening of summer time."""
CHANGE = datetime(2026, 10, 25, 1, 10, tzinfo=UTC)
"""2:10 for the second time in that night: the match had begun an hour before, at 2:10."""


def ended(match: Match, moment: datetime) -> str:
    """The match has ended then, an hour after it began; its address."""
    Match.objects.filter(pk=match.pk).update(started_at=moment - timedelta(hours=1), ended_at=moment)
    Tally.objects.filter(match=match).update(ended_at=moment)
    return f"/matches/{match.code}/"


def test_a_match_that_ends_late_in_zurich_has_the_date_of_zurich(browser: Browser, live_server: object) -> None:
    """BUGLOG F10: also over the change of the clocks in October."""
    played = RandomMatch(5).play_out()
    moments = (LATE, AFTER_MIDNIGHT, SUMMER, CHANGE)
    paths = [ended(store(played), moment) for moment in moments]
    context = browser.new_context(timezone_id="Europe/Zurich", locale="de-CH", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{live_server}/players/alice/")
    assert page.locator("html").get_attribute("lang") == "de"
    listed = page.locator(".history time").all_inner_texts()
    assert [numbers(text) for text in listed] == [[21, 11, 2026], [20, 11, 2026], [25, 10, 2026], [24, 10, 2026]]
    seen = []
    for path in paths:
        page.goto(f"{live_server}{path}")
        began, end = page.locator("main p time").all_inner_texts()[:2]
        seen.append((numbers(began)[-2:], numbers(end)))
    assert seen == [
        ([22, 30], [23, 30]),
        ([23, 30], [0, 30]),
        ([22, 30], [23, 30]),
        ([2, 10], [2, 10]),
    ]
    assert "60 Minuten" in page.locator("main").inner_text(), "which the clock on the wall does not tell"
    context.close()


def numbers(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", text)]
