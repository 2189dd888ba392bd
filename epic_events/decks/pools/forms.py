"""The forms that write pools down."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.decks.checking import LONGEST, read_upload
from epic_events.decks.pools.pasted import LONGEST_PASTED
from epic_events.sizes import PastedField, check_upload

_FILES = ".txt,.csv,.tsv,text/plain"


class PoolForm(forms.Form):
    """One player's pool, pasted or read from a file; a file goes before what stands in the field."""

    longest = LONGEST

    text = PastedField(
        label=_("Pool"),
        required=False,
        strip=False,
        max_length=longest,
        widget=forms.Textarea(attrs={"class": "code", "rows": 14, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=_("One card a line, the number of copies before or after it."),
    )
    file = forms.FileField(
        label=_("Or read a file"),
        required=False,
        allow_empty_file=True,
        max_length=200,
        widget=forms.FileInput(attrs={"accept": _FILES}),
    )
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=500, help_text=_("The player reads it with the pool.")
    )

    def clean_file(self) -> Any:
        """Refuse, before it is read, a file that cannot be a pool."""
        upload = self.cleaned_data["file"]
        if upload:
            check_upload(upload, 4 * self.longest)  # a character takes up to four bytes
        return upload

    def typed(self) -> str:
        """Return the text of a valid form.

        Raises:
            UserError: the file is no text, or too long.
        """
        upload = self.cleaned_data["file"]
        if not upload:
            return str(self.cleaned_data["text"])
        upload.seek(0)  # a form that comes back is read twice
        return read_upload(upload.read(), self.longest)


class PoolsForm(PoolForm):
    """The pools of many players in one text."""

    longest = LONGEST_PASTED

    text = PastedField(
        label=_("Pools"),
        required=False,
        strip=False,
        max_length=longest,
        widget=forms.Textarea(attrs={"class": "code", "rows": 18, "spellcheck": "false", "autocapitalize": "off"}),
    )
