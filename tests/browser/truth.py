"""What really happened at a table of a running site, read from its SQLite file: robots know it, pages don't."""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from games.engine.codec import decode
from games.engine.evolve import evolve, fold
from games.engine.state import MatchState


@dataclass(frozen=True)
class Truth:
    """The newest match at a table: its code, status and state after its whole log (None before the start)."""

    match: str
    status: str
    head: int
    state: MatchState | None


_known: dict[tuple[Path, str], Truth] = {}
"""Asked many times a second: only what was appended since is read and folded."""


def truth_of(database: Path, table: str) -> Truth:
    """Read the newest match of a table, by the table's code."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=20)) as rows:
        match_id, code, status = rows.execute(
            "SELECT m.id, m.code, m.status FROM games_match m JOIN games_table t ON m.table_id = t.id"
            " WHERE t.code = ? ORDER BY m.id DESC LIMIT 1",
            [table],
        ).fetchone()
        known = _known.get((database, code), Truth(code, status, 0, None))
        log = rows.execute(
            "SELECT kind, version, payload FROM games_action WHERE match_id = ? AND sequence > ? ORDER BY sequence",
            [match_id, known.head],
        ).fetchall()
    state = known.state
    for kind, version, payload in log:
        event = decode(kind, version, json.loads(payload))
        state = fold([event]) if state is None else evolve(state, event)
    truth = Truth(code, status, known.head + len(log), state)
    _known[database, code] = truth
    return truth
