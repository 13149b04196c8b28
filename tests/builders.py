"""Words in which tests speak of the game: cards are strings, a combination is its cards and maybe its reading."""

from games.rules import Card, Combination, parse_cards, parse_rank, rank_code, readings


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def combination(text: str, *, on: str | None = None) -> Combination:
    """`"7j7w"`, with a reading `"QjQw9p9sPh=9"` (else the highest); `on` is what a single Phoenix covers."""
    laid, _, stated = text.partition("=")
    found = readings(parse_cards(laid), combination(on) if on else None)
    wanted = [each for each in found if not stated or each.phoenix == parse_rank(stated)]
    assert wanted, f"{text} is no combination"
    return wanted[0]


def spelled(play: Combination) -> str:
    """The opposite of `combination`: "7j7w", "7jPh=7"."""
    stated = f"={rank_code(play.phoenix)}" if play.phoenix else ""
    return "".join(each.code for each in play.cards) + stated
