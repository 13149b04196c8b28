"""Questions from the table, for the rules page: (anchor, question, answer, anchor of the rule behind it) in groups."""

from django.utils.translation import gettext_lazy as _

QUESTIONS = (
    (
        _("Bombs"),
        (
            (
                "bomb-turn",
                _("May I throw a bomb when it is not my turn?"),
                _("Yes. While a trick is open, anybody holding cards may bomb it, whoever's turn it is."),
                "bombs",
            ),
            (
                "bomb-partner",
                _("May I bomb my partner?"),
                _("Yes, and yourself too. A bomb may be thrown on anybody's play."),
                "bombs",
            ),
            (
                "bomb-dog",
                _("Can the Dog be bombed?"),
                _("No. The Dog makes no trick; the lead is already with the next player."),
                "dog",
            ),
            (
                "late-bomb",
                _("May I bomb after everybody has passed?"),
                _(
                    "Yes, as long as the trick lies there: three seconds, the same for everybody. "
                    "Nobody has to be quicker than the others, and no clock runs meanwhile."
                ),
                "pause",
            ),
            (
                "bomb-order",
                _("Which bomb is higher?"),
                _(
                    "The one with more cards, so every straight flush beats every four. "
                    "With equally many cards the higher rank, of a straight flush its highest card."
                ),
                "bombs",
            ),
        ),
    ),
    (
        _("Mah Jong and wish"),
        (
            (
                "wish-forced",
                _("When must I fulfil a wish?"),
                _(
                    "On your own turn, if any play you may make contains a real card of the wished rank. "
                    "You choose which of those plays; until then Pass is off."
                ),
                "wish",
            ),
            (
                "wish-lasts",
                _("Does a wish outlive the trick?"),
                _("Yes. It stands until somebody plays a card of that rank, at the longest to the end of the round."),
                "wish",
            ),
            (
                "wish-bomb",
                _("Must a bomb obey the wish?"),
                _(
                    "On your own turn, yes: if the wished rank can be played, it must be in the bomb you throw. "
                    "Out of turn, no. But any bomb with that rank in it fulfils the wish, and whoever wins a trick "
                    "with another bomb leads next and is bound then."
                ),
                "wish",
            ),
            (
                "wish-phoenix",
                _("Is the Phoenix a card of the wished rank?"),
                _(
                    "Never. But if a real card of that rank can be played together with the Phoenix, "
                    "that play counts as possible, and you owe it."
                ),
                "wish",
            ),
        ),
    ),
    (
        _("Special cards"),
        (
            (
                "dragon-bombed",
                _("A bomb has beaten the Dragon. Is the trick given away?"),
                _("No. The player of the last bomb keeps the whole trick, the Dragon included."),
                "dragon",
            ),
            (
                "dragon-whom",
                _("Who gets a trick won with the Dragon?"),
                _("One of the two opponents, whichever its player chooses, even one who is out. Never the partner."),
                "dragon",
            ),
            (
                "dragon-last",
                _("The Dragon was the last card of the round. Is it still given away?"),
                _(
                    "Yes. If it goes to the player who is last, it moves on to the first finisher "
                    "with all of that player's tricks."
                ),
                "dragon",
            ),
            (
                "phoenix-bomb",
                _("Can the Phoenix be part of a bomb?"),
                _("No. Bombs are made of real cards only."),
                "phoenix",
            ),
            (
                "dog-out",
                _("My partner is out and I lead the Dog. Who leads?"),
                _("The next player after your partner who still has cards. If both opponents are out too, you."),
                "dog",
            ),
        ),
    ),
    (
        _("Tichu"),
        (
            (
                "tichu-partner",
                _("My partner was first. Did I make my Tichu?"),
                _("No. The caller has to be the first of all four."),
                "tichu",
            ),
            (
                "tichu-exchange",
                _("May I still call Tichu after the exchange?"),
                _("Yes, until you play your own first card."),
                "tichu",
            ),
            (
                "grand-late",
                _("May I call Grand Tichu with fourteen cards?"),
                _("No. It belongs to the first eight; with the ninth card it is gone for this round."),
                "grand",
            ),
        ),
    ),
    (
        _("Combinations"),
        (
            (
                "kind-only",
                _("Why does nothing but a pair answer a pair?"),
                _("An answer is of the same kind and the same number of cards, and higher. Only bombs break that."),
                "answers",
            ),
            (
                "straight-longer",
                _("Does a longer straight beat a shorter one?"),
                _("No. Five cards are answered by five, and the higher top card decides."),
                "answers",
            ),
            (
                "house-phoenix",
                _("Are four equal cards and the Phoenix a full house?"),
                _("No. Triple and pair must be of two different ranks."),
                "combinations",
            ),
            (
                "flush-plain",
                _("May I play five in a row of one suit as a plain straight?"),
                _(
                    "No, they are always a bomb. With a card of another suit, the Mah Jong or the Phoenix in it, "
                    "a run is always a plain straight."
                ),
                "bombs",
            ),
        ),
    ),
    (
        _("Counting"),
        (
            (
                "last-hand",
                _("Where do the cards in the last player's hand go?"),
                _("To the opposing team."),
                "scoring",
            ),
            (
                "last-tricks",
                _("And the tricks the last player took?"),
                _("To the player who was out first, in whichever team."),
                "scoring",
            ),
            (
                "double-calls",
                _("Do calls count with a double victory?"),
                _("Yes. The 200 points stand in place of the cards only; every call is added on top."),
                "double-victory",
            ),
        ),
    ),
    (
        _("Clock"),
        (
            (
                "time-out",
                _("What happens when I run out of time?"),
                _(
                    "First your reserve runs, 60 seconds for the whole match. When it is gone too, "
                    "your team loses the match. We never play a card for you."
                ),
                "time",
            ),
            (
                "time-line",
                _("My train went into a tunnel. Am I lost?"),
                _("Not yet: your time and reserve go on running, and when you are back you play on from your seat."),
                "disconnection",
            ),
        ),
    ),
)
