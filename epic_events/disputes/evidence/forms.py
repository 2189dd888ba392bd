"""The form for statements and photos."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.models import User
from epic_events.disputes.evidence.services import (
    MAX_PHOTO_BYTES,
    MAX_STATEMENT_LENGTH,
    ValidatedEvidence,
    validate_evidence,
)
from epic_events.infra.limits import check_upload


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
        given = self.cleaned_data
        if not any(given[name] for name in ("who", "statement", "photo")):
            return None
        sent = given["photo"].read() if given["photo"] else None
        return validate_evidence(actor, who=given["who"], statement=given["statement"], photo=sent)
