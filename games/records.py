"""A finished match as files to take away: the record (RECORD.md) and a sheet to read. Knows nothing of requests; who
may have them is the gate's business, and that the match is over is theirs to check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from django.utils.translation import gettext as _

from games import log, replay, selectors
from games.engine import events as e
from games.engine.record import About, export
from games.engine.variants import variant_named
from games.models import Match
from games.replay_words import Eyes, heading, points_pair, tell
from games.rules import Card, format_cards, sort_cards
from games.wording import listed


def record(match: Match) -> str:
    """The match in the words of RECORD.md, one line each; raises codec.UnreadableEvent where its log cannot be read."""
    entries, imported = log.load(match.pk), selectors.import_of(match)
    if imported is not None and not imported.whole:
        entries = entries[:-1]  # that it breaks off is our own addition
    first = entries[0].at
    played_at = _iso(match.started_at) if match.started_at and (imported is None or imported.dated) else ""
    about = About(selectors.names(match), played_at, match.code)
    times = (entry.at - first for entry in entries) if imported is None or imported.timed else None
    return "".join(f"{line}\n" for line in export((entry.event for entry in entries), about, times))


def has_record(match: Match) -> bool:
    """Can the match be told as a record that verifies? Not with rounds that differ from our rulings."""
    imported = selectors.import_of(match)
    return match.is_over and (imported is None or not imported.differences)


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def sheet(match: Match) -> str:
    """The match to read, in the reader's language: hands, calls, exchange, tricks and scores. Raises
    replay.BrokenLog or codec.UnreadableEvent where its log cannot be read."""
    names = selectors.names(match)
    blocks = [_head(match, names), *(_round(each, names) for each in replay.rounds(log.load(match.pk)))]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _head(match: Match, names: Sequence[str]) -> list[str]:
    teams = [listed([names[seat] for seat in team]) for team in variant_named(match.variant).teams(1)]
    lines = [
        _("%(some)s against %(others)s") % {"some": teams[0], "others": teams[1]},
        _("to %(target)s points") % {"target": match.table.target},
    ]
    imported = selectors.import_of(match)
    if match.started_at is not None and (imported is None or imported.dated):
        lines.append(f"{match.started_at:%Y-%m-%d %H:%M} UTC")
    if match.totals:
        lines.append(_("Result: %(score)s") % {"score": points_pair(match.totals)})
    lines += [
        "",
        _("Cards: rank and suit. T is the 10; j Jade, w Sword, p Pagoda, s Star."),
        _("Dg is the Dog, Mj the Mah Jong, Ph the Phoenix, Dr the Dragon."),
    ]
    return lines


def _round(round_: replay.RoundLog, names: tuple[str, ...]) -> list[str]:
    lines = [_("Round %(number)s") % {"number": round_.number}]
    lines.append("=" * len(lines[0]))
    lines += _hands(round_, names)
    eyes = Eyes(0, open_hands=True)
    for span in replay.spans(round_):
        lines += ["", heading(span, names, is_told=True)]
        lines += [line for step in range(span.first, span.last + 1) for line in _step(round_, step, names, eyes)]
    return lines


def _hands(round_: replay.RoundLog, names: Sequence[str]) -> Iterator[str]:
    """The first cards and, once all have answered, the others, as they were dealt."""
    deal = round_.entries[0].event
    assert isinstance(deal, e.HandsDealt), "a round begins with its deal"
    firsts, later = round_.before.state.variant.deal(deal.deck)
    answers = sum(isinstance(entry.event, e.GrandAnswered) for entry in round_.entries)
    yield ""
    yield _("First cards:")
    yield from (f"  {_column(names, seat)} {_spaced(hand)}" for seat, hand in enumerate(firsts))
    if answers == len(firsts):
        yield _("The others:")
        yield from (f"  {_column(names, seat)} {_spaced(hand)}" for seat, hand in enumerate(later))


def _column(names: Sequence[str], seat: int) -> str:
    return names[seat].ljust(max(len(name) for name in names))


def _spaced(cards: Sequence[Card]) -> str:
    return " ".join(format_cards((card,)) for card in sort_cards(cards))


def _step(round_: replay.RoundLog, step: int, names: tuple[str, ...], eyes: Eyes) -> Iterator[str]:
    """One act in words, with its cards behind it."""
    event = round_.entries[step].event
    if isinstance(event, e.HandsDealt | e.CardsChosen):
        return
    said = tell(round_, step, names, eyes, now=step).sentence
    cards = f" [{_spaced(event.combination.cards)}]" if isinstance(event, e.CombinationPlayed) else ""
    if said:
        yield f"  {said}{cards}"
    if isinstance(event, e.CardsExchanged):
        yield from (f"    {names[giver]} → {names[to]}: {card.code}" for giver, to, card in event.gives)
