"""README's own lines for PostgreSQL, run as they stand there: what they put back is what was there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection

from accounts.models import User
from games.models import Action, Match
from tests.games.factories import ALICE, assert_rebuilds, in_play
from tests.other_database import working_on
from tests.playing import ROOT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def programs() -> str:
    """Where PostgreSQL's programs are; Debian keeps those of a version by themselves."""
    newest = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)[:1]
    return os.pathsep.join([*map(str, newest), os.environ.get("PATH", "")])


def line_of_readme(tool: str) -> str:
    (line,) = re.findall(rf"^{tool} .*$", (ROOT / "README.md").read_text(), re.MULTILINE)
    return str(line)


def run(line: str, database: str, folder: Path) -> None:
    found = connection.settings_dict
    host, port = found["HOST"] or "127.0.0.1", found["PORT"] or 5432
    url = f"postgres://{found['USER']}@{host}:{port}/{database}"
    environment = os.environ | {"DATABASE_URL": url, "PATH": programs(), "PGPASSWORD": found["PASSWORD"] or ""}
    done = subprocess.run(line, shell=True, env=environment, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@contextmanager
def empty_database() -> Iterator[str]:
    name = f"{connection.settings_dict['NAME']}_restored"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    try:
        yield name
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}"')


def logs() -> list[tuple[object, ...]]:
    return list(Action.objects.order_by("match", "sequence").values_list())


@pytest.mark.skipif(shutil.which("pg_dump", path=programs()) is None, reason="no pg_dump here")
def test_what_is_dumped_and_restored_is_the_same_site(tmp_path: Path) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("PostgreSQL has tools of its own")
    in_play().play(ALICE, "2j")
    running = in_play(people=("earl", "fred", "gina", "hans"))
    before, people = logs(), list(User.objects.order_by("pk").values_list("pk", "username", "password"))
    run(line_of_readme("pg_dump"), connection.settings_dict["NAME"], tmp_path)
    running.play(ALICE, "2j")  # what came later is not in it
    with empty_database() as name:
        run(line_of_readme("pg_restore"), name, tmp_path)
        with working_on(NAME=name):
            assert logs() == before and len(before) > 20
            assert list(User.objects.order_by("pk").values_list("pk", "username", "password")) == people
            for match in Match.objects.all():
                assert_rebuilds(match)
            with pytest.raises(DatabaseError, match="append-only"):
                Action.objects.filter(match=running.match)._raw_delete(DEFAULT_DB_ALIAS)
            running.play(ALICE, "2j")  # and it goes on
            assert_rebuilds(running.match)
