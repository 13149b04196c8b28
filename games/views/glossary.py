"""The words of the game in both languages, for the rules page: each as players say it, with what it means."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class Term:
    """One word; a second one after a comma is heard for it as well. `meaning` is in the reader's language."""

    english: str
    german: str
    meaning: "_StrPromise"


TERMS = (
    Term("match", "Partie", _("rounds until a team has won")),
    Term("round", "Runde", _("from the deal until the points are counted")),
    Term("hand", "Hand", _("the cards one player holds")),
    Term("exchange, pushing", "Schupfen", _("one card to each of the other three")),
    Term("trick", "Stich", _("all that is played from a lead until everybody else passes")),
    Term("lead", "Ausspiel", _("the first combination of a trick, and the right to it")),
    Term("pass", "passen", _("to play nothing this time")),
    Term("combination", "Kombination", _("cards that may be played together")),
    Term("single card", "Einzelkarte", _("one card alone")),
    Term("pair", "Paar", _("two equal cards")),
    Term("triple", "Drilling", _("three equal cards")),
    Term("consecutive pairs, stairs", "Treppe", _("two or more pairs next to each other in rank")),
    Term("full house", "Full House", _("a triple and a pair")),
    Term("straight", "Strasse", _("five or more cards in a row")),
    Term("bomb", "Bombe", _("four equal cards, or five or more in a row of one suit")),
    Term("straight flush", "Strassenbombe", _("the bomb in a row of one suit")),
    Term("real card", "echte Karte", _("a card from 2 to Ace, not the Phoenix in its place")),
    Term("Mah Jong, Sparrow", "Mah Jong, Spatz", _("the 1, with the first lead and the wish")),
    Term("wish", "Wunsch", _("the rank asked for with the Mah Jong")),
    Term("Dog, Hound", "Hund", _("gives the lead to the partner")),
    Term("Phoenix", "Phönix", _("stands for a card, or half a rank above one")),
    Term("Dragon", "Drache", _("the highest single card")),
    Term("gift", "Geschenk", _("a trick won with the Dragon, given to an opponent")),
    Term("call", "Ansage", _("Tichu or Grand Tichu, said aloud")),
    Term("Tichu, small Tichu", "Tichu, kleines Tichu", _("the call for 100 points")),
    Term("Grand Tichu", "Grosses Tichu", _("the call for 200 points on eight cards")),
    Term("out", "fertig", _("without cards, for the rest of the round")),
    Term("double victory, one-two", "Doppelsieg", _("two partners out first and second")),
    Term("pause", "Pause", _("the moment in which a trick lies before it is collected")),
    Term("reserve", "Reserve", _("the time for the whole match that runs after that of a decision")),
    Term("house player", "Hausspieler", _("a player of ours, marked as one")),
    Term("Jade, Sword, Pagoda, Star", "Jade, Schwert, Pagode, Stern", _("the four suits")),
    Term("Jack, Queen, King, Ace", "Bube, Dame, König, Ass", _("the ranks above 10")),
)
