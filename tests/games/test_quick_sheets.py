"""The quick sheets: what they show holds in the engine, each prints to one page A4, and the files are as the pages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import unicodedata
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation
from playwright.sync_api import Browser
from pypdf import PdfReader

from games.engine import events as e
from games.management import printing
from games.rules import beats, best_reading, parse_cards, points_of, readings
from games.views.sheets import BOMB_ORDER, BOMBS, EXAMPLE, KINDS, RESULT, SINGLE_ORDER, WORTH, Shown, pdf_path
from tests.builders import A, B, C, D, a_round
from tests.games.visiting import words

STATIC = Path(settings.BASE_DIR) / "static"
SHEETS = list(printing.every_sheet())
A4 = (595.28, 841.89)
STALE = "a quick sheet has changed: run `python3 manage.py build_sheets` and commit static/sheets/"


# --- The pages


@pytest.mark.parametrize(("name", "language"), SHEETS)
def test_the_page_is_open_to_all_and_offers_its_file(client: Client, name: str, language: str) -> None:
    answer = client.get(f"/rules/sheets/{name}/", headers={"Accept-Language": language})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'href="/static/{pdf_path(name, language)}" download="tichu-{name}.pdf"' in page
    assert (STATIC / pdf_path(name, language)).is_file()


def test_it_refuses_others(client: Client, db: None) -> None:
    assert client.get("/rules/sheets/nothing/").status_code == 404
    assert client.post("/rules/sheets/scoring/").status_code == 405


@pytest.mark.parametrize("path", ["/learn/", "/rules/"])
def test_learn_and_rules_lead_to_all_three(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert set(re.findall(r'href="/rules/sheets/(\w+)/"', page)) == {name for name, _language in SHEETS}


def test_a_language_without_printed_sheets_offers_none(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.views.sheets.get_language", lambda: "xx")
    page = client.get("/rules/sheets/scoring/").content.decode()
    assert "sheets/scoring.xx.pdf" not in page and 'id="pdf"' not in page


# --- What they teach


@pytest.mark.parametrize("shown", [*KINDS, *BOMBS], ids=lambda shown: shown.kind.name)
def test_every_example_is_of_its_kind_and_beaten_as_shown(shown: Shown) -> None:
    (top,) = [reading for reading in readings(parse_cards(shown.cards)) if reading.kind is shown.kind][:1]
    answer = best_reading(parse_cards(shown.beaten_by), top)
    assert answer is not None and answer.kind is shown.kind
    assert beats(top, answer)
    assert not set(parse_cards(shown.cards)) & set(parse_cards(shown.beaten_by)), "no card is there twice"


@pytest.mark.parametrize("order", [BOMB_ORDER, SINGLE_ORDER], ids=["bombs", "singles"])
def test_each_step_of_a_ladder_beats_the_one_below(order: tuple[str, ...]) -> None:
    for low, high in zip(order, order[1:], strict=False):
        (top,) = readings(parse_cards(low))
        answer = best_reading(parse_cards(high), top)
        assert answer is not None and beats(top, answer), (low, high)


@pytest.mark.parametrize("cards", ["8j8p8w9j9p9w", "KjKpKwPh", "8j8w8p8sPh", "QjKwAp2s3j"])
def test_what_is_called_no_combination_is_none(cards: str) -> None:
    assert readings(parse_cards(cards)) == ()


def test_the_cards_are_worth_what_stands_below_them() -> None:
    """RULES A3"""
    for code, points in WORTH:
        assert points_of(parse_cards(code)) == number(points)


def number(text: str) -> int:
    return sum(int(part.replace("−", "-")) for part in text.split(" + ") if part)


def test_the_worked_example_is_what_the_engine_counts() -> None:
    """RULES M1 to M3, M6: Tom (A) is last with a King, partner Nora (C) was first; each pile as the example says."""
    piles = {C: "KjKpTj5jDrPh", B: "5sKw", D: "TpTw5w", A: "Ts5p"}
    playing = a_round({A: "Ks", B: "6j"}, piles=piles, to_act=B, out=(C, D), tichu=(C, D), trick="")
    assert [points_of(parse_cards(piles[seat])) for seat in (C, D, B, A)] == [35, 25, 15, 15]
    playing.play(B, "6j")
    scored = playing.last(e.RoundScored)
    assert scored is not None
    ours, theirs = (sum(number(getattr(line, side)) for line in EXAMPLE[:4]) for side in ("ours", "theirs"))
    assert (str(ours), str(theirs)) == (EXAMPLE[4].ours, EXAMPLE[4].theirs)
    assert tuple(playing.state.totals) == tuple(number(each) for each in RESULT)


# --- On paper


def flat(text: str) -> str:
    """Without what a printer changes: ligatures, soft line ends, spaces."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))


def check_paper(data: bytes, name: str, language: str) -> None:
    """One page A4 with every word of the page on it, in letters that can be read and searched."""
    document = PdfReader(BytesIO(data))
    (page,) = document.pages
    assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(A4, abs=1.5)
    article = re.search(r"<article.*</article>", printing.page_of(name, language), re.S)
    assert article is not None
    said, printed = words(article[0].encode()).split(), flat(page.extract_text())
    assert [word for word in said if flat(word) not in printed] == []


@pytest.mark.parametrize(("name", "language"), SHEETS)
def test_the_file_is_one_page_with_the_words_of_its_page(name: str, language: str) -> None:
    data = (STATIC / pdf_path(name, language)).read_bytes()
    assert len(data) < 150_000
    check_paper(data, name, language)
    with translation.override(language):
        assert PdfReader(BytesIO(data)).metadata.title.endswith("· Tichu")  # type: ignore[union-attr]


def test_no_file_is_older_than_its_page() -> None:
    assert printing.noted(STATIC) == {pdf_path(*each): printing.digest(*each) for each in SHEETS}, STALE
    assert {path.name for path in (STATIC / "sheets").glob("*.pdf")} == {Path(pdf_path(*each)).name for each in SHEETS}


def test_a_changed_word_makes_a_file_old(monkeypatch: pytest.MonkeyPatch) -> None:
    before = printing.digest("scoring", "en")
    monkeypatch.setattr("games.views.sheets.RESULT", ("151", "−50"))
    assert printing.digest("scoring", "en") != before


@pytest.mark.browser
@pytest.mark.parametrize(("name", "language"), SHEETS)
def test_the_page_prints_to_one_page_from_a_dark_screen_too(browser: Browser, name: str, language: str) -> None:
    check_paper(printing.printed(browser, name, language, scheme="dark"), name, language)


def test_the_command_prints_only_what_has_changed(tmp_path: Path) -> None:
    """Nothing is stale, so it needs no browser and leaves the files alone."""
    (tmp_path / "sheets").mkdir()
    for path in (STATIC / "sheets").iterdir():
        (tmp_path / "sheets" / path.name).write_bytes(path.read_bytes())
    call_command("build_sheets", out=tmp_path, stdout=sys.stderr)
    assert printing.noted(tmp_path) == printing.noted(STATIC)


def test_without_a_browser_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "find_chromium", lambda: None)
    with pytest.raises(CommandError, match="No Chromium found"):
        call_command("build_sheets", out=tmp_path)


@pytest.mark.browser
def test_the_command_prints_what_is_missing(tmp_path: Path) -> None:
    """In a process of its own, as one starts it: one sheet is missing, and afterwards it is there."""
    (tmp_path / "sheets").mkdir()
    for path in (STATIC / "sheets").iterdir():
        (tmp_path / "sheets" / path.name).write_bytes(path.read_bytes())
    (tmp_path / pdf_path("scoring", "de")).unlink()
    command = [sys.executable, "manage.py", "build_sheets", "--out", str(tmp_path)]
    environment = os.environ | {"TICHU_NO_SETUP": "1"}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "1 of 6 sheets printed" in done.stdout
    check_paper((tmp_path / pdf_path("scoring", "de")).read_bytes(), "scoring", "de")
