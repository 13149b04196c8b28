"""What one viewer sees of a table, ready for the templates: every sentence worded, every key judged.

Built from a MatchView, the names around the table and the page's setting; never from a MatchState. The replay
builds the same with `live=False`: no forms, no keys.
"""

from games.tableview.build import CHATTY, TableView, closed_view, match_table_view, waiting_view, with_watchers
from games.tableview.setting import Setting, Sitting

__all__ = [
    "CHATTY",
    "Setting",
    "Sitting",
    "TableView",
    "closed_view",
    "match_table_view",
    "waiting_view",
    "with_watchers",
]
