"""The felt at one step of a replay: four hands, what lies in the middle, the exchange, the score. Made from a
MatchView alone, so nothing can be shown that the chosen eyes may not see (RULES U).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine import events as e
from games.engine.state import Laid, Phase
from games.engine.view import MatchView, SeatView
from games.replay import Frame
from games.replay_words import Eyes, Told, seconds
from games.rules import Card, Kind
from games.wording import card_word, cards_word, listed, number, place_word, play_word, rank_word, short_play

PLACES = ("s", "e", "n", "w")
"""Around the viewer in order of play: oneself, right, partner, left."""


@dataclass(frozen=True, slots=True)
class Plate:
    """Who sits here, and what is said about them."""

    name: str
    count: int
    call: str
    call_class: str
    place: str
    last: str
    reserve: str
    is_turn: bool
    is_house: bool


@dataclass(frozen=True, slots=True)
class Fan:
    """A hand, face up (`cards`) or not (`backs` counts them)."""

    count: int
    cards: tuple[str, ...]
    backs: tuple[None, ...]
    label: str


@dataclass(frozen=True, slots=True)
class HandOnFelt:
    """One seat: its plate and its cards."""

    pos: str
    plate: Plate
    fan: Fan


@dataclass(frozen=True, slots=True)
class Given:
    """What one seat gives or receives in the exchange: (card code, card name, the other's name)."""

    title: str
    cards: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A line of the round's result, per team."""

    label: str
    points: tuple[str, ...]
    is_sum: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """The result of the round with both teams' names."""

    teams: tuple[str, ...]
    rows: tuple[ScoreRow, ...]


@dataclass(frozen=True, slots=True)
class Center:
    """The middle: the top play with its owner, what has just happened, who is next."""

    cards: tuple[str, ...]
    label: str
    owner: str
    caption: str
    lines: tuple[str, ...]
    wish: str
    gives: tuple[Given, ...]
    score: Score | None


@dataclass(frozen=True, slots=True)
class Felt:
    """Everything on the felt, hands in the order of the page's source."""

    hands: tuple[HandOnFelt, ...]
    center: Center


def felt(frame: Frame, eyes: Eyes, names: tuple[str, ...], houses: frozenset[int], told: Told) -> Felt:
    """The felt at this frame. `told` is what the step says in words."""
    view = frame.view
    order = sorted(view.seats, key=lambda seat: "nwes".index(PLACES[seat.place]))
    return Felt(
        hands=tuple(_hand(view, seat, names, is_house=seat.number in houses) for seat in order),
        center=_center(frame, eyes, names, told),
    )


def _hand(view: MatchView, seat: SeatView, names: tuple[str, ...], *, is_house: bool) -> HandOnFelt:
    cards = view.hands[seat.number]
    if cards is None and view.left_over and seat.number == view.results[-1].last:
        cards = view.left_over
    shown = tuple(reversed(cards)) if cards else ()
    label = _("{name}: {cards}").format(name=names[seat.number], cards=_held(seat, shown, hidden=cards is None))
    backs = () if cards is not None else (None,) * seat.count
    fan = Fan(seat.count, tuple(card.code for card in shown), backs, label)
    return HandOnFelt(PLACES[seat.place], _plate(view, seat, names[seat.number], is_house=is_house), fan)


def _plate(view: MatchView, seat: SeatView, name: str, *, is_house: bool) -> Plate:
    return Plate(
        name=name,
        count=seat.count,
        call={"tichu": _("Tichu"), "grand": _("Grand")}.get(seat.call, ""),
        call_class=_call_class(seat),
        place=place_word(seat.out) if seat.out else "",
        last=_last(view, seat),
        reserve=_reserve(view, seat),
        is_turn=seat.to_act,
        is_house=is_house,
    )


def _reserve(view: MatchView, seat: SeatView) -> str:
    """What is left of the reserve, once some of it is used."""
    if seat.clock is None or seat.clock.reserve >= view.clock_rules.reserve:
        return ""
    return _("{seconds} s").format(seconds=seat.clock.reserve // 1000)


def _held(seat: SeatView, shown: tuple[Card, ...], *, hidden: bool) -> str:
    return _("{count} cards, face down").format(count=seat.count) if hidden else cards_word(shown) or _("no cards")


def _call_class(seat: SeatView) -> str:
    grand = " call--grand" if seat.call == "grand" else ""
    return f"call{grand}{' call--lost' if seat.call_made is False else ''}"


def _last(view: MatchView, seat: SeatView) -> str:
    """The seat's latest act in the trick, but for the top play, which lies in the middle."""
    if seat.last is None or view.trick is None:
        return ""
    if seat.last.combination is None:
        return _("passed")
    return "" if seat.number == view.trick.owner else short_play(seat.last.combination)


def _center(frame: Frame, eyes: Eyes, names: tuple[str, ...], told: Told) -> Center:
    view, event = frame.view, frame.entry.event
    laid = _on_table(frame)
    return Center(
        cards=tuple(card.code for card in laid.combination.cards) if laid and laid.combination else (),
        label=cards_word(laid.combination.cards) if laid and laid.combination else "",
        owner=names[laid.seat] if laid else "",
        caption=play_word(laid.combination) if laid and laid.combination else "",
        lines=tuple(_lines(frame, names, told, is_laid=isinstance(event, e.CombinationPlayed))),
        wish=_wish(view, names),
        gives=tuple(_gives(frame, eyes, names)),
        score=_score(frame, names),
    )


def _on_table(frame: Frame) -> Laid | None:
    """The play in the middle: the top of the trick, for one step more the trick just taken, or the Dog."""
    view, event = frame.view, frame.entry.event
    if isinstance(event, e.CombinationPlayed) and event.combination.kind is Kind.DOG:
        return Laid(event.seat, event.combination)
    ends = (e.TrickTaken, e.TrickGiven, e.RoundScored, e.MatchWon)
    trick = view.trick or (view.last_trick if isinstance(event, ends) else None)
    return Laid(trick.owner, trick.top) if trick else None


def _lines(frame: Frame, names: tuple[str, ...], told: Told, *, is_laid: bool) -> Iterator[str]:
    """What happened, unless the play itself says so, how long it took, and who is next."""
    took = _("after {time}").format(time=seconds(frame.thought)) if frame.thought is not None else ""
    if is_laid:
        yield from filter(None, (took,))
    elif not isinstance(frame.entry.event, e.RoundScored):
        yield ", ".join(filter(None, (told.sentence, took)))
    yield from filter(None, (_next(frame, names),))


def _next(frame: Frame, names: tuple[str, ...]) -> str:
    view = frame.view
    players = len(view.seats)
    match view.phase:
        case Phase.GRAND:
            return _("{count} of {all} have answered").format(count=view.answered, all=players)
        case Phase.EXCHANGE:
            chosen = sum(seat.chosen for seat in view.seats)
            return _("{count} of {all} have chosen").format(count=chosen, all=players)
        case Phase.PAUSE if view.trick is not None:
            return _("The trick goes to {name}").format(name=names[view.trick.owner])
        case Phase.PLAY | Phase.GIFT if view.turn is not None:
            return _turn(frame, names[view.turn], view.seats[view.turn])
        case _:
            return ""


def _turn(frame: Frame, name: str, seat: SeatView) -> str:
    clock = seat.clock
    ends = clock.reserve_from if clock else None
    if ends is None:
        return _without_clock(frame.view).format(name=name)
    time = seconds(ends - frame.entry.at)
    if frame.view.phase is Phase.GIFT:
        text = _("{name} to give the trick away, {time} left")
    else:
        text = _("{name} to play, {time} left") if frame.view.trick else _("{name} to lead, {time} left")
    return text.format(name=name, time=time)


def _without_clock(view: MatchView) -> str:
    if view.phase is Phase.GIFT:
        return _("{name} to give the trick away")
    return _("{name} to play") if view.trick else _("{name} to lead")


def _wish(view: MatchView, names: tuple[str, ...]) -> str:
    if view.wish is None or view.wisher is None:
        return ""
    return _("Wish: {rank}, by {name}").format(rank=rank_word(view.wish), name=names[view.wisher])


def _gives(frame: Frame, eyes: Eyes, names: tuple[str, ...]) -> Iterator[Given]:
    """The exchange at the step it happens, and what has been chosen at the step it is chosen: with open hands
    everybody's, else only what these eyes gave and got (RULES U2)."""
    view, event = frame.view, frame.entry.event
    if isinstance(event, e.CardsChosen) and eyes.sees(event.seat):
        yield _given(_("{name} gives").format(name=names[event.seat]), event.gives, names)
    if not isinstance(event, e.CardsExchanged):
        return
    if eyes.open_hands:
        for seat in view.places:
            gives = tuple((to, card) for giver, to, card in event.gives if giver == seat)
            yield _given(_("{name} gives").format(name=names[seat]), gives, names)
    elif view.mine:
        yield _given(_("{name} gives").format(name=names[eyes.seat]), view.mine.given, names)
        yield _given(_("{name} gets").format(name=names[eyes.seat]), view.mine.received, names)


def _given(title: str, gives: Sequence[tuple[int, Card]], names: tuple[str, ...]) -> Given:
    return Given(title, tuple((card.code, card_word(card), names[other]) for other, card in gives))


def _score(frame: Frame, names: tuple[str, ...]) -> Score | None:
    """The round's result, from the step it is scored on (BUGLOG F02)."""
    view = frame.view
    if not isinstance(frame.entry.event, e.RoundScored | e.MatchWon) or not view.results:
        return None
    result = view.results[-1]
    cards = _("Double victory") if result.team_victory else _("Cards")
    rows = (
        ScoreRow(cards, _texts(result.cards)),
        ScoreRow(_("Calls"), _texts(result.calls)),
        ScoreRow(_("Round {number}").format(number=result.number), _texts(result.score), is_sum=True),
        ScoreRow(_("Total"), _texts(result.total), is_sum=True),
    )
    return Score(tuple(listed([names[seat] for seat in team]) for team in view.teams), rows)


def _texts(points: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(number(value) for value in points)
