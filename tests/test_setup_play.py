"""The one-process default from the outside: starts, answers, refuses with a sentence, stops without a trace."""

import json
import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.playing import MANAGE, ROOT, Site, clean_environment, free_port, playing


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, MANAGE, *arguments]
    return subprocess.run(command, env=clean_environment(**environment), capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_answers_and_stops_cleanly(tmp_path: Path, number: int) -> None:
    with playing(tmp_path / "site.sqlite3") as site:
        site.wait_for("/healthz", lambda text: json.loads(text)["status"] == "ok")
        assert site.stop(number) == 0
    assert f"http://127.0.0.1:{site.port}/" in site.output
    assert "Practice match" in site.output and "four private windows" in site.output
    assert "Traceback" not in site.output and "Warning" not in site.output


def test_beat_and_worker_run_inside_it(tmp_path: Path) -> None:
    """The pulse that each sweep leaves shows on the health page."""
    with playing(tmp_path / "site.sqlite3") as site:
        site.wait_for("/healthz", lambda text: json.loads(text)["last_sweep_age"] is not None)
    assert "Traceback" not in site.output


def test_it_starts_again_on_the_same_database(tmp_path: Path) -> None:
    for _ in range(2):
        with playing(tmp_path / "site.sqlite3") as site:
            assert site.stop() == 0


def test_two_first_starts_on_one_database_both_serve(tmp_path: Path) -> None:
    """One of them migrates, the other waits for it."""
    database, ports = tmp_path / "site.sqlite3", (free_port(), free_port())
    environment = clean_environment(SQLITE_PATH=str(database))
    commands = [[sys.executable, MANAGE, "play", "--port", str(port)] for port in ports]
    both = [subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) for command in commands]
    try:
        for process, port in zip(both, ports, strict=True):
            Site(process, port).wait_until_it_answers()  # type: ignore[arg-type]
    finally:
        for process in both:
            process.terminate()
    assert [process.wait(timeout=30) for process in both] == [0, 0]


def test_it_refuses_a_busy_port() -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        done = run("play", "--port", str(port))
    assert done.returncode == 1
    assert done.stderr.strip().endswith(
        f"Port {port} is busy: stop what listens there, or choose another one with --port."
    )
    assert "Traceback" not in done.stderr and len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eighty", "1e3"])
def test_it_refuses_a_port_that_is_none(port: str) -> None:
    with pytest.raises(CommandError, match="a port is a number from 1 to 65535"):
        call_command("play", f"--port={port}")


def test_it_refuses_an_address_that_is_not_here() -> None:
    done = run("play", "--host", "192.0.2.1", "--port", str(free_port()))
    assert done.returncode == 1
    assert "Cannot listen on 192.0.2.1" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [["check"], ["play"], ["migrate"]])
def test_without_a_key_and_with_debug_off_it_says_why_it_does_not_start(command: list[str]) -> None:
    done = run(*command, DEBUG="0")
    assert done.returncode == 1
    assert done.stderr.strip() == "SECRET_KEY is not set and DEBUG is off: set SECRET_KEY to a long random text."


@contextmanager
def sockets_served() -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """The site's server with an application of its own, which answers each message with its length."""
    port = free_port()
    program = f"""
        import os
        os.environ.update(DJANGO_SETTINGS_MODULE="tests.settings")
        import django
        django.setup()
        from tichu_site.embedded import SiteServer

        async def application(scope, receive, send):
            while (message := await receive())["type"] != "websocket.disconnect":
                if message["type"] == "websocket.connect":
                    await send({{"type": "websocket.accept"}})
                else:
                    await send({{"type": "websocket.send", "text": str(len(message["text"]))}})

        server = SiteServer(application, endpoints=["tcp:{port}:interface=127.0.0.1"])
        server.when_listening = lambda: print("listening", flush=True)
        server.run()
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    with subprocess.Popen(command, cwd=ROOT, env=clean_environment(), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == "listening\n"
            yield f"ws://127.0.0.1:{port}/", process
        finally:
            process.kill()
            process.communicate()


def test_a_stopping_site_asks_browsers_to_come_back() -> None:
    """Close code 1012, not a silent end: htmx reconnects at once and shows no error."""
    with sockets_served() as (address, process), connect(address) as browser:
        process.terminate()
        with pytest.raises(ConnectionClosed) as closed:
            browser.recv(timeout=10)
        assert process.wait(timeout=10) == 0
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012


def test_a_message_without_end_is_not_held() -> None:
    """E07: memory stays bounded, whether it comes in one frame or in many; Daphne has a limit of 1 MiB."""
    piece = "x" * 100_000
    with sockets_served() as (address, _):
        with connect(address) as browser:
            browser.send([piece] * 9)
            assert browser.recv(timeout=10) == "900000"
        for message in (piece * 11, [piece] * 11):
            with connect(address) as browser, pytest.raises(ConnectionClosed):
                browser.send(message)
                browser.recv(timeout=10)
