"""The quick sheets as PDF files, printed from their own pages: `manage.py build_sheets`, after a page has changed.

It needs a Chromium and the tools of the tests (`manage.py setup`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.test.utils import override_settings

from games.management import printing
from games.views.sheets import pdf_path

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PLAIN = settings.STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
FLAGS = ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage"]


class Command(BaseCommand):
    help = "Prints the quick sheets that have changed into static/sheets/, in every language, one A4 page each."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--out", type=Path, default=settings.BASE_DIR / "static", help="another folder")

    def handle(self, *args: object, **options: Any) -> None:
        folder: Path = options["out"]
        with override_settings(STORAGES=PLAIN):
            self._build(folder)

    def _build(self, folder: Path) -> None:
        digests = {pdf_path(*each): printing.digest(*each) for each in printing.every_sheet()}
        before = printing.noted(folder)
        stale = [each for each in printing.every_sheet() if not _is_fresh(folder, pdf_path(*each), digests, before)]
        if stale:
            (folder / "sheets").mkdir(parents=True, exist_ok=True)
            with chromium() as browser:
                for name, language in stale:
                    self._print(browser, name, language, folder)
        printing.note_down(folder, digests)
        self.stdout.write(f"{len(stale)} of {len(digests)} sheets printed, in {folder / 'sheets'}")

    def _print(self, browser: Browser, name: str, language: str, folder: Path) -> None:
        data = printing.printed(browser, name, language)
        (folder / pdf_path(name, language)).write_bytes(data)
        self.stdout.write(f"{pdf_path(name, language)}: {len(data) / 1000:.0f} kB")


def _is_fresh(folder: Path, path: str, digests: dict[str, str], before: dict[str, str]) -> bool:
    return (folder / path).exists() and before.get(path) == digests[path]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser to print with. Raises CommandError in words when there is none."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as fault:
        raise CommandError("The sheets are printed with Playwright, a tool of the tests: manage.py setup") from fault
    path = printing.find_chromium()
    if path is None:
        raise CommandError("No Chromium found: apt install chromium, or set CHROMIUM to its path.")
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=[*FLAGS, *sandbox])
        try:
            yield browser
        finally:
            browser.close()
