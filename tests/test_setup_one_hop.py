"""OneHopHandler answers exactly as Django's own ASGI handler does, only with fewer thread hops."""

import asyncio
import threading
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.core import signals
from django.core.exceptions import PermissionDenied
from django.core.handlers.asgi import ASGIHandler
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.test import override_settings
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET

from games.middleware import RECEIVED_AT
from tests.playing import ROOT
from tichu_site.one_hop import OneHopHandler

seen: dict[str, Any] = {}


def plain(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(f"Grüezi {request.GET.get('name', '')} {reverse('plain')}")
    response.set_cookie("seat", "2", httponly=True)
    response.set_cookie("deck", "classic")
    response.headers["X-Words"] = "tichu"
    return response


@csrf_exempt
def echo(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{request.method} {request.POST.get('cards')} {len(request.body)}")


def guarded(request: HttpRequest) -> HttpResponse:
    return HttpResponse("never without a token")


@require_GET
def only_get(request: HttpRequest) -> HttpResponse:
    return HttpResponse("got")


def big(request: HttpRequest) -> HttpResponse:
    return HttpResponse(b"x" * 200_000)


def stream(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(iter([b"one ", b"", b"two"]))


def file(request: HttpRequest) -> FileResponse:
    return FileResponse(open(ROOT / "static" / "css" / "tokens.css", "rb"))


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=204)


def away(request: HttpRequest) -> HttpResponse:
    return redirect("plain")


def missing(request: HttpRequest) -> HttpResponse:
    raise Http404("no such table")


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a fault of ours")


async def later(request: HttpRequest) -> HttpResponse:
    await asyncio.sleep(0)
    return HttpResponse("from a coroutine")


@csrf_exempt
def witness(request: HttpRequest) -> HttpResponse:
    seen["view"] = threading.current_thread()
    seen["received_at"] = request.received_at  # type: ignore[attr-defined]
    return HttpResponse()


urlpatterns = [
    path(f"{view.__name__}/", view, name=view.__name__)
    for view in (plain, echo, guarded, only_get, big, stream, file, empty, away, missing, forbidden, broken, later)
] + [path("witness/", witness)]


def error_page(status: int) -> Callable[..., HttpResponse]:
    return lambda request, **_: HttpResponse("an error page", status=status)


def refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    return HttpResponse(f"refused: {reason}", status=403)


handler400, handler403, handler404, handler500 = map(error_page, (400, 403, 404, 500))

pytestmark = [
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume synchronous iterators"),
    pytest.mark.urls(__name__),
]
Message = dict[str, Any]


@pytest.fixture(autouse=True)
def plain_refusals() -> Any:
    with override_settings(CSRF_FAILURE_VIEW=f"{__name__}.refused", ALLOWED_HOSTS=["testserver"]):
        yield


def scope_of(method: str, target: str, headers: dict[str, str], root: str = "") -> Message:
    where, _, query = target.partition("?")
    given = {"host": "testserver"} | headers
    return {
        "type": "http",
        "method": method,
        "path": where,
        "root_path": root,
        "query_string": query.encode("latin1"),
        "headers": [(name.encode(), value.encode("latin1")) for name, value in given.items()],
        "client": ["127.0.0.1", 4711],
        "server": ["testserver", 80],
        "scheme": "http",
    }


async def ask(handler: ASGIHandler, scope: Message, body: list[bytes]) -> tuple[int, list[Any], bytes]:
    """Status, headers and whole body; the client stays on the line until it has been answered."""
    incoming = [
        {"type": "http.request", "body": part, "more_body": number + 1 < len(body)} for number, part in enumerate(body)
    ]
    answered = asyncio.Event()
    sent: list[Message] = []

    async def receive() -> Message:
        if incoming:
            return incoming.pop(0)
        await answered.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            answered.set()

    await handler(scope, receive, send)
    start, *rest = sent
    assert start["type"] == "http.response.start" and not rest[-1].get("more_body")
    return start["status"], sorted(start["headers"]), b"".join(part.get("body", b"") for part in rest)


FORM = {"content-type": "application/x-www-form-urlencoded"}
REQUESTS = {
    "a page with cookies": ("GET", "/plain/?name=Zo%C3%AB", {}, [b""]),
    "under a prefix": ("GET", "/prefix/plain/", {}, [b""]),
    "head": ("HEAD", "/plain/", {}, [b""]),
    "no slash": ("GET", "/plain", {}, [b""]),
    "a form": ("POST", "/echo/", FORM, [b"cards=2j7w"]),
    "a form in pieces": ("POST", "/echo/", FORM, [b"cards=2j", b"7w", b""]),
    "a form without token": ("POST", "/guarded/", FORM, [b"cards=2j"]),
    "the wrong method": ("POST", "/only_get/", FORM, [b""]),
    "more than one chunk": ("GET", "/big/", {}, [b""]),
    "a stream": ("GET", "/stream/", {}, [b""]),
    "a file": ("GET", "/file/", {}, [b""]),
    "nothing newer": ("GET", "/empty/", {}, [b""]),
    "a redirect": ("GET", "/away/", {}, [b""]),
    "not there": ("GET", "/nowhere/", {}, [b""]),
    "a 404 from the view": ("GET", "/missing/", {}, [b""]),
    "forbidden": ("GET", "/forbidden/", {}, [b""]),
    "a fault": ("GET", "/broken/", {}, [b""]),
    "a coroutine": ("GET", "/later/", {}, [b""]),
    "a foreign host": ("GET", "/plain/", {"host": "evil.example"}, [b""]),
    "a query that is not UTF-8": ("GET", "/plain/?name=\xff", {}, [b""]),
}


@pytest.mark.parametrize("name", REQUESTS)
async def test_it_answers_like_djangos_own_handler(name: str) -> None:
    method, target, headers, body = REQUESTS[name]
    root = "/prefix" if target.startswith("/prefix") else ""
    scope = scope_of(method, target, headers, root)
    ours = await ask(OneHopHandler(), scope, body)
    theirs = await ask(ASGIHandler(), scope, body)
    assert ours == theirs
    assert (ours[0] == 500) == (name == "a fault")


async def test_the_whole_request_runs_on_one_pool_thread() -> None:
    """So `request_finished` closes old connections of the very thread that used them."""
    threads: list[threading.Thread] = []

    def note(**_: Any) -> None:
        threads.append(threading.current_thread())

    for signal in (signals.request_started, signals.request_finished):
        signal.connect(note)
    try:
        await ask(OneHopHandler(), scope_of("GET", "/witness/", {}), [b""])
    finally:
        for signal in (signals.request_started, signals.request_finished):
            signal.disconnect(note)
    assert threads == [seen["view"]] * 2
    assert seen["view"].name.startswith("http") and seen["view"] is not threading.main_thread()
    assert seen["received_at"].tzinfo is not None


async def test_a_request_that_waits_for_a_thread_is_not_late() -> None:
    """RULES O4: its moment is when it reached the server, however long all threads are busy then."""
    with override_settings(ONE_HOP_THREADS=1):
        handler = OneHopHandler()
    busy, free = threading.Event(), threading.Event()
    handler.pool.submit(lambda: (busy.set(), free.wait()))
    assert busy.wait(20)
    request = asyncio.create_task(ask(handler, scope_of("GET", "/witness/", {}), [b""]))
    try:
        while not handler.pool._work_queue.qsize():
            await asyncio.sleep(0.01)
        it_waits = timezone.now()
    finally:
        free.set()
    assert (await request)[0] == 200
    assert seen["received_at"] <= it_waits


async def test_a_form_that_is_held_back_has_not_reached_the_server() -> None:
    """Or one could begin to send at once, and think at the cost of nobody's clock before the rest."""
    parts = [b"cards=2j", b"7w"]
    sent: list[datetime] = []

    async def receive() -> Message:
        sent.append(timezone.now())
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message: Any) -> None:
        return None

    await OneHopHandler()(scope_of("POST", "/witness/", FORM), receive, send)
    assert seen["received_at"] >= sent[1] > sent[0]


async def test_no_browser_says_when_it_came() -> None:
    """E07: whatever it sends along, the server's clock is asked."""
    forged = "2020-01-01T00:00:00Z"
    named = dict.fromkeys((RECEIVED_AT, "received_at", "received-at", "x-received-at", "date"), forged)
    before = timezone.now()
    await ask(OneHopHandler(), scope_of("GET", f"/witness/?{RECEIVED_AT}={forged}", named), [b""])
    assert before <= seen["received_at"] <= timezone.now()


async def test_never_more_threads_than_set() -> None:
    """Twelve requests at once share four threads: more would only make the slowest slower."""
    with override_settings(ONE_HOP_THREADS=4):
        handler = OneHopHandler()
    names: set[str] = set()
    together = threading.Barrier(4, timeout=10)

    def meet(request: HttpRequest) -> HttpResponse:
        names.add(threading.current_thread().name)
        together.wait()
        return HttpResponse()

    handler._middleware_chain = meet  # type: ignore[assignment]
    scope = scope_of("GET", "/", {})
    answers = await asyncio.gather(*(ask(handler, scope, [b""]) for _ in range(12)))
    assert [status for status, _, _ in answers] == [200] * 12
    assert len(names) == 4


async def test_a_client_that_leaves_while_sending_is_forgotten() -> None:
    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        raise AssertionError(f"nobody is there for {message}")

    await OneHopHandler()(scope_of("POST", "/echo/", {}), receive, send)


@pytest.mark.parametrize("make", [OneHopHandler, ASGIHandler])
async def test_sockets_are_not_answered_here(make: Callable[[], ASGIHandler]) -> None:
    with pytest.raises(ValueError, match="HTTP"):
        await make()({"type": "websocket"}, None, None)  # type: ignore[arg-type]
