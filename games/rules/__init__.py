"""The rules of cards on the table: cards, combinations and legal plays (RULES A, E–K).

Pure: knows no seats, turns or time, no Django, no randomness. Other code imports from here.
"""

from games.rules.cards import (
    DECK,
    DOG,
    DRAGON,
    MAH_JONG,
    PHOENIX,
    RANKS,
    Card,
    DuplicateCard,
    Suit,
    UnknownCard,
    card,
    format_cards,
    parse_cards,
    parse_rank,
    points_of,
    rank_code,
    sort_cards,
)
from games.rules.combinations import Combination, Kind, beats, best_reading, readings
from games.rules.naming import name_card, name_combination, name_height, name_needed, name_rank, name_ranks
from games.rules.plays import bombs_in, bombs_over, fulfils, legal_plays, may_pass, owes_wish

__all__ = [
    "DECK",
    "DOG",
    "DRAGON",
    "MAH_JONG",
    "PHOENIX",
    "RANKS",
    "Card",
    "Combination",
    "DuplicateCard",
    "Kind",
    "Suit",
    "UnknownCard",
    "beats",
    "best_reading",
    "bombs_in",
    "bombs_over",
    "card",
    "format_cards",
    "fulfils",
    "legal_plays",
    "may_pass",
    "name_card",
    "name_combination",
    "name_height",
    "name_needed",
    "name_rank",
    "name_ranks",
    "owes_wish",
    "parse_cards",
    "parse_rank",
    "points_of",
    "rank_code",
    "readings",
    "sort_cards",
]
