"""The parts of a site on several machines, each a process of its own that can be killed, stopped and started anew."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.playing import ROOT, free_port

CLOCKS = "turn=10,grand=10,exchange=10,gift=10,reserve={reserve},pause=0.5,short_pause=0.3,ready=6"


@dataclass
class Part:
    """One process; what it says goes to a file."""

    name: str
    command: Sequence[str]
    environment: dict[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as said:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, env=self.environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said
            )

    def hit(self, number: signal.Signals) -> None:
        """Send the signal; after one that ends it, wait for the end."""
        assert self.process is not None
        self.process.send_signal(number)
        if number is signal.SIGSTOP:
            return
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def come_back(self, number: signal.Signals) -> None:
        """Go on after SIGSTOP, start anew after any other signal."""
        assert self.process is not None
        if number is signal.SIGSTOP:
            self.process.send_signal(signal.SIGCONT)
        else:
            self.start()

    @property
    def has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


@dataclass
class Postgres:
    """A PostgreSQL of our own in a temporary place."""

    place: Path
    port: int = field(default_factory=free_port)

    @property
    def url(self) -> str:
        return f"postgres://tichu@127.0.0.1:{self.port}/tichu"

    def begin(self) -> None:
        self._run("initdb", "-D", str(self.data), "-U", "tichu", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "tichu", "tichu")

    @property
    def data(self) -> Path:
        return self.place / "postgres"

    def start(self) -> None:
        options = f"-p {self.port} -k {self.place} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=60"
        self._run("pg_ctl", "-D", str(self.data), "-w", "-l", str(self.place / "postgres.log"), "-o", options, "start")

    def stop(self, mode: str) -> None:
        """`immediate` is a crash, `fast` what an administrator does."""
        self._run("pg_ctl", "-D", str(self.data), "-m", mode, "-w", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        path = next(iter(sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), reverse=True)), None)
        command = [str(path or shutil.which(program) or program), *arguments]
        if os.geteuid() == 0:
            command = [shutil.which("runuser") or "/usr/sbin/runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, cwd=self.place, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


@dataclass
class Parts:
    """All of them."""

    postgres: Postgres
    redis: Part
    webs: tuple[Part, Part]
    workers: tuple[Part, Part]
    beat: Part
    ports: tuple[int, int]
    environment: dict[str, str]
    place: Path

    @property
    def processes(self) -> tuple[Part, ...]:
        return (*self.webs, *self.workers, self.beat)


@contextmanager
def parts(reserve: int) -> Iterator[Parts]:
    """PostgreSQL and Redis run already; web, workers and beat are started by whoever has filled the database. Each
    player has so many seconds of `reserve`."""
    with tempfile.TemporaryDirectory(prefix="tichu-chaos-") as name:
        place = Path(name)
        if os.geteuid() == 0:
            os.chown(place, pwd.getpwnam("postgres").pw_uid, -1)
        found = _made(place, CLOCKS.format(reserve=reserve))
        try:
            found.redis.start()
            found.postgres.begin()
            yield found
        finally:
            for part in (*found.processes, found.redis):
                part.end()
            found.postgres.stop("immediate")


def _made(place: Path, clocks: str) -> Parts:
    postgres, redis_port, ports = Postgres(place), free_port(), (free_port(), free_port())
    environment = _environment(postgres.url, f"redis://127.0.0.1:{redis_port}/0", clocks)

    def part(name: str, *command: str) -> Part:
        return Part(name, command, environment, place / f"{name}.log")

    python = sys.executable
    celery = (python, "-m", "celery", "-A", "tichu_site")
    web = (python, "-m", "daphne", "-b", "127.0.0.1", "-p")
    worker = (
        *celery,
        "worker",
        "-P",
        "threads",
        "-c",
        "4",
        "--without-gossip",
        "--without-mingle",
        "--without-heartbeat",
    )
    return Parts(
        postgres,
        part("redis", "redis-server", "--port", str(redis_port), "--bind", "127.0.0.1", "--save", "", "--dir", "/tmp"),
        tuple(part(f"web{n}", *web, str(port), "tichu_site.asgi:application") for n, port in enumerate(ports, 1)),  # type: ignore[arg-type]
        tuple(part(f"worker{n}", *worker, "-n", f"worker{n}") for n in (1, 2)),  # type: ignore[arg-type]
        part("beat", *celery, "beat", "--scheduler", "celery.beat:Scheduler"),
        ports,
        environment,
        place,
    )


def _environment(database: str, redis: str, clocks: str) -> dict[str, str]:
    ours = {
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "SECRET_KEY": "only-for-chaos",
        "TICHU_CLOCKS": clocks,
        "TICHU_HOUSE_PACE": "0.25",
        "TICHU_NO_SETUP": "1",
        "DJANGO_SETTINGS_MODULE": "tichu_site.settings",
    }
    kept = {name: value for name, value in os.environ.items() if name not in ("DEBUG", "ALLOWED_HOSTS", "HTTPS")}
    return kept | ours
