"""What a process keeps in memory is bounded."""

from games.kept import Kept


def test_the_least_recently_used_are_forgotten_first() -> None:
    kept = Kept[str, int](most=2)
    kept.put("a", 1)
    kept.put("b", 2)
    assert kept.get("a") == 1
    kept.put("c", 3)
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (1, None, 3)


def test_what_is_put_again_counts_once() -> None:
    kept = Kept[str, int](most=2)
    for value in (1, 2, 3):
        kept.put("a", value)
    kept.put("b", 4)
    assert (kept.get("a"), kept.get("b")) == (3, 4)
    kept.clear()
    assert kept.get("a") is None
