"""`import_record` and `import_bsw`: one line a match, faults with line and ruling, and the exit code."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import Import, Match
from tests.engine.records import SHORT, lines_of
from tests.games.factories import person
from tests.importing import logs

pytestmark = pytest.mark.django_db


def run(command: str, *arguments: object) -> tuple[list[str], int]:
    out = io.StringIO()
    try:
        call_command(command, *map(str, arguments), stdout=out)
    except SystemExit as ended:
        return out.getvalue().splitlines(), int(str(ended.code))
    return out.getvalue().splitlines(), 0


def test_a_record_is_imported_once() -> None:
    (line,), code = run("import_record", SHORT)
    match = Match.objects.get()
    assert (line, code) == (f"imported {SHORT}:1 /matches/{match.code}/", 0)
    (line,), code = run("import_record", SHORT)
    assert (line, code) == (f"known already {SHORT}:1 /matches/{match.code}/", 0)


def test_a_log_is_imported() -> None:
    lines, code = run("import_bsw", *logs.FILES)
    assert code == 0 and len(lines) == len(logs.FILES) == Match.objects.count()


def test_a_fault_is_named_and_the_others_are_taken(tmp_path: Path) -> None:
    bad = tmp_path / "bad.tichu.jsonl"
    *lines, end = lines_of(SHORT)
    bad.write_text("".join(json.dumps(line) + "\n" for line in [*lines, end | {"winner": 1 - end["winner"]}]))
    said, code = run("import_record", bad, SHORT, tmp_path / "none")
    assert said[0].startswith(f"{bad}:{len(lines) + 1}: ") and said[0].endswith("(RULES N1)")
    assert said[1].startswith("imported ")
    assert "cannot be read" in said[2]
    assert code == 1 and Match.objects.count() == 1


def test_each_command_refuses_the_others_files() -> None:
    for command, path in (("import_record", logs.SHORT), ("import_bsw", SHORT)):
        (line,), code = run(command, path)
        assert line.startswith(f"{path}:1: ") and code == 1
    assert not Match.objects.exists()


def test_an_owner_can_be_named() -> None:
    person("alice")
    run("import_record", SHORT, "--owner", "alice")
    imported = Import.objects.get()
    assert imported.owner and imported.owner.username == "alice" and not imported.shared
    with pytest.raises(CommandError, match="no account"):
        run("import_record", SHORT, "--owner", "nobody")
