"""The phrases everybody may say at any time: a fixed list, in each reader's own language, and never about cards."""

from django.utils.translation import gettext_noop

PHRASES = {
    "hello": gettext_noop("Hello!"),
    "luck": gettext_noop("Good luck!"),
    "thanks": gettext_noop("Thank you!"),
    "nice": gettext_noop("Well played!"),
    "wow": gettext_noop("Wow!"),
    "sorry": gettext_noop("Sorry!"),
    "moment": gettext_noop("One moment, please."),
    "back": gettext_noop("I am back."),
    "again": gettext_noop("One more?"),
    "bye": gettext_noop("Good night!"),
}
