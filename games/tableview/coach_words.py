"""The coach's words: title and text by key. Blanks: %(partner)s, %(right)s, %(left)s are names, the rest are facts."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from games.tableview.coach_course import COURSE

Words = tuple[str, str]

ADVICE: dict[str, Words] = {
    # --- Before the first card
    "grand-no": (
        gettext_noop("Grand Tichu? Not with these"),
        gettext_noop("It costs 200 points if you are not out first. Without Dragon, Phoenix or several Aces: no."),
    ),
    "grand-yes": (
        gettext_noop("Grand Tichu is possible"),
        gettext_noop("These eight are very strong. It brings 200 points if you are out first, and costs 200 if not."),
    ),
    "wait-grand": (gettext_noop("The others are thinking"), gettext_noop("Then everybody sees the other six cards.")),
    "exchange": (
        gettext_noop("Give away three cards"),
        gettext_noop("Low cards you miss least go to the opponents, a good one to %(partner)s."),
    ),
    "wait-exchange": (
        gettext_noop("The others still choose"),
        gettext_noop("Cards change hands once all four have chosen."),
    ),
    "tichu": (
        gettext_noop("Call Tichu"),
        gettext_noop("Your hand can be out first: 100 points if it is, minus 100 if not. Only before your first card."),
    ),
    # --- On lead
    "mahjong": (
        gettext_noop("The Mah Jong, with a wish"),
        gettext_noop("Wish for %(rank)s, say: whoever is on turn and can play one has to."),
    ),
    "mahjong-plain": (
        gettext_noop("The Mah Jong leads"),
        gettext_noop("It is the lowest single, or the 1 of a straight. You may wish for a rank with it."),
    ),
    "dog": (
        gettext_noop("The lead to your partner"),
        gettext_noop("The Dog takes no trick: it hands the lead to %(partner)s. It can only be led."),
    ),
    "lead-many": (
        gettext_noop("Your lead"),
        gettext_noop("Get rid of many cards at once: %(play)s. What is hard to answer comes back to you."),
    ),
    "lead-single": (
        gettext_noop("Your lead"),
        gettext_noop("A low card that fits nowhere else goes first, while you still have high ones: %(play)s."),
    ),
    "lead-partner": (
        gettext_noop("Help your partner out"),
        gettext_noop("%(partner)s has few cards left. Lead a low single: one of them may fit."),
    ),
    "choose": (gettext_noop("Your turn"), gettext_noop("Any combination the table allows will do.")),
    # --- Answering
    "beat": (
        gettext_noop("You can beat it"),
        gettext_noop("%(play)s beats %(top)s. Use the lowest that does, and keep the high ones."),
    ),
    "over-partner": (
        gettext_noop("Over your partner"),
        gettext_noop("%(partner)s leads the trick, but %(play)s brings you nearer to the end. Passing is fine too."),
    ),
    "wish-binds": (
        gettext_noop("The wish binds you"),
        gettext_noop("You can play %(rank)s, so you have to. Which combination is your choice: %(play)s, for one."),
    ),
    "bomb": (
        gettext_noop("Time for the bomb"),
        gettext_noop("A bomb beats everything but a higher bomb: %(play)s takes this trick."),
    ),
    "dragon": (
        gettext_noop("The Dragon"),
        gettext_noop("The highest single; only a bomb beats it. Its trick then goes to an opponent of your choice."),
    ),
    "phoenix": (
        gettext_noop("The Phoenix as a single"),
        gettext_noop("Alone it is half a rank above the card it covers. It counts minus 25 for whoever takes it."),
    ),
    "joker": (
        gettext_noop("The Phoenix as a joker"),
        gettext_noop("In a combination it stands for any rank from 2 to Ace: %(play)s."),
    ),
    "go-out": (
        gettext_noop("Your last cards"),
        gettext_noop("%(play)s and you are out. Whoever is out early cannot lose what is left in the hand."),
    ),
    "pass-none": (
        gettext_noop("Nothing beats it"),
        gettext_noop("Only the same kind with the same number of cards, and higher. Pass; nothing is lost by it."),
    ),
    "pass-partner": (
        gettext_noop("Your partner is ahead: pass"),
        gettext_noop("The trick is as good as yours. A card on top would only cost your side strength."),
    ),
    "pass-save": (
        gettext_noop("Let it go"),
        gettext_noop("You could beat it, but the cards are worth more later. Passing keeps you in the trick."),
    ),
    # --- Others act
    "bomb-now": (
        gettext_noop("You could bomb now"),
        gettext_noop("Also out of turn: %(play)s would stop this trick. Press Bomb twice."),
    ),
    "bomb-could": (
        gettext_noop("You hold a bomb"),
        gettext_noop("%(play)s may be thrown at any time while a trick lies there. Keep it for one that matters."),
    ),
    "wait": (
        gettext_noop("Watch the table"),
        gettext_noop("Raise cards already now if you know your answer; they stay ready."),
    ),
    "wait-mine": (gettext_noop("Your play is on top"), gettext_noop("If all the others pass, the trick is yours.")),
    "wait-partner": (
        gettext_noop("Your partner is on top"),
        gettext_noop("Good: tricks and points belong to both of you."),
    ),
    "wait-lead": (gettext_noop("Somebody else leads"), gettext_noop("Whoever took the last trick begins the next.")),
    "pause": (
        gettext_noop("Everybody has passed"),
        gettext_noop("The trick lies there for a moment: only a bomb could still change it."),
    ),
    "am-out": (
        gettext_noop("You are out"),
        gettext_noop("Now it is up to %(partner)s. The round ends when three players are out."),
    ),
    "gift": (
        gettext_noop("Give the Dragon’s trick away"),
        gettext_noop("Give it to whoever is likelier to end last, here %(to)s: their tricks go to the first one out."),
    ),
    "wait-gift": (
        gettext_noop("The Dragon’s trick"),
        gettext_noop("Whoever won it gives it to an opponent of their choice."),
    ),
    # --- Between rounds
    "double-ours": (
        gettext_noop("Double victory"),
        gettext_noop("You and %(partner)s were out before either opponent: 200 points, and no cards are counted."),
    ),
    "double-theirs": (
        gettext_noop("Double victory for them"),
        gettext_noop("Both opponents were out first: 200 points for them, and no cards are counted."),
    ),
    "counted": (
        gettext_noop("The cards are counted"),
        gettext_noop("5s count 5, 10s and Kings 10, Dragon 25, Phoenix minus 25: 100 in all. Press Ready to go on."),
    ),
    "wait-ready": (gettext_noop("On it goes"), gettext_noop("The next cards are dealt in a moment.")),
}

PUZZLE: dict[str, Words] = {
    "puzzle-turn": (gettext_noop("Puzzle %(puzzle)s: your move"), gettext_noop("%(goal)s")),
    "puzzle-wait": (gettext_noop("Puzzle %(puzzle)s"), gettext_noop("%(goal)s")),
    "puzzle-slipped": (
        gettext_noop("The goal is out of reach"),
        gettext_noop("The best defence can prevent it now. Play on and see how, or begin again."),
    ),
}

WORDS: dict[str, Words] = ADVICE | COURSE | PUZZLE
