"""Set-up with nothing but Python: makes .venv, installs what requirements.lock pins, runs the command inside it.

Standard library only, and no Django: on a fresh machine this is the first thing that runs.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import secrets
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
NO_VENV_MODULE = (
    "This Python cannot make a virtual environment: install its venv module (on Debian and Ubuntu:"
    " apt install python3-venv) and start again."
)


class SetupFailed(Exception):
    """One sentence for the person in front of the screen."""


def enter(argv: Sequence[str], environ: Mapping[str, str] = os.environ) -> None:
    """Return only inside the ready environment; otherwise make it, and start this command again in there."""
    if environ.get("TICHU_NO_SETUP"):  # a container image that brought the packages itself
        return
    setup = Setup(ROOT)
    try:
        setup.prepare(wanted_extras(argv, environ))
    except SetupFailed as failure:
        sys.exit(str(failure))
    except KeyboardInterrupt:
        sys.exit("Set-up interrupted; the next start does the rest.")
    if not setup.is_inside():
        _become([str(setup.python), *argv])


def wanted_extras(argv: Sequence[str], environ: Mapping[str, str]) -> frozenset[str]:
    """Everything for `test` and `setup`; else the driver of the database that the environment names."""
    everything = argv[1:2] in (["test"], ["setup"])
    extras = {
        "test": everything,
        "postgres": everything or environ.get("DATABASE_URL", "").startswith(("postgres", "pgsql")),
    }
    return frozenset(name for name, wanted in extras.items() if wanted)


def side_by_side() -> list[str]:
    """How pytest runs everything: one process more than cores, since browsers and clocks are waited for."""
    return ["-n", str(min((os.cpu_count() or 1) + 1, 8)), "--dist", "load", "--maxschedchunk", "1"]


@dataclass(frozen=True, slots=True)
class Stamp:
    python: str
    lock: str
    extras: frozenset[str]


class Setup:
    """The `.venv` of one checkout and the stamp that says what is installed in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.venv = root / ".venv"
        self.data = root / ".data"
        self.stamp = self.venv / "setup.json"
        self.python = self.venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def is_inside(self) -> bool:
        return Path(sys.prefix).resolve() == self.venv.resolve()

    def prepare(self, extras: frozenset[str]) -> None:
        """Bring `.venv` up to date; a few milliseconds when it already is."""
        if self.is_ready(extras):
            return
        with self._one_at_a_time():
            if not self.is_ready(extras):
                self._build(extras)

    def is_ready(self, extras: frozenset[str]) -> bool:
        done = self._read_stamp()
        return done is not None and (done.python, done.lock) == self._key() and extras <= done.extras

    def _build(self, extras: frozenset[str]) -> None:
        """The stamp goes first and comes back last: an interrupted set-up leaves none, and starts from scratch."""
        done = self._read_stamp()
        kept = done.extras if done and done.python == self._key()[0] else None
        if kept is None and not all(map(importlib.util.find_spec, ("venv", "ensurepip"))):
            raise SetupFailed(NO_VENV_MODULE)
        self.stamp.unlink(missing_ok=True)
        said = "Setting up: the packages go into .venv, this is done once and takes about half a minute."
        print(said, file=sys.stderr, flush=True)  # stdout belongs to the command, which may print records
        if kept is None:
            self._make_venv()
        extras |= kept or frozenset()
        self._install(extras)
        python, lock = self._key()
        draft = self.stamp.with_suffix(".new")
        draft.write_text(json.dumps({"python": python, "lock": lock, "extras": sorted(extras)}))
        draft.replace(self.stamp)

    def _make_venv(self) -> None:
        base = getattr(sys, "_base_executable", None) or sys.executable
        self._run([base, "-m", "venv", "--clear", str(self.venv)], "The virtual environment .venv could not be made")

    def _install(self, extras: frozenset[str]) -> None:
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "--retries", "2"]
        lock = str(self.root / "requirements.lock")
        command = [*pip, "install", "--quiet", "--no-compile", "--constraint", lock, *self._requirements(extras)]
        self._run(command, "The packages could not be installed (is the network there?)")

    def _requirements(self, extras: frozenset[str]) -> list[str]:
        groups = self._groups()
        return [requirement for name in ["", *sorted(extras)] for requirement in groups.get(name, ())]

    def _groups(self) -> dict[str, list[str]]:
        """The requirements of pyproject.toml by extra; those everybody needs stand under the empty name."""
        project = tomllib.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        return {"": project["dependencies"], **project["optional-dependencies"]}

    def _run(self, command: list[str], sentence: str) -> None:
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            log = self.data / "setup.log"
            log.write_text(done.stdout + done.stderr)
            words = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
            last = words[-1].strip() if words else "no reason given"
            raise SetupFailed(f"{sentence}: {last.removeprefix('ERROR: ')} (all of it: {log})")

    def _key(self) -> tuple[str, str]:
        """Which Python, and a digest of what should be installed where: a moved environment points to its old place."""
        wanted = [(self.root / "requirements.lock").read_text(encoding="utf-8"), self._groups(), str(self.venv)]
        digest = hashlib.sha256(json.dumps(wanted).encode()).hexdigest()
        return f"{sys.version_info[0]}.{sys.version_info[1]}", digest

    def _read_stamp(self) -> Stamp | None:
        """What was installed; None when nothing, only half, or by a Python that is gone."""
        try:
            stamp = json.loads(self.stamp.read_text())
            done = Stamp(stamp["python"], stamp["lock"], frozenset(stamp["extras"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return done if self.python.exists() else None

    @contextlib.contextmanager
    def _one_at_a_time(self) -> Iterator[None]:
        """Two starts at once: the second waits and finds everything done."""
        with contextlib.ExitStack() as stack:
            try:
                self.data.mkdir(mode=0o700, exist_ok=True)
                stack.enter_context(held(self.data / "setup.lock"))
            except OSError as fault:
                raise SetupFailed(f"The set-up cannot write into {self.root}: {fault.strerror}.") from fault
            yield


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Whoever else wants this file waits until the block is left; where there are no such locks, nobody waits."""
    with open(path, "w") as lock:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _become(command: list[str]) -> NoReturn:
    if os.name == "nt":  # there, exec returns to the shell at once
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


def lend_secret_key(argv: Sequence[str], data: Path = ROOT / ".data") -> None:
    """Give the embedded default a key of its own, kept between starts so that nobody is signed out.

    Whoever says DEBUG, or runs several processes on named servers, has to bring SECRET_KEY.
    """
    names = ("SECRET_KEY", "DEBUG") if argv[1:2] == ["play"] else ("SECRET_KEY", "DEBUG", "DATABASE_URL", "REDIS_URL")
    if any(os.environ.get(name) for name in names):
        return
    os.environ["SECRET_KEY"] = _kept_key(data / "secret-key")


def _kept_key(path: Path) -> str:
    fresh = secrets.token_urlsafe(50)
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        with contextlib.suppress(FileExistsError), open(path, "x", opener=_private) as file:
            file.write(fresh)
        kept = path.read_text().strip()
        if not re.fullmatch(r"[\w-]{50,}", kept):  # an interrupted first start
            path.write_text(fresh)
            kept = fresh
        return kept
    except OSError:  # a read-only checkout: nothing is kept, nothing needs to be
        return fresh


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
