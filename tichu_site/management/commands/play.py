"""`play`: bring database and static files up to date, then serve the whole site from this one process."""

import argparse
import hashlib
import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from tichu_site import bootstrap, keeping

LOOPBACK = {"127.0.0.1", "localhost", "::1"}
MIGRATING = 7_188_424
"""The number of the lock under which a database is migrated."""


class Command(BaseCommand):
    help = "Serve the site on the embedded default: one process, nothing to install beside it."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
        parser.add_argument("--port", type=port_number, default=8000, help="port to listen on (default 8000)")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        from tichu_site import embedded

        if reason := embedded.why_not_free(host, port):
            raise Refusal(reason)
        with _database_in_use():
            migrate()
            collect_static()
            settings.ALLOWED_HOSTS += names_for(host)
            failure = embedded.serve(host, port, ready=lambda: self.welcome(host, port))
        if failure:
            raise Refusal(failure)
        self.stdout.write(_("Stopped."))

    def welcome(self, host: str, port: int) -> None:
        shown = f"[{host}]" if ":" in host else host.replace("0.0.0.0", "127.0.0.1")
        self.stdout.write(
            _(
                "\nTichu is open at http://%(host)s:%(port)s/ (Ctrl-C stops it)\n\n"
                "  Alone: sign up, then press “Practice match” in the lobby: three house players sit down with you.\n"
                "  Four of you on this machine: open four private windows of different browsers or four browser\n"
                "  profiles, sign up in each, open a table in one and pass its link on to the others.\n"
            )
            % {"host": shown, "port": port}
        )
        self.stdout.flush()


class Refusal(CommandError):
    """A sentence instead of a traceback; the command ends with 1."""


def port_number(text: str) -> int:
    if not (text.isdecimal() and 0 < int(text) < 65536):
        raise argparse.ArgumentTypeError(_("a port is a number from 1 to 65535"))
    return int(text)


def names_for(host: str) -> list[str]:
    """Hosts that may stand in the address bar beside ALLOWED_HOSTS, when others are let in with --host."""
    if host in LOOPBACK:
        return []
    return [host, socket.gethostname(), f"{socket.gethostname()}.local", own_address()]


def own_address() -> str:
    """This machine's address towards the outside; a UDP socket is only pointed there, nothing is sent."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _database_in_use() -> AbstractContextManager[None]:
    """While the site runs, `restore` keeps its hands off."""
    if connection.vendor != "sqlite":
        return nullcontext()
    return keeping.in_use(Path(connection.settings_dict["NAME"]))


def migrate() -> None:
    """Of two starts at once on the same database the second waits and finds everything done; what a start that was
    broken off has left undone is made up for by the next one."""
    with _alone():
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", interactive=False, verbosity=0)
        call_command("rebuild_projections", stdout=StringIO())
    connection.close()


@contextmanager
def _alone() -> Iterator[None]:
    if connection.vendor != "postgresql":
        data = bootstrap.ROOT / ".data"
        data.mkdir(mode=0o700, exist_ok=True)
        with bootstrap.held(data / "migrating"):
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])


def collect_static() -> None:
    """Collect only when a source file changed; the stamp is written last, so a broken-off run is done again.
    Of two starts at once the second waits and finds everything done."""
    root = Path(settings.STATIC_ROOT)
    stamp, digest = root / ".collected", static_digest()
    if stamp.is_file() and stamp.read_text() == digest:
        return
    root.mkdir(parents=True, exist_ok=True)
    with bootstrap.held(root / ".collecting"):
        if stamp.is_file() and stamp.read_text() == digest:
            return
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(digest)


def static_digest() -> str:
    """What would be collected, and how: hashed names are no use to DEBUG, nor plain ones without it."""
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            seen = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{seen.st_size}\0{seen.st_mtime_ns}\n".encode())
    return digest.hexdigest()
