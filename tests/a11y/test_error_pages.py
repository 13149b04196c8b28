"""Error pages and the lost line: WCAG 2.2 AA in both languages, every width, light and dark, and always a way on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client
from django.utils import translation
from playwright.sync_api import Page, Route, expect

from accounts import errors
from games.times import now_ms
from tests.a11y.axe import faults_everywhere
from tests.a11y.conftest import Visit
from tests.games.factories import BOB, PEOPLE, a_table, in_play, person
from tests.games.looking import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LANGUAGES = ["en", "de"]
LOST = {
    "en": "The line is lost. Please try again in a moment.",
    "de": "Die Verbindung ist weg. Bitte versuch es in einem Moment nochmals.",
}
BACK = "/lobby/?from=here"
ANSWERS: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "400": lambda request: errors.unreadable(request, Exception()),
    "403": lambda request: errors.no_access(request, PermissionDenied()),
    "403 csrf": errors.csrf_failure,
    "404": lambda request: errors.not_found(request, Http404()),
    "429": lambda request: errors.too_many(request, seconds=300),
    "500": errors.broken,
    "503": lambda request: without_database(request),
}


def without_database(request: HttpRequest) -> HttpResponse:
    try:
        raise OperationalError
    except OperationalError:
        return errors.broken(request)


def answered(name: str, language: str) -> HttpResponse:
    referer = {"Referer": f"http://testserver{BACK}", "Accept-Language": language}
    request = Client().get("/privacy/", headers=referer).wsgi_request
    with translation.override(language):
        return ANSWERS[name](request)


def shown(visit: Visit, name: str, language: str) -> Page:
    """The answer as a browser gets it, with this site's own styles and pictures."""
    answer = answered(name, language)

    def tell(route: Route) -> None:
        route.fulfill(status=answer.status_code, content_type="text/html; charset=utf-8", body=answer.content)

    page = visit("/privacy/", locale=language)
    page.route("**/wherever/", tell)
    page.goto(page.url.replace("/privacy/", "/wherever/"))
    return page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ANSWERS)
def test_error_pages(visit: Visit, name: str, language: str) -> None:
    page = shown(visit, name, language)
    assert page.locator("html").get_attribute("lang") == language
    expect(page.locator("main h1")).to_be_visible()
    assert page.evaluate("() => document.querySelector('.oops .card').getBoundingClientRect().width") > 90
    found = faults_everywhere(page)
    assert not found, "\n".join(found)
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("name", ["403", "404", "429"])
def test_error_pages_lead_on_to_the_lobby_back_and_to_the_rules(visit: Visit, name: str) -> None:
    page = shown(visit, name, "en")
    ways = page.eval_on_selector_all(".oops .btn", "each => each.map(one => new URL(one.href).pathname)")
    assert ways == ["/lobby/", "/lobby/", "/rules/"]
    assert page.get_by_role("link", name="Back").get_attribute("href") == f"http://testserver{BACK}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_loses_the_line_says_so_and_stays(visit: Visit, language: str) -> None:
    """What is typed stays too; when the line is back, the notice goes and the way is free."""
    a_table("bob", title="Friday evening")
    person("alice")
    page = visit("/accounts/sign-in/", locale=language)
    page.locator("#id_username").fill("alice")
    page.context.set_offline(True)
    notice = page.locator("#page-notice .note")
    expect(notice).to_be_visible(timeout=PATIENCE)
    page.locator("main form button[type=submit]").click()
    page.locator(".foot a").first.click()
    assert page.url.endswith("/accounts/sign-in/")
    assert page.locator("#id_username").input_value() == "alice"
    expect(notice).to_have_text(LOST[language])
    found = faults_everywhere(page)
    assert not found, "\n".join(found)
    page.context.set_offline(False)
    expect(notice).to_have_count(0)
    page.locator(".foot a").first.click()
    page.wait_for_url("**/privacy/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_that_loses_the_line(visit: Visit, language: str) -> None:
    """C06: the felt says it calmly, where it covers no control, and no second notice lies over the keys."""
    live = in_play(now=now_ms())
    page = visit(f"/tables/{live.match.table.code}/", PEOPLE[BOB], locale=language)
    page.context.set_offline(True)
    expect(page.locator("#notice h2")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#page-notice .note")).to_have_count(0)
    found = faults_everywhere(page)
    assert not found, "\n".join(found)
