"""Form for uploading a card file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.infra.errors import UserError
from epic_events.infra.limits import LongTextField, check_upload
from rules.decks.card_files import MAX_CHARACTERS

MAX_UPLOAD_BYTES = 4 * MAX_CHARACTERS  # A character has at most four bytes in UTF-8.


class CardFileForm(forms.Form):
    """A card file, pasted or uploaded; an uploaded file takes precedence."""

    text = LongTextField(
        label=_("Card file"),
        required=False,
        strip=False,
        max_length=MAX_CHARACTERS,
        widget=forms.Textarea(attrs={"class": "code", "rows": 16, "spellcheck": "false", "autocapitalize": "off"}),
    )
    file = forms.FileField(
        label=_("Or upload a file"),
        required=False,
        allow_empty_file=True,
        max_length=200,
        widget=forms.FileInput(attrs={"accept": ".toml,.json,.txt,text/plain,application/json"}),
    )

    def clean_file(self) -> Any:
        """Reject a file that is too large before reading it."""
        upload = self.cleaned_data["file"]
        if upload:
            check_upload(upload, MAX_UPLOAD_BYTES)
        return upload

    def read_text(self) -> str:
        """Return the text of a valid form.

        Raises:
            UserError: the file is not UTF-8.
        """
        upload = self.cleaned_data["file"]
        if not upload:
            return str(self.cleaned_data["text"])
        try:
            return str(upload.read().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            message = _("The file is not valid UTF-8 (at byte %(byte)d). Save it as UTF-8 and upload it again.") % {
                "byte": error.start + 1
            }
            raise UserError(str(message), fields={"file": str(message)}) from error
