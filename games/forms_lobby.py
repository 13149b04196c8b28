"""The form of a new table. Parsing only; whether the table may be opened is judged in services/tables.py."""

import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Table

TARGETS = ((1000, _("1000 points")), (500, _("500 points")))
ACCESSES = ((Table.Access.PRIVATE, _("Friends with the link")), (Table.Access.PUBLIC, _("Everybody")))
ONE_OF_THESE = _("Please choose one of these.")
WIDTH = 40
PACES = (
    (Table.Pace.NORMAL, _("Normal clock")),
    (Table.Pace.DOUBLE, _("Twice the time")),
    (Table.Pace.FIVEFOLD, _("Five times the time")),
    (Table.Pace.NONE, _("No clock")),
)


class TableForm(forms.Form):
    access = forms.ChoiceField(
        choices=ACCESSES, error_messages={"required": ONE_OF_THESE, "invalid_choice": ONE_OF_THESE}
    )
    target = forms.TypedChoiceField(
        choices=TARGETS, coerce=int, error_messages={"required": ONE_OF_THESE, "invalid_choice": ONE_OF_THESE}
    )
    pace = forms.TypedChoiceField(
        choices=PACES,
        coerce=int,
        required=False,
        error_messages={"invalid_choice": ONE_OF_THESE},
    )
    watchable = forms.BooleanField(required=False)
    aids = forms.BooleanField(required=False)
    title = forms.CharField(
        label=_("Name of the table"),
        required=False,
        max_length=WIDTH,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
        error_messages={"max_length": _("A name has at most 40 characters; this one has %(show_value)d.")},
    )

    def clean_title(self) -> str:
        """Spaces in single file and nothing invisible, which could hide letters or turn their order round (E10)."""
        title = unicodedata.normalize("NFC", self.cleaned_data["title"])
        shown = "".join(sign if sign.isprintable() else " " * sign.isspace() for sign in title)
        title = " ".join(shown.split())
        return title if any(unicodedata.category(sign)[0] in "LNSP" for sign in title) else ""

    def clean(self) -> dict[str, Any]:
        """What only a private table can have is not asked for a public one, and the reverse: hidden ones are posted."""
        if self.cleaned_data.get("access") == Table.Access.PUBLIC or self.cleaned_data.get("pace") == "":
            self.cleaned_data["pace"] = Table.Pace.NORMAL
        if self.cleaned_data.get("access") == Table.Access.PUBLIC:
            self.cleaned_data["aids"] = False
        else:
            self.cleaned_data["watchable"] = False
        return self.cleaned_data
