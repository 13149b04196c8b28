from django.urls import URLPattern, URLResolver, path, re_path

from games.consumers import Nowhere, TableConsumer

websocket_urlpatterns: list[URLPattern | URLResolver] = [
    path("ws/tables/<slug:code>/", TableConsumer.as_asgi()),
    re_path("", Nowhere.as_asgi()),
]
