"""The guided first round: who follows the coach meets everything once; who does not is never blocked or left alone."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from games.bots import chance
from games.engine import commands as c
from games.engine import events as e
from games.engine.decide import refusal
from games.engine.state import Phase
from games.engine.view import MatchView, view_for
from games.lessons import FIRST_ROUND, LESSONS, Coach, lesson_named
from games.lessons.script import course, deal
from games.rules import DECK, DOG, DRAGON, MAH_JONG, PHOENIX, parse_cards
from games.tableview.coach_course import COURSE
from games.tableview.coach_words import WORDS
from tests.lessons.following import LEARNER, Moment, lesson_played

LESSON = LESSONS[FIRST_ROUND]
TEAM = 0


@cache
def followed() -> tuple[Moment, ...]:
    return tuple(lesson_played(LESSON))


def happened(kind: type) -> list[e.Event]:
    return [event for moment in followed() for event in moment.events if isinstance(event, kind)]


def plays_of(seat: int) -> list[e.CombinationPlayed]:
    return [event for event in happened(e.CombinationPlayed) if event.seat == seat]  # type: ignore[attr-defined]


@pytest.mark.parametrize("number", [1, 2])
def test_the_prepared_decks_are_whole(number: int) -> None:
    assert sorted(LESSON.deck(number) or ()) == list(DECK)
    assert LESSON.deck(3) is None


def test_every_word_of_the_course_is_said_once() -> None:
    """Nobody leaves the course, so each of its remarks has its moment, and no other is needed on own decisions."""
    said = {moment.coach.key for moment in followed() if moment.coach}
    assert set(COURSE) <= said
    own = {m.coach.key for m in followed() if m.coach and getattr(m.command, "seat", None) == LEARNER}
    assert own - set(COURSE) <= {"double-ours", "counted"}


def test_the_two_rounds_come_out_as_planned() -> None:
    first, second = happened(e.RoundScored)
    assert (first.order, first.team_victory, first.score) == ((2, 0), True, (200, 0))  # type: ignore[attr-defined]
    assert (second.order[0], second.cards, second.calls) == (0, (85, 15), (100, 0))  # type: ignore[attr-defined]


def test_everything_happens_once() -> None:
    """Exchange, beating, passing for the partner, wish, Phoenix, Dragon gift, Dog, bomb, Tichu, scoring."""
    mine = plays_of(LEARNER)
    assert {event.seat for event in happened(e.WishMade)} == {0, 3}  # type: ignore[attr-defined]
    assert [play.seat for play in happened(e.CombinationPlayed) if play.fulfils] == [1, 0]  # type: ignore[attr-defined]
    for special in (MAH_JONG, DOG, PHOENIX, DRAGON):
        assert any(special in play.combination.cards for play in mine), special
    assert [play.combination.is_bomb for play in mine].count(True) == 1
    assert happened(e.TichuCalled) == [e.TichuCalled(LEARNER)]
    assert {event.seat for event in happened(e.TrickGiven)} == {0, 3}  # type: ignore[attr-defined]
    assert any(event.seat == 0 and event.to == 3 for event in happened(e.TrickGiven))  # type: ignore[attr-defined]
    assert len(happened(e.CardsExchanged)) == 2


def test_passing_for_the_partner_is_a_choice() -> None:
    """At that moment the Kings would win."""
    (moment,) = [each for each in followed() if each.coach and each.coach.key == "first-round-1.partner"]
    state = moment.before
    assert isinstance(moment.command, c.Pass) and state.deal.trick and state.deal.trick.owner == 2
    assert refusal(state, c.Play(LEARNER, parse_cards("KjKp"), state.decision)) is None


def test_it_takes_few_decisions() -> None:
    own = [each for each in followed() if getattr(each.command, "seat", None) == LEARNER]
    assert 20 <= len(own) <= 35


# --- Off the course


@pytest.mark.parametrize("seed", range(12))
def test_whoever_deviates_is_never_left_alone(seed: int) -> None:
    """At every own decision the coach has words, a legal suggestion, and blocks nothing."""
    rng = Random(seed)

    def now_and_then(view: MatchView, coach: Coach | None) -> c.Command | None:
        assert coach is not None and coach.key in WORDS and not coach.quiet
        wild = chance.choose(view, rng) if rng.random() < 0.1 + seed / 15 else None
        return wild or coach.suggests

    moments = list(lesson_played(LESSON, now_and_then, rng))
    for moment in moments:
        if moment.coach and moment.coach.suggests:
            assert refusal(moment.before, moment.coach.suggests) is None, moment.coach
    assert sum(isinstance(event, e.RoundScored) for moment in moments for event in moment.events) == 2


def test_other_suits_of_the_same_rank_keep_to_the_course() -> None:
    def with_the_other_ace(view: MatchView, coach: Coach | None) -> c.Command | None:
        assert coach is not None
        if coach.key == "first-round-1.beat":
            return c.Play(LEARNER, parse_cards("Aw"), view.decision)
        return coach.suggests

    said = {moment.coach.key for moment in lesson_played(LESSON, with_the_other_ace) if moment.coach}
    assert set(COURSE) <= said


def test_the_other_seats_get_no_coach_of_the_table_without_a_round() -> None:
    state = followed()[0].before
    assert state.phase is Phase.DEAL
    assert LESSON.coach(view_for(state, LEARNER)) is None
    assert LESSON.choice(view_for(state, 1)) is None
    assert LESSON.coach(view_for(followed()[5].before, None)) is None


def test_lessons_are_found_by_their_slug() -> None:
    assert lesson_named(FIRST_ROUND) is LESSON
    assert lesson_named("") is None and lesson_named("no-such") is None


def test_a_course_that_cannot_be_read_says_so() -> None:
    with pytest.raises(ValueError, match="no act"):
        course(["0:Mj 1"])
    assert [len(deal("Mj 2j", "2j").dealt), course(["0:Dg#dog@dog"])[0].anchor] == [2, "dog"]
