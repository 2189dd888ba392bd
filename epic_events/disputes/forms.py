"""Forms for the record and the evidence of a dispute."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.models import User
from epic_events.disputes import records
from epic_events.disputes.records import MAX_RECORD_LENGTH
from epic_events.disputes.services import (
    MAX_PHOTO_BYTES,
    MAX_STATEMENT_LENGTH,
    ValidatedEvidence,
    validate_evidence,
)
from epic_events.infra.limits import LongTextField, check_upload


class EvidenceForm(forms.Form):
    """A statement, a photo, or both."""

    who = forms.CharField(label=_("Author"), max_length=80, required=False)
    statement = forms.CharField(
        label=_("Statement"), widget=forms.Textarea(attrs={"rows": 3}), max_length=MAX_STATEMENT_LENGTH, required=False
    )
    photo = forms.FileField(
        label=_("Photo"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        help_text=_("JPEG, PNG or WebP. Location, device and time are removed from the file."),
    )

    def clean_photo(self) -> Any:
        """Reject a file that is too large before it is read."""
        photo = self.cleaned_data["photo"]
        if photo:
            check_upload(photo, MAX_PHOTO_BYTES)
        return photo

    def validate_evidence(self, actor: User) -> ValidatedEvidence | None:
        """Return the validated statement and photo; ``None`` if both are empty."""
        data = self.cleaned_data
        if not any(data[name] for name in ("who", "statement", "photo")):
            return None
        content = data["photo"].read() if data["photo"] else None
        return validate_evidence(actor, author=data["who"], statement=data["statement"], photo=content)


MAX_UPLOAD_BYTES = 1024 * 1024


class RecordField(LongTextField):
    """A large text field for a record."""

    widget = forms.Textarea(attrs={"class": "code", "rows": 18, "spellcheck": "false", "autocapitalize": "off"})


class RecordForm(forms.Form):
    """A record as text or as a file; the file takes precedence."""

    record = RecordField(
        label=_("Record of the play"),
        max_length=MAX_RECORD_LENGTH,
        strip=False,
        error_messages={"required": _("Paste the record or choose a file.")},
    )
    upload = forms.FileField(label=_("or a file"), required=False)
    disputed_play = forms.CharField(
        label=_("Which play is disputed?"),
        required=False,
        max_length=records.MAX_QUOTE_LENGTH,
        help_text=_("The text of the play, or “line” and its number. Leave empty for the last play."),
    )

    use_required_attribute = False  # A file is enough.

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["record"].required = "upload" not in self.files

    def clean_upload(self) -> Any:
        """Reject a file that is too large before it is read."""
        upload = self.cleaned_data["upload"]
        if upload:
            check_upload(upload, MAX_UPLOAD_BYTES)
        return upload

    def clean(self) -> dict[str, Any]:
        """Read the record from the file; add an error if it is not text."""
        data = super().clean() or {}
        upload = data.get("upload")
        if upload:
            try:
                data["record"] = upload.read().decode("utf-8-sig")
                # A file input cannot be refilled, so a refused form shows the text of the file in the text field.
                if isinstance(self.data, QueryDict):
                    form_data = self.data.copy()
                    form_data[self.add_prefix("record")] = data["record"]
                    self.data = form_data
            except UnicodeDecodeError:
                self.add_error("upload", _("This file is not text in UTF-8."))
        return data


class WhatIfForm(RecordForm):
    """A what-if: a record with a name."""

    title = forms.CharField(label=_("Name of this what-if"), max_length=160, required=False)


class OpenForm(RecordForm, EvidenceForm):
    """A new dispute with optional evidence."""

    title = forms.CharField(
        label=_("What is in question?"),
        max_length=160,
        error_messages={"required": _("Enter what is in question.")},
    )

    field_order = ("title", "record", "upload", "disputed_play", "who", "statement", "photo")
