"""The phrases as the page offers them. Knows the list, nothing of any table."""

from django import template
from django.utils.translation import gettext as _

from games.phrases import PHRASES

register = template.Library()


@register.simple_tag
def phrase_list() -> list[tuple[str, str]]:
    """Key and words of each, in the reader's language."""
    return [(key, _(words)) for key, words in PHRASES.items()]
