"""Quick sheets on paper: the very pages of the site, printed by a Chromium that gets every byte handed in.

Nothing listens on a port. Each printed file is noted with a digest of what it was made of, so that a test can tell
when a page has moved on.
"""

from __future__ import annotations

import hashlib
import json
import mimetypes
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.test import RequestFactory
from django.urls import reverse
from django.utils import translation

from games.views.sheets import SHEETS, quick_sheet

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

ORIGIN = "http://sheets.invalid"
NOTE = "sheets/printed.json"
DRAWN_WITH = ("css/sheets.css", "cards/cards.svg")
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def every_sheet() -> Iterator[tuple[str, str]]:
    """(name, language) of all that is printed."""
    for sheet in SHEETS:
        for language, _name in settings.LANGUAGES:
            yield sheet.name, language


def page_of(name: str, language: str) -> str:
    """The page as a guest reads it."""
    with translation.override(language):
        request = RequestFactory().get(reverse("games:sheet", args=[name]))
        request.user = AnonymousUser()
        return quick_sheet(request, name).content.decode()


def digest(name: str, language: str) -> str:
    """Changes whenever the sheet's content, its style or the cards do."""
    article = re.search(r"<article.*</article>", page_of(name, language), re.S)
    if article is None:
        raise ValueError(f"the page of {name} has no sheet on it")
    made_of = hashlib.sha256(" ".join(article[0].split()).encode())
    for path in DRAWN_WITH:
        made_of.update(_static_file(path).read_bytes())
    return made_of.hexdigest()


def noted(folder: Path) -> dict[str, str]:
    """What lies printed in a folder of static files: path of each PDF, and the digest it was printed from."""
    note = folder / NOTE
    return json.loads(note.read_text(encoding="utf-8")) if note.exists() else {}


def note_down(folder: Path, digests: dict[str, str]) -> None:
    text = json.dumps(dict(sorted(digests.items())), indent=1)
    (folder / NOTE).write_text(text + "\n", encoding="utf-8", newline="\n")


def printed(browser: Browser, name: str, language: str, scheme: str = "light") -> bytes:
    """The sheet as PDF, as "Print" gives it to a reader whose screen is light or dark."""
    context = browser.new_context(java_script_enabled=False, color_scheme=scheme)  # type: ignore[arg-type]
    try:
        page = context.new_page()
        page.route(f"{ORIGIN}/**", lambda route: _answer(route, name, language))
        page.goto(f"{ORIGIN}{reverse('games:sheet', args=[name])}", wait_until="networkidle")
        return page.pdf(prefer_css_page_size=True, print_background=True, tagged=True)
    finally:
        context.close()


def _answer(route: Route, name: str, language: str) -> None:
    path = urlsplit(route.request.url).path
    if not path.startswith(settings.STATIC_URL):
        return route.fulfill(body=page_of(name, language), content_type="text/html; charset=utf-8")
    file = _static_file(path.removeprefix(settings.STATIC_URL))
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return route.fulfill(body=file.read_bytes(), content_type=kind)


def _static_file(path: str) -> Path:
    found = finders.find(path)
    if not found:
        raise FileNotFoundError(path)
    return Path(found)


def find_chromium() -> str | None:
    """Its path: `CHROMIUM`, or whatever is installed."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
