"""How we rule where printed rules are silent or differ: for the rules page, in the words of players.

Each answer names its rulings; docs/rulings.md has them all.
"""

from django.utils.translation import gettext_lazy as _

from games.views.questions import Answer, Group

RULINGS = (
    Group("ruled-table", _("The table"), (
        Answer(
            "right-hand", "seats", "A2",
            _("Which way round is it played?"),
            _("To the right, always. Some tables play to the left; here the player on your right comes after you."),
        ),
        Answer(
            "memory", "secrets", "U2",
            _("May I look up what has been played?"),
            _("The last trick, yes. Earlier tricks and the points in them are hidden while the round runs, unless a"
              " private table was opened with a memory aid for all four."),
        ),
        Answer(
            "target-both", "winning", "N1, N2, N3",
            _("Both teams pass 1000 in the same round. Who wins?"),
            _("The higher total. If both are equal another round is played and the same is asked again; should both"
              " have fallen below the target by then, the match simply goes on."),
        ),
    )),
    Group("ruled-calls", _("Calls"), (
        Answer(
            "call-partners", "tichu", "B3, D3",
            _("May both partners call?"),
            _("Yes. Everybody calls alone, and two calls in the same instant both stand: neither can be taken back."
              " At most one of them can come true."),
        ),
        Answer(
            "call-silence", "grand", "B4",
            _("Does anybody see that I declined Grand Tichu?"),
            _("Not before the last of the four has answered. Until then a call is seen at once, and of all other "
              "answers only how many there are."),
        ),
        Answer(
            "call-exchange", "exchange", "D6",
            _("Somebody calls Tichu in the middle of the exchange. Does it count?"),
            _("Yes. Cards already handed over stay handed over; whoever has not chosen yet may choose with the call"
              " in mind."),
        ),
        Answer(
            "call-late", "tichu", "D4, U5",
            _("May I call Tichu when somebody is out already?"),
            _("Yes, but such a call can only fail. The table says so and asks a second time."),
        ),
        Answer(
            "call-dog", "tichu", "D1, I6",
            _("I have led the Dog, or thrown a bomb. May I still call Tichu?"),
            _("No, that was your first card. Passing is not playing: whoever has only passed may still call."),
        ),
    )),
    Group("ruled-combinations", _("Combinations and Phoenix"), (
        Answer(
            "phoenix-house", "phoenix", "F4, F5, U4",
            _("Queens and nines with the Phoenix: which full house is it?"),
            _("The one you choose, as long as it beats the table. If you choose none it is the highest that does: "
              "three Queens."),
            ("QpQs9j9wPh",),
        ),
        Answer(
            "phoenix-straight", "phoenix", "F2, F4, F5",
            _("On which end of a straight does the Phoenix stand?"),
            _("On the one you choose. If you choose none it stands on top: this is a straight to the Jack. It is "
              "never a 1 and never above the Ace, so below Jack, Queen, King and Ace it is the 10."),
            ("7j8w9sTpPh", "JjQwKsApPh"),
        ),
        Answer(
            "phoenix-led", "phoenix", "F1",
            _("The Phoenix was led. What beats it?"),
            _("It counts 1½, so every 2 beats it, but not the Mah Jong. Laid on the Mah Jong it counts 1½ as well. "
              "On a card it is half a rank above that card and stays so, whatever follows."),
        ),
        Answer(
            "flush-mixed", "bombs", "E8, F3",
            _("When is a run in one suit no bomb?"),
            _("When one card in it is of another suit, or is the Mah Jong or the Phoenix: then all of it is a plain"
              " straight, however long. The first of these is a bomb, the second a straight of six; the Phoenix "
              "makes no bomb longer."),
            ("5p6p7p8p9p", "5p6p7p8p9pPh"),
        ),
        Answer(
            "four-equal", "combinations", "E6",
            _("Can four equal cards be anything but a bomb?"),
            _("All four together, no; and with the Phoenix they are nothing at all. You may break them up and play "
              "one, two or three of them."),
            ("8j8w8p8s", "8j8w8p8sPh"),
        ),
        Answer(
            "nothing-else", "combinations", "E2, E4",
            _("Runs of triples, four cards with a pair, King-Ace-2?"),
            _("None of these is played here. The eight combinations on this page are all there are, and nothing "
              "goes on above the Ace."),
            ("7j7w7p8j8w8s", "QjKwAs2p3j"),
        ),
    )),
    Group("ruled-bombs", _("Bombs"), (
        Answer(
            "bomb-rivals", "bombs", "G8",
            _("Two bombs are thrown at the same moment. Which counts?"),
            _("The first that reaches us. The second is not thrown: its player sees the new bomb first and then "
              "decides afresh."),
        ),
        Answer(
            "bomb-length", "bombs", "G2",
            _("Six low cards of a suit against five high ones?"),
            _("The six win. First the number of cards counts, then the highest of them; the suit never does."),
            ("2w3w4w5w6w7w", "TsJsQsKsAs"),
        ),
        Answer(
            "bomb-own", "bombs", "G6, H5",
            _("May I beat my own play?"),
            _("With a bomb, yes, even in the pause. With an ordinary combination never."),
        ),
        Answer(
            "bomb-final", "bombs", "G7, L2",
            _("May I bomb somebody's last cards?"),
            _("Yes, and that player's place in the order of going out stands all the same. Only the play that ends "
              "the round cannot be bombed."),
        ),
        Answer(
            "bomb-after", "bombs", "G4",
            _("Who comes after a bomb thrown out of turn?"),
            _("The player after the bomber. All passes are wiped: everybody who still has cards is asked again."),
        ),
        Answer(
            "bomb-pause", "pause", "G9, O6",
            _("Why does a trick lie for three seconds, and sometimes for one?"),
            _("So that a bomb needs no quick hand. It is three seconds whatever anybody holds; one only where "
              "nobody left in has four cards, which everybody can see and which rules every bomb out."),
        ),
        Answer(
            "bomb-nothing", "bombs", "G3",
            _("May I bomb before the first card, or onto an empty table?"),
            _("No, a bomb needs a combination to beat; the Dog is none. If the lead is yours you may lead a bomb."),
        ),
    )),
    Group("ruled-wish", _("Wish"), (
        Answer(
            "wish-owed", "wish", "K7, K9",
            _("I have the wished rank only in a bomb. Must I throw it?"),
            _("If nothing else with that rank can be played, yes. If one of the four can be played alone, as a pair"
              " or in a straight, you may choose; keeping the bomb whole is no reason to pass."),
        ),
        Answer(
            "wish-escape", "wish", "K7, K10",
            _("May I throw another bomb instead of the wished card?"),
            _("Not on your own turn. Out of turn and in the pause nobody is bound, so there you may; but if you "
              "win, you lead next and are bound then."),
        ),
        Answer(
            "wish-lead", "wish", "K5, I5",
            _("Does the wish bind a leader, and the one who made it?"),
            _("Both, on every turn. A leader who holds the rank leads a combination with it, and not the Dog "
              "either."),
        ),
        Answer(
            "wish-which", "wish", "K9",
            _("Which play does the wish ask of me?"),
            _("Any legal play with a real card of the rank. Not the longest, not the smallest, and not all your "
              "cards of it. On a straight of five that means a higher straight of five with the card, if you have "
              "one."),
        ),
        Answer(
            "wish-own", "wish", "K4",
            _("I wish for 6 and my own straight has a 6 in it. Is the wish fulfilled?"),
            _("No. It asks for a card played after it was made."),
            ("Mj2j3w4s5p6j",),
        ),
        Answer(
            "wish-nobody", "wish", "K3, K12",
            _("May I wish for a rank that nobody has any more?"),
            _("Yes. Such a wish binds nobody and ends with the round. You may also wish for nothing."),
        ),
        Answer(
            "wish-missed", "wish", "P4",
            _("What is the price of missing a wish?"),
            _("It cannot be missed here: as long as you are bound, every other play and passing are refused."),
        ),
    )),
    Group("ruled-special", _("Dog and Dragon"), (
        Answer(
            "dog-last", "dog", "I4",
            _("May the Dog be my last card?"),
            _("Yes. You are out, and the lead moves as always, unless the round is over with it."),
        ),
        Answer(
            "dragon-last", "dragon", "J5, M3, M5",
            _("The Dragon was the last card of the round. Is it still given away?"),
            _("Yes. If it goes to the player who is last, it moves on to the first finisher with all of that "
              "player's tricks."),
        ),
        Answer(
            "dragon-own", "dragon", "J4",
            _("I bombed my own Dragon. Do I give the trick away?"),
            _("No. The Dragon did not win it, your bomb did, and you keep everything."),
        ),
        Answer(
            "dragon-out", "dragon", "J2, J3",
            _("The Dragon was my last card. Who chooses, and who leads?"),
            _("You choose, although you are out; the server never does it for anybody. The next player to the right"
              " who still has cards leads. The gift never moves the lead."),
        ),
    )),
    Group("ruled-round", _("The end of a round"), (
        Answer(
            "double-when", "double-victory", "L3, M4",
            _("At which moment does a double victory end the round?"),
            _("With the last card of the second partner: nobody answers or bombs it. It is worth 200, and nothing "
              "is counted or given away."),
        ),
        Answer(
            "last-trick", "scoring", "M5",
            _("Whose is the trick that ends the round?"),
            _("The third finisher's. If it was won with the Dragon it is still given away."),
        ),
        Answer(
            "winner-out", "trick", "H4",
            _("The winner of a trick is out. Who leads?"),
            _("The next player to the right who still has cards. The trick stays with its winner."),
        ),
    )),
    Group("ruled-clock", _("Clock and line"), (
        Answer(
            "clock-both", "time", "O2",
            _("Players of both teams are out of time. Who loses?"),
            _("Whoever ran out first. At exactly the same moment the match has no result and counts for nobody. "
              "Partners who run out together lose once, and both are named."),
        ),
        Answer(
            "clock-close", "time", "O4",
            _("My play came in the very last moment. Does it count?"),
            _("If it reached us before the time was over, yes, even if we dealt with it a moment later. The same "
              "holds for a bomb in the pause."),
        ),
        Answer(
            "clock-theirs", "time", "O3",
            _("Can somebody else cost me time?"),
            _("No. Your clock runs only while you have something to decide. When a bomb cuts your turn short, your "
              "next turn has its full time again."),
        ),
        Answer(
            "clock-ready", "between-rounds", "O7",
            _("Somebody does not press Ready. What then?"),
            _("After 30 seconds the next round is dealt anyway. Nobody can lose a match there."),
        ),
        Answer(
            "resign", "leaving", "O8, O9",
            _("May I resign, or play two matches at once?"),
            _("Neither, for three others are sitting there. Leaving the page does not end your turn. A practice "
              "match may be ended at any time."),
        ),
        Answer(
            "house-time", "house-players", "O10",
            _("Can a house player run out of time?"),
            _("No. It answers within seconds; should it ever be stuck, we wake it, and nobody wins by that."),
        ),
    )),
)  # fmt: skip
