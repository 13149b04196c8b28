"""The one-process default: Daphne on the main thread, a Celery worker and Celery beat on threads beside it.

Nothing to install or start beside it. It knows no game; a restart loses no more than the ticks of a moment,
because deadlines stand in the database.
"""

import asyncio
import errno
import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

from celery.beat import Service as BeatService
from celery.platforms import EX_OK
from celery.worker import WorkController, state
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import defer, reactor

from tichu_site.celery import app

logger = logging.getLogger(__name__)
SERVICE_RESTART = 1012  # the close code after which browsers try again
GOODBYE_SECONDS = 1
PATIENCE = 10.0
"""Seconds for the tasks in hand, which take milliseconds."""


def serve(host: str, port: int, ready: Callable[[], None]) -> str:
    """Serve until Ctrl-C or SIGTERM; the answer is empty, or says why the server could not listen."""
    from tichu_site.asgi import application

    helpers = [Helper("celery-worker", _work), Helper("celery-beat", _beat)]
    server = SiteServer(
        application,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        server_name="tichu",
        ready_callable=lambda: start(helpers),
    )
    server.when_listening = ready
    server.run()
    if not stop(helpers):
        logging.shutdown()
        os._exit(1)  # whoever hangs would keep the process from ending, too
    return server.failure


def start(helpers: list["Helper"]) -> None:
    for helper in helpers:
        helper.start()


def stop(helpers: list["Helper"], seconds: float = PATIENCE) -> bool:
    """End them one by one when what they have in hand is finished; False when one could not be waited for.

    The worker comes before beat, whose ticks wake it: alone it would notice seconds later.
    """
    end = time.monotonic() + seconds
    for helper in helpers:
        helper.stop()
        helper.join(max(0.0, end - time.monotonic()))
    late = [helper.name for helper in helpers if helper.is_alive()]
    if late:
        logger.warning("Not waited for any longer: %s", ", ".join(late))
    return not late


def why_not_free(host: str, port: int) -> str:
    """One sentence when nobody can listen there. Daphne itself would only log it, and stay."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with closing(socket.socket(family, kind)) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            return f"Port {port} is busy: stop what listens there, or choose another one with --port."
        return f"Cannot listen on {host}, port {port}: {fault.strerror or fault}."
    return ""


class SiteServer(Server):
    """Daphne, but it tells when it listens, fails loudly, and asks the browsers to come back when it stops."""

    failure = ""

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self.when_listening()

    def listen_error(self, failure: Any) -> None:
        self.failure = f"The server could not listen: {failure.getErrorMessage()}."
        super().listen_error(failure)

    def kill_all_applications(self) -> defer.Deferred[Any]:
        """Say goodbye on every socket; whoever has not answered in time is cut off."""
        sockets = [p for p in self.connections if isinstance(p, WebSocketProtocol) and p.state == p.STATE_OPEN]
        for protocol in sockets:
            protocol.sendCloseFrame(code=SERVICE_RESTART)
        goodbyes = defer.DeferredList([protocol.is_closed for protocol in sockets])
        goodbyes.addTimeout(GOODBYE_SECONDS, reactor).addErrback(lambda _: None)
        return goodbyes.addCallback(lambda _: self._end_applications())

    def _end_applications(self) -> defer.Deferred[Any]:
        """Daphne stumbles over connections whose application has already been put away, and then ends none."""
        ended: asyncio.Future[None] = asyncio.get_event_loop().create_future()
        ended.set_result(None)
        for details in self.connections.values():
            details.setdefault("application_instance", ended)
        return super().kill_all_applications()


class Helper(threading.Thread):
    """A thread that starts its service again whenever it falls over, until it is told to stop."""

    def __init__(self, name: str, run_once: Callable[["Helper"], None]) -> None:
        super().__init__(name=name, daemon=True)
        self.run_once = run_once
        self.stopping = threading.Event()
        self.shut_down: Callable[[], None] = lambda: None

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                self.run_once(self)
            except Exception:
                logger.exception("%s fell over and starts again", self.name)
            self.stopping.wait(1)

    def stop(self) -> None:
        """Ask it to end; `join` returns when what was in hand is finished."""
        self.stopping.set()
        self.shut_down()


def _work(helper: Helper) -> None:
    worker = WorkController(
        app=app, pool_cls="threads", concurrency=2, without_gossip=True, without_mingle=True, without_heartbeat=True
    )
    # The worker's own loop ends it: two threads on one connection to the broker could wait for each other.
    state.should_stop = None
    helper.shut_down = lambda: setattr(state, "should_stop", EX_OK)
    if not helper.stopping.is_set():
        worker.start()


def _beat(helper: Helper) -> None:
    service = BeatService(app, scheduler_cls="celery.beat:Scheduler")
    helper.shut_down = service.stop
    service.start()
