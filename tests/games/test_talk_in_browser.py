"""Talking as it looks: shown for a moment, quiet for who wants it, and a half-written line survives what others say."""

import pytest

from games.services import talk
from games.times import now_ms
from tests.games.factories import ALICE, in_play, person
from tests.games.looking import Look

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_phrase_is_shown_for_a_moment_unless_the_reader_wants_quiet(look: Look) -> None:
    live = in_play(now=now_ms())
    page = look(ALICE, live)
    talk.say_phrase(table=live.match.table, user=person("carol"), phrase="wow")
    page.wait_for_selector("#talk-toast:not([hidden])")
    assert page.inner_text("#talk-toast") == "carol says: Wow!"
    page.reload()
    page.wait_for_selector("#talk [data-said-at]", state="attached")
    assert page.is_hidden("#talk-toast")
    page.click('[data-do="menu"]')
    page.click('#menu [data-do="talk"]')
    page.check("#talk-mute")
    page.click('#talk-panel [data-do="close"]')
    talk.say_phrase(table=live.match.table, user=person("bob"), phrase="sorry")
    page.wait_for_selector("#talk :text('Sorry!')", state="attached")
    assert page.is_hidden("#talk-toast")


def test_a_half_written_line_keeps_text_and_focus_while_others_talk(look: Look) -> None:
    """C09."""
    live = in_play(now=now_ms()).to_ready_gate()
    page = look(ALICE, live)
    page.click('#sheet [data-do="talk"]')
    page.fill("#say-text", "What a")
    talk.say(table=live.match.table, user=person("bob"), text="Tea?")
    page.wait_for_selector("#talk :text('Tea?')")
    assert page.input_value("#say-text") == "What a"
    page.keyboard.type(" round")
    page.keyboard.press("Enter")
    page.wait_for_selector("#talk .is-mine:has-text('What a round')")
    page.wait_for_function("document.getElementById('say-text').value === ''")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.closest('#sheet') && document.activeElement.dataset.do") == "talk"


def test_words_that_were_refused_stay_in_their_box(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has said a lot is asked to wait; to htmx a refusal is no fault, and the words would be gone."""
    live = in_play(now=now_ms()).to_ready_gate()
    page = look(ALICE, live)
    page.click('#sheet [data-do="talk"]')
    page.fill("#say-text", "One too many")
    monkeypatch.setattr("games.views.talk.may_speak", lambda request: False)
    with page.expect_response("**/say/") as refused:
        page.keyboard.press("Enter")
    assert refused.value.status == 429
    page.wait_for_selector("#line:has-text('One moment')")
    assert page.input_value("#say-text") == "One too many"
