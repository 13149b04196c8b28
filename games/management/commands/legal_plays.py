"""Answer positions from stdin with their legal plays: one JSON line in, one JSON line out, in the same order."""

import json
import sys
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from games.rules.position import UnreadablePosition, answer, read_position


class Command(BaseCommand):
    help = (
        'Reads positions like {"id": "1", "hand": "2j7wDr", "top": {"cards": "5s"}, "wish": null} from stdin, one a '
        'line, and prints {"id", "count", "pass", "plays"} for each.'
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        for number, line in enumerate(_lines(), start=1):
            if not line.strip():
                continue
            try:
                data = _parse(line)
                position = read_position(data)
            except UnreadablePosition as fault:
                self._stop(number, fault)
            self._say({"id": data["id"], **answer(position)})

    def _say(self, answered: dict[str, Any]) -> None:
        try:
            self.stdout.write(json.dumps(answered, separators=(",", ":")))
            self.stdout.flush()
        except BrokenPipeError:  # nobody reads on
            sys.stderr.close()
            sys.exit(1)

    def _stop(self, number: int, fault: UnreadablePosition) -> NoReturn:
        self.stderr.write(f"line {number}: {fault}")
        sys.exit(1)


def _lines() -> Any:
    """The lines of stdin as bytes, each as soon as it is there."""
    return getattr(sys.stdin, "buffer", sys.stdin)


def _parse(line: bytes | str) -> Any:
    """The JSON of a line; raises UnreadablePosition."""
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        return json.loads(text, object_pairs_hook=_no_key_twice)
    except UnicodeDecodeError:
        raise UnreadablePosition("this is no UTF-8 text") from None
    except UnreadablePosition:
        raise
    except (ValueError, RecursionError) as fault:
        raise UnreadablePosition(f"this is no JSON ({fault})") from None


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise UnreadablePosition("a key is there twice")
    return found
