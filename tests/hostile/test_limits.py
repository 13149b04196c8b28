"""There is an end to forms, whichever they are (BUGLOG E12)."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from tests.games.at_table import HTMX
from tests.hostile.places import ours
from tests.hostile.world import World, built, undone


@pytest.mark.django_db
def test_every_form_has_a_limit(settings: Settings) -> None:
    """E12: by account, by address for those who are signed out; also the forms that have none of their own."""
    world = built()
    settings.FORMS_PER_MINUTE = 2
    for place in ours():
        address = place.at(dict.fromkeys(place.blanks, "1") | {"code": world.sat.code})
        for visitor in ("alice", "") if "sign-out" not in address else ("",):  # after that she is somebody else
            with undone():
                statuses = [posted(world, visitor, address) for _ in range(3)]
            assert statuses[2] == 429 and 429 not in statuses[:2], address


def posted(world: World, visitor: str, address: str) -> int:
    return world.browser(visitor).post(address, {"raised": "x"}).status_code


@pytest.mark.django_db
def test_one_account_holds_up_no_other_and_a_forged_header_opens_no_new_book(settings: Settings) -> None:
    """E12"""
    settings.FORMS_PER_MINUTE = 2
    cache.clear()
    stranger = Client()
    forged = [
        stranger.post("/language/", {"language": "de"}, headers={"X-Forwarded-For": f"1.2.3.{n}"}) for n in range(3)
    ]
    assert [answer.status_code for answer in forged] == [302, 302, 429]
    other = Client(REMOTE_ADDR="198.51.100.7")
    assert other.post("/language/", {"language": "de"}).status_code == 302


@pytest.mark.django_db
def test_inside_a_page_too_many_forms_are_a_notice(settings: Settings) -> None:
    settings.FORMS_PER_MINUTE = 0
    answer = built().browser("alice").post("/language/", {"language": "de"}, headers=HTMX)
    assert answer.status_code == 429 and "Too fast" in answer.headers["HX-Trigger"] and answer.content == b""
    assert answer.headers["Retry-After"] == "60"
