"""The form that brings matches along: one file, whose kind its content tells. Parsing only."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.importing.files import Source, recognised

LARGEST = 500_000


class UploadForm(forms.Form):
    """`cleaned_data["file"]` holds the bytes, `source` what they are."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        allow_empty_file=True,
        error_messages={
            "required": gettext_lazy("Please choose a file."),
            "invalid": gettext_lazy("Please choose a file."),
        },
        max_length=200,
        widget=forms.FileInput(attrs={"class": "input", "accept": ".jsonl,.tch,.txt"}),
    )

    def clean_file(self) -> bytes:
        file: Any = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError(
                _("The file is too large: at most %(size)d KB at a time.") % {"size": LARGEST // 1000}
            )
        raw: bytes = file.read()
        source = recognised(raw)
        if source is None:
            raise forms.ValidationError(_("This file is neither a Tichu record nor a BrettspielWelt log."))
        self.source: Source = source
        return raw
