"""The forms with which organisers bring in, publish and withdraw official texts."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.sizes import PastedField, check_upload
from rules.games import GAMES
from rules.rulebooks.importing import MOST_BYTES, PROFILES


def _games() -> list[tuple[str, str]]:
    return [(game.slug, game.name) for game in GAMES.values()]


class UploadForm(forms.Form):
    """An official rules document: a file, or the text pasted."""

    game = forms.ChoiceField(label=_("Game"), choices=_games)
    profile = forms.ChoiceField(
        label=_("Document"),
        choices=[(profile.name, profile.title) for profile in PROFILES.values()],
        help_text=_("It decides how the text is read: by numbers or by headings."),
    )
    title = forms.CharField(
        label=_("Title"),
        required=False,
        max_length=120,
        help_text=_("Needed only for a document that this site does not know."),
    )
    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        max_length=200,
        widget=forms.FileInput(attrs={"accept": ".txt,.md,text/plain,text/markdown"}),
        help_text=_("Text or Markdown in UTF-8, at most two megabytes. Of a PDF, copy the text and paste it below."),
    )
    text = PastedField(
        label=_("Or paste the text"),
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"class": "code", "rows": 8, "spellcheck": "false"}),
    )

    def clean_file(self) -> Any:
        """Refuse, before it is read, a file that is too large."""
        upload = self.cleaned_data["file"]
        if upload is not None:
            check_upload(upload, MOST_BYTES)
        return upload

    def clean(self) -> dict[str, Any]:
        """Take the bytes from the file or the text."""
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None:
            data["content"] = upload.read()
        elif data.get("text"):
            data["content"] = data["text"].encode()
        elif not {"text", "file"} & self.errors.keys():
            self.add_error("file", _("Choose a file or paste the text."))
        return data


class PublishForm(forms.Form):
    """From when on a version holds, and who may read its wording."""

    effective_on = forms.DateField(
        label=_("In force from"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    for_everybody = forms.BooleanField(
        label=_("Everybody may read the official wording"),
        required=False,
        help_text=_(
            "Without this only you and the staff of your events read it. Tick it only if the publisher permits to "
            "reproduce the text."
        ),
    )
    permission = forms.CharField(
        label=_("What permits it"),
        required=False,
        max_length=300,
        help_text=_("For example: rule 1.0 of the Epic Complete Rules grants it for use with Epic events."),
    )

    def __init__(self, *args: Any, for_the_site: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not for_the_site:
            del self.fields["for_everybody"], self.fields["permission"]


class WithdrawForm(forms.Form):
    """Why a version is withdrawn."""

    reason = forms.CharField(label=_("Reason"), required=False, max_length=300)
