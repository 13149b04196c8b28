"""Cards and combinations in words, for captions, refusals and screen readers.

Words only, no markup. Each function takes `translate`, so that the site can hand in its own gettext
while the rules know no Django; msgids are marked by a local no-op.
"""

from __future__ import annotations

from collections.abc import Callable

from games.rules.cards import DOG, DRAGON, MAH_JONG, PHOENIX, Card, Suit
from games.rules.combinations import Combination, Kind

Translate = Callable[[str], str]


def gettext_noop(message: str) -> str:
    """Mark a text for the translators and leave it as it is."""
    return message


_SPECIALS = {
    MAH_JONG: gettext_noop("Mah Jong"),
    DOG: gettext_noop("Dog"),
    PHOENIX: gettext_noop("Phoenix"),
    DRAGON: gettext_noop("Dragon"),
}

_SUITS = {
    Suit.JADE: gettext_noop("Jade"),
    Suit.SWORD: gettext_noop("Sword"),
    Suit.PAGODA: gettext_noop("Pagoda"),
    Suit.STAR: gettext_noop("Star"),
}

_RANKS = {
    11: gettext_noop("Jack"),
    12: gettext_noop("Queen"),
    13: gettext_noop("King"),
    14: gettext_noop("Ace"),
}

_PLURALS = {
    2: gettext_noop("2s"),
    3: gettext_noop("3s"),
    4: gettext_noop("4s"),
    5: gettext_noop("5s"),
    6: gettext_noop("6s"),
    7: gettext_noop("7s"),
    8: gettext_noop("8s"),
    9: gettext_noop("9s"),
    10: gettext_noop("10s"),
    11: gettext_noop("Jacks"),
    12: gettext_noop("Queens"),
    13: gettext_noop("Kings"),
    14: gettext_noop("Aces"),
}

_LETTERS = {
    11: gettext_noop("J"),
    12: gettext_noop("Q"),
    13: gettext_noop("K"),
    14: gettext_noop("A"),
}

_OF_ONE_RANK = {
    Kind.PAIR: gettext_noop("pair of {ranks}"),
    Kind.TRIPLE: gettext_noop("three {ranks}"),
    Kind.FULL_HOUSE: gettext_noop("full house, {ranks}"),
    Kind.FOUR: gettext_noop("four {ranks}"),
}

_RUNS = {
    Kind.STAIRS: gettext_noop("pairs {low}–{high}"),
    Kind.STRAIGHT: gettext_noop("straight {low}–{high}"),
    Kind.FLUSH: gettext_noop("straight flush {low}–{high}"),
}

_TEXTS = _OF_ONE_RANK | _RUNS
_DEEDS = {
    Kind.PAIR: gettext_noop("a pair of {ranks}"),
    Kind.FULL_HOUSE: gettext_noop("a full house, {ranks}"),
    Kind.STRAIGHT: gettext_noop("a straight {low}–{high}"),
    Kind.FLUSH: gettext_noop("a straight flush {low}–{high}"),
}
_NEEDED = {
    Kind.SINGLE: gettext_noop("a single card above {height}"),
    Kind.PAIR: gettext_noop("a pair above {height}"),
    Kind.TRIPLE: gettext_noop("three of a kind above {height}"),
    Kind.FULL_HOUSE: gettext_noop("a full house above {height}"),
    Kind.STAIRS: gettext_noop("{pairs} consecutive pairs above {height}"),
    Kind.STRAIGHT: gettext_noop("a straight of {cards} cards above {height}"),
    Kind.FOUR: gettext_noop("a bomb above four {height}"),
    Kind.FLUSH: gettext_noop("a straight flush above {height} or a longer one"),
}
_STRETCH = gettext_noop("{low}–{high}")


def name_card(card: Card, translate: Translate = str) -> str:
    """One card: "9 of Star", "Jack of Jade", "Phoenix"."""
    if card.suit is None:
        return translate(_SPECIALS[card])
    names = {"rank": name_rank(card.rank, translate), "suit": translate(_SUITS[card.suit])}
    return translate(gettext_noop("{rank} of {suit}")).format(**names)


def name_rank(rank: int, translate: Translate = str) -> str:
    """A rank 1…14 alone: "7", "10", "Jack"."""
    return translate(_RANKS[rank]) if rank in _RANKS else str(rank)


def name_ranks(rank: int, translate: Translate = str) -> str:
    """Several cards of a rank 2…14: "7s", "Jacks"."""
    return translate(_PLURALS[rank])


def name_combination(combination: Combination, translate: Translate = str) -> str:
    """A play as it is captioned, the Phoenix's reading named: "full house, 9s, Phoenix as 9" (RULES F1, U4)."""
    return _with_phoenix(combination, name_shape(combination, translate), translate)


def _with_phoenix(combination: Combination, name: str, translate: Translate) -> str:
    if combination.phoenix is None:
        return name
    stands_for = name_rank(combination.phoenix, translate)
    return translate(gettext_noop("{play}, Phoenix as {rank}")).format(play=name, rank=stands_for)


def name_shape(combination: Combination, translate: Translate = str) -> str:
    """A play without what its Phoenix stands for, where room is scarce: "full house, 9s"."""
    if len(combination.cards) == 1:
        return _name_single(combination, translate)
    return translate(_TEXTS[combination.kind]).format(**_words(combination, translate))


def name_deed(combination: Combination, translate: Translate = str) -> str:
    """A play as somebody plays it: "a pair of 9s", "three 9s", "the 9 of Star", "the Dragon"."""
    if len(combination.cards) == 1:
        return translate(gettext_noop("the {card}")).format(card=_name_single(combination, translate))
    texts = _TEXTS | _DEEDS
    return _with_phoenix(
        combination, translate(texts[combination.kind]).format(**_words(combination, translate)), translate
    )


def name_height(combination: Combination, translate: Translate = str) -> str:
    """What an answer must be above: "9", "8½" or "Dragon", of several cards "10s", of runs "4–8" (RULES E7)."""
    if len(combination.cards) > 1:
        words = _words(combination, translate)
        return words.get("ranks") or translate(_STRETCH).format(**words)
    card = combination.cards[0]
    if card is PHOENIX:
        return _phoenix_counts(combination, translate)
    return name_rank(card.rank, translate) if card.suit else name_card(card, translate)


def name_needed(top: Combination, translate: Translate = str) -> str:
    """What would beat this top, bombs apart: "a pair above 10s", "a straight of 5 cards above 4–8" (RULES E7, J1)."""
    if top.cards[0] is DRAGON:
        return translate(gettext_noop("a bomb"))
    height, cards = name_height(top, translate), len(top.cards)
    return translate(_NEEDED[top.kind]).format(height=height, cards=cards, pairs=cards // 2)


def _words(combination: Combination, translate: Translate) -> dict[str, str]:
    """What the texts above may speak of; each takes what it needs."""
    if combination.kind in _RUNS:
        return {"low": _short_rank(combination.low, translate), "high": _short_rank(int(combination.rank), translate)}
    return {"ranks": name_ranks(int(combination.rank), translate)}


def _name_single(single: Combination, translate: Translate) -> str:
    """A single; the Phoenix with what it counts: "Phoenix (8½)" (RULES F1)."""
    card = single.cards[0]
    if card is not PHOENIX:
        return name_card(card, translate)
    return translate(gettext_noop("Phoenix ({counts})")).format(counts=_phoenix_counts(single, translate))


def _phoenix_counts(single: Combination, translate: Translate) -> str:
    return _short_rank(int(single.rank), translate) + "½"


def _short_rank(rank: int, translate: Translate) -> str:
    return translate(_LETTERS[rank]) if rank in _LETTERS else str(rank)
