"""Fills an empty database as if the site had been played for many years: people, matches, tallies, ratings, rounds.

The rows are what pages about people read, and fit each other; the logs and hands behind them are left out. Few people
have played most of the matches, everybody mostly with the same partners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from django.core.management.color import no_style
from django.db import connection, models, transaction

from accounts.models import User
from accounts.names import keys_of
from games.models import Match, Rated, Rating, Seat, Table, Tally
from games.rating_rows import LISTED_FROM

PEOPLE, MATCHES, ROUNDS = 3_000, 100_000, 10
NEAR = 12
"""How far around oneself one finds partners and opponents; the keenest people come first."""
WAITING, RUNNING = 20, 60
YEARS = 10
AT_ONCE = 20_000

Row = tuple[Any, ...]


class Played(NamedTuple):
    """A match in short: its key, who sat South, East, North and West, when it ended, which team won."""

    pk: int
    seats: Sequence[int]
    ended_at: datetime
    winner: int
    public: bool


def fill(now: datetime, seed: int = 1) -> list[User]:
    """The people, the keenest first; the last of them sit at open tables."""
    rng = Random(seed)
    with transaction.atomic():
        _insert(User, ("id", "username", "name_key", "name_look", "password", "date_joined"), _people(now))
        played = list(_played(rng, now))
        _matches(played)
        _insert(Rated, ("match",), ((match.pk,) for match in played))
        _insert(Tally, TALLY, _tallies(rng, played))
        _insert(Rating, ("first", "second", "mu", "sigma", "shown", "matches", "won"), _ratings(rng, played))
        _open_tables(now)
        _rounds()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as PostgreSQL does by itself after a while
    return list(User.objects.order_by("pk"))


def _people(now: datetime) -> Iterator[Row]:
    joined = now - timedelta(days=365 * YEARS)
    for pk in range(1, PEOPLE + 1):
        yield pk, f"Player{pk}", keys_of(f"Player{pk}").key, f"look{pk}", "!", joined


def _played(rng: Random, now: datetime) -> Iterator[Played]:
    """One in ten was private."""
    among = PEOPLE - 4 * (WAITING + RUNNING)
    moments = sorted(now - timedelta(days=365 * YEARS * rng.random()) for _ in range(MATCHES))
    for pk, moment in enumerate(moments, start=1):
        middle = min(max(int(among * rng.random() ** 3), NEAR + 1), among - NEAR)
        seats = rng.sample(range(middle - NEAR, middle + NEAR + 1), 4)
        yield Played(pk, seats, moment, rng.randrange(2), rng.random() > 0.1)


TABLE = ("id", "code", "invite_token", "access", "target", "created_at", "closed_at")
MATCH = ("id", "table", "code", "share_key", "options", "status", "head", "winner", "totals", "created_at",
         "started_at", "ended_at")  # fmt: skip


def _matches(played: Sequence[Played]) -> None:
    """Each at a table of its own."""
    access = {True: Table.Access.PUBLIC, False: Table.Access.PRIVATE}
    tables = ((m.pk, f"t{m.pk}", f"token{m.pk}", access[m.public], 1000, m.ended_at, m.ended_at) for m in played)
    _insert(Table, TABLE, tables)
    length = timedelta(minutes=40)
    _insert(Match, MATCH, (
        (m.pk, m.pk, f"m{m.pk}", f"key{m.pk}", {}, Match.Status.FINISHED, 1_000, m.winner, _totals(m),
         m.ended_at - length, m.ended_at - length, m.ended_at)
        for m in played
    ))  # fmt: skip
    _insert(Seat, ("match", "number", "user", "live"), (
        (m.pk, number, person, False) for m in played for number, person in enumerate(m.seats)
    ))  # fmt: skip


def _totals(match: Played) -> list[int]:
    return [1000, 600] if match.winner == 0 else [600, 1000]


TALLY = ("match", "seat", "user", "partner", "kind", "public", "ended_at", "won", "rounds", "points", "against",
         "firsts", "tichu", "tichu_made", "grand", "doubles", "doubled", "bombs", "turns", "thought")  # fmt: skip


def _tallies(rng: Random, played: Sequence[Played]) -> Iterator[Row]:
    for match in played:
        kind = Tally.Kind.COUNTED if rng.random() < 0.95 else Tally.Kind.FORFEITED
        for seat, person in enumerate(match.seats):
            us, tichu, grand = _totals(match)[seat % 2], rng.randrange(3), rng.randrange(2)
            yield (match.pk, seat, person, match.seats[(seat + 2) % 4], kind, match.public, match.ended_at,
                   match.winner == seat % 2, ROUNDS, us, 1_600 - us, tichu, tichu + 1, tichu, grand, tichu, 2, grand,
                   200, 200 * rng.randrange(2_000, 9_000))  # fmt: skip


def _ratings(rng: Random, played: Sequence[Played]) -> Iterator[Row]:
    matches: Counter[tuple[int, int | None]] = Counter()
    won: Counter[tuple[int, int | None]] = Counter()
    for match in played:
        south, east, north, west = match.seats
        for team, (one, two) in enumerate(((south, north), (east, west))):
            whos = ((one, None), (two, None), (min(one, two), max(one, two)))
            matches.update(whos)
            won.update(whos if match.winner == team else ())
    for who, count in matches.items():
        yield (*who, 25.0, 8.0 if count < LISTED_FROM else 2.0, 1000 + rng.randrange(-400, 900), count, won[who])


def _open_tables(now: datetime) -> None:
    """Waiting ones, and at the others a match is running; everybody sits at one table."""
    pks = range(MATCHES + 1, MATCHES + 1 + WAITING + RUNNING)
    waits = {pk: number < WAITING for number, pk in enumerate(pks)}
    _insert(Table, TABLE, ((pk, f"t{pk}", f"token{pk}", Table.Access.PUBLIC, 1000, now, None) for pk in pks))
    _insert(Match, MATCH, (
        (pk, pk, f"m{pk}", f"key{pk}", {}, Match.Status.WAITING if waits[pk] else Match.Status.RUNNING,
         0 if waits[pk] else 500, None, [0, 0], now, None if waits[pk] else now, None)
        for pk in pks
    ))  # fmt: skip
    sitting = iter(range(PEOPLE - 4 * len(pks) + 1, PEOPLE + 1))
    _insert(Seat, ("match", "number", "user", "live"), (
        (pk, number, next(sitting), True) for pk in pks for number in range(4)
    ))  # fmt: skip


_ROUNDS = """
    INSERT INTO games_round
        (match_id, number, scored, team_victory, "order", card_points, calls, score, total, opening)
    SELECT games_match.id, numbers.number, TRUE, FALSE,
        '[0, 1, 2, 3]', '[60, 40]', '[0, 0]', '[60, 40]', '[60, 40]', NULL
    FROM games_match CROSS JOIN ({numbers}) AS numbers WHERE games_match.status <> 'waiting'
"""


def _rounds() -> None:
    """The same round again and again, written by the database itself."""
    numbers = " UNION ALL ".join(f"SELECT {number} AS number" for number in range(1, ROUNDS + 1))
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS.format(numbers=numbers))


def _insert(model: type[models.Model], names: Sequence[str], rows: Iterable[Row]) -> None:
    """Rows with these fields, the others as they are by default: a tenth of the time the ORM takes for a million."""
    fields = [model._meta.get_field(name) for name in names]
    blank = model()
    others = [each for each in model._meta.concrete_fields if each not in fields and not each.primary_key]
    rest = tuple(each.get_db_prep_save(getattr(blank, each.attname), connection) for each in others)
    columns = ", ".join(connection.ops.quote_name(each.column) for each in (*fields, *others))  # type: ignore[union-attr]
    sql = f"INSERT INTO {model._meta.db_table} ({columns}) VALUES ({', '.join(['%s'] * len((*fields, *others)))})"
    prepare = [_prepared(each) for each in fields]
    made = (tuple(one(value) for one, value in zip(prepare, row, strict=True)) + rest for row in rows)
    with connection.cursor() as cursor:
        while part := list(islice(made, AT_ONCE)):
            cursor.executemany(sql, part)
        for reset in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(reset)


def _prepared(field: Any) -> Any:
    """How a value of the field goes to the database."""
    if isinstance(field, models.DateTimeField | models.JSONField):
        return lambda value: field.get_db_prep_save(value, connection)
    return lambda value: value
