from django.urls import URLPattern, URLResolver, path

from games.consumers import TableConsumer

websocket_urlpatterns: list[URLPattern | URLResolver] = [path("ws/tables/<slug:code>/", TableConsumer.as_asgi())]
