from django.urls import URLPattern, URLResolver, path

from games.views import rules

app_name = "games"
urlpatterns: list[URLPattern | URLResolver] = [
    path("rules/", rules.rules, name="rules"),
]
