from django.urls import URLPattern, URLResolver, path

from games.views import home, lobby, profile, replay, rules, table, talk

app_name = "games"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.start, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/tables/", lobby.lobby_tables, name="lobby_tables"),
    path("tables/new/", lobby.table_new, name="table_new"),
    path("tables/<slug:code>/", table.table, name="table"),
    path("tables/<slug:code>/state/", table.state, name="table_state"),
    path("tables/<slug:code>/selection/", table.selection, name="table_selection"),
    path("tables/<slug:code>/sit/", table.sit, name="table_sit"),
    path("tables/<slug:code>/stand/", table.stand, name="table_stand"),
    path("tables/<slug:code>/ready/", table.ready, name="table_ready"),
    path("tables/<slug:code>/fill/", table.fill, name="table_fill"),
    path("tables/<slug:code>/shuffle/", table.shuffle, name="table_shuffle"),
    path("tables/<slug:code>/grand/", table.grand, name="table_grand"),
    path("tables/<slug:code>/exchange/", table.exchange, name="table_exchange"),
    path("tables/<slug:code>/play/", table.play, name="table_play"),
    path("tables/<slug:code>/pass/", table.pass_turn, name="table_pass"),
    path("tables/<slug:code>/bomb/", table.bomb, name="table_bomb"),
    path("tables/<slug:code>/tichu/", table.tichu, name="table_tichu"),
    path("tables/<slug:code>/gift/", table.gift, name="table_gift"),
    path("tables/<slug:code>/next/", table.next_round, name="table_next"),
    path("tables/<slug:code>/rematch/", table.rematch, name="table_rematch"),
    path("tables/<slug:code>/say/", talk.say, name="table_say"),
    path("tables/<slug:code>/block/", talk.block, name="table_block"),
    path("tables/<slug:code>/report/", talk.report, name="table_report"),
    path("tables/<slug:code>/end/", table.end, name="table_end"),
    path("practice/", lobby.practice, name="practice"),
    path("join/<slug:token>/", lobby.join, name="join"),
    path("players/<str:name>/", profile.profile, name="player"),
    path("matches/<slug:code>/", replay.match, name="match"),
    path("matches/<slug:code>/again/", lobby.again, name="match_again"),
    path("matches/<slug:code>/<int:number>/<int:step>/", replay.step, name="replay"),
    path("rules/", rules.rules, name="rules"),
]
