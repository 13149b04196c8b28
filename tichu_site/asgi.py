"""The door for every request and socket."""

import gc
import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_site.settings")

import django  # noqa: E402

django.setup(set_prefix=False)  # before anything that imports models

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.handlers.asgi import ASGIHandler  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402
from tichu_site.heart import Application, Heart  # noqa: E402
from tichu_site.one_hop import OneHopHandler  # noqa: E402
from tichu_site.origins import OwnOrigin  # noqa: E402

pages = OneHopHandler() if settings.ONE_HOP_HANDLER else ASGIHandler()
application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": OwnOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)), settings.ALLOWED_HOSTS),
    }
)


def with_heart(inside: Application) -> Heart:
    """Not beating yet."""
    return Heart(inside, pages.pool if isinstance(pages, OneHopHandler) else None)


if settings.WATCH_WEB:
    application = with_heart(application).start()

# A full collection over everything imported stops the event loop for 0.1 s: leave those objects out of it.
gc.freeze()
gc.set_threshold(20_000, 20, 50)
