"""Questions from the table, for the rules page: in groups, each with the section and the rulings behind its answer."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.views.contents import TITLES

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class Answer:
    """One question and its answer.

    `section` is the anchor of the whole rule, `rulings` are its numbers ("K7, K10"), `fans` are cards to show with it.
    """

    anchor: str
    section: str
    rulings: str
    question: "_StrPromise"
    answer: "_StrPromise"
    fans: tuple[str, ...] = ()

    @property
    def title(self) -> "_StrPromise":
        """What the section is called."""
        return TITLES[self.section]


@dataclass(frozen=True, slots=True)
class Group:
    """Answers on one subject."""

    anchor: str
    title: "_StrPromise"
    answers: tuple[Answer, ...]


QUESTIONS = (
    Group("faq-bombs", _("Bombs"), (
        Answer(
            "bomb-turn", "bombs", "G4",
            _("May I throw a bomb when it is not my turn?"),
            _("Yes. While a trick is open, anybody holding cards may bomb it, whoever's turn it is."),
        ),
        Answer(
            "bomb-partner", "bombs", "G4, G6",
            _("May I bomb my partner?"),
            _("Yes, and yourself too. A bomb may be thrown on anybody's play."),
        ),
        Answer(
            "bomb-dog", "dog", "I3",
            _("Can the Dog be bombed?"),
            _("No. The Dog makes no trick; the lead is already with the next player."),
        ),
        Answer(
            "late-bomb", "pause", "G5, G9",
            _("May I bomb after everybody has passed?"),
            _("Yes, as long as the trick lies there: three seconds, the same for everybody. Nobody has to be "
              "quicker than the others, and no clock runs meanwhile."),
        ),
        Answer(
            "bomb-order", "bombs", "G2",
            _("Which bomb is higher?"),
            _("The one with more cards, so every straight flush beats every four. With equally many cards the "
              "higher rank, of a straight flush its highest card."),
        ),
    )),
    Group("faq-wish", _("Mah Jong and wish"), (
        Answer(
            "wish-forced", "wish", "K5, K6",
            _("When must I fulfil a wish?"),
            _("On your own turn, if any play you may make contains a real card of the wished rank. You choose which"
              " of those plays; until then Pass is off."),
        ),
        Answer(
            "wish-lasts", "wish", "K11, K12",
            _("Does a wish outlive the trick?"),
            _("Yes. It stands until somebody plays a card of that rank, at the longest to the end of the round."),
        ),
        Answer(
            "wish-bomb", "wish", "K7, K10, K11",
            _("Must a bomb obey the wish?"),
            _("On your own turn, yes: if the wished rank can be played, it must be in the bomb you throw. Out of "
              "turn, no. But any bomb with that rank in it fulfils the wish, and whoever wins a trick with another "
              "bomb leads next and is bound then."),
        ),
        Answer(
            "wish-phoenix", "wish", "K8",
            _("Is the Phoenix a card of the wished rank?"),
            _("Never. But if a real card of that rank can be played together with the Phoenix, that play counts as "
              "possible, and you owe it."),
        ),
    )),
    Group("faq-special", _("Special cards"), (
        Answer(
            "dragon-bombed", "dragon", "J4",
            _("A bomb has beaten the Dragon. Is the trick given away?"),
            _("No. The player of the last bomb keeps the whole trick, the Dragon included."),
        ),
        Answer(
            "dragon-whom", "dragon", "J2",
            _("Who gets a trick won with the Dragon?"),
            _("One of the two opponents, whichever its player chooses, even one who is out. Never the partner."),
        ),
        Answer(
            "phoenix-bomb", "phoenix", "F3",
            _("Can the Phoenix be part of a bomb?"),
            _("No. Bombs are made of real cards only."),
        ),
        Answer(
            "dog-out", "dog", "I2",
            _("My partner is out and I lead the Dog. Who leads?"),
            _("The next player after your partner who still has cards. If both opponents are out too, you."),
        ),
    )),
    Group("faq-tichu", _("Tichu"), (
        Answer(
            "tichu-partner", "tichu", "D5",
            _("My partner was first. Did I make my Tichu?"),
            _("No. The caller has to be the first of all four."),
        ),
        Answer(
            "tichu-exchange", "tichu", "D1",
            _("May I still call Tichu after the exchange?"),
            _("Yes, until you play your own first card."),
        ),
        Answer(
            "grand-late", "grand", "B2",
            _("May I call Grand Tichu with fourteen cards?"),
            _("No. It belongs to the first eight; with the ninth card it is gone for this round."),
        ),
    )),
    Group("faq-combinations", _("Combinations"), (
        Answer(
            "kind-only", "answers", "E7",
            _("Why does nothing but a pair answer a pair?"),
            _("An answer is of the same kind and the same number of cards, and higher. Only bombs break that."),
        ),
        Answer(
            "straight-longer", "answers", "E7",
            _("Does a longer straight beat a shorter one?"),
            _("No. Five cards are answered by five, and the higher top card decides."),
        ),
        Answer(
            "house-phoenix", "combinations", "E6",
            _("Are four equal cards and the Phoenix a full house?"),
            _("No. Triple and pair must be of two different ranks."),
        ),
        Answer(
            "flush-plain", "bombs", "E8",
            _("May I play five in a row of one suit as a plain straight?"),
            _("No, they are always a bomb. With a card of another suit, the Mah Jong or the Phoenix in it, a run is"
              " always a plain straight."),
        ),
    )),
    Group("faq-counting", _("Counting"), (
        Answer(
            "last-hand", "scoring", "M2",
            _("Where do the cards in the last player's hand go?"),
            _("To the opposing team."),
        ),
        Answer(
            "last-tricks", "scoring", "M3",
            _("And the tricks the last player took?"),
            _("To the player who was out first, in whichever team."),
        ),
        Answer(
            "double-calls", "double-victory", "M4, M6",
            _("Do calls count with a double victory?"),
            _("Yes. The 200 points stand in place of the cards only; every call is added on top."),
        ),
    )),
    Group("faq-clock", _("Clock"), (
        Answer(
            "time-out", "time", "O1, O2",
            _("What happens when I run out of time?"),
            _("First your reserve runs, 60 seconds for the whole match. When it is gone too, your team loses the "
              "match. We never play a card for you."),
        ),
        Answer(
            "time-line", "disconnection", "O5",
            _("My train went into a tunnel. Am I lost?"),
            _("Not yet: your time and reserve go on running, and when you are back you play on from your seat."),
        ),
    )),
)  # fmt: skip
