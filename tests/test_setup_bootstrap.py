"""The set-up from nothing: what it installs when, how it heals itself, and what it says when it cannot."""

import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playing import ROOT
from tichu_site import bootstrap
from tichu_site.bootstrap import Setup, SetupFailed, lend_secret_key, wanted_extras

BASE = frozenset[str]()
TEST = frozenset({"test"})


class RecordedSetup(Setup):
    """Does everything but run the commands; those it notes."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.commands: list[str] = []
        self.interrupt_at = ""

    def _run(self, command: list[str], sentence: str) -> None:
        verb = "venv" if "venv" in command else "pip"
        assert not self.stamp.exists(), "a broken-off command must leave no stamp"
        self.commands.append(verb)
        if verb == self.interrupt_at:
            raise KeyboardInterrupt
        self.python.parent.mkdir(parents=True, exist_ok=True)
        self.python.touch()

    def taken(self) -> list[str]:
        commands, self.commands = self.commands, []
        return commands


@pytest.fixture
def setup(tmp_path: Path) -> RecordedSetup:
    (tmp_path / "requirements.lock").write_text("django==5.2.19\n")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\ndependencies = ["django~=5.2.0"]\n[project.optional-dependencies]\ntest = ["pytest~=9.2"]\n'
    )
    return RecordedSetup(tmp_path)


def test_the_first_start_makes_everything_and_the_second_nothing(setup: RecordedSetup) -> None:
    setup.prepare(BASE)
    assert setup.taken() == ["venv", "pip"]
    setup.prepare(BASE)
    assert setup.taken() == []


def test_extras_are_added_once_and_kept(setup: RecordedSetup) -> None:
    setup.prepare(BASE)
    setup.taken()
    setup.prepare(TEST)
    assert setup.taken() == ["pip"]
    setup.prepare(BASE)
    assert setup.taken() == []
    assert json.loads(setup.stamp.read_text())["extras"] == ["test"]


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_changed_requirements_are_installed_with_the_extras_there_were(setup: RecordedSetup, name: str) -> None:
    setup.prepare(TEST)
    setup.taken()
    path = setup.root / name
    path.write_text(path.read_text().replace("5.2", "5.3"))
    setup.prepare(BASE)
    assert setup.taken() == ["pip"]
    assert json.loads(setup.stamp.read_text())["extras"] == ["test"]


@pytest.mark.parametrize("step", ["venv", "pip"])
def test_an_interrupted_set_up_heals_at_the_next_start(setup: RecordedSetup, step: str) -> None:
    setup.interrupt_at = step
    with pytest.raises(KeyboardInterrupt):
        setup.prepare(BASE)
    setup.interrupt_at = ""
    setup.taken()
    setup.prepare(BASE)
    assert setup.taken() == ["venv", "pip"]


@pytest.mark.parametrize("stamp", ["", "{", "[]", '{"python": "3.11"}', '{"python": "2.7", "lock": "", "extras": []}'])
def test_a_stamp_that_says_nothing_useful_starts_from_scratch(setup: RecordedSetup, stamp: str) -> None:
    setup.prepare(BASE)
    setup.taken()
    setup.stamp.write_text(stamp)
    setup.prepare(BASE)
    assert setup.taken() == ["venv", "pip"]


def test_an_environment_whose_python_is_gone_is_made_again(setup: RecordedSetup) -> None:
    setup.prepare(BASE)
    setup.taken()
    setup.python.unlink()
    setup.prepare(BASE)
    assert setup.taken() == ["venv", "pip"]


def test_an_extra_that_there_was_once_is_no_more_asked_for(setup: RecordedSetup) -> None:
    setup.prepare(frozenset({"test"}))
    stamp = json.loads(setup.stamp.read_text())
    setup.stamp.write_text(json.dumps(stamp | {"lock": "older", "extras": ["gone", "test"]}))
    setup.taken()
    setup.prepare(BASE)
    assert setup.taken() == ["pip"]
    assert setup._requirements(frozenset({"gone", "test"})) == setup._requirements(frozenset({"test"}))


def test_what_is_needed_depends_on_command_and_environment() -> None:
    play, test = ["manage.py", "play"], ["manage.py", "test", "-q"]
    assert wanted_extras(play, {}) == BASE
    assert wanted_extras(test, {}) == wanted_extras(["manage.py", "setup"], {}) == {"test", "postgres"}
    assert wanted_extras(play, {"DATABASE_URL": "postgres://u@h/d"}) == {"postgres"}
    assert wanted_extras(play, {"DATABASE_URL": "sqlite:///x", "REDIS_URL": "redis://h"}) == BASE
    assert wanted_extras(["manage.py"], {}) == BASE


def test_a_python_without_venv_gets_a_sentence(setup: RecordedSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else object())
    with pytest.raises(SetupFailed, match="apt install python3-venv"):
        setup.prepare(BASE)
    assert setup.taken() == []


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A fresh copy of what a first start reads."""
    for name in ("manage.py", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "tichu_site").mkdir()
    for name in ("__init__.py", "bootstrap.py"):
        shutil.copy(ROOT / "tichu_site" / name, tmp_path / "tichu_site" / name)
    return tmp_path


def first_start(checkout: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "TICHU_"))}
    command = [getattr(sys, "_base_executable", sys.executable), "manage.py", "play"]
    return subprocess.run(
        command, cwd=checkout, env=kept | environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )


def test_a_real_first_start_without_venv_module_says_one_sentence(checkout: Path) -> None:
    (checkout / "sitecustomize.py").write_text("import sys\nsys.modules['ensurepip'] = None\n")
    done = first_start(checkout, PYTHONPATH=str(checkout))
    assert done.returncode == 1
    assert done.stderr.strip() == bootstrap.NO_VENV_MODULE


def test_a_real_first_start_without_packages_says_one_sentence(checkout: Path) -> None:
    done = first_start(checkout, PIP_NO_INDEX="1", PIP_CONFIG_FILE=os.devnull)
    assert done.returncode == 1
    assert done.stdout == ""
    announced, sentence = done.stderr.strip().splitlines()
    assert announced.startswith("Setting up: ")
    assert sentence.startswith("The packages could not be installed (is the network there?): ")
    assert not (checkout / ".venv" / "setup.json").exists()


def test_the_lock_names_every_installed_package() -> None:
    """The set-up installs with the lock as constraints: what it did not name would be free to move."""
    locked = dict(re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "requirements.lock").read_text(), re.M))
    locked = {name.lower().replace("_", "-").replace(".", "-"): version for name, version in locked.items()}
    tools = {"pip", "setuptools", "wheel"}
    installed = {d.metadata["Name"].lower().replace("_", "-").replace(".", "-"): d.version for d in distributions()}
    assert {name: locked.get(name) for name in installed if name not in tools} == {
        name: version for name, version in installed.items() if name not in tools
    }


def distributions() -> list[importlib.metadata.Distribution]:
    return list(importlib.metadata.distributions())


@pytest.fixture
def no_names(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("SECRET_KEY", "DEBUG", "DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_the_embedded_default_keeps_one_secret_key(tmp_path: Path, no_names: pytest.MonkeyPatch) -> None:
    """A restart signs nobody out, and nobody else on the machine can read the key."""
    lend_secret_key(["manage.py", "play"], tmp_path)
    first = os.environ.pop("SECRET_KEY")
    lend_secret_key(["manage.py", "createsuperuser"], tmp_path)
    assert os.environ.pop("SECRET_KEY") == first
    assert len(first) >= 50
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_half_a_key_is_replaced(tmp_path: Path, no_names: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret-key").write_text("half")
    lend_secret_key(["manage.py", "play"], tmp_path)
    assert len(os.environ.pop("SECRET_KEY")) >= 50


@pytest.mark.parametrize(
    ("command", "name", "lent"),
    [
        ("play", "DEBUG", False),
        ("play", "DATABASE_URL", True),
        ("migrate", "DATABASE_URL", False),
        ("migrate", "REDIS_URL", False),
    ],
)
def test_who_sets_more_than_nothing_brings_the_key(
    tmp_path: Path, no_names: pytest.MonkeyPatch, command: str, name: str, lent: bool
) -> None:
    no_names.setenv(name, "0")
    lend_secret_key(["manage.py", command], tmp_path)
    assert bool(os.environ.pop("SECRET_KEY", "")) is lent
