"""Forms for entering and importing pools."""

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.bulk_import.forms import ImportForm
from epic_events.decks.checking import MAX_LENGTH, read_upload
from epic_events.decks.pools.parsing import MAX_IMPORT_LENGTH
from epic_events.infra.limits import LongTextField


class PoolForm(ImportForm):
    """Form with one player's pool."""

    longest = MAX_LENGTH
    accepts = ".txt,.csv,.tsv,text/plain"

    text = LongTextField(
        label=_("Pool"),
        required=False,
        strip=False,
        max_length=longest,
        widget=forms.Textarea(attrs={"class": "code", "rows": 14, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=_("One card per line, with the number of copies before or after the name."),
    )
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=500, help_text=_("Shown to the player with the pool.")
    )

    def read(self, data: bytes) -> str:
        """Return the text of an uploaded file; deck files in legacy encodings are supported.

        Raises:
            UserError: the file is empty, too long or binary.
        """
        return read_upload(data, self.longest)


class PoolsForm(PoolForm):
    """Form with the pools of many players."""

    longest = MAX_IMPORT_LENGTH

    text = LongTextField(
        label=_("Pools"),
        required=False,
        strip=False,
        max_length=longest,
        widget=forms.Textarea(attrs={"class": "code", "rows": 18, "spellcheck": "false", "autocapitalize": "off"}),
    )
