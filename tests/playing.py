"""The real `manage.py play` as a child process, for tests that need the whole site: sockets, worker and beat."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError, URLError

ROOT = Path(__file__).resolve().parent.parent
MANAGE = str(ROOT / "manage.py")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def clean_environment(**extra: str) -> dict[str, str]:
    """This process's environment without what would change the site's settings."""
    ours = (
        "SECRET_KEY",
        "DEBUG",
        "SQLITE_PATH",
        "TICHU_CLOCKS",
        "TICHU_HOUSE_PACE",
        "ALLOWED_HOSTS",
        "DJANGO_SETTINGS_MODULE",
    )
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return kept | {"TICHU_NO_SETUP": "1", "PYTHONWARNINGS": "default"} | extra


@dataclass
class Site:
    """A running site; `output` is complete once it has stopped."""

    process: subprocess.Popen[str]
    port: int
    output: str = ""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.url + path, timeout=10) as response:
            return str(response.read().decode())

    def wait_until_it_answers(self, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            try:
                self.get("/healthz")
                return
            except HTTPError:  # it answers, though its first sweep is still to come
                return
            except (URLError, ConnectionError):
                time.sleep(0.05)
        self.stop(signal.SIGKILL)
        raise AssertionError(f"The site does not answer:\n{self.output}")

    def wait_for(self, path: str, arrived: Callable[[str], bool], seconds: float = 30) -> str:
        """Ask until the answer shows what was waited for."""
        end = time.monotonic() + seconds
        while not arrived(text := self._whatever(path)):
            assert time.monotonic() < end, f"{path} still says: {text}"
            time.sleep(0.05)
        return text

    def _whatever(self, path: str) -> str:
        try:
            return self.get(path)
        except HTTPError as refusal:
            return refusal.read().decode()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send the signal, wait for the end, and return the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            self.output += self.process.communicate(timeout=30)[0] or ""
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        except ValueError:  # stopped before: everything has been read
            pass
        return int(self.process.returncode)


@contextmanager
def playing(database: Path, **environment: str) -> Iterator[Site]:
    """Run the site on this SQLite file for the length of the block."""
    port = free_port()
    command = [sys.executable, MANAGE, "play", "--port", str(port)]
    process = subprocess.Popen(
        command,
        env=clean_environment(SQLITE_PATH=str(database), **environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    site = Site(process, port)
    try:
        site.wait_until_it_answers()
        yield site
    finally:
        site.stop()
