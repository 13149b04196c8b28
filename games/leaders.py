"""Who stands on the leaderboard: people and pairs with enough rated matches, the strongest first."""

from __future__ import annotations

from enum import StrEnum

from django.db.models import QuerySet

from games.models import Rating
from games.rating_rows import LISTED_FROM


class Board(StrEnum):
    """Whose ratings."""

    PEOPLE = "people"
    PAIRS = "pairs"

    @classmethod
    def read(cls, text: str | None) -> Board:
        """What an address asks for; anything unknown is people."""
        return next((board for board in cls if board == text), cls.PEOPLE)


def listed(board: Board) -> QuerySet[Rating]:
    """Without those whose account is deleted or suspended: neither is active (indexes rating_people, rating_pairs)."""
    ratings = Rating.objects.filter(matches__gte=LISTED_FROM, first__is_active=True)
    if board is Board.PEOPLE:
        ratings = ratings.filter(second=None)
    else:
        ratings = ratings.filter(second__isnull=False, second__is_active=True)
    return ratings.select_related("first", "second").order_by("-shown", "pk")


def rating_of(user_id: int) -> Rating | None:
    """A person's rating, once it is listed."""
    return Rating.objects.filter(first=user_id, second=None, matches__gte=LISTED_FROM).first()
