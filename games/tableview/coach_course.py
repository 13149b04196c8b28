"""The coach's words for the decisions of the guided first round, in the order in which they come."""

from __future__ import annotations

from django.utils.translation import gettext_noop

FIRST: dict[str, tuple[str, str]] = {
    "first-round-1.grand": (
        gettext_noop("Round 1 of 2: eight cards first"),
        gettext_noop(
            "%(partner)s across is your partner. Grand Tichu bets 200 on being out first: not with these. Press No,"
            " carry on."
        ),
    ),
    "first-round-1.exchange": (
        gettext_noop("Give one card to each"),
        gettext_noop(
            "%(partner)s gets a good one: %(to_partner)s. The low %(to_right)s and %(to_left)s go to the others."
        ),
    ),
    "first-round-1.mahjong": (
        gettext_noop("You lead the Mah Jong"),
        gettext_noop("Its holder begins. Lead it alone and wish for %(rank)s: who can play one has to."),
    ),
    "first-round-1.forced": (
        gettext_noop("Your wish binds"),
        gettext_noop("%(right)s is next: with a Queen in hand there is no choice, even if it tears a pair apart."),
    ),
    "first-round-1.beat": (
        gettext_noop("Beat the Queen"),
        gettext_noop("An opponent leads the trick: your Ace beats it. Whoever wins a trick leads the next."),
    ),
    "first-round-1.straight": (
        gettext_noop("Five in a row"),
        gettext_noop("5 to 9 is a straight: five cards gone at once. Only a higher straight of five answers it."),
    ),
    "first-round-1.pair": (
        gettext_noop("The low pair"),
        gettext_noop("Lead your 3s while you have Kings and an Ace to come back with. Only pairs answer a pair."),
    ),
    "first-round-1.partner": (
        gettext_noop("Your partner is ahead: pass"),
        gettext_noop("Your Kings would win, but from your own partner. Let %(partner)s have it and keep them."),
    ),
    "first-round-1.high": (
        gettext_noop("Just high enough"),
        gettext_noop("%(left)s leads with a 9. Your Queen is enough; Kings and Ace wait for something bigger."),
    ),
    "first-round-1.their-dragon": (
        gettext_noop("The Dragon"),
        gettext_noop("No single beats it, so pass. But %(left)s must give this trick, 25 points in it, to one of you."),
    ),
    "first-round-1.kings": (
        gettext_noop("Now the Kings"),
        gettext_noop("A pair of 6s from an opponent: your Kings win it, and the lead comes back to you."),
    ),
    "first-round-1.dog": (
        gettext_noop("The Dog to your partner"),
        gettext_noop("It takes no trick but hands the lead to %(partner)s, who still has 11 cards. You keep the Ace."),
    ),
    "first-round-1.joker": (
        gettext_noop("A full house with the Phoenix"),
        gettext_noop("Triple and pair; the Phoenix stands for the third Ace. Nothing to do for you: pass."),
    ),
    "first-round-1.out": (
        gettext_noop("%(partner)s is out first"),
        gettext_noop("With three pairs in a row, that was the hand. If you are next, it is a double victory. Pass."),
    ),
    "first-round-1.second": (
        gettext_noop("Your last card"),
        gettext_noop("The Ace beats the 7 and you are out second: both of you before either opponent."),
    ),
}

SECOND: dict[str, tuple[str, str]] = {
    "first-round-2.grand": (
        gettext_noop("Round 2 of 2: eight new cards"),
        gettext_noop("The Phoenix is good, the rest is low. Too little for 200 points: carry on."),
    ),
    "first-round-2.exchange": (
        gettext_noop("Dragon, Phoenix, three 8s"),
        gettext_noop("Keep all that. %(to_right)s and %(to_left)s to the opponents, %(to_partner)s to %(partner)s."),
    ),
    "first-round-2.tichu": (
        gettext_noop("First, call Tichu"),
        gettext_noop(
            "%(partner)s gave you the fourth 8: a bomb. With Dragon and Phoenix you can be out first: 100 points."
        ),
    ),
    "first-round-2.bound": (
        gettext_noop("The wish binds you"),
        gettext_noop("%(left)s wished for %(rank)s, and yours beats the Mah Jong: you have to play it."),
    ),
    "first-round-2.phoenix": (
        gettext_noop("The Phoenix on the Ace"),
        gettext_noop("Alone it is half a rank above what it covers: 14½ here. Only the Dragon or a bomb beats it now."),
    ),
    "first-round-2.low": (
        gettext_noop("The low ones first"),
        gettext_noop("3 to 7 is a straight. If somebody beats it you still have the bomb."),
    ),
    "first-round-2.bomb": (
        gettext_noop("Throw the bomb"),
        gettext_noop("Four 8s beat any straight. A bomb goes at any time, out of turn too; here it is your turn."),
    ),
    "first-round-2.jacks": (
        gettext_noop("Three cards left"),
        gettext_noop("Lead the Jacks and keep the Dragon: it will win any trick of singles."),
    ),
    "first-round-2.cannot": (
        gettext_noop("Kings are higher"),
        gettext_noop("You have no pair left. Pass, and trust %(partner)s: you called Tichu, so your side helps you."),
    ),
    "first-round-2.aces": (
        gettext_noop("Your partner helps"),
        gettext_noop("%(partner)s is on top with Aces. Pass: if a single is led next, your Dragon wins it."),
    ),
    "first-round-2.dragon": (
        gettext_noop("Out with the Dragon"),
        gettext_noop("It beats the 10, and it is your last card: out first, Tichu made."),
    ),
    "first-round-2.gift": (
        gettext_noop("Whose trick is it?"),
        gettext_noop(
            "To an opponent, that is the rule. %(left)s has most cards; the last one’s tricks come to you, first out."
        ),
    ),
    "first-round-2.made": (
        gettext_noop("Tichu made"),
        gettext_noop("100 points for your side. Now %(partner)s has to get out before the last opponent."),
    ),
    "first-round-2.watch": (
        gettext_noop("The others play on"),
        gettext_noop("The round ends when three are out. Then the cards are counted."),
    ),
}

COURSE: dict[str, tuple[str, str]] = FIRST | SECOND
