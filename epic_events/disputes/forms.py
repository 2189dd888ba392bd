"""What a judge types about a dispute."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from epic_events.disputes.evidence.forms import EvidenceForm
from epic_events.disputes.records import doubted_play
from epic_events.disputes.records.reading import LONGEST_RECORD
from epic_events.infra.limits import PastedField, check_upload

MOST_UPLOAD_BYTES = 1024 * 1024


class RecordField(PastedField):
    """The record as text, with room for a screenful."""

    widget = forms.Textarea(attrs={"class": "code", "rows": 18, "spellcheck": "false", "autocapitalize": "off"})


class RecordForm(forms.Form):
    """A record, pasted or as a file; the file wins when both are given."""

    record = RecordField(
        label=_("Record of the play"),
        max_length=LONGEST_RECORD,
        strip=False,
        error_messages={"required": _("Paste the record or choose a file.")},
    )
    upload = forms.FileField(label=_("or a file"), required=False)
    doubted = forms.CharField(
        label=_("Which play is doubted?"),
        required=False,
        max_length=doubted_play.LONGEST,
        help_text=_("The words of the play, or “line” and its number. Left empty, the last play."),
    )

    use_required_attribute = False  # a file does as well

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["record"].required = "upload" not in self.files

    def clean_upload(self) -> Any:
        """Refuse, before it is read, a file that cannot be a record."""
        upload = self.cleaned_data["upload"]
        if upload:
            check_upload(upload, MOST_UPLOAD_BYTES)
        return upload

    def clean(self) -> dict[str, Any]:
        """Take the text out of the file, and refuse what is no text."""
        data = super().clean() or {}
        upload = data.get("upload")
        if upload:
            try:
                data["record"] = upload.read().decode("utf-8-sig")
                # A file cannot be chosen for the reader again: if the form comes back, its text stands in the field.
                if isinstance(self.data, QueryDict):
                    sent = self.data.copy()
                    sent[self.add_prefix("record")] = data["record"]
                    self.data = sent
            except UnicodeDecodeError:
                self.add_error("upload", _("This file is not text in UTF-8."))
        return data


class WhatIfForm(RecordForm):
    """How a play could have gone on, under a name."""

    title = forms.CharField(label=_("Name of this what-if"), max_length=160, required=False)


class OpenForm(RecordForm, EvidenceForm):
    """A new dispute, with what a player says or shows of it."""

    title = forms.CharField(
        label=_("What is in question?"),
        max_length=160,
        error_messages={"required": _("Enter what is in question.")},
    )

    field_order = ("title", "record", "upload", "doubted", "who", "statement", "photo")
