"""`manage.py simulate`: house players play whole matches through the services; the records verify and repeat."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.bots import HOUSE_PLAYERS
from games.engine.record import Verdict, verify
from tests.playing import MANAGE, clean_environment


def simulated(folder: Path, *, seed: int, hash_seed: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Two short matches, by the command as a person would give it."""
    variables = clean_environment(SECRET_KEY="x", PYTHONHASHSEED=hash_seed, **environment)
    arguments = ["simulate", "--matches", "2", "--seed", str(seed), "--target", "500", "--out", str(folder)]
    return subprocess.run(
        [sys.executable, MANAGE, *arguments], env=variables, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where two matches of seed 5 are; no database of the site can be reached meanwhile."""
    folder = tmp_path_factory.mktemp("simulated") / "new" / "folder"
    done = simulated(folder, seed=5, hash_seed="1", DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    assert done.returncode == 0, done.stderr
    assert done.stderr.endswith("\n") and "2/2 matches" in done.stderr
    return folder


def test_it_writes_one_record_a_match_and_all_verify(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == ["1.tichu.jsonl", "2.tichu.jsonl"]
    for path in folder.iterdir():
        with path.open("rb") as file:
            assert verify(file) == Verdict(records=1, unfinished=0)


def test_the_records_say_who_played_but_not_when(folder: Path) -> None:
    lines = [json.loads(line) for line in (folder / "1.tichu.jsonl").read_text().splitlines()]
    assert lines[0]["kinds"] == ["house"] * 4 and set(lines[0]["players"]) <= set(HOUSE_PLAYERS)
    assert lines[0]["target"] == 500
    assert not any({"t", "played_at", "code"} & line.keys() for line in lines)
    assert not any(line["ev"] in ("credit", "forfeit", "void") for line in lines)


def test_the_matches_differ(folder: Path) -> None:
    assert (folder / "1.tichu.jsonl").read_bytes() != (folder / "2.tichu.jsonl").read_bytes()


def test_the_same_seed_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    """Whatever the hash seed of the process and the clocks of the environment."""
    done = simulated(tmp_path, seed=5, hash_seed="2", TICHU_CLOCKS="pause=0.1,turn=1")
    assert done.returncode == 0, done.stderr
    for path in folder.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--out", "x", "--matches", "0"],
        ["--out", "x", "--matches", "many"],
        ["--out", "x", "--target", "600"],
        ["--out", "x", "--seed", "1.5"],
        [],
    ],
)
def test_senseless_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("simulate", *arguments)


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="file"):
        call_command("simulate", "--out", str(tmp_path / "file"))
