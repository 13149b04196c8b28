from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import deletion, exports, names, renaming
        from games.bots import HOUSE_PLAYERS
        from games.services import imports, notes, people, puzzles

        deletion.register("games", people.farewell)
        renaming.register("games", people.show_name)
        exports.register("matches", people.export)
        exports.register("imported_matches", imports.export)
        exports.register("notes", notes.export)
        exports.register("puzzles", puzzles.export)
        exports.register("rating", people.export_rating)
        names.reserve(*HOUSE_PLAYERS)
