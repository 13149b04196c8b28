from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import deletion, exports
        from games.services import people

        deletion.register("games", people.farewell)
        exports.register("matches", people.export)
